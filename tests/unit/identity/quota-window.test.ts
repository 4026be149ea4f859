import { expect, it } from "vitest";
import { consumeNetworks, consumeWindow, countIn, windowStart } from "#identity/quota-window.ts";

const HOUR_MS = 3_600_000;
const LIMIT = 3;

it("a window grants up to its limit, then refuses and returns when to retry", () => {
	const now = 50_000;
	const window = windowStart(undefined, HOUR_MS, now);
	expect(window).toEqual({ started_at_ms: now, window_ms: HOUR_MS, count: 0 });
	expect(consumeWindow({ ...window, count: 2 }, LIMIT, 1, now)).toMatchObject({
		ok: true,
		remaining: 0,
	});
	const full = { ...window, count: 3 };
	expect(consumeWindow(full, LIMIT, 1, now + HOUR_MS - 2_500)).toEqual({
		ok: false,
		retry_after_s: 3,
		remaining: 0,
		reset_s: 3,
	});
});

it("a window refuses a cost that does not fit and charges nothing", () => {
	const window = { started_at_ms: 0, window_ms: HOUR_MS, count: 1 };
	const answer = consumeWindow(window, LIMIT, 3, 0);
	expect(answer).toMatchObject({ ok: false, remaining: 2 });
});

it("a full window ends after its time, to the millisecond", () => {
	const full = { started_at_ms: 1_000, window_ms: HOUR_MS, count: 3 };
	expect(windowStart(full, HOUR_MS, 1_000 + HOUR_MS - 1)).toBe(full);
	expect(windowStart(full, HOUR_MS, 1_000 + HOUR_MS)).toEqual({
		started_at_ms: 1_000 + HOUR_MS,
		window_ms: HOUR_MS,
		count: 0,
	});
});

it("a window that starts in the future has ended, as the clock was set back", () => {
	const full = { started_at_ms: HOUR_MS, window_ms: HOUR_MS, count: 3 };
	expect(windowStart(full, HOUR_MS, HOUR_MS)).toBe(full);
	const window = { started_at_ms: HOUR_MS - 1, window_ms: HOUR_MS, count: 0 };
	expect(windowStart(full, HOUR_MS, HOUR_MS - 1)).toEqual(window);
});

const WITHIN = [
	{ network: "a/64", limit: 1 },
	{ network: "a/56", limit: 2 },
];
const SITE = { limit: 4, within: WITHIN };
const NETWORKS = WITHIN.map(({ network }) => network);

it("a window with inner networks grants while each of them has room", () => {
	const now = 50_000;
	const empty = windowStart(undefined, HOUR_MS, now);
	expect(consumeNetworks(empty, SITE, 1, now)).toMatchObject({ ok: true, limit: 1, remaining: 0 });
	const used = countIn(empty, 1, NETWORKS);
	expect(used).toMatchObject({ count: 1, within: { "a/64": 1, "a/56": 1 } });
	expect(consumeNetworks(used, SITE, 1, now)).toMatchObject({
		ok: false,
		limit: 1,
		remaining: 0,
		retry_after_s: 3_600,
	});
	const neighbour = {
		limit: 4,
		within: [
			{ network: "b/64", limit: 1 },
			{ network: "a/56", limit: 2 },
		],
	};
	expect(consumeNetworks(used, neighbour, 1, now).ok).toBe(true);
	const site = { ...used, count: 4 };
	expect(consumeNetworks(site, neighbour, 1, now)).toMatchObject({ ok: false, limit: 4 });
	const customer = { ...used, within: { "a/56": 2 } };
	expect(consumeNetworks(customer, neighbour, 1, now)).toMatchObject({ ok: false, limit: 2 });
});

it("what is refunded leaves no inner network behind", () => {
	const empty = windowStart(undefined, HOUR_MS, 50_000);
	const used = countIn(empty, 2, NETWORKS);
	expect(countIn(used, -1, NETWORKS).within).toEqual({ "a/64": 1, "a/56": 1 });
	expect(countIn(used, -5, NETWORKS)).toEqual({ ...empty, within: {} });
	expect(countIn(empty, 1, [])).toEqual({ ...empty, count: 1 });
});

it("a window with very many inner networks refuses further ones", () => {
	const now = 50_000;
	const many = Array.from({ length: 10_000 }, (_, n) => [`${n}/64`, 1]);
	const window = { ...windowStart(undefined, HOUR_MS, now), within: Object.fromEntries(many) };
	const ask = (network: string) =>
		consumeNetworks(window, { limit: 1_000_000, within: [{ network, limit: 2 }] }, 1, now).ok;
	expect(ask("7/64")).toBe(true);
	expect(ask("new/64")).toBe(false);
});
