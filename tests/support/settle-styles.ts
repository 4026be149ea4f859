import type { Page } from "playwright-core";

/**
 * Until the page looks as its styles want it: however short, a colour's way to
 * the next one has to be over before it is read. What moves without end is left
 * to move.
 */
export function settleStyles(page: Page): Promise<unknown> {
	return page.evaluate(async () => {
		// A change of the media is told with the next frame.
		await new Promise(requestAnimationFrame);
		await new Promise(requestAnimationFrame);
		// Asking for a style begins what has to begin.
		getComputedStyle(document.body).color;
		const ending = document
			.getAnimations()
			.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
		await Promise.allSettled(ending.map(({ finished }) => finished));
	});
}
