import type { Outcome } from "./providers.ts";

/** In the place of an answer: a key was taken away, or another mode begun, while a run was on. */
export function notConfigured(): Outcome<never> {
	return {
		ok: false,
		kind: "not_configured",
		message: "the provider is no longer configured",
		status: null,
		model: "",
		attempts: 0,
		duration_ms: 0,
		usage: { input_tokens: null, output_tokens: null, cost_usd: null },
	};
}
