import { createHash } from "node:crypto";
import { normalizeText, storedText } from "#text/clean.ts";

/** About forty printed pages, in UTF-16 units. Relevant text rarely comes later. */
export const MAX_TEXT_CHARS = 200_000;

/**
 * Markers that collectors of visible text emit for markup; canonicalText converts them to their
 * final form.
 */
export const LINE_END = "\n";
export const CELL_END = "\t";

/** A run of one character is in its final form. */
const LAYOUT = /[ \t\n]{2,}/g;
const WHITE_SPACE = /\s+/gu;
/** Most text has single spaces alone, and finding that out takes less time than replacing them. */
const OTHER_WHITE_SPACE = /[^\S ]| {2}/u;

/** Normalises text between two tags, where a line break is equivalent to a space. */
export function inlineText(text: string): string {
	return OTHER_WHITE_SPACE.test(text) ? text.replace(WHITE_SPACE, " ") : text;
}

/**
 * Canonical text, version 2: the form in which a page is hashed, quoted and searched. The input's
 * lines and table cells end in LINE_END and CELL_END. Each run of white space becomes one
 * character: a line feed if it contains a line end, otherwise a tab if it contains a cell end,
 * otherwise a space.
 */
export function canonicalText(marked: string): string {
	const laid = marked.replace(LAYOUT, (run) =>
		run.includes(LINE_END) ? LINE_END : run.includes(CELL_END) ? CELL_END : " ",
	);
	const text = normalizeText(storedText(laid), "NFC").trim();
	return cutText(text, MAX_TEXT_CHARS);
}

/**
 * Canonical text of a document with line breaks but no markup. An empty line ends a paragraph.
 * Any other line break becomes a space, because such documents are hard-wrapped.
 */
export function canonicalPlainText(text: string): string {
	const paragraphs = text.replace(/\r\n?/g, "\n").split(/\n[^\S\n]*\n/u);
	return canonicalText(paragraphs.map(inlineText).join(LINE_END));
}

function cutText(text: string, max: number): string {
	if (text.length <= max) return text;
	return text
		.slice(0, max)
		.replace(/[\ud800-\udbff]$/, "")
		.trimEnd();
}

/** SHA-256 of the canonical text in UTF-8, in hex. */
export function contentHash(text: string): string {
	return createHash("sha256").update(text, "utf8").digest("hex");
}

/** A page with less text than this has nothing to quote from. */
export const MIN_TEXT_CHARS = 400;
