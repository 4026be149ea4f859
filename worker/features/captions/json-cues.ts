import type { Cue } from "#contract/video.ts";
import { stripMarkup } from "#text/markup.ts";
import { readClock } from "./clocks.ts";
import { finishCues, type TimedText } from "./cues.ts";
import { toSeconds } from "./time-units.ts";

/** The names under which tools write a cue's words, times and speaker, in the order of preference. */
const TEXT = ["text", "utf8", "sentence", "content", "transcript", "caption", "snippet"];
const START = [
	"start",
	"offset",
	"from",
	"begin",
	"start_time",
	"startTime",
	"start_ms",
	"startMs",
];
const END = ["end", "to", "end_time", "endTime", "end_ms", "endMs"];
const DURATION = ["duration", "dur"];
const SPEAKER = ["speaker", "speaker_name", "speakerName", "speaker_label", "speakerLabel"];
/** Fields that hold a cue's start and end: `[0, 6.1]` or `{from, to}`. */
const SPANS = ["timestamp", "timestamps", "offsets", "time"];

/** A tool's answer holds its list of cues within this many levels. */
const MAX_DEPTH = 8;
/** Objects that are looked at in search of the list. */
const MAX_NODES = 200_000;

type Fields = { [name: string]: unknown };

/** A cue as a tool writes it; `start` in the tool's own unit. */
type RawCue = {
	start: number;
	end: number | null;
	in_ms: boolean;
	text: string;
	speaker: string | null;
};

/**
 * Cues of JSON as speech recognisers and transcript libraries write it: Whisper and what builds on
 * it, Vosk, Hugging Face, the libraries for YouTube. Of the lists of objects with a text and a time,
 * the one with the most text is read, and among equals the one with the longest cues.
 */
export function parseJsonCues(value: unknown): Cue[] {
	let best: CueList = { cues: [], chars: 0 };
	const queue: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
	for (let at = 0; at < queue.length && at < MAX_NODES; at += 1) {
		const { value: node, depth } = queue[at] ?? { value: null, depth: MAX_DEPTH };
		if (Array.isArray(node)) best = betterOf(best, listOf(node));
		if (typeof node !== "object" || node === null || depth === MAX_DEPTH) continue;
		for (const child of Object.values(node))
			if (typeof child === "object") queue.push({ value: child, depth: depth + 1 });
	}
	return finishCues(inSeconds(best.cues));
}

type CueList = { cues: RawCue[]; chars: number };

function listOf(items: readonly unknown[]): CueList {
	const cues = items.flatMap((item) => rawCue(item) ?? []);
	return { cues, chars: cues.reduce((sum, { text }) => sum + text.trim().length, 0) };
}

/** Lists whose texts differ by less are the same words, cut in another way. */
const SAME_WORDS_SHARE = 0.9;

function betterOf(best: CueList, list: CueList): CueList {
	if (list.cues.length === 0) return best;
	const is_more = list.chars * SAME_WORDS_SHARE > best.chars;
	const is_coarser =
		list.chars >= best.chars * SAME_WORDS_SHARE && list.cues.length < best.cues.length;
	return is_more || is_coarser ? list : best;
}

function inSeconds(cues: readonly RawCue[]): TimedText[] {
	const guess = toSeconds(cues.filter(({ in_ms }) => !in_ms));
	return cues.map(({ start, end, in_ms, text, speaker }) => {
		const per_s = in_ms ? 1000 : guess;
		return {
			start: start / per_s,
			end: end === null ? null : end / per_s,
			text: stripMarkup(text).text,
			speaker,
		};
	});
}

function rawCue(item: unknown): RawCue | null {
	if (typeof item !== "object" || item === null || Array.isArray(item)) return null;
	const fields = item as Fields;
	const text = TEXT.map((name) => fields[name]).find((it) => typeof it === "string");
	const span = spanOf(fields);
	if (typeof text !== "string" || span === null) return null;
	const speaker = SPEAKER.map((name) => fields[name]).find((it) => typeof it === "string");
	return { ...span, text, speaker: typeof speaker === "string" ? speaker : null };
}

type RawSpan = Pick<RawCue, "start" | "end" | "in_ms">;

function spanOf(fields: Fields): RawSpan | null {
	const own = named(fields, START);
	// Vosk writes the times of the words alone.
	const words = fields.result;
	if (own === null && Array.isArray(words))
		return words.length > 0 ? spanOf((words[0] ?? {}) as Fields) : null;
	if (own === null) return nestedSpan(fields);
	const duration = named(fields, DURATION);
	const lasts = duration === null ? null : own.value + duration.value;
	return { start: own.value, end: named(fields, END)?.value ?? lasts, in_ms: own.in_ms };
}

function nestedSpan(fields: Fields): RawSpan | null {
	for (const name of SPANS) {
		const span = fields[name];
		if (typeof span !== "object" || span === null) continue;
		const pair = Array.isArray(span) ? { start: span[0], end: span[1] } : (span as Fields);
		const start = named(pair, START);
		if (start === null) continue;
		const in_ms = start.in_ms || name === "offsets";
		return { start: start.value, end: named(pair, END)?.value ?? null, in_ms };
	}
	return null;
}

function named(fields: Fields, names: readonly string[]): { value: number; in_ms: boolean } | null {
	for (const name of names) {
		const value = numberOf(fields[name]);
		if (value !== null) return { value, in_ms: /ms$/i.test(name) };
	}
	return null;
}

/** A number, a number in words ("6.1"), or a clock ("00:00:06,100"). */
function numberOf(value: unknown): number | null {
	if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? value : null;
	if (typeof value !== "string" || value === "") return null;
	const number = /^\d{1,12}(?:\.\d{1,12})?s?$/.test(value) ? Number.parseFloat(value) : null;
	return number ?? readClock(value)?.seconds ?? null;
}
