import { createHash } from "node:crypto";
import { normalizeText, storedText } from "#text/clean.ts";
import * as PDF from "#worker/pdf-reader/wire.ts";
import { LOWERED, NOTE, RAISED, resolveShifted, SHIFT_END } from "./shifted-text.ts";

/** About forty printed pages, in UTF-16 units. Relevant text rarely comes later. */
export const MAX_TEXT_CHARS = 200_000;

/**
 * Markers that collectors of visible text emit for markup; canonicalText converts them to their
 * final form. The last three are Unicode noncharacters, which no text contains.
 */
export const LINE_END = "\n";
export const CELL_END = "\t";
/** The end of a paragraph, and of a heading, list item or other block that stands for itself. */
export const PARAGRAPH_END = "\ufdd5";
export const BLOCK_END = "\ufdd0";
/** Between two boxes that stand side by side in a line. */
export const BOX_END = "\ufdd6";

/** Canonical text, and the offsets in it that no quote crosses, in order. */
export type PageText = { text: string; borders: readonly number[] };

/** A run of one space, tab or line end is in its final form. */
const LAYOUT = /[ \t\n\ufdd0\ufdd5\ufdd6]{2,}|[\ufdd5\ufdd6]/g;
const WHITE_SPACE = /\s+/gu;
const MARKERS = /[\ufdd0-\ufdd8]/g;
/** Most text has single spaces alone, and finding that out takes less time than replacing them. */
const OTHER_WHITE_SPACE = /[^\S ]| {2}|[\ufdd0-\ufdd8]/u;

/** Normalises text between two tags, where a line break is equivalent to a space. */
export function inlineText(text: string): string {
	return OTHER_WHITE_SPACE.test(text) ? text.replace(MARKERS, "").replace(WHITE_SPACE, " ") : text;
}

/**
 * Canonical text, version 3: the form in which a page is hashed, quoted and searched. Each run of
 * white space and markers becomes one character: a line feed if it contains the end of a line, a
 * paragraph or a block, otherwise a tab if it contains the end of a cell or box, otherwise a space.
 */
export function canonicalText(marked: string, language: string | null = null): PageText {
	const laid = resolveShifted(marked, language).replace(LAYOUT, layRun);
	const text = cutText(trimmed(normalizeText(storedText(laid), "NFC")), MAX_TEXT_CHARS);
	return withBorders(text);
}

/** In the run's final form, a border that is not yet resolved stands for its line feed or tab. */
function layRun(run: string, at: number, whole: string): string {
	if (run.includes(BLOCK_END)) return BLOCK_END;
	const first = run.indexOf(LINE_END);
	if (run.includes(PARAGRAPH_END) || (first >= 0 && run.includes(LINE_END, first + 1)))
		return endsSentence(whole, at) ? LINE_END : BLOCK_END;
	if (first >= 0) return LINE_END;
	if (run.includes(BOX_END)) return BOX_END;
	return run.includes(CELL_END) ? CELL_END : " ";
}

/** A line that does not end a sentence is a heading or a menu, whatever its element. */
const SENTENCE_END = /[.!?…:;,。！？｡；：،؛؟۔।॥։።॥។—–-]["'”’»«“)\]」』）]{0,3}$/u;

/** "[citation needed]" after the end of a sentence. */
const BRACKETED = /\s?\[[^[\]]{1,70}\]$/;

function endsSentence(text: string, at: number): boolean {
	if (text[at - 1] !== "]") return SENTENCE_END.test(text.slice(Math.max(0, at - 4), at));
	const before = text.slice(Math.max(0, at - 80), at);
	return SENTENCE_END.test(before) || SENTENCE_END.test(before.replace(BRACKETED, ""));
}

function trimmed(text: string): string {
	let from = 0;
	let to = text.length;
	const isSpace = (at: number) => /[\s\ufdd0\ufdd6]/u.test(text.charAt(at));
	while (from < to && isSpace(from)) from += 1;
	while (to > from && isSpace(to - 1)) to -= 1;
	return text.slice(from, to);
}

const BORDERS = /[\ufdd0\ufdd6]/g;

function withBorders(marked: string): PageText {
	const borders = Array.from(marked.matchAll(BORDERS), ({ index }) => index);
	if (borders.length === 0) return { text: marked, borders };
	return { text: marked.replaceAll(BLOCK_END, LINE_END).replaceAll(BOX_END, CELL_END), borders };
}

/**
 * Canonical text of a document with line breaks but no markup. An empty line ends a paragraph.
 * Any other line break becomes a space, because such documents are hard-wrapped.
 */
export function canonicalPlainText(text: string): PageText {
	const paragraphs = text.replace(/\r\n?/g, "\n").split(/\n[^\S\n]*\n/u);
	return canonicalText(paragraphs.map(inlineText).join(PARAGRAPH_END));
}

const PDF_MARKS: Readonly<Record<string, string>> = {
	[PDF.PARAGRAPH_END]: PARAGRAPH_END,
	[PDF.RAISED]: RAISED,
	[PDF.LOWERED]: LOWERED,
	[PDF.NOTE]: NOTE,
	[PDF.SHIFT_END]: SHIFT_END,
};

/** Canonical text of a PDF, whose reader knows its paragraphs, cells, and what is raised. */
export function canonicalPdfText(text: string): PageText {
	const marked = text
		.replace(MARKERS, "")
		.replace(/\n\n|[\ufde0-\ufde3]/g, (mark) => PDF_MARKS[mark] ?? "");
	return canonicalText(marked);
}

/** Each row of a table of separated values is a line, and each value a cell. */
export function canonicalTable(text: string): PageText {
	const first = text.slice(0, Math.max(0, text.search(/\r?\n/)));
	const separator = [";", "\t", ","].find((it) => first.includes(it)) ?? ",";
	let quoted = false;
	// A doubled quotation mark within quotation marks opens and closes them, and leaves none.
	const laid = text.replace(/"|\r\n?|\n|[,;\t]/g, (mark) => {
		if (mark === '"') {
			quoted = !quoted;
			return "";
		}
		if (quoted) return /[\r\n]/.test(mark) ? " " : mark;
		if (/[\r\n]/.test(mark)) return BLOCK_END;
		return mark === separator ? CELL_END : mark;
	});
	return canonicalText(laid);
}

function cutText(text: string, max: number): string {
	if (text.length <= max) return text;
	return trimmed(text.slice(0, max).replace(/[\ud800-\udbff]$/, ""));
}

/** SHA-256 of the canonical text in UTF-8, in hex. */
export function contentHash(text: string): string {
	return createHash("sha256").update(text, "utf8").digest("hex");
}

/** A page with less text than this has nothing to quote from. */
export const MIN_TEXT_CHARS = 400;
