import type { Page } from "playwright-core";

/** WCAG 2.1, 1.4.12. */
const SPACING =
	"* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }";

/** Puts the wider spacing on; the sheet is constructed, as a policy against inline styles allows. */
export async function spaceText(page: Page, on: boolean): Promise<void> {
	await page.evaluate(
		async ({ css, wanted }) => {
			const sheet = new CSSStyleSheet();
			sheet.replaceSync(css);
			document.adoptedStyleSheets = wanted ? [sheet] : [];
			await new Promise(requestAnimationFrame);
		},
		{ css: SPACING, wanted: on },
	);
}

/** Gives the page another width and waits until its parts have measured themselves anew. */
export async function resize(
	page: Page,
	size: { width: number; height: number },
): Promise<void> {
	await page.setViewportSize(size);
	await page.evaluate(async () => {
		for (let frame = 0; frame < 3; frame++)
			await new Promise(requestAnimationFrame);
	});
}

/**
 * Text that its own box cuts off. What is shortened with an ellipsis on purpose stands in full
 * elsewhere and does not count; neither does what is for screen readers alone.
 */
export function cutText(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const cuts = (element: HTMLElement) => {
			const style = getComputedStyle(element);
			const shortened =
				style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
			const hides = style.overflowX === "hidden" || style.overflowX === "clip";
			const unseen = element.clientWidth <= 1 || element.clientHeight <= 1;
			if (!hides || shortened || unseen) return false;
			return (
				element.scrollWidth > element.clientWidth + 1 ||
				element.scrollHeight > element.clientHeight + 1
			);
		};
		const isClipped = (element: Element | null): boolean =>
			element !== null &&
			(getComputedStyle(element).overflowX !== "visible" ||
				isClipped(element.parentElement));
		const outside = (element: HTMLElement) => {
			if (isClipped(element.parentElement)) return false;
			const { left, right, width } = element.getBoundingClientRect();
			const edge = document.documentElement.clientWidth;
			return width > 1 && (right > edge + 1 || left < -1);
		};
		return [...document.body.querySelectorAll<HTMLElement>("*")]
			.filter((element) => element.checkVisibility())
			.filter((element) => (element.textContent ?? "").trim() !== "")
			.filter((element) => cuts(element) || outside(element))
			.map((element) => element.outerHTML.slice(0, 140));
	});
}
