import * as z from "zod";
import type { Cue } from "#contract/video.ts";
import { stripMarkup } from "#text/markup.ts";
import { parseUntrustedJson } from "#text/untrusted-json.ts";
import { finishCues } from "./cues.ts";
import { parseVtt } from "./timed-blocks.ts";
import { readXmlElements } from "./xml.ts";

const PARSERS: Record<TrackFormat, (text: string) => Cue[]> = {
	json3: parseJson3,
	srv3: parseSrv3,
	classic: parseClassic,
	vtt: parseVtt,
};

/**
 * Cues of a caption track in any format: json3, srv3, classic XML or WebVTT, recognised
 * by content. Empty if it is none of them or has no words.
 */
export function readTrack(body: string): Cue[] {
	const format = trackFormat(body);
	const text = body.replace(/^[\uFEFF\s]+/u, "");
	return format === null ? [] : PARSERS[format](text);
}

type TrackFormat = "json3" | "srv3" | "classic" | "vtt";

/** The root element starts within this distance, after declaration and comments. */
const ROOT_WITHIN_CHARS = 2_000;

/** A caption track's format by its content; null for anything else. */
function trackFormat(body: string): TrackFormat | null {
	const head = body.slice(0, ROOT_WITHIN_CHARS).replace(/^[\uFEFF\s]+/u, "");
	if (head.startsWith("{")) return "json3";
	if (/^WEBVTT(?:\s|$)/.test(head)) return "vtt";
	if (!head.startsWith("<")) return null;
	if (/<timedtext[\s>]/.test(head)) return "srv3";
	return /<transcript[\s>]/.test(head) ? "classic" : null;
}

/** Whether a body is a caption track, possibly without words. */
export function isTrack(body: string): boolean {
	const format = trackFormat(body);
	return format === "json3" ? isJson(body) : format !== null;
}

function isJson(text: string): boolean {
	try {
		parseUntrustedJson(text.replace(/^\uFEFF/, ""));
		return true;
	} catch {
		return false;
	}
}

const Ms = z.number().min(0).optional().catch(undefined);

const Event = z
	.object({
		tStartMs: Ms,
		dDurationMs: Ms,
		/** Set on the line feeds by which automatic captions scroll. */
		aAppend: z.unknown().optional(),
		segs: z.unknown().optional(),
	})
	.nullable()
	.catch(null);

const Json3 = z.object({ events: z.array(Event) });

/** Cues of a json3 track; empty if the text is not one. */
export function parseJson3(body: string): Cue[] {
	const parsed = Json3.safeParse(jsonOf(body));
	if (!parsed.success) return [];
	const events = parsed.data.events.filter((event) => event !== null);
	const captions = events.flatMap((event) => {
		if (event.aAppend || !Array.isArray(event.segs)) return [];
		const start = (event.tStartMs ?? 0) / 1000;
		const end =
			event.dDurationMs === undefined ? null : start + event.dDurationMs / 1000;
		const text = event.segs.map(wordOf).join("");
		return [{ start, end, text: stripMarkup(text).text }];
	});
	const rolling = events.some((event) => Boolean(event.aAppend));
	return finishCues(captions, { rolling });
}

/** Without zod: automatic captions have tens of thousands of words in a long talk. */
function wordOf(seg: unknown): string {
	const named = typeof seg === "object" && seg !== null && "utf8" in seg;
	return named && typeof seg.utf8 === "string" ? seg.utf8 : "";
}

function jsonOf(body: string): unknown {
	try {
		return parseUntrustedJson(body);
	} catch {
		return null;
	}
}

/** A pen's ruby values from this one on: brackets around a reading, and readings. */
const FIRST_RUBY_ASIDE = 2;

/**
 * Cues of an srv3 track (`<timedtext format="3">`). A span's text counts unless its pen
 * makes it a ruby reading or a bracket around one: 漢(かん) is 漢. Paragraphs that only
 * scroll are skipped.
 */
export function parseSrv3(xml: string): Cue[] {
	const asides = new Set(
		readXmlElements(xml, "pen")
			.filter(({ attributes }) => Number(attributes.rb) >= FIRST_RUBY_ASIDE)
			.map(({ attributes }) => attributes.id),
	);
	const paragraphs = readXmlElements(
		xml,
		"p",
		({ p }) => p !== undefined && asides.has(p),
	);
	const scrolls = ({ attributes }: { attributes: Record<string, string> }) =>
		attributes.a === "1";
	const captions = paragraphs
		.filter((paragraph) => !scrolls(paragraph))
		.map(({ attributes: { t, d }, text }) => {
			const start = Number(t ?? 0) / 1000;
			const end = d === undefined ? null : start + Number(d) / 1000;
			return { start, end, text: stripMarkup(text, null, asIs).text };
		});
	return finishCues(captions, { rolling: paragraphs.some(scrolls) });
}

/** This format needs no further decoding than that of XML. */
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
