import { afterEach, describe, expect, it, vi } from "vitest";
import { drawAhead } from "#web/ui/load-ahead.ts";

afterEach(() => vi.unstubAllGlobals());

describe("drawAhead", () => {
	it("draws an element that is still queued when its window is gone", async () => {
		const element = document.createElement("div");
		vi.stubGlobal("window", undefined);
		drawAhead(element);
		await expect.poll(() => element.dataset.drawn).toBe("");
	});
});
