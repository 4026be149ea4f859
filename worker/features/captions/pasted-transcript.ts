import type { Cue } from "#contract/video.ts";
import { cleanText } from "#text/clean.ts";
import { stripMarkup } from "#text/markup.ts";
import { finishCues, type TimedText } from "./cues.ts";
import { hasWords, markTurns, TURN } from "./non-speech.ts";
import { parseSrt } from "./timed-blocks.ts";
import { readTrack } from "./tracks.ts";

/** A larger share of broken characters means that another kind of file was pasted. */
const MAX_BROKEN_SHARE = 0.1;
const BROKEN = /[\p{Cc}\u{fffd}]/gu;
/** Such a file without cues contains no text. */
const TIMED_FILE = /^[\uFEFF\s]*WEBVTT|\d\s*-->\s*\d/u;

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
	if (cues.length === 0 && TIMED_FILE.test(pasted)) return null;
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
 * "1:05", "[1:02:03]", "(0:07)", alone or before words. The words start after the marks;
 * another start would not match either.
 */
const CLOCK_LINE =
	/^\s*[[(]?(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)(?:[.,]\d{1,3})?[\])]?(?:[\s:|–-]+(?![\s:|–-])(.*))?$/u;
/** Fewer could be times that a speaker mentions. */
const CLOCKS_TO_TELL = 3;
const CLOCK_SHARE_TO_TELL = 0.2;

/**
 * Cues of a transcript copied from the platform's panel or from show notes: each time on
 * its own line or before its words. Empty if the lines are different or the times go
 * back.
 */
export function parseClockedLines(text: string): Cue[] {
	const captions: TimedText[] = [];
	let lines = 0;
	for (const line of text.split(/\r\n|[\n\r]/)) {
		if (line.trim() === "") continue;
		lines++;
		const clock = CLOCK_LINE.exec(line);
		const last = captions.at(-1);
		if (clock === null) {
			if (last !== undefined) last.text += `\n${line}`;
			continue;
		}
		const [, hours = 0, minutes, seconds, words = ""] = clock;
		const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
		if (last !== undefined && start < last.start) return [];
		captions.push({ start, end: null, text: words });
	}
	const enough =
		captions.length >= CLOCKS_TO_TELL &&
		captions.length >= lines * CLOCK_SHARE_TO_TELL;
	return enough ? finishCues(captions) : [];
}

/**
 * Cleans an untimed text. Lines are joined by a space, because many texts are wrapped;
 * paragraphs and speakers are separated by an empty line.
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
