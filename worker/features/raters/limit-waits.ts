import type { Provider } from "#contract/ids.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { laneOf } from "#providers/client.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { Settings } from "#worker/env.ts";
import { completeEntry, panelConfig } from "./panel.ts";

/**
 * The first of these providers whose calls wait for a limit, in words such as "Gemini's limit (15 a
 * minute)"; null if none does. Rejects if the object that grants its calls cannot be asked.
 */
export async function limitThatIsWaitedFor(
	settings: Settings,
	namespace: Bindings["PROVIDER_LIMITER"],
	providers: readonly Provider[],
): Promise<string | null> {
	for (const provider of new Set(providers)) {
		const entry = completeEntry(provider, panelConfig(settings));
		if (!entry) continue;
		const lane = laneOf(provider, entry);
		const { is_limited, per_minute } = await namespace.getByName(lane.name).state();
		if (!is_limited) continue;
		if (lane.is_local) return "the model server";
		const pace = per_minute === null ? "" : ` (${per_minute} a minute)`;
		return `${PROVIDER_NAMES[provider]}'s limit${pace}`;
	}
	return null;
}
