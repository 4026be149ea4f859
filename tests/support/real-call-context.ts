import { setTimeout as sleep } from "node:timers/promises";
import { createOutboundGate } from "#outbound/gate.ts";
import type { CallContext } from "#providers/providers.ts";

/** Real network and clock behind the gate; pauses are cut to a thousandth. */
export function realCallContext(
	overrides: Partial<CallContext> = {},
): CallContext {
	return {
		fetch: createOutboundGate(),
		timeout_ms: 5_000,
		now: () => Date.now(),
		random: () => 0.5,
		sleep: async (ms) => {
			await sleep(ms / 1_000);
		},
		...overrides,
	};
}
