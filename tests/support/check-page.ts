import axe from "axe-core";
import type { Page } from "playwright-core";
import { WORDS_OF_BANDS } from "./band-words.ts";
import type { Screen } from "./screen.ts";
import { settleStyles } from "./settle-styles.ts";
import { unnamedBands } from "./unnamed-bands.ts";

const TAGS = [
	"wcag2a",
	"wcag2aa",
	"wcag21a",
	"wcag21aa",
	"wcag22aa",
	"best-practice",
];

/** What axe cannot decide by itself, and why it is right here. */
const DECIDED: Record<string, string> = {
	"color-contrast":
		"Text over a hatching, a picture or its own veil: computed from the tokens in contrast.test.ts.",
	"target-size":
		"Tabs that are not chosen are out of the tab order, where axe does not judge; smallTargets measures every control.",
	"aria-hidden-focus":
		"Behind an open dialog the page is hidden and cannot be reached; the tab walk sees to that.",
};

/** Base UI's, at a layer's edges: they hand the focus on at once, as the tab walk shows. */
const FOCUS_GUARD = "[data-base-ui-focus-guard]";

/** A page that changes while it is judged, again and again, is judged as it was found. */
const MOST_RUNS = 5;

/** Violations, and doubts that nobody has decided, one line each. */
export async function axeFindings(
	page: Page,
	layer?: Screen["layer"],
): Promise<string[]> {
	for (let run = 1; ; run += 1) {
		const { findings, changed } = await runAxe(page, layer);
		// What axe read first is compared with what it read last: they have to be of one page.
		if (findings.length === 0 || !changed || run === MOST_RUNS) return findings;
	}
}

async function runAxe(
	page: Page,
	layer?: Screen["layer"],
): Promise<{ findings: string[]; changed: boolean }> {
	await settleStyles(page);
	// Not through a script element: the policy forbids it, rightly.
	await page.evaluate(axe.source);
	const { found, changed } = await page.evaluate(
		async ({ tags, guards, panel }) => {
			const engine = Reflect.get(window, "axe") as typeof axe;
			let changes = 0;
			const observer = new MutationObserver((records) => {
				changes += records.length;
			});
			observer.observe(document, {
				subtree: true,
				childList: true,
				attributes: true,
				characterData: true,
			});
			const results = await engine.run(
				{ include: document, exclude: [guards] },
				{
					runOnly: { type: "tag", values: tags },
					resultTypes: ["violations", "incomplete"],
					rules: {
						// What a passing panel half covers is no small target.
						"target-size": { enabled: !panel },
						// It belongs to the button that opened it, not to a landmark.
						region: { enabled: !panel },
					},
				},
			);
			const lines = (kind: string, list: axe.Result[]) =>
				list.map(({ id, nodes }) => ({
					id,
					kind,
					line: `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(" | ")}`,
				}));
			changes += observer.takeRecords().length;
			observer.disconnect();
			return {
				changed: changes > 0,
				found: [
					...lines("violation", results.violations),
					...lines("doubt", results.incomplete),
				],
			};
		},
		{ tags: TAGS, guards: FOCUS_GUARD, panel: layer === "panel" },
	);
	return {
		changed,
		findings: found
			.filter(({ id, kind }) => kind === "violation" || !(id in DECIDED))
			.map(({ kind, line }) => `${kind}: ${line}`),
	};
}

/** By how many pixels the page can be scrolled sideways. */
export function sidewaysScroll(page: Page): Promise<number> {
	return page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		return scrollWidth - clientWidth;
	});
}

/** WCAG 2.2, 2.5.8. */
const TARGET_PX = 24;

/** Controls smaller than a fingertip can be sure of. A link within a sentence may be. */
export function smallTargets(page: Page): Promise<string[]> {
	return page.evaluate((least) => {
		const controls = document.querySelectorAll<HTMLElement>(
			"a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab]",
		);
		const inSentence = (control: HTMLElement) =>
			getComputedStyle(control).display === "inline" &&
			(control.parentElement?.textContent ?? "").trim() !==
				(control.textContent ?? "").trim();
		return [...controls]
			.filter((control) => control.checkVisibility())
			.filter((control) => {
				const { width, height } = (
					control.closest("label") ?? control
				).getBoundingClientRect();
				// One pixel: hidden until it has the focus.
				const hidden = width <= 1 && height <= 1;
				return !hidden && (width < least - 0.5 || height < least - 0.5);
			})
			.filter((control) => !inSentence(control))
			.map((control) => {
				const { width, height } = control.getBoundingClientRect();
				return `${Math.round(width)}×${Math.round(height)} ${control.outerHTML.slice(0, 140)}`;
			});
	}, TARGET_PX);
}

/** The headings' levels in order, where one is skipped or the page has not one h1. */
export function headingFaults(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const headings = [
			...document.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6"),
		].filter((heading) => heading.checkVisibility());
		const levels = headings.map((heading) => Number(heading.tagName.slice(1)));
		const firsts = levels.filter((level) => level === 1).length;
		const faults = firsts === 1 ? [] : [`${firsts} headings of level 1`];
		levels.forEach((level, i) => {
			const before = levels[i - 1] ?? level;
			if (level > before + 1)
				faults.push(`h${level} after h${before}: ${headings[i]?.textContent}`);
		});
		return faults;
	});
}

/** Parts with a band's colour that do not say which band it is. */
export function bandFaults(page: Page): Promise<string[]> {
	return page.evaluate(
		`(${unnamedBands})(document.body, ${JSON.stringify(WORDS_OF_BANDS)}, 6)`,
	);
}
