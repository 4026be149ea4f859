import { expect, it } from "vitest";
import { consumeWindow, windowStart } from "#identity/quota-window.ts";

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
