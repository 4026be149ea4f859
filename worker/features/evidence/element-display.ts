import type { Declared } from "./page-styles.ts";

type Attributes = Readonly<Record<string, string>>;

/**
 * Scripts, templates, drawings, fallback content, fields, lists of suggestions, withdrawn text, and the
 * readings beside ruby text, which would stand between the letters of a word.
 */
const UNSEEN = new Set(
	"script style svg title iframe noembed noframes audio video canvas object datalist textarea progress meter".split(
		" ",
	),
);
const RUBY_READINGS = new Set(["rt", "rp"]);
const WITHDRAWN = new Set(["del", "s", "strike"]);

/** A page may hide these two until a script runs, and then shows them. */
const SHOWN_BY_SCRIPTS = new Set(["html", "body"]);

/**
 * The accessible form of a formula, which KaTeX, MathJax and Wikipedia hide beside its picture. It
 * is read in place of the picture.
 */
const FORMULA_CLASS = /(?:^|\s)(?:katex-mathml|mjx_assistive_mathml|mwe-math-mathml\S*)(?:\s|$)/i;
/** Links to an editor, which MediaWiki puts into headings. */
const CONTROL_CLASS = /(?:^|\s)mw-editsection(?:\s|$)/;

/**
 * How much of an element readers see. "faded" and "unspoken" elements are shown if they hold most of
 * a page's words: a script fades them in, or they are hidden from screen readers alone.
 */
export type Visibility = "shown" | "faded" | "unspoken" | "hidden";

export function visibilityOf(
	name: string,
	attributes: Attributes,
	declared: Declared | null,
): Visibility {
	const { class: names = "" } = attributes;
	if (name === "mjx-assistive-mml" || FORMULA_CLASS.test(names)) return "shown";
	if (isLeftOut(name, attributes) || CONTROL_CLASS.test(names)) return "hidden";
	if (declared && !SHOWN_BY_SCRIPTS.has(name)) {
		if (isHiddenBy(declared)) return "hidden";
		if (isFadedBy(declared)) return "faded";
	}
	return attributes["aria-hidden"]?.trim().toLowerCase() === "true" ? "unspoken" : "shown";
}

/** Left out by its name and attributes alone. */
function isLeftOut(name: string, attributes: Attributes): boolean {
	if (UNSEEN.has(name) || RUBY_READINGS.has(name) || WITHDRAWN.has(name)) return true;
	if (name === "template") return !isShadowRoot(attributes);
	if (name === "dialog" && attributes.open === undefined) return true;
	return attributes.hidden !== undefined || attributes.popover !== undefined;
}

function isShadowRoot({ shadowrootmode, shadowroot }: Attributes): boolean {
	return shadowrootmode !== undefined || shadowroot !== undefined;
}

/** "0", "0.0", "0px", "0 %", also with a sign or without a digit before the point. */
const ZERO = /^[+-]?(?:0+(?:\.0*)?|\.0+)\s*(?:[a-z]{1,5}|%)?$/;
/** What is cut to one pixel is for screen readers. */
const TINY = /^1px$/;
const SIZES = ["width", "height", "max-width", "max-height"];
const FAR = /^-\s?(?:\d{4,}|9\d\d)(?:\.\d*)?(?:px|pt)|^-\s?\d{3,}(?:\.\d*)?(?:r?em|vw|vh|%)/;
const CLIPPED = /^rect\(\s*(?:[01]\D{0,6}){4}\)$|^inset\(\s*(?:50|[6-9]\d|100)%/;

function isHiddenBy(declared: Declared): boolean {
	const isZero = (property: string) => ZERO.test(declared.get(property) ?? "");
	const isTiny = (property: string) => isZero(property) || TINY.test(declared.get(property) ?? "");
	const cuts = /hidden|clip/.test(declared.get("overflow") ?? "");
	const moves = /absolute|fixed/.test(declared.get("position") ?? "");
	return (
		declared.get("display") === "none" ||
		isZero("font-size") ||
		(cuts && SIZES.some(isTiny)) ||
		(moves && ["left", "right", "top"].some((side) => FAR.test(declared.get(side) ?? ""))) ||
		FAR.test(declared.get("text-indent") ?? "") ||
		CLIPPED.test(declared.get("clip") ?? "") ||
		CLIPPED.test(declared.get("clip-path") ?? "") ||
		/^scale\(\s*0\s*\)/.test(declared.get("transform") ?? "") ||
		isLineThrough(declared) ||
		hasOneColour(declared)
	);
}

function isFadedBy(declared: Declared): boolean {
	return (
		/^(?:hidden|collapse)$/.test(declared.get("visibility") ?? "") ||
		ZERO.test(declared.get("opacity") ?? "")
	);
}

function isLineThrough(declared: Declared): boolean {
	const line = declared.get("text-decoration-line") ?? declared.get("text-decoration") ?? "";
	return line.includes("line-through");
}

const NAMED: Readonly<Record<string, string>> = { white: "#ffffff", black: "#000000" };

function hasOneColour(declared: Declared): boolean {
	const text = colour(declared.get("color"));
	const ground = colour(declared.get("background-color") ?? declared.get("background"));
	return text !== null && text === ground;
}

/** A colour in one spelling; null if it is not plainly one. */
function colour(value: string | undefined): string | null {
	if (value === undefined) return null;
	const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(value);
	if (short)
		return `#${short
			.slice(1)
			.map((it) => it + it)
			.join("")}`;
	const parts = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(value);
	if (parts)
		return `#${parts
			.slice(1)
			.map((it) => Number(it).toString(16).padStart(2, "0"))
			.join("")}`;
	if (/^#[0-9a-f]{6}$/.test(value)) return value;
	return NAMED[value] ?? (/^[a-z]{3,20}$/.test(value) && !NO_COLOUR.test(value) ? value : null);
}

const NO_COLOUR = /^(?:inherit|initial|unset|revert|none|transparent|currentcolor)$/;

/** What the end of an element's text is in a line, as far as its style decides. */
export type Layout = "block" | "container" | "box" | "cell" | null;

export function layoutOf(name: string, declared: Declared | null): Layout {
	const display = declared?.get("display") ?? "";
	if (display === "" || display === "inline") return name === "button" ? "box" : null;
	if (/^inline-/.test(display)) return "box";
	if (/flex|grid/.test(display)) return "container";
	if (display === "table-cell") return "cell";
	return /^(?:block|flow-root|list-item|table)/.test(display) ? "block" : null;
}

const NOTE_CLASS =
	/(?:^|\s)(?:foot|end)?note[-_]?(?:anchor|ref|reference|link|marker|number|call)(?:\s|$)|(?:^|\s)mso(?:foot|end)notereference(?:\s|$)|(?:^|\s)(?:reference|citation|noteref|fnref)(?:\s|$)/i;
const RAISED_CLASS =
	/(?:^|\s)(?:sup|superscript|mso(?:foot|end)notereference|footnote-anchor)(?:\s|$)/i;
const LOWERED_CLASS = /(?:^|\s)(?:sub|subscript)(?:\s|$)/i;

/** Whether an element's markup says that it refers to a note. */
export function isNoteReference({ role, class: names = "", ...rest }: Attributes): boolean {
	return role === "doc-noteref" || rest["epub:type"] === "noteref" || NOTE_CLASS.test(names);
}

/** Whether an element is raised or lowered, by its name, class or style. */
export function shiftOf(
	name: string,
	attributes: Attributes,
	declared: Declared | null,
): "raised" | "lowered" | null {
	if (name === "sup") return "raised";
	if (name === "sub") return "lowered";
	const align = declared?.get("vertical-align") ?? "";
	if (align === "super" || attributes.role === "doc-noteref") return "raised";
	if (align === "sub") return "lowered";
	const names = attributes.class ?? "";
	if (names === "" || (name !== "span" && name !== "a")) return null;
	if (RAISED_CLASS.test(names)) return "raised";
	return LOWERED_CLASS.test(names) ? "lowered" : null;
}
