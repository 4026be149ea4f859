import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readBounded } from "#outbound/bounded-body.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import { type OutboundBounds, OutboundError } from "#outbound/outbound.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

const ADDRESS = "https://example.org/";
const BOUNDS = { timeout_ms: 1_000, max_bytes: 100 };
const CALLS = 60;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const failureOf = (call: Promise<unknown>) =>
	call.then(
		() => null,
		(error: unknown) => error,
	);

/** Answers, redirects or fails at random, and sometimes ignores an abort. */
function moodyNetwork(random: () => number) {
	let out = 0;
	const network = { most: 0, fetch: moody as typeof globalThis.fetch };

	function moody(_: unknown, init?: RequestInit): Promise<Response> {
		const signal = init?.signal;
		out += 1;
		network.most = Math.max(network.most, out);
		const mood = random();
		const deaf = random() < 0.3;
		return new Promise((resolve, reject) => {
			signal?.addEventListener("abort", () => {
				out -= 1;
				if (!deaf) reject(signal.reason);
			});
			setTimeout(() => {
				if (!signal?.aborted) out -= 1;
				if (mood < 0.2) reject(new Error("reset"));
				else if (mood < 0.4) resolve(new Response(null, { status: 302 }));
				else resolve(new Response("x".repeat(random() * 200)));
			}, random() * 1_500);
		});
	}
	return network;
}

describe("createOutboundGate with random answers and aborts", () => {
	it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
		"stays within its slots, settles every call and frees every slot (seed %i)",
		async (seed) => {
			const random = seededRandom(seed);
			const slots = 1 + Math.floor(random() * 5);
			const network = moodyNetwork(random);
			const gate = createOutboundGate({ slots, fetch: network.fetch });

			const outcomes = Array.from({ length: CALLS }, () => {
				const caller = new AbortController();
				if (random() < 0.3) setTimeout(() => caller.abort(), random() * 4_000);
				const call = gate(ADDRESS, { signal: caller.signal }, BOUNDS);
				return failureOf(random() < 0.7 ? call.then(readBounded) : call);
			});
			await vi.runAllTimersAsync();
			const ends = await Promise.all(outcomes);
			const errors = ends.filter((end) => end !== null);
			expect(errors.length).toBeGreaterThan(0);
			expect(errors.length).toBeLessThan(CALLS);
			expect(errors.every((end) => end instanceof OutboundError)).toBe(true);
			expect(network.most).toBe(slots);

			const granted = vi.fn();
			const bounds: OutboundBounds = { ...BOUNDS, granted };
			const later = Array.from({ length: slots + 1 }, () => failureOf(gate(ADDRESS, {}, bounds)));
			await vi.advanceTimersByTimeAsync(0);
			expect(granted).toHaveBeenCalledTimes(slots);
			await vi.runAllTimersAsync();
			await Promise.all(later);
			expect(granted).toHaveBeenCalledTimes(slots + 1);
			expect(vi.getTimerCount()).toBe(0);
		},
	);
});
