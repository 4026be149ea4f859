import { createHash } from "node:crypto";
import type { TextProblem } from "#contract/verdicts.ts";
import { normalizeText, storedText } from "#text/clean.ts";

/** About forty printed pages, in UTF-16 units. Relevant text rarely comes later. */
export const MAX_TEXT_CHARS = 200_000;

/**
 * Markers that collectors of visible text emit for markup; canonicalText converts them to their
 * final form.
 */
export const LINE_END = "\n";
export const CELL_END = "\t";

const LAYOUT = /[ \t\n]+/g;
const WHITE_SPACE = /\s+/gu;

/** Normalises text between two tags, where a line break is equivalent to a space. */
export function inlineText(text: string): string {
	return text.replace(WHITE_SPACE, " ");
}

/**
 * Canonical text, version 1: the form in which a page is hashed, quoted and searched. The input's
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
/**
 * A block page has its message at the start. Further down, an article may merely mention a
 * captcha.
 */
const EARLY_CHARS = 600;

/** Phrases that sites show to visitors whom they take for bots or who do not run scripts. */
const BLOCK_PHRASES = [
	"verify you are human",
	"verify that you are human",
	"verifying you are human",
	"verify you are not a robot",
	"are you a robot",
	"confirm you are not a robot",
	"prove you are human",
	"checking your browser",
	"checking if the site connection is secure",
	"enable javascript",
	"turn on javascript",
	"javascript is disabled",
	"javascript is required",
	"requires javascript",
	"without javascript",
	"enable cookies",
	"please complete the security check",
	"complete the captcha",
	"solve the captcha",
	"unusual traffic",
	"you have been blocked",
	"access to this page has been denied",
	"you don't have permission to access",
	"request unsuccessful. incapsula",
	"pardon our interruption",
	"ddos protection by",
	"our systems have detected",
	"aktivieren sie javascript",
	"javascript aktivieren",
	"activer javascript",
	"activez javascript",
	"habilita javascript",
	"habilite javascript",
	"abilita javascript",
];

/** Why a page with this canonical text does not count as opened; null if it does. */
export function findTextProblem(
	text: string,
): Extract<TextProblem, "too_little_text" | "blocked"> | null {
	const early = text.slice(0, EARLY_CHARS).toLowerCase().replaceAll("’", "'");
	if (BLOCK_PHRASES.some((phrase) => early.includes(phrase))) return "blocked";
	return text.length < MIN_TEXT_CHARS ? "too_little_text" : null;
}
