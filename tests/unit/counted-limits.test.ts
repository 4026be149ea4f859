import { expect, it } from "vitest";
import { type CountedLimit, createQuotas } from "#identity/quota.ts";

/** A namespace with one object that allows three requests per minute. */
function namespace() {
	let count = 0;
	const object = {
		async consume(limit: number, _window_ms: number, cost: number) {
			const ok = count + cost <= limit;
			if (ok) count += cost;
			return {
				ok,
				retry_after_s: ok ? 0 : 42,
				remaining: limit - count,
				reset_s: 42,
			};
		},
		async refund(_window_ms: number, cost: number) {
			count -= cost;
		},
		async clear() {
			count = 0;
		},
	};
	return {
		idFromName: (name: string) => name,
		get: () => object,
	};
}

it("counts are recorded per policy after consuming and refunding", async () => {
	const counted = new Map<string, CountedLimit>();
	const quota = createQuotas(namespace(), counted)("votes:someone", 3, 60_000);
	const noted = { policy: "votes", limit: 3, window_ms: 60_000, reset_s: 42 };
	expect(counted.size).toBe(0);
	await quota.consume(2);
	expect([...counted.values()]).toEqual([{ ...noted, remaining: 1 }]);
	expect(await quota.consume(2)).toEqual({ ok: false, retry_after_s: 42 });
	expect([...counted.values()]).toEqual([{ ...noted, remaining: 1 }]);
	await quota.refund(2);
	expect([...counted.values()]).toEqual([{ ...noted, remaining: 3 }]);
	await quota.consume();
	await quota.clear();
	expect(counted.size).toBe(0);
});

it("a limit of 0 is not recorded", async () => {
	const counted = new Map<string, CountedLimit>();
	await createQuotas(namespace(), counted)(
		"votes:someone",
		0,
		60_000,
	).consume();
	expect(counted.size).toBe(0);
});
