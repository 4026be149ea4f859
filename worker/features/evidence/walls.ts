import type { TextProblem } from "#contract/verdicts.ts";
import { MIN_TEXT_CHARS } from "./canonical-text.ts";
import { folded, isMessageHeading, isMessageSentence } from "./wall-messages.ts";

/** Pages that a site shows in place of an article. */

/** A shorter line is a heading, a link or a button. */
const MIN_LINE_CHARS = 40;
/** A longer line that begins with a message goes on with something else. */
const MAX_MESSAGE_CHARS = 300;
/** A wall has its message near the start. */
const EARLY_CHARS = 3_000;
/** What an article has to tell to count as one although its title is also a message. */
const ARTICLE_CHARS = 1_000;

/** The level of a heading, 1 to 3, and its text. */
export type Heading = { level: number; text: string };

/** What a page says of itself, beside its text. */
export type Named = {
	title: string;
	headings: readonly Heading[];
	/** The names of the site: its host, and what it calls itself. */
	site: string;
	/** Whether its metadata declare an article. */
	is_article: boolean;
};

const UNNAMED: Named = { title: "", headings: [], site: "", is_article: false };

/**
 * Why a page does not count as opened, by its canonical text, its title and its headings; null if it
 * does. A page whose title or first heading is a message to visitors is no article, whatever stands
 * beside it. What an article tells stands in lines of running text or in tables; the menus and the
 * small print around a message do not.
 */
export function findTextProblem(
	text: string,
	named: Partial<Named> = {},
): Extract<TextProblem, "too_little_text" | "blocked"> | null {
	const page = { ...UNNAMED, ...named };
	const told = toldIn(text);
	if (isNamedAsMessage(page) && !(page.is_article && lengthOf(told) >= ARTICLE_CHARS))
		return "blocked";
	// What stands after the start is no message.
	if (lengthOf(told) >= EARLY_CHARS + MIN_TEXT_CHARS) return null;
	const messages = new Set(text.slice(0, EARLY_CHARS).split("\n").filter(isMessage));
	const besides = told.filter((line) => !messages.has(line));
	if (messages.size > 0 && lengthOf(besides) < MIN_TEXT_CHARS) return "blocked";
	return findLittleText(text);
}

/** Whether a text that is known to be no wall is too short to be quoted from. */
export function findLittleText(text: string): "too_little_text" | null {
	return lengthOf(toldIn(text)) < MIN_TEXT_CHARS ? "too_little_text" : null;
}

function toldIn(text: string): string[] {
	return text.split("\n").filter((line) => line.length >= MIN_LINE_CHARS || line.includes("\t"));
}

function lengthOf(lines: readonly string[]): number {
	return lines.reduce((sum, line) => sum + line.length, 0);
}

/** Parts of a title beside the message: names of sites and sections. A subtitle is longer. */
const MAX_NAME_WORDS = 4;
const BETWEEN_PARTS = /\s[|·•»«/\\–—-]{1,5}\s|[|｜]/u;

function isNamedAsMessage({ title, headings, site }: Named): boolean {
	const names = folded(site);
	const parts = title.split(BETWEEN_PARTS).map((part) => part.trim());
	const isName = (part: string) => part.split(/\s+/).length <= MAX_NAME_WORDS;
	if (isMessageHeading(title, names, true)) return true;
	if (parts.length > 1 && parts.every((it) => isName(it) || isMessageHeading(it, names, true)))
		if (parts.some((it) => isMessageHeading(it, names, true))) return true;
	const heading = firstHeading(headings, names);
	return heading !== null && isMessageHeading(heading.text, names, heading.level === 1);
}

/** The first one that is not the site's own name: a title, or another one if there is no title. */
function firstHeading(headings: readonly Heading[], site: string): Heading | null {
	const own = headings.filter(({ text }) => {
		const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
		return !words.every((word) => site.includes(word));
	});
	return own.find(({ level }) => level === 1) ?? own[0] ?? null;
}

const SENTENCE_END = /(?<=[.!?…:;])\s+|(?<=[。！？])/u;

/** Whether a line is a message: it begins with one, or most of it is one. */
function isMessage(line: string): boolean {
	if (line.length < 3) return false;
	if (isMessageSentence(line)) return true;
	const sentences = line.split(SENTENCE_END);
	const found = sentences.map((it) => isMessageSentence(it));
	if (found[0] && line.length <= MAX_MESSAGE_CHARS) return true;
	const length = lengthOf(sentences.filter((_, at) => found[at]));
	return length * 2 >= line.length;
}
