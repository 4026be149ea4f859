import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

// Its queue would wait for what earlier files of the process queued while they stopped the clock.
beforeEach(() => {
	vi.resetModules();
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

describe("drawAhead", () => {
	it("draws an element that is still queued when its window is gone", async () => {
		const { drawAhead } = await import("#web/ui/load-ahead.ts");
		const element = document.createElement("div");
		vi.stubGlobal("window", undefined);
		drawAhead(element);
		await vi.runAllTimersAsync();
		expect(element.dataset.drawn).toBe("");
	});
});
