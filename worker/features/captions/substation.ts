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
	const start = seconds(field("start"));
	const text = field("text");
	if (start === null || DRAWING.test(text)) return null;
	const spoken = text.replace(OVERRIDE, "").replace(/\\N/gi, "\n").replaceAll("\\h", " ");
	return { start, end: seconds(field("end")), text: stripMarkup(spoken, null, (it) => it).text };
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

function seconds(clock: string): number | null {
	const parts = /^(\d{1,2}):(\d{1,2}):(\d{1,2}(?:[.,:]\d{1,3})?)$/.exec(clock);
	if (parts === null) return null;
	const [hours = 0, minutes = 0] = parts.slice(1, 3).map(Number);
	return hours * 3600 + minutes * 60 + Number((parts[3] ?? "0").replace(/[,:]/, "."));
}
