import type { Cue } from "#contract/video.ts";
import { cleanText } from "#text/clean.ts";
import { stripMarkup } from "#text/markup.ts";
import { parseClockedLines } from "./clocked-lines.ts";
import { hasWords, markTurns, TURN } from "./non-speech.ts";
import { parseSrt } from "./timed-blocks.ts";
import { readTrack } from "./tracks.ts";

/** A larger share of broken characters means that another kind of file was pasted. */
const MAX_BROKEN_SHARE = 0.1;
const BROKEN = /[\p{Cc}\u{fffd}]/gu;
/** Such a file without cues contains no text. */
const TIMED_FILE = /^[\uFEFF\s]*WEBVTT|\d\s*-->\s*\d/u;
/** XML and JSON that no caption format was found in: a page or data, not speech. */
const MARKUP_FILE =
	/^[\uFEFF\s]*(?:<[?!]?[a-z][^<>]*>\s*<|<[?!][a-z]|[[{]\s*(?:["{[]|[\]}]))/iu;

/**
 * Reads a pasted transcript: SRT, SBV, WebVTT, a platform's caption file, lines that
 * start with times, or plain text. `cues` is empty if there are no times; `text` is the
 * cues' texts joined by one space, or the plain text. null if nothing is readable.
 */
export function readPastedTranscript(
	pasted: string,
): { cues: Cue[]; text: string } | null {
	const broken = pasted.replace(/\s+/gu, "").match(BROKEN)?.length ?? 0;
	if (broken > pasted.length * MAX_BROKEN_SHARE) return null;
	const cues = timedCues(pasted);
	const file = TIMED_FILE.test(pasted) || MARKUP_FILE.test(pasted);
	if (cues.length === 0 && file) return null;
	const text =
		cues.length > 0
			? cues.map((cue) => cue.text).join(" ")
			: parsePlainText(pasted);
	return hasWords(text) ? { cues, text } : null;
}

function timedCues(pasted: string): Cue[] {
	const parsers = [readTrack, parseSrt, parseClockedLines];
	for (const parse of parsers) {
		const cues = parse(pasted);
		if (cues.length > 0) return cues;
	}
	return [];
}

/**
 * Untimed text, cleaned. Lines are joined by a space, since many texts are
 * wrapped; paragraphs and speakers are set apart by an empty line.
 */
function parsePlainText(text: string): string {
	return text
		.replace(/\r\n?/g, "\n")
		.split(/\n[^\S\n]*\n\s*/u)
		.flatMap((paragraph) => markTurns(stripMarkup(paragraph).text).split(TURN))
		.map(cleanText)
		.filter((line) => line !== "")
		.join(TURN);
}

/** Control characters except separators, and lone surrogates. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Surrogate}/gu;

/**
 * Replaces characters that no transcript has by U+FFFD. JSON writes such a character in
 * six bytes and the replacement in three, so the size of a stored text is limited by its
 * length.
 */
export function printable(text: string): string {
	return text.replace(UNPRINTABLE, "\uFFFD");
}
