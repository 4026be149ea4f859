import { Parser } from "htmlparser2";
import type { Cue } from "#contract/video.ts";
import { decodeEntities, stripMarkup } from "#text/markup.ts";
import { finishCues, type TimedText } from "./cues.ts";

export type Attributes = Record<string, string>;
type XmlElement = { attributes: Attributes; text: string };

/** A track nests at most six levels deep, and the parser's work grows with the depth. */
export const MAX_XML_DEPTH = 64;

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

export function localName(tag: string): string {
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
			return { start, end, text: stripMarkup(text, asIs).text };
		});
	return finishCues(captions, { rolling: paragraphs.some(scrolls) });
}

/** This format is decoded completely by the XML parser. */
function asIs(text: string): string {
	return text;
}

/**
 * Cues of a classic track (srv1, `<transcript><text start dur>` in seconds; srv2, `<timedtext><text
 * t d>` in milliseconds). Its text is HTML inside XML, so entities are decoded twice: once with the
 * XML, once here. Texts that only scroll the window are skipped.
 */
export function parseClassic(xml: string): Cue[] {
	const texts = readXmlElements(xml, "text").filter(({ attributes }) => !attributes.append);
	const captions = texts.map(({ attributes: { start, dur, t, d }, text }) => {
		const from = start === undefined ? Number(t ?? 0) / 1000 : Number(start);
		const lasts = start === undefined ? Number(d) / 1000 : Number(dur);
		const end = Number.isFinite(lasts) ? from + lasts : null;
		return { start: from, end, text: stripMarkup(text).text };
	});
	return finishCues(captions, { rolling: texts.some(({ attributes }) => attributes.append) });
}

/** Cues of a SAMI file: `<SYNC Start=1000><P Class=ENCC>` in milliseconds, without end tags. */
export function parseSami(html: string): Cue[] {
	const captions: TimedText[] = [];
	let language: string | null = null;
	let silent = true;
	let start = 0;
	const parser = new Parser(
		{
			onopentag(tag, attributes) {
				if (tag === "sync") {
					start = Number.parseInt(attributes.start ?? "", 10) / 1000;
					captions.push({ start, end: null, text: "" });
				} else if (tag === "p") {
					// The first language is read where the file has several.
					language ??= attributes.class ?? null;
					silent = attributes.class !== undefined && attributes.class !== language;
				} else if (tag === "br" && !silent) append("\n");
			},
			ontext: (text) => {
				if (!silent) append(text);
			},
		},
		{ lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true },
	);
	function append(text: string): void {
		const last = captions.at(-1);
		if (last) last.text += text;
	}
	parser.write(html);
	parser.end();
	return finishCues(captions);
}
