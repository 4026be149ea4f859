import type { Cue } from "#contract/video.ts";
import { cleanText } from "#text/clean.ts";
import { foldText } from "#text/fold.ts";
import { stripMarkup } from "#text/markup.ts";
import { spokenLength } from "#text/scripts.ts";
import { parseClockedLines } from "./clocked-lines.ts";
import { hasWords, markTurns, stripNonSpeech, TURN } from "./non-speech.ts";
import { parseSrt } from "./timed-blocks.ts";
import { isTrack, readTrack } from "./tracks.ts";

/** A larger share of broken characters means that another kind of file was pasted. */
const MAX_BROKEN_SHARE = 0.1;
const BROKEN = /[\p{Cc}\u{fffd}]/gu;
/** A shorter text has no quote that could be found in it again, so no statement comes of it. */
const MIN_CHARS = 12;
/** A file of this kind that has no cues contains no speech. */
const TIMED_FILE = /^WEBVTT|\d\s*-->\s*\d|^\[(?:Script Info|Events)\]/iu;
const JSON_FILE = /^[[{]\s*(?:["{[]|[\]}])/u;
const RICH_TEXT = /^\{\\rtf/u;
/** The frames of MicroDVD: without the video's frame rate they give no times. */
const FRAMES = /^\{\d{1,9}\}\{\d{0,9}\}/u;
const XML_FILE = /^<[?!]?[a-z][^<>]*>\s*<|^<[?!][a-z]/iu;
/** The end of an element of a page, at any place, or such an element at the start. */
const PAGE =
	/^<(?:!doctype|html|head|body|p|div|span|ul|ol|li|table|h[1-6]|a|img|yt[\w-]+)[\s>/]|<\/(?:html|head|body|p|div|span|ul|ol|li|table|t[rdh]|h[1-6]|a|section|article|script|style|button|yt[\w-]{1,60})>/iu;

/**
 * Reads a pasted transcript: SRT, SBV, WebVTT, SubStation, a YouTube caption file, lines that
 * start with times, or plain text. `cues` is empty if there are no times. `text` is the cues'
 * texts joined by one space, or the plain text. null if nothing is readable.
 */
export function readPastedTranscript(pasted: string): { cues: Cue[]; text: string } | null {
	const read = readTranscript(pasted);
	return "problem" in read ? null : read;
}

/** What is wrong with a pasted text that readPastedTranscript returns null for, as a sentence. */
export function pastedProblem(pasted: string): string {
	const read = readTranscript(pasted);
	return PROBLEMS["problem" in read ? read.problem : "wordless"];
}

const PROBLEMS = {
	binary: "The pasted text is another kind of file, such as a document.",
	page: "The pasted text is the HTML of a web page.",
	xml: "The pasted text is XML, but not a caption format that we read.",
	json: "The pasted text is JSON, but not a caption format that we read.",
	broken_json: "The pasted text is JSON that is cut off or broken.",
	rich_text: "The pasted text is a rich text file.",
	frames: "The pasted subtitles count frames and have no times.",
	wordless_file: "The pasted captions contain no words.",
	wordless: "The pasted transcript has no readable text.",
	short: "The pasted transcript is too short to contain a statement.",
} as const;

type Problem = keyof typeof PROBLEMS;

function readTranscript(pasted: string): { cues: Cue[]; text: string } | { problem: Problem } {
	const broken = pasted.replace(/\s+/gu, "").match(BROKEN)?.length ?? 0;
	if (broken > pasted.length * MAX_BROKEN_SHARE) return { problem: "binary" };
	const cues = timedCues(pasted);
	const problem = cues.length === 0 ? fileProblem(pasted) : null;
	if (problem !== null) return { problem };
	const text = cues.length > 0 ? cues.map((cue) => cue.text).join(" ") : parsePlainText(pasted);
	if (!hasWords(text)) return { problem: "wordless" };
	return spokenLength(foldText(stripNonSpeech(text))) < MIN_CHARS
		? { problem: "short" }
		: { cues, text };
}

/** Why a text without cues is a file that contains no speech, or whose format is not read. */
function fileProblem(pasted: string): Problem | null {
	const text = pasted.replace(/^[\uFEFF\s]+/u, "");
	if (TIMED_FILE.test(text)) return "wordless_file";
	if (XML_FILE.test(text) && isTrack(text)) return "wordless_file";
	if (PAGE.test(text)) return "page";
	if (XML_FILE.test(text)) return "xml";
	if (JSON_FILE.test(text)) return isTrack(text) ? "json" : "broken_json";
	if (RICH_TEXT.test(text)) return "rich_text";
	return FRAMES.test(text) ? "frames" : null;
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
 * Cleans untimed text. Lines are joined by a space, because many texts are hard-wrapped. An empty
 * line separates paragraphs and speakers.
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
 * Replaces characters that no transcript contains by U+FFFD. JSON encodes such a character in six
 * bytes and the replacement in three, so a text's length bounds its stored size.
 */
export function printable(text: string): string {
	return text.replace(UNPRINTABLE, "\uFFFD");
}
