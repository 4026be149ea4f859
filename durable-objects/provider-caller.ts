import { DurableObject } from "cloudflare:workers";
import { createOutboundGate } from "#pipeline/outbound-gate.ts";
import { performCall } from "#pipeline/perform-call.ts";
import type { ProviderRequest } from "#pipeline/provider-request.ts";
import type { Bindings } from "#worker/bindings.ts";
import { createProviders } from "#worker/compose/providers.ts";
import { requireSettings, type Settings } from "#worker/env.ts";

/**
 * Lends its connections to a video's provider calls. Keeps nothing: what an
 * answer is worth is decided, and stored, by the object that asked.
 */
export class ProviderCaller extends DurableObject<Bindings> {
	readonly #fetch = createOutboundGate({});
	readonly #settings: Settings = requireSettings(this.env);
	readonly #providers = createProviders(this.#settings);

	/** Does nothing: by the time it answers, the object is there. */
	ready(): void {}

	call(request: ProviderRequest) {
		return performCall(this.#providers, request, {
			fetch: this.#fetch,
			now: () => Date.now(),
			random: () => Math.random(),
			sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
			timeout_ms: this.#settings.PROVIDER_TIMEOUT_MS,
		});
	}
}
