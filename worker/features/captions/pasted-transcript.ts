import type { Cue } from "#contract/video.ts";
import { cleanText } from "#text/clean.ts";
import { stripMarkup } from "#text/markup.ts";
import { finishCues, type TimedText } from "./cues.ts";
import { hasWords, markTurns, TURN } from "./non-speech.ts";
import { parseSrt } from "./timed-blocks.ts";
import { readTrack } from "./tracks.ts";

/** More broken characters than this is a file of another kind, pasted as text. */
const MAX_BROKEN_SHARE = 0.1;
const BROKEN = /[\p{Cc}\u{fffd}]/gu;
/** Such a file without cues holds nothing but its own machinery. */
const TIMED_FILE = /^[\uFEFF\s]*WEBVTT|\d\s*-->\s*\d/u;

/**
 * A transcript that a person pasted: SRT, SBV, WebVTT, a platform's caption
 * file, lines with times in front, or plain text. `cues` is empty where it came
 * without times; `text` is the cues' texts joined by one space, or the plain
 * text. null when nothing readable is in it.
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
 * "1:05", "[1:02:03]", "(0:07)", alone or before words. The words begin where
 * the signs before them end: a second try further left would fail as well.
 */
const CLOCK_LINE =
	/^\s*[[(]?(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)(?:[.,]\d{1,3})?[\])]?(?:[\s:|–-]+(?![\s:|–-])(.*))?$/u;
/** Fewer could be times that someone mentions. */
const CLOCKS_TO_TELL = 3;
const CLOCK_SHARE_TO_TELL = 0.2;

/**
 * Cues of a transcript copied from the platform's own panel or a show's notes:
 * each time on a line of its own or in front of its words. None where the lines
 * are not like that or their times go back.
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

/** Control characters but those that divide text, and halves of emoji. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Surrogate}/gu;

/**
 * The text with U+FFFD for each character that no transcript has. JSON writes
 * such a one in six bytes, the sign in its place takes three: what is kept of a
 * text is bounded by its length.
 */
export function printable(text: string): string {
	return text.replace(UNPRINTABLE, "\uFFFD");
}
