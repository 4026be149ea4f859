import type { Cue } from "#contract/video.ts";
import { stripMarkup } from "#text/markup.ts";
import { readClock } from "./clocks.ts";
import { finishCues, type TimedText } from "./cues.ts";
import { toSeconds } from "./time-units.ts";

/** The names under which tools write a cue's words, times and speaker, in the order of preference. */
const TEXT = [
	"punctuated_word",
	"text",
	"utf8",
	"sentence",
	"content",
	"transcript",
	"caption",
	"snippet",
	"body",
	"display",
	"word",
	"value",
];
const START = [
	"start",
	"offset",
	"from",
	"begin",
	"start_time",
	"startTime",
	"start_ms",
	"startMs",
	"ts",
];
const END = ["end", "to", "end_time", "endTime", "end_ms", "endMs", "end_ts"];
const DURATION = ["duration", "dur"];
const SPEAKER = [
	"speaker",
	"speaker_name",
	"speakerName",
	"speaker_label",
	"speakerLabel",
	"speaker_id",
	"speakerId",
	"speakerTag",
];
/** Lists of what may have been said, the likeliest first. */
const ALTERNATIVES = ["alternatives", "nBest"];
/** Fields that hold a cue's start and end: `[0, 6.1]` or `{from, to}`. */
const SPANS = ["timestamp", "timestamps", "offsets", "time"];

/** A tool's answer holds its list of cues within this many levels. */
const MAX_DEPTH = 16;
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

/** A list is at the end of a path of names; lists in the objects of another one have the same path. */
type Node = { value: unknown; depth: number; path: string; speaker: string | null };

/**
 * Cues of JSON as speech recognisers and transcript libraries write it: Whisper and what builds on
 * it, Vosk, Hugging Face, cloud services, podcasts, the libraries for YouTube. Of the lists of
 * objects with a text and a time, the one with the most text is read, and among equals the one with
 * the longest cues.
 */
export function parseJsonCues(value: unknown): Cue[] {
	const lists = new Map<string, CueList>();
	const queue: Node[] = [{ value, depth: 0, path: "", speaker: null }];
	for (let at = 0; at < queue.length && at < MAX_NODES; at += 1) {
		const node = queue[at];
		if (node === undefined || typeof node.value !== "object" || node.value === null) continue;
		if (Array.isArray(node.value)) readList(lists, node, node.value);
		if (node.depth < MAX_DEPTH) queue.push(...childrenOf(node));
	}
	let best: CueList = { cues: [], chars: 0 };
	for (const list of lists.values()) best = betterOf(best, list);
	return finishCues(joinWords(inSeconds(best.cues)));
}

function childrenOf({ value, depth, path, speaker }: Node): Node[] {
	const is_list = Array.isArray(value);
	const own = is_list ? null : speakerOf(value as Fields);
	return Object.entries(value as Fields).flatMap(([name, child]) =>
		typeof child === "object" && child !== null
			? {
					value: child,
					depth: depth + 1,
					path: is_list ? path : `${path}.${name}`,
					speaker: own ?? speaker,
				}
			: [],
	);
}

type CueList = { cues: RawCue[]; chars: number };

function readList(
	lists: Map<string, CueList>,
	{ path, speaker }: Node,
	items: readonly unknown[],
): void {
	const list = lists.get(path) ?? { cues: [], chars: 0 };
	for (const item of items) {
		const fields = fieldsOf(item);
		const text = fields && textOf(fields);
		if (fields && text !== null) addCue(list.cues, fields, text, speaker);
	}
	list.chars = list.cues.reduce((sum, { text }) => sum + text.trim().length, 0);
	lists.set(path, list);
}

function addCue(cues: RawCue[], fields: Fields, text: string, speaker: string | null): void {
	const span = spanOf(fields);
	const last = cues.at(-1);
	if (span) cues.push({ ...span, text, speaker: speakerOf(fields) ?? speaker });
	// Signs and numbers have no time in some lists of words.
	else if (last && text.length <= MAX_WORD_CHARS)
		last.text += /^[\p{L}\p{N}]/u.test(text) ? ` ${text}` : text;
}

/** Longer than a word. */
const MAX_WORD_CHARS = 40;
/** A list of words becomes cues of this length at most, cut where a sentence ends or nobody speaks. */
const MAX_JOINED_S = 15;
const PAUSE_S = 2;
const WORD_SHARE = 0.8;
const SENTENCE_END = /[.!?…。！？।]["'”’»)]?$/u;

/** Cues of one word each as cues of a sentence. */
function joinWords(cues: TimedText[]): TimedText[] {
	const spoken = cues.filter(({ text }) => text.trim() !== "");
	const single = spoken.filter(({ text }) => !/\S\s+\S/u.test(text)).length;
	if (spoken.length < 2 || single < spoken.length * WORD_SHARE) return cues;
	const joined: TimedText[] = [];
	for (const word of spoken) {
		const last = joined.at(-1);
		const pause = word.start - (last?.end ?? last?.start ?? 0);
		const goes_on =
			last !== undefined &&
			last.speaker === word.speaker &&
			!SENTENCE_END.test(last.text) &&
			pause < PAUSE_S &&
			word.start - last.start < MAX_JOINED_S;
		if (!goes_on) joined.push({ ...word, text: word.text.trim() });
		else {
			last.text += wordsMeet(last.text, word.text) ? word.text.trim() : ` ${word.text.trim()}`;
			last.end = word.end;
		}
	}
	return joined;
}

const WITHOUT_SPACES = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u;

/** Whether no space stands between two words: before signs, and in scripts without spaces. */
function wordsMeet(before: string, word: string): boolean {
	const first = word.trim();
	if (/^[^\p{L}\p{N}]/u.test(first)) return !/^["'“‘«([¿¡$€£#@]/u.test(first);
	return WITHOUT_SPACES.test(before.slice(-1)) && WITHOUT_SPACES.test(first.slice(0, 1));
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

/** An object's fields, and those of the best of its alternatives; null for anything else. */
function fieldsOf(item: unknown): Fields | null {
	if (typeof item !== "object" || item === null || Array.isArray(item)) return null;
	const fields = item as Fields;
	const choices = ALTERNATIVES.map((name) => fields[name]).find((it) => Array.isArray(it));
	const best: unknown = Array.isArray(choices) ? choices[0] : null;
	return typeof best === "object" && best !== null ? { ...best, ...fields } : fields;
}

function textOf(fields: Fields): string | null {
	const text = TEXT.map((name) => fields[name]).find((it) => typeof it === "string");
	return typeof text === "string" ? text : null;
}

/** Tools that count the speakers write a number; its field says what it counts. */
function speakerOf(fields: Fields): string | null {
	for (const name of SPEAKER) {
		const speaker = fields[name];
		if (typeof speaker === "string" && speaker.trim() !== "") return speaker;
		if (typeof speaker === "number" && Number.isInteger(speaker)) return `Speaker ${speaker}`;
	}
	return null;
}

type RawSpan = Pick<RawCue, "start" | "end" | "in_ms">;

function spanOf(fields: Fields): RawSpan | null {
	const own = named(fields, START);
	// Some tools write the times of the words alone.
	const words = fields.result ?? fields.words;
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
	const number = /^\d{1,12}(?:\.\d{1,20})?s?$/.test(value) ? Number.parseFloat(value) : null;
	return number ?? isoDuration(value) ?? readClock(value)?.seconds ?? null;
}

/** "PT1H2M3.5S" */
function isoDuration(value: string): number | null {
	const parts = /^PT(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,6}(?:\.\d{1,9})?)S)?$/.exec(value);
	if (parts === null) return null;
	const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
	return hours * 3600 + minutes * 60 + seconds;
}
