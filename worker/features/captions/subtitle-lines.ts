import type { Cue } from "#contract/video.ts";
import { stripMarkup } from "#text/markup.ts";
import { finishCues } from "./cues.ts";

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
	const speaker = field("name") || field("actor") || null;
	return {
		start,
		end: clockSeconds(field("end")),
		text: stripMarkup(spoken, (it) => it).text,
		speaker,
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

const MPL2 = /^\[(\d{1,9})\]\[(\d{0,9})\](.*)$/;
const FRAMES = /^\{(\d{1,9})\}\{(\d{0,9})\}(.*)$/;
/** The first line of a file that counts frames may tell their rate. */
const RATE = /^\{[01]\}\{[01]\}(\d{1,3}(?:[.,]\d{1,3})?)\s*$/;
const MPL2_PER_S = 10;

/** Labels of a sound editor: start and end in seconds with decimals, then the words. */
const LABELS = /^(\d{1,6}[.,]\d{3,6})\t(\d{1,6}[.,]\d{3,6})\t(.*)$/;

/** Whether a text is MPL2, MicroDVD whose first line tells the frames of a second, or labels. */
export function isCountedLines(head: string): boolean {
	return [MPL2, RATE, LABELS].some((form) => form.test(firstLine(head)));
}

/** Cues of MPL2, `[10][50]Words|more words`, and of MicroDVD, `{25}{50}Words`. */
export function parseCountedLines(text: string): Cue[] {
	const rate = RATE.exec(firstLine(text))?.[1]?.replace(",", ".");
	const per_s = rate === undefined ? MPL2_PER_S : Number(rate) || 1;
	const lines = text.split(/\r\n|[\n\r]/).slice(rate === undefined ? 0 : 1);
	if (LABELS.test(firstLine(text))) return parseLabels(lines);
	const captions = lines.flatMap((line) => {
		const [, from, to = "", words = ""] = MPL2.exec(line) ?? FRAMES.exec(line) ?? [];
		if (from === undefined) return [];
		const spoken = words.replace(/\{[^{}]{0,100}\}/g, "").replace(/(^|\|)\//g, "$1");
		return [
			{
				start: Number(from) / per_s,
				end: to === "" ? null : Number(to) / per_s,
				text: stripMarkup(spoken.replaceAll("|", "\n")).text,
			},
		];
	});
	return finishCues(captions);
}

function parseLabels(lines: readonly string[]): Cue[] {
	const number = (digits = "") => Number(digits.replace(",", "."));
	const captions = lines.flatMap((line) => {
		const [, start, end, words = ""] = LABELS.exec(line) ?? [];
		if (start === undefined) return [];
		return [{ start: number(start), end: number(end), text: stripMarkup(words).text }];
	});
	return finishCues(captions);
}

function firstLine(text: string): string {
	return text.slice(0, 200).split(/[\r\n]/, 1)[0] ?? "";
}
