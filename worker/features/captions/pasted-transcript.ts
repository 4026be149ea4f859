import type { TranscriptReading } from "#contract/analysis.ts";
import type { Cue, SpokenTurn } from "#contract/video.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";
import { foldText } from "#text/fold.ts";
import { stripMarkup } from "#text/markup.ts";
import { spokenLength } from "#text/scripts.ts";
import { readClockLine } from "./clock-lines.ts";
import { looksTimed, stripDirectionMarks } from "./clocks.ts";
import { finishCues, type ReadCues } from "./cues.ts";
import { withoutFrontMatter } from "./file-headers.ts";
import { joinParts } from "./joined-parts.ts";
import { hasWords, markTurns, stripNonSpeech, TURN } from "./non-speech.ts";
import { findSpeakers, splitTurns } from "./speakers.ts";
import { unlinkClocks } from "./text-lines.ts";
import { readBlocks } from "./timed-blocks.ts";
import { readTimedLines } from "./timed-lines.ts";
import { isTrack, isVtt, readTrack } from "./tracks.ts";
import { fitToVideo } from "./video-length.ts";
import { rewriteClocks } from "./worded-clocks.ts";

/** A larger share of broken characters means that another kind of file was pasted. */
const MAX_BROKEN_SHARE = 0.1;
const BROKEN = /[\p{Cc}\u{fffd}]/gu;
/** A shorter text has no quote that could be found in it again, so no statement comes of it. */
const MIN_CHARS = 12;
/** A file of this kind that has no cues contains no speech. */
const TIMED_FILE = /\d\s*-->\s*\d|^\[(?:Script Info|Events)\]/iu;
const JSON_FILE = /^[[{]\s*(?:["{[]|[\]}])/u;
const RICH_TEXT = /^\{\\rtf/u;
/** The frames of MicroDVD: without the video's frame rate they give no times. */
const FRAMES = /^\{\d{1,9}\}\{\d{0,9}\}/u;
const XML_FILE = /^<[?!]?[a-z][^<>]*>\s*<|^<[?!][a-z]/iu;
/** The end of an element of a page, at any place, or such an element at the start. */
const PAGE =
	/^<(?:!doctype|html|head|body|p|div|span|ul|ol|li|table|h[1-6]|a|img|yt[\w-]+)[\s>/]|<\/(?:html|head|body|p|div|span|ul|ol|li|table|t[rdh]|h[1-6]|a|section|article|script|style|button|yt[\w-]{1,60})>/iu;

/** A pasted text as it was understood. */
export type PastedTranscript = {
	/** In order of time; empty if there are no times that can be used. */
	cues: Cue[];
	/** The cues' texts joined by one space, or the words without times. */
	text: string;
	/** Of words without times: from which offset in `text` who speaks. */
	turns: SpokenTurn[];
	/** Lines of words that have no time of their own. */
	untimed: number;
	/** Lines whose time was not understood, and lines that are no speech, in order. */
	not_understood: string[];
	/** Why the text's times are not used; null if they are, or if it has none. */
	unused: "beyond_video" | null;
	/** How many parts, each with a zero of its own, were put one after the other. */
	joined: number | null;
};

/** Enough lines, each long enough, to find what is wrong with a text. */
const MAX_SHOWN_LINES = 20;
const MAX_SHOWN_CHARS = 200;

/** What members are told of the reading. */
export function describeReading({
	cues,
	untimed,
	not_understood,
	unused,
	joined,
}: PastedTranscript): TranscriptReading {
	return {
		cues: cues.length,
		untimed,
		not_understood: not_understood
			.slice(0, MAX_SHOWN_LINES)
			.map((line) => cutAtWord(visibleText(line.slice(0, 4 * MAX_SHOWN_CHARS)), MAX_SHOWN_CHARS)),
		...(unused ? { times_unused: unused } : {}),
		...(joined === null ? {} : { joined_parts: joined }),
	};
}

type Options = {
	/** "ignore" reads the words alone. */
	times?: "ignore" | undefined;
	/** Of the video in seconds; null if it is not known. */
	duration?: number | null | undefined;
};

/**
 * Reads a pasted transcript: a caption file, what transcription services and editing programs
 * export, lines with times in any form, or plain text. null if nothing is readable.
 */
export function readPastedTranscript(
	pasted: string,
	options: Options = {},
): PastedTranscript | null {
	const read = readTranscript(pasted, options);
	return "problem" in read ? null : read;
}

/** What is wrong with a pasted text that readPastedTranscript returns null for, as a sentence. */
export function pastedProblem(pasted: string): string {
	const read = readTranscript(pasted, {});
	return PROBLEMS["problem" in read ? read.problem : "wordless"];
}

const PROBLEMS = {
	binary: "The pasted text is another kind of file, such as a document.",
	wide: "The pasted file is in an encoding that we do not read. Save it as UTF-8.",
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

function readTranscript(
	given: string,
	{ times, duration = null }: Options,
): PastedTranscript | { problem: Problem } {
	const narrow = readWideText(given);
	if (narrow === null) return { problem: "wide" };
	const pasted = rewriteClocks(unlinkClocks(withoutFrontMatter(narrow)));
	const broken = pasted.replace(/\s+/gu, "").match(BROKEN)?.length ?? 0;
	if (broken > pasted.length * MAX_BROKEN_SHARE) return { problem: "binary" };
	const timed = readTimes(pasted);
	const problem = timed === null ? fileProblem(pasted) : null;
	if (problem !== null) return { problem };
	const read = timed ? fromCues(timed, { times, duration }) : readPlainText(pasted);
	if (!hasWords(read.text)) return { problem: timed ? "wordless_file" : "wordless" };
	return spokenLength(foldText(stripNonSpeech(read.text))) < MIN_CHARS
		? { problem: "short" }
		: read;
}

/** Every second character of UTF-16 that was read as another encoding is broken or empty. */
const WIDE_SHARE = 0.4;

/**
 * Reads a file in UTF-16 that was pasted as another encoding; its letters of ASCII are still there.
 * null if it has other letters, which are lost.
 */
function readWideText(text: string): string | null {
	const empty = text.match(/[\0\ufffd]/g)?.length ?? 0;
	if (text.length < 8 || empty < text.length * WIDE_SHARE) return text;
	const letters = text.replace(/^(?:\u00ff\u00fe|\u00fe\u00ff|\ufffd{1,2})/u, "");
	const is_wide = /^(?:[^\0\ufffd][\0\ufffd]){4}|^(?:[\0\ufffd][^\0\ufffd]){4}/u.test(letters);
	if (!is_wide) return text;
	const narrow = letters.replace(/[\0\ufffd]/g, "");
	return /\P{ASCII}/u.test(narrow) ? null : narrow;
}

/** The cues of a text in any form with times; null if it has none. */
function readTimes(pasted: string): ReadCues | null {
	if (isVtt(pasted)) return withCues(readBlocks(pasted.replace(/^[\uFEFF\s]+/u, ""), true));
	const cues = readTrack(pasted);
	if (cues.length > 0) return { cues, timed: true, untimed: 0, left_out: [] };
	if (fileProblem(pasted) !== null && !TIMED_FILE.test(pasted.trimStart())) return null;
	return withCues(readBlocks(pasted, false)) ?? withCues(readLines(pasted));
}

function withCues(read: ReadCues | null): ReadCues | null {
	return read && read.cues.length > 0 ? read : null;
}

function readLines(pasted: string): ReadCues | null {
	const read = readTimedLines(pasted);
	if (read === null) return null;
	const { captions, ...rest } = read;
	const stripped = captions.map((it) => ({ ...it, text: stripMarkup(it.text).text }));
	return { ...rest, cues: finishCues(stripped) };
}

/** What is read of cues: with their times if those fit the video, otherwise their words. */
function fromCues(
	{ cues, timed, timecode = false, parts = null, untimed, left_out }: ReadCues,
	{ times, duration }: { times: Options["times"]; duration: number | null },
): PastedTranscript {
	const all_alike = cues.length > 1 && cues.every(({ start }) => start === cues[0]?.start);
	const usable = timed && !all_alike && times !== "ignore";
	const place = () =>
		parts ? joinParts(cues, parts, duration) : fitToVideo(cues, duration, timecode);
	const fitted = usable ? place() : null;
	if (fitted !== null && fitted !== "unbelievable")
		return {
			cues: fitted,
			text: fitted.map((cue) => cue.text).join(" "),
			turns: [],
			untimed,
			not_understood: left_out,
			unused: null,
			joined: parts?.bases.length ?? null,
		};
	const pieces = cues.map(({ text, speaker }) => ({ text: text.trim(), speaker: speaker ?? null }));
	return {
		cues: [],
		...joinPieces(pieces),
		untimed: Math.max(untimed, cues.length),
		not_understood: [...left_out, ...(parts?.beginnings ?? [])],
		unused: fitted === "unbelievable" ? "beyond_video" : null,
		joined: null,
	};
}

type Piece = { text: string; speaker: string | null; paragraph?: boolean };

/** Joins pieces of words; a new speaker or paragraph begins after an empty line. */
function joinPieces(pieces: readonly Piece[]): { text: string; turns: SpokenTurn[] } {
	const turns: SpokenTurn[] = [];
	const parts: string[] = [];
	let at = 0;
	let last: string | null = null;
	for (const { text, speaker, paragraph = false } of pieces) {
		const joint = parts.length === 0 ? "" : speaker !== last || paragraph ? TURN : " ";
		at += joint.length;
		if (speaker !== last) turns.push({ at, speaker });
		parts.push(joint, text);
		at += text.length;
		last = speaker;
	}
	return { text: parts.join(""), turns };
}

/** Why a text without cues is a file that contains no speech, or whose format is not read. */
function fileProblem(pasted: string): Problem | null {
	const text = pasted.replace(/^[\uFEFF\s]+/u, "");
	if (TIMED_FILE.test(text) || isVtt(text)) return "wordless_file";
	if (XML_FILE.test(text) && isTrack(text)) return "wordless_file";
	if (PAGE.test(text)) return "page";
	if (XML_FILE.test(text)) return "xml";
	if (JSON_FILE.test(text)) return isTrack(text) ? "json" : "broken_json";
	if (RICH_TEXT.test(text)) return "rich_text";
	return FRAMES.test(text) ? "frames" : null;
}

/**
 * Cleans untimed text. Lines are joined by a space, because many texts are hard-wrapped. An empty
 * line separates paragraphs and speakers.
 */
function readPlainText(text: string): PastedTranscript {
	const paragraphs = stripDirectionMarks(text)
		.replace(/\r\n?/g, "\n")
		.split(/\n[^\S\n]*\n\s*/u)
		.map((paragraph) => stripMarkup(paragraph).text);
	const lines = paragraphs.flatMap((paragraph) => paragraph.split("\n"));
	const speakers = findSpeakers(lines);
	const pieces = paragraphs.flatMap((paragraph) =>
		splitTurns(withoutTimings(paragraph), speakers).flatMap(({ speaker, text: words }) =>
			markTurns(words)
				.split(TURN)
				.map((piece) => ({ text: visibleText(piece), speaker, paragraph: true })),
		),
	);
	const spoken = pieces.filter((piece) => piece.text !== "");
	const timed = lines.filter((line, at) => looksTimed(line) || isTimeLine(line, at));
	return {
		cues: [],
		...joinPieces(spoken),
		untimed: spoken.length,
		not_understood: timed.map((line) => line.trim()),
		unused: null,
		joined: null,
	};
}

/** Lines that can only be times are no words. */
function withoutTimings(paragraph: string): string {
	if (!/\p{Nd}/u.test(paragraph)) return paragraph;
	return paragraph
		.split("\n")
		.filter((line) => !looksTimed(line))
		.join("\n");
}

/** Whether a line begins with a time, so that its time was seen and not believed. */
function isTimeLine(text: string, at: number): boolean {
	const clock = readClockLine({ text, after_blank: false }, at, ":");
	return clock !== null && (clock.place === "lead" || clock.place === "alone");
}

/** Line breaks of word processors. */
const OTHER_BREAKS = /[\v\f\u0085]/gu;
/** Control characters except separators, and lone surrogates. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Surrogate}/gu;

/**
 * Replaces characters that no transcript contains by U+FFFD. JSON encodes such a character in six
 * bytes and the replacement in three, so a text's length bounds its stored size.
 */
export function printable(text: string): string {
	return text.replace(OTHER_BREAKS, "\n").replace(UNPRINTABLE, "\uFFFD");
}
