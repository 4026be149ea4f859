import type { OutboundBounds } from "./outbound.ts";
import type { CallContext, Usage } from "./providers.ts";

/** What one attempt may use. */
export type AttemptTools = {
	/** One HTTP request, in what is left of the call's time. Rejects with OutboundError. */
	send: (url: string, init: RequestInit) => Promise<Response>;
	/** Books what an answer cost, whether or not it can be used. */
	spend: (usage: Usage) => void;
	/** Epoch milliseconds. */
	now: () => number;
};

/** Keeps one call's time, requests and usage over all of its attempts. */
export type CallAccount = {
	run: <Answer>(
		attempt: (tools: AttemptTools) => Promise<Answer>,
	) => Promise<Answer>;
	pause: (ms: number) => Promise<void>;
	left_ms: () => number;
	report: () => { attempts: number; duration_ms: number; usage: Usage };
};

/**
 * Time runs while an attempt holds a slot or streams, and during pauses.
 * Waiting in line for a slot is free, so a busy gate costs no answer.
 */
export function openCallAccount(
	max_bytes: number,
	context: CallContext,
): CallAccount {
	const { now } = context;
	let attempts = 0;
	let spent_ms = 0;
	let usage: Usage = {
		input_tokens: null,
		output_tokens: null,
		cost_usd: null,
	};
	const left_ms = () => context.timeout_ms - spent_ms;
	const charge = (since: number) => {
		// A clock set back must not give time.
		spent_ms += Math.max(0, now() - since);
	};

	return {
		left_ms,
		report: () => ({ attempts, duration_ms: Math.round(spent_ms), usage }),
		run: async (attempt) => {
			let running_since = now();
			const granted = () => {
				running_since = now();
			};
			try {
				return await attempt({
					now,
					spend: (used) => {
						usage = sum(usage, used);
					},
					send: (url, init) => {
						attempts += 1;
						const bounds: OutboundBounds = {
							timeout_ms: left_ms(),
							max_bytes,
							granted,
						};
						return context.fetch(url, init, bounds);
					},
				});
			} finally {
				charge(running_since);
			}
		},
		pause: async (ms) => {
			if (ms <= 0) return;
			const since = now();
			await context.sleep(ms);
			charge(since);
		},
	};
}

function sum(total: Usage, used: Usage): Usage {
	return {
		input_tokens: plus(total.input_tokens, used.input_tokens),
		output_tokens: plus(total.output_tokens, used.output_tokens),
		cost_usd: plus(total.cost_usd, used.cost_usd),
	};
}

function plus(total: number | null, used: number | null): number | null {
	if (used === null) return total;
	return (total ?? 0) + used;
}
