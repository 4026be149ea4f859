import axe from "axe-core";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { BAND_WORDS, type Band, bandFor } from "#contract/bands.ts";
import { type CheckedVerdict, VERDICT_RANGES, VERDICT_WORDS } from "#contract/verdicts.ts";
import { type Screen, settleStyles } from "./open-screen.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Checks that axe cannot decide, each with the reason why it passes. */
const DECIDED: Record<string, string> = {
	"color-contrast":
		"Text over a hatching, a picture or its own veil: computed from the tokens in contrast.test.ts.",
	"target-size":
		"Tabs that are not chosen are out of the tab order, where axe does not judge; smallTargets measures every control.",
	"aria-hidden-focus":
		"Behind an open dialog the page is hidden and cannot be reached; the tab walk sees to that.",
};

/**
 * Base UI's focus guards at a layer's edges, which move the focus immediately, as the tab walk
 * shows.
 */
const FOCUS_GUARD = "[data-base-ui-focus-guard]";

/** After this many runs on a changing page, the last result is used. */
const MOST_RUNS = 5;

/** Violations and undecided checks, one line each. */
export async function axeFindings(page: Page, layer?: Screen["layer"]): Promise<string[]> {
	for (let run = 1; ; run += 1) {
		const { findings, changed } = await runAxe(page, layer);
		// The page must not change between axe's first and last check.
		if (findings.length === 0 || !changed || run === MOST_RUNS) return findings;
	}
}

async function runAxe(
	page: Page,
	layer?: Screen["layer"],
): Promise<{ findings: string[]; changed: boolean }> {
	await settleStyles(page);
	// Evaluated directly, as the policy forbids an inline script element.
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
						// A control half covered by a temporary panel is not a small target.
						"target-size": { enabled: !panel },
						// A panel belongs to the button that opened it, not to a landmark.
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
				found: [...lines("violation", results.violations), ...lines("doubt", results.incomplete)],
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

/** The horizontal scroll range in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
	return page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		return scrollWidth - clientWidth;
	});
}

/** WCAG 2.2, 2.5.8. */
const TARGET_PX = 24;

/** Controls below the minimum target size, except links within a sentence. */
export function smallTargets(page: Page): Promise<string[]> {
	return page.evaluate((least) => {
		const controls = document.querySelectorAll<HTMLElement>(
			"a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab]",
		);
		const inSentence = (control: HTMLElement) =>
			getComputedStyle(control).display === "inline" &&
			(control.parentElement?.textContent ?? "").trim() !== (control.textContent ?? "").trim();
		return [...controls]
			.filter((control) => control.checkVisibility())
			.filter((control) => {
				const { width, height } = (control.closest("label") ?? control).getBoundingClientRect();
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

/** The heading levels in order, if one is skipped or there is not exactly one h1. */
export function headingFaults(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const headings = [...document.querySelectorAll<HTMLElement>("h1, h2, h3, h4, h5, h6")].filter(
			(heading) => heading.checkVisibility(),
		);
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

/** Elements with a band's colour that do not name the band. */
export function bandFaults(page: Page): Promise<string[]> {
	return page.evaluate(`(${unnamedBands})(document.body, ${JSON.stringify(WORDS_OF_BANDS)}, 6)`);
}

/** WCAG 2.1, 1.4.12. */
const SPACING =
	"* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }";

/** Applies the wider text spacing through a constructed sheet, which the policy allows. */
export async function spaceText(page: Page, on: boolean): Promise<void> {
	await page.evaluate(
		({ css, wanted }) => {
			const sheet = new CSSStyleSheet();
			sheet.replaceSync(css);
			document.adoptedStyleSheets = wanted ? [sheet] : [];
		},
		{ css: SPACING, wanted: on },
	);
	await measuredAgain(page);
}

export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
	await page.setViewportSize(size);
	await measuredAgain(page);
}

/** Waits until the page's components have measured themselves again. */
function measuredAgain(page: Page): Promise<void> {
	return page.evaluate(async () => {
		for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
	});
}

/**
 * Text clipped by its own box. Deliberate ellipses, whose text is complete elsewhere, and text only
 * for screen readers do not count.
 */
export function cutText(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const cuts = (element: HTMLElement) => {
			const style = getComputedStyle(element);
			const shortened = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
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
			(getComputedStyle(element).overflowX !== "visible" || isClipped(element.parentElement));
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

/** A snapshot's property lines, such as URLs, which other tests check. */
const PROPERTY = /^\s*- \/\w+:/;

/** A template line with variable text: its fixed part and the pattern. */
const VARIES = /^(\s*- [^/]*)\/(.+)\/$/;

/**
 * Compares an element's accessibility tree with a template, with one element per line as in
 * `ariaSnapshot`. Variable text is a pattern between slashes at the line's end.
 */
export async function expectTree(part: Locator, text: string): Promise<void> {
	const wanted = linesOf(text);
	await expect
		.poll(async () => {
			const lines = (await part.ariaSnapshot())
				.split("\n")
				.filter((line) => !PROPERTY.test(line))
				.map((line) => line.replace(/^(\s*- '?link .*):$/, "$1"));
			return lines.map((line, index) => settled(line, wanted[index] ?? ""));
		})
		.toEqual(wanted);
}

/** The template's line if the pattern matches. */
function settled(line: string, wanted: string): string {
	const [, before, pattern] = VARIES.exec(wanted) ?? [];
	if (before === undefined || pattern === undefined) return line;
	const holds =
		line.startsWith(before) && new RegExp(`^${pattern}$`).test(line.slice(before.length));
	return holds ? wanted : line;
}

/** Removes the common indentation and converts the rest to a snapshot's. */
function linesOf(text: string): string[] {
	const lines = text.split("\n").filter((line) => line.trim() !== "");
	const margin = /^\t*/.exec(lines[0] ?? "")?.[0].length ?? 0;
	return lines.map((line) => line.slice(margin).replaceAll("\t", "  "));
}

/** The text of gauges and bars, which a snapshot omits. */
export const meterTexts = (part: Locator): Promise<string[]> =>
	part.getByRole("meter").evaluateAll((meters) =>
		meters.map((meter) => {
			const [name, text] = ["aria-label", "aria-valuetext"].map((key) => meter.getAttribute(key));
			return `${name}: ${text}`;
		}),
	);

type BandWords = Record<string, string[]>;

/** How many levels above a coloured element its icon or word may be. */
const REACH = 6;

/**
 * The elements with a band's colour but neither its icon nor its word nearby, as markup. Also runs
 * in a page, so it uses nothing but its arguments.
 */
export function unnamedBands(root: ParentNode, words: BandWords, reach = REACH): string[] {
	const saysIt = (element: Element, band: string) => {
		const spoken = [element, ...element.querySelectorAll("*")].flatMap((it) => [
			it.getAttribute("aria-label") ?? "",
			it.getAttribute("aria-valuetext") ?? "",
		]);
		const text = [element.textContent ?? "", ...spoken].join(" ");
		return (words[band] ?? []).some((word) => text.includes(word));
	};
	const showsIt = (element: Element, band: string) => {
		const icon = `svg[data-band="${band}"]`;
		return element.matches(icon) || element.querySelector(icon) !== null;
	};
	const isNamed = (part: Element, band: string) => {
		let near: Element | null = part;
		for (let up = 0; near !== null && up <= reach; up++) {
			if (near.matches("main, body")) return false;
			if (showsIt(near, band) && saysIt(near, band)) return true;
			near = near.parentElement;
		}
		return false;
	};
	/** A scale shows all bands at once; its value text names the current one. */
	const isScaleOfAnother = (part: Element, band: string) => {
		const value = part.closest("[role=meter]")?.getAttribute("aria-valuetext");
		return Object.entries(words).some(
			([other, theirs]) => other !== band && theirs.some((word) => value?.includes(word)),
		);
	};
	/** An icon counts as one element, whatever it consists of. */
	const partsOf = (band: string) => {
		const coloured = ["text", "fill", "stroke", "bg", "border"]
			.map((what) => `.${what}-${band}`)
			.join(", ");
		const parts = [...root.querySelectorAll(coloured)].map(
			(part) => part.closest("svg[data-band]") ?? part,
		);
		return [...new Set(parts)];
	};
	return Object.keys(words).flatMap((band) =>
		partsOf(band)
			.filter((part) => part.tagName !== "path" || !isScaleOfAnother(part, band))
			.filter((part) => !isNamed(part, band))
			.map((part) => part.outerHTML.slice(0, 160)),
	);
}

const BANDS = Object.keys(BAND_WORDS) as Band[];
const CHECKED_VERDICTS = Object.keys(VERDICT_RANGES) as CheckedVerdict[];

/** Every word that a screen may use for a band. */
export const WORDS_OF_BANDS: BandWords = Object.fromEntries(
	BANDS.map((band) => {
		const { badge, statement, video } = BAND_WORDS[band];
		const verdicts = CHECKED_VERDICTS.filter(
			(verdict) => bandFor(VERDICT_RANGES[verdict].low) === band,
		);
		return [band, [badge, statement, video, ...verdicts.map((it) => VERDICT_WORDS[it])]];
	}),
);

/**
 * Texts that run into their neighbour: in a flex container without gaps, a text's space next to an
 * element is dropped.
 */
export function lostSpaces(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const isTight = (element: Element) => {
			const { display, columnGap } = getComputedStyle(element);
			return /flex|grid/.test(display) && !(Number.parseFloat(columnGap) > 0);
		};
		const losesSpace = (node: ChildNode) => {
			const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "") : "";
			if (text.trim() === "") return false;
			// Texts beside each other are one item and keep their spaces.
			const before = /^\s/.test(text) && node.previousSibling instanceof Element;
			return before || (/\s$/.test(text) && node.nextSibling instanceof Element);
		};
		return [...document.body.querySelectorAll("*")]
			.filter((element) => isTight(element) && [...element.childNodes].some(losesSpace))
			.map(({ textContent }) => textContent ?? "");
	});
}
