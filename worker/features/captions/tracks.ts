import { Parser } from "htmlparser2";
import * as z from "zod";
import type { Cue } from "#contract/video.ts";
import { decodeEntities, stripMarkup } from "#text/markup.ts";
import { tryParseJson } from "#text/untrusted-json.ts";
import { finishCues } from "./cues.ts";
import { parseVtt } from "./timed-blocks.ts";

const PARSERS: Record<TrackFormat, (text: string) => Cue[]> = {
	json3: parseJson3,
	srv3: parseSrv3,
	classic: parseClassic,
	vtt: parseVtt,
	ttml: parseTtml,
	list: parseCueList,
	substation: parseSubstation,
};

/**
 * Parses a caption track in any supported format: json3, srv3, classic XML, WebVTT, TTML,
 * SubStation or a JSON list of cues. The format is detected from the content. Empty if the format is unknown or
 * the track has no words.
 */
export function readTrack(body: string): Cue[] {
	const format = trackFormat(body);
	const text = body.replace(/^[\uFEFF\s]+/u, "");
	return format === null ? [] : PARSERS[format](text);
}

type TrackFormat = "json3" | "srv3" | "classic" | "vtt" | "ttml" | "list" | "substation";

/** The root element starts within this distance, after declaration and comments. */
const ROOT_WITHIN_CHARS = 2_000;

/** A caption track's format by its content; null for anything else. */
function trackFormat(body: string): TrackFormat | null {
	const head = body.slice(0, ROOT_WITHIN_CHARS).replace(/^[\uFEFF\s]+/u, "");
	if (head.startsWith("{")) return "json3";
	if (/^\[\s*\{/.test(head)) return "list";
	if (isSubstation(head)) return "substation";
	if (/^WEBVTT(?:\s|$)/.test(head)) return "vtt";
	if (!head.startsWith("<")) return null;
	if (/<timedtext[\s>]/.test(head)) return "srv3";
	if (/<(?:\w{1,20}:)?tt[\s>]/.test(head)) return "ttml";
	return /<transcript[\s>]/.test(head) ? "classic" : null;
}

/** Whether a body is a caption track, possibly without words. */
export function isTrack(body: string): boolean {
	const format = trackFormat(body);
	const json = format === "json3" || format === "list";
	return json ? tryParseJson(body.replace(/^\uFEFF/, "")) !== undefined : format !== null;
}

/**
 * Cues of a json3 track; empty if the text is not one. Read without zod for speed: automatic
 * captions of a long talk have tens of thousands of events and words.
 */
export function parseJson3(body: string): Cue[] {
	const { events } = fieldsOf(tryParseJson(body));
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

type Attributes = Record<string, string>;
type XmlElement = { attributes: Attributes; text: string };

/** A track nests at most six levels deep, and the parser's work grows with the depth. */
const MAX_XML_DEPTH = 64;

/**
 * Returns the elements called `name`, with any prefix, and their text. Markup inside is dropped
 * except `<br>`, which becomes a line break. The text of `<s>` spans for whose attributes
 * `withheld` returns true is skipped. Of broken XML, the elements before the error are returned.
 */
function readXmlElements(
	xml: string,
	name: string,
	withheld: (span: Attributes) => boolean = () => false,
): XmlElement[] {
	const elements: XmlElement[] = [];
	/** null outside of an element. */
	let open: XmlElement | null = null;
	let depth = 0;
	let silent = false;
	let verbatim = false;
	const add = (text: string) => {
		if (open && !silent) open.text += verbatim ? text : decodeEntities(text);
	};
	const parser = new Parser(
		{
			onopentag(tag, attributes) {
				depth += 1;
				if (depth > MAX_XML_DEPTH) return parser.pause();
				if (localName(tag) === name) {
					open = { attributes, text: "" };
					elements.push(open);
					silent = false;
				} else if (tag === "s") silent = withheld(attributes);
				else if (localName(tag) === "br") add("\n");
			},
			onclosetag(tag) {
				depth -= 1;
				if (localName(tag) === name) open = null;
				else if (tag === "s") silent = false;
			},
			ontext: add,
			oncdatastart: () => {
				verbatim = true;
			},
			oncdataend: () => {
				verbatim = false;
			},
		},
		{ xmlMode: true, decodeEntities: false },
	);
	// The parser is not told the end, because it would read a tag that is cut off as text.
	parser.write(xml);
	return elements;
}

function localName(tag: string): string {
	return tag.slice(tag.indexOf(":") + 1);
}

/** Pen ruby values from this one on mark readings and the brackets around them. */
const FIRST_RUBY_ASIDE = 2;

/**
 * Cues of an srv3 track (`<timedtext format="3">`). Spans whose pen marks a ruby reading or a
 * bracket around one are skipped, so that 漢(かん) becomes 漢. Paragraphs that only scroll are
 * skipped too.
 */
export function parseSrv3(xml: string): Cue[] {
	const asides = new Set(
		readXmlElements(xml, "pen")
			.filter(({ attributes }) => Number(attributes.rb) >= FIRST_RUBY_ASIDE)
			.map(({ attributes }) => attributes.id),
	);
	const paragraphs = readXmlElements(xml, "p", ({ p }) => p !== undefined && asides.has(p));
	const scrolls = ({ attributes }: { attributes: Attributes }) => attributes.a === "1";
	const captions = paragraphs
		.filter((paragraph) => !scrolls(paragraph))
		.map(({ attributes: { t, d }, text }) => {
			const start = Number(t ?? 0) / 1000;
			const end = d === undefined ? null : start + Number(d) / 1000;
			return { start, end, text: stripMarkup(text, null, asIs).text };
		});
	return finishCues(captions, { rolling: paragraphs.some(scrolls) });
}

/** This format is decoded completely by the XML parser. */
function asIs(text: string): string {
	return text;
}

/**
 * Cues of a classic track (srv1, `<transcript><text start dur>`). Its text is HTML inside
 * XML, so entities are decoded twice: once with the XML, once here.
 */
export function parseClassic(xml: string): Cue[] {
	const captions = readXmlElements(xml, "text").map(({ attributes, text }) => {
		const start = Number(attributes.start ?? 0);
		const { dur } = attributes;
		const end = dur === undefined ? null : start + Number(dur);
		return { start, end, text: stripMarkup(text).text };
	});
	return finishCues(captions);
}

/** Cues of a TTML or DFXP file: `<p begin end>` or `<p begin dur>`. */
export function parseTtml(xml: string): Cue[] {
	const rate = /\bttp:tickRate\s*=\s*["'](\d{1,12})["']/.exec(xml)?.[1];
	const ticks_per_s = Number(rate ?? 1) || 1;
	const captions = readXmlElements(xml, "p").flatMap(({ attributes, text }) => {
		const start = ttmlSeconds(attributes.begin, ticks_per_s);
		if (start === null) return [];
		const dur = ttmlSeconds(attributes.dur, ticks_per_s);
		const end = dur === null ? ttmlSeconds(attributes.end, ticks_per_s) : start + dur;
		return [{ start, end, text: stripMarkup(text, null, asIs).text }];
	});
	return finishCues(captions);
}

const TTML_CLOCK = /^(\d{1,4}):(\d{2}):(\d{2})(\.\d{1,9})?(?::\d{1,3})?$/;
const TTML_OFFSET = /^(\d{1,15}(?:\.\d{1,9})?)(h|ms|m|s|t)$/;
const TTML_UNITS_S: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/**
 * Parses "00:01:02.500" or "62.5s" to seconds. Frame numbers are ignored, because cues do not
 * need that precision.
 */
function ttmlSeconds(time: string | undefined, ticks_per_s: number): number | null {
	const clock = TTML_CLOCK.exec(time ?? "");
	if (clock) {
		const [hours = 0, minutes = 0, seconds = 0] = clock.slice(1, 4).map(Number);
		return hours * 3600 + minutes * 60 + seconds + Number(clock[4] ?? 0);
	}
	const [, count, unit = ""] = TTML_OFFSET.exec(time ?? "") ?? [];
	if (count === undefined) return null;
	return Number(count) * (TTML_UNITS_S[unit] ?? 1 / ticks_per_s);
}

const CueList = z.array(
	z.object({
		text: z.string(),
		start: z.number().min(0).optional(),
		offset: z.number().min(0).optional(),
		duration: z.number().min(0).optional().catch(undefined),
	}),
);

/** Cues of a JSON list of `{text, start, duration}`, as transcript tools write it. Seconds. */
export function parseCueList(body: string): Cue[] {
	const parsed = CueList.safeParse(tryParseJson(body));
	if (!parsed.success) return [];
	const captions = parsed.data.flatMap(({ text, start, offset, duration }) => {
		const from = start ?? offset;
		if (from === undefined) return [];
		const end = duration === undefined ? null : from + duration;
		return [{ start: from, end, text: stripMarkup(text).text }];
	});
	return finishCues(captions);
}

/** A SubStation Alpha file (SSA or ASS), or only its lines. */
const SUBSTATION =
	/^(?:\[(?:Script Info|V4\+? Styles|Events)\]|Dialogue:\s*[^,\n]{0,20},\s*\d{1,2}:\d\d:\d\d)/i;

export function isSubstation(head: string): boolean {
	return SUBSTATION.test(head);
}

/** The fields of a line in files that do not list them. */
const FIELDS = "layer,start,end,style,name,marginl,marginr,marginv,effect,text".split(",");
/** No file has more; bounds the work on one line. */
const MAX_FIELDS = 20;
const OVERRIDE = /\{[^{}]*\}/g;
/** The text of a line that draws a shape is coordinates. */
const DRAWING = /\{[^{}]*\\p[1-9]/;

/** Cues of the lines "Dialogue: 0,0:00:01.50,0:00:03.00,Style,,0,0,0,,Words". */
export function parseSubstation(file: string): Cue[] {
	let fields = FIELDS;
	let in_events = true;
	const captions = file.split(/\r\n|[\n\r]/).flatMap((line) => {
		if (line.startsWith("[")) in_events = /^\[Events\]/i.test(line);
		const [, kind = "", rest = ""] = /^(Format|Dialogue):(.*)$/i.exec(line) ?? [];
		if (kind === "" || !in_events) return [];
		if (kind.toLowerCase() === "format") {
			fields = rest
				.toLowerCase()
				.split(",", MAX_FIELDS)
				.map((name) => name.trim());
			return [];
		}
		return dialogue(rest, fields) ?? [];
	});
	return finishCues(captions);
}

function dialogue(line: string, fields: readonly string[]) {
	const values = firstFields(line, fields.length);
	const field = (name: string) => values[fields.indexOf(name)] ?? "";
	const start = clockSeconds(field("start"));
	const text = field("text");
	if (start === null || DRAWING.test(text)) return null;
	const spoken = text.replace(OVERRIDE, "").replace(/\\N/gi, "\n").replaceAll("\\h", " ");
	return {
		start,
		end: clockSeconds(field("end")),
		text: stripMarkup(spoken, null, (it) => it).text,
	};
}

/** Splits a line at its commas. The last field is the text, which may contain commas. */
function firstFields(line: string, count: number): string[] {
	const values: string[] = [];
	let at = 0;
	while (values.length < count - 1) {
		const comma = line.indexOf(",", at);
		if (comma < 0) break;
		values.push(line.slice(at, comma).trim());
		at = comma + 1;
	}
	return [...values, line.slice(at)];
}

function clockSeconds(clock: string): number | null {
	const parts = /^(\d{1,2}):(\d{1,2}):(\d{1,2}(?:[.,:]\d{1,3})?)$/.exec(clock);
	if (parts === null) return null;
	const [hours = 0, minutes = 0] = parts.slice(1, 3).map(Number);
	return hours * 3600 + minutes * 60 + Number((parts[3] ?? "0").replace(/[,:]/, "."));
}
