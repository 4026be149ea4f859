import { expect, it } from "vitest";
import { createQuotas } from "#identity/quota.ts";
import type { CountedLimit } from "#identity/quota-window.ts";
import type { Bindings } from "#worker/bindings.ts";

const namespaceOf = (object: object) =>
	({ getByName: () => object }) as unknown as Bindings["QUOTA"];

/** A namespace with one object that allows three requests per minute. */
function namespace() {
	let count = 0;
	const object = {
		async consume(limit: number, _window_ms: number, cost: number) {
			const ok = count + cost <= limit;
			if (ok) count += cost;
			return { ok, retry_after_s: ok ? 0 : 42, remaining: limit - count, reset_s: 42 };
		},
		async refund(_window_ms: number, cost: number) {
			count -= cost;
		},
		async clear() {
			count = 0;
		},
	};
	return namespaceOf(object);
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

it("the limit with the least left is recorded for inner networks", async () => {
	const calls: unknown[] = [];
	const object = {
		async consume(...given: unknown[]) {
			calls.push(given);
			return { ok: true, retry_after_s: 0, remaining: 1, reset_s: 9, limit: 6 };
		},
	};
	const counted = new Map<string, CountedLimit>();
	const objects = namespaceOf(object);
	const within = [{ network: "a/64", limit: 3 }];
	const open = createQuotas(objects, counted);
	await open("search:a/48", 12, 60_000, within).consume();
	expect(calls).toEqual([[12, 60_000, 1, false, within]]);
	expect(counted.get("search")).toEqual({
		policy: "search",
		limit: 6,
		window_ms: 60_000,
		remaining: 1,
		reset_s: 9,
	});
});

it("a limit of 0 is not recorded", async () => {
	const counted = new Map<string, CountedLimit>();
	await createQuotas(namespace(), counted)("votes:someone", 0, 60_000).consume();
	expect(counted.size).toBe(0);
});
