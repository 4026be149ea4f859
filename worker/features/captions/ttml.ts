import { Parser } from "htmlparser2";
import type { Cue } from "#contract/video.ts";
import { decodeEntities } from "#text/markup.ts";
import { finishCues, type TimedText } from "./cues.ts";
import { type Attributes, localName, MAX_XML_DEPTH } from "./xml-tracks.ts";

/** An element that is open, with its own times or its parent's. */
type Open = {
	name: string;
	begin: number | null;
	end: number | null;
	speaker: string | null;
	/** The caption that the element's words belong to. */
	caption: TimedText | null;
};

/**
 * Cues of a TTML, IMSC or DFXP file, in which any element may have times. Those of a child count
 * from its parent's begin, unless that puts the child after its parent's end, because many tools
 * write them from the start of the video. The speakers are the file's agents.
 */
export function parseTtml(xml: string): Cue[] {
	const rate = /\bttp:tickRate\s*=\s*["'](\d{1,12})["']/.exec(xml)?.[1];
	const reader = new TtmlReader(Number(rate ?? 1) || 1);
	const parser = new Parser(
		{
			onopentag(tag, attributes) {
				if (!reader.open(localName(tag), attributes)) parser.pause();
			},
			onclosetag: () => reader.close(),
			ontext: (text) => reader.add(decodeEntities(text)),
		},
		{ xmlMode: true, decodeEntities: false },
	);
	parser.write(xml);
	return finishCues(reader.captions);
}

class TtmlReader {
	readonly captions: TimedText[] = [];
	readonly #ticks_per_s: number;
	readonly #open: Open[] = [];
	readonly #agents = new Map<string, string>();
	#agent: string | null = null;

	constructor(ticks_per_s: number) {
		this.#ticks_per_s = ticks_per_s;
	}

	/** false if the elements nest too deep. */
	open(name: string, attributes: Attributes): boolean {
		const parent = this.#open.at(-1) ?? null;
		if (this.#open.length >= MAX_XML_DEPTH) return false;
		if (name === "agent") this.#agent = attributes["xml:id"] ?? attributes.id ?? null;
		if (name === "br") this.add("\n");
		const own = this.#timesOf(attributes, parent);
		const agent = attributes["ttm:agent"];
		this.#open.push({
			name,
			begin: own?.begin ?? parent?.begin ?? null,
			end: own?.end ?? parent?.end ?? null,
			speaker: (agent && this.#agents.get(agent)) ?? parent?.speaker ?? null,
			caption: own === null && name !== "p" ? (parent?.caption ?? null) : null,
		});
		return true;
	}

	close(): void {
		const closed = this.#open.pop();
		if (closed?.name === "agent") this.#agent = null;
	}

	add(text: string): void {
		const element = this.#open.at(-1);
		if (element === undefined) return;
		if (element.name === "name" && this.#agent !== null) {
			this.#agents.set(this.#agent, text.trim());
			return;
		}
		const in_paragraph = this.#open.some(({ name }) => name === "p");
		if (!in_paragraph || element.begin === null) return;
		element.caption ??= this.#begin(element.begin, element);
		element.caption.text += text;
	}

	#begin(start: number, { end, speaker }: Open): TimedText {
		const caption = { start, end, text: "", speaker };
		this.captions.push(caption);
		return caption;
	}

	#timesOf(attributes: Attributes, parent: Open | null) {
		const begin = ttmlSeconds(attributes.begin, this.#ticks_per_s);
		if (begin === null) return null;
		const dur = ttmlSeconds(attributes.dur, this.#ticks_per_s);
		const until = ttmlSeconds(attributes.end, this.#ticks_per_s);
		const base = parent?.begin ?? 0;
		const is_absolute = parent?.end !== null && parent !== null && base + begin >= parent.end;
		const from = is_absolute ? begin : base + begin;
		const end = dur === null ? (until === null ? null : from - begin + until) : from + dur;
		return { begin: from, end };
	}
}

const TTML_CLOCK = /^(\d{1,7}):(\d{2}):(\d{2})(\.\d{1,9})?(?::\d{1,3})?$/;
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
