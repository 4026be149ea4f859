import { jsonrepair } from "jsonrepair";
import type { Cue } from "#contract/video.ts";
import { stripMarkup } from "#text/markup.ts";
import { tryParseJson } from "#text/untrusted-json.ts";
import { finishCues } from "./cues.ts";
import { parseJsonCues } from "./json-cues.ts";
import {
	isCountedLines,
	isSubstation,
	parseCountedLines,
	parseSubstation,
} from "./subtitle-lines.ts";
import { parseTable, tableColumns } from "./table-cues.ts";
import { parseVtt } from "./timed-blocks.ts";
import { parseTtml } from "./ttml.ts";
import { parseClassic, parseSami, parseSrv3 } from "./xml-tracks.ts";

const PARSERS: Record<TrackFormat, (text: string) => Cue[]> = {
	json: parseJson,
	srv3: parseSrv3,
	classic: parseClassic,
	vtt: parseVtt,
	ttml: parseTtml,
	sami: parseSami,
	substation: parseSubstation,
	counted: parseCountedLines,
	table: parseTable,
};

/**
 * Parses a caption track in any format that has one reader for the whole file; SubRip and texts with
 * times are read by their lines (`pasted-transcript.ts`). Empty if the format is unknown or the
 * track has no words.
 */
export function readTrack(body: string): Cue[] {
	const format = trackFormat(body);
	const text = body.replace(/^[\uFEFF\s]+/u, "");
	return format === null ? [] : PARSERS[format](text);
}

type TrackFormat =
	| "json"
	| "srv3"
	| "classic"
	| "vtt"
	| "ttml"
	| "sami"
	| "substation"
	| "counted"
	| "table";

/** The root element starts within this distance, after declaration and comments. */
const ROOT_WITHIN_CHARS = 2_000;

/** A caption track's format by its content; null for anything else. */
function trackFormat(body: string): TrackFormat | null {
	const head = body.slice(0, ROOT_WITHIN_CHARS).replace(/^[\uFEFF\s]+/u, "");
	if (/^(?:\{\s*["'}]|\[\s*[{[]|FetchedTranscript\()/.test(head)) return "json";
	if (isSubstation(head)) return "substation";
	if (isCountedLines(head)) return "counted";
	if (isVtt(head)) return "vtt";
	if (!head.startsWith("<")) return tableColumns(head) === null ? null : "table";
	if (/^<sami[\s>]/i.test(head)) return "sami";
	if (/<timedtext[\s>]/.test(head)) return /<text\s/.test(head) ? "classic" : "srv3";
	if (/<(?:\w{1,20}:)?tt[\s>]/.test(head)) return "ttml";
	return /<transcript[\s>]/.test(head) ? "classic" : null;
}

/** Whether a text is a WebVTT file. */
export function isVtt(text: string): boolean {
	return /^[\uFEFF\s]{0,40}WEBVTT(?:\s|$)/u.test(text);
}

/** Whether a body is a caption track, possibly without words. */
export function isTrack(body: string): boolean {
	const format = trackFormat(body);
	return format === "json" ? readJson(body.replace(/^\uFEFF/, "")) !== undefined : format !== null;
}

/** What Python prints of an object: `FetchedTranscriptSnippet(text='…', start=1.0, duration=3.0)`. */
const PRINTED =
	/\b[A-Z]\w{2,40}\(text=('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"), start=(\d[\d.]{0,20}), duration=(\d[\d.]{0,20})\)/gu;
const WHOLE_JSON = /[\]})]\s*$/u;

/** JSON, lines of JSON, or what Python prints; undefined for a text that is cut off. */
function readJson(body: string): unknown {
	const parsed = tryParseJson(body);
	if (parsed !== undefined || !WHOLE_JSON.test(body)) return parsed;
	const printed = Array.from(
		body.matchAll(PRINTED),
		([, text, start, duration]) => `{text: ${text}, start: ${start}, duration: ${duration}}`,
	);
	try {
		return tryParseJson(jsonrepair(printed.length > 0 ? `[${printed.join(",")}]` : body));
	} catch {
		return undefined;
	}
}

/** Cues of YouTube's json3, or of any other list of cues in JSON. */
function parseJson(body: string): Cue[] {
	const parsed = readJson(body);
	return Array.isArray(fieldsOf(parsed).events) ? readJson3(parsed) : parseJsonCues(parsed);
}

/**
 * Cues of a json3 track; empty if the text is not one. Read without zod for speed: automatic
 * captions of a long talk have tens of thousands of events and words.
 */
export function parseJson3(body: string): Cue[] {
	return readJson3(tryParseJson(body));
}

function readJson3(parsed: unknown): Cue[] {
	const { events } = fieldsOf(parsed);
	if (!Array.isArray(events)) return [];
	let rolling = false;
	const captions = events.flatMap((event) => {
		const { tStartMs, dDurationMs, aAppend, segs } = fieldsOf(event);
		// Set on the line feeds by which automatic captions scroll.
		if (aAppend) rolling = true;
		if (aAppend || !Array.isArray(segs)) return [];
		const start = seconds(tStartMs) ?? 0;
		const lasts = seconds(dDurationMs);
		const end = lasts === null ? null : start + lasts;
		const text = segs.map(readWord).join("");
		return [{ start, end, text: stripMarkup(text).text }];
	});
	return finishCues(captions, { rolling });
}

type Fields = { [name: string]: unknown };

/** Nothing for anything but an object. */
function fieldsOf(value: unknown): Fields {
	return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** null for anything but a time. */
function seconds(ms: unknown): number | null {
	const known = typeof ms === "number" && Number.isFinite(ms) && ms >= 0;
	return known ? ms / 1000 : null;
}

function readWord(seg: unknown): string {
	const { utf8 } = fieldsOf(seg);
	return typeof utf8 === "string" ? utf8 : "";
}
