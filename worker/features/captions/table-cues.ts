import type { Cue } from "#contract/video.ts";
import { readClock } from "./clocks.ts";
import { finishCues } from "./cues.ts";
import { toSeconds } from "./time-units.ts";

/** A file has at most this many columns that are looked at. */
const MAX_COLUMNS = 40;
const SEPARATORS = ["\t", ",", ";"] as const;
/** The names of columns, as Whisper, whisper.cpp, Premiere, Resolve and others write them. */
const START =
	/^(?:start|begin|from|in|time|timestamp|time ?code)(?:[ _]?(?:time|timecode|tc|ms|s|seconds?))?$/;
const TEXT =
	/^(?:text|transcript(?:ion)?|captions?|subtitles?|words|content|dialog(?:ue)?|sentence|notes?|description)$/;
const SPEAKER = /^(?:speaker(?:[ _]?(?:name|label))?|voice)$/;
const END = /^(?:end|stop|to|out)(?:[ _]?(?:time|timecode|tc|ms|s|seconds?))?$/;

type Columns = { separator: string; start: number; end: number; text: number; speaker: number };

/** The columns that the first line names; null if it is no head of a table of cues. */
export function tableColumns(head: string): Columns | null {
	const line = head.slice(0, 2_000).split(/[\r\n]/, 1)[0] ?? "";
	for (const separator of SEPARATORS) {
		const [names = []] = tableRows(line, separator);
		const keys = names.map((name) => (name.split(/[[(]/u, 1)[0] ?? "").trim().toLowerCase());
		const column = (pattern: RegExp) => keys.findIndex((key) => pattern.test(key));
		const columns = { separator, start: column(START), end: column(END), text: column(TEXT) };
		if (columns.start >= 0 && columns.text >= 0) return { ...columns, speaker: column(SPEAKER) };
	}
	return null;
}

/** Cues of a table (CSV or TSV) whose first line names its columns. */
export function parseTable(text: string): Cue[] {
	const columns = tableColumns(text);
	if (columns === null) return [];
	const rows = tableRows(text, columns.separator).slice(1);
	const found = rows.flatMap((row) => {
		const start = timeOf(row[columns.start]);
		const words = row[columns.text]?.trim() ?? "";
		const speaker = row[columns.speaker]?.trim() || null;
		return start === null || words === ""
			? []
			: [{ start, end: timeOf(row[columns.end]), text: words, speaker }];
	});
	const has_clocks = rows.some((row) => /[:;]/.test(row[columns.start] ?? ""));
	const per_s = has_clocks ? 1 : toSeconds(found);
	return finishCues(
		found.map((cue) => ({
			...cue,
			start: cue.start / per_s,
			end: cue.end === null ? null : cue.end / per_s,
		})),
	);
}

function timeOf(cell = ""): number | null {
	const text = cell.trim();
	if (/^\d{1,12}(?:[.,]\d{1,20})?s?$/.test(text)) return Number.parseFloat(text.replace(",", "."));
	return readClock(text.replaceAll(";", ":"))?.seconds ?? null;
}

/** The rows of a table. A cell in quotes may contain separators, line breaks and doubled quotes. */
function tableRows(text: string, separator: string): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	let at = 0;
	while (at < text.length) {
		const quoted = text[at] === '"' ? quotedCell(text, at) : null;
		const cell = quoted ?? plainCell(text, at, separator);
		if (row.length < MAX_COLUMNS) row.push(cell.text);
		at = cell.to;
		if (text[at] === separator) {
			at += 1;
			continue;
		}
		if (row.some((it) => it !== "")) rows.push(row);
		row = [];
		at += text.startsWith("\r\n", at) ? 2 : 1;
	}
	if (row.length > 0) rows.push(row);
	return rows;
}

type Cell = { text: string; to: number };

function plainCell(text: string, from: number, separator: string): Cell {
	let to = from;
	while (to < text.length && text[to] !== separator && text[to] !== "\n" && text[to] !== "\r")
		to += 1;
	return { text: text.slice(from, to), to };
}

/** null if the quotes are not closed. */
function quotedCell(text: string, from: number): Cell | null {
	let to = from + 1;
	for (;;) {
		to = text.indexOf('"', to);
		if (to < 0) return null;
		if (text[to + 1] !== '"') break;
		to += 2;
	}
	return { text: text.slice(from + 1, to).replaceAll('""', '"'), to: to + 1 };
}
