import type { Provider } from "#contract/ids.ts";
import type { Outcome } from "./providers.ts";
import type { ProviderCallRecord } from "./publication.ts";

/** What a call leaves for the bill. */
export function callRecord(
	task: string,
	provider: Provider,
	outcome: Outcome<unknown>,
): ProviderCallRecord {
	const { model, ok, attempts, duration_ms, usage } = outcome;
	return { task, provider, model, ok, attempts, duration_ms, usage };
}
