import type { Page } from "playwright-core";

/** A bar that stays along the bottom half covers whatever is scrolled there; laid into the page, nothing. */
const DRAWN = `* { content-visibility: visible !important; }
	[data-bottom-bar] { position: static !important; }`;

/**
 * Until the page looks as its styles want it: however short, a colour's way to
 * the next one has to be over before it is read. It never is where nothing is
 * drawn, so all is drawn that scrolling would show. What moves without end is
 * left to move.
 */
export function settleStyles(page: Page): Promise<unknown> {
	return page.evaluate(async (drawn) => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(drawn);
		document.adoptedStyleSheets = [sheet];
		// A change of the media is told with the next frame.
		await new Promise(requestAnimationFrame);
		await new Promise(requestAnimationFrame);
		const ending = () => {
			// Asking for a style begins what has to begin.
			getComputedStyle(document.body).color;
			return document
				.getAnimations()
				.filter(
					({ effect, playState }) =>
						playState === "running" &&
						effect?.getComputedTiming().endTime !== Infinity,
				);
		};
		// What inherits a colour sets out anew when its parent has arrived.
		for (let way = ending(), rounds = 0; way.length > 0 && rounds < 100; ) {
			await Promise.allSettled(way.map(({ finished }) => finished));
			await new Promise(requestAnimationFrame);
			rounds += 1;
			way = ending();
		}
	}, DRAWN);
}
