import type { Cue } from "#contract/video.ts";
import { finishCues, type TimedText } from "./cues.ts";

const CLOCK = String.raw`(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)(?:[.,]\d{1,9})?`;
/** "1:05", "[1:02:03]", "(0:07)", "0:00 - 0:04", "[0:00.000 --> 0:04.000]"; then the rest of the line. */
const CLOCK_LINE = new RegExp(
	`^\\s*[[(]?${CLOCK}(\\s*(?:-->|[-–—])\\s*(?:\\d{1,3}:)?\\d{1,3}:[0-5]\\d(?:[.,]\\d{1,9})?)?[\\])]?(.*)$`,
	"u",
);
/** Between a time and its words. */
const SEPARATORS = /^[\s:|–-]+/u;
/** Fewer could be times that someone mentions. */
const CLOCKS_TO_TELL = 3;
/** If every line begins with a range, as "0:00 - 0:04": prose has no such lines. */
const RANGES_TO_TELL = 2;
const CLOCK_SHARE_TO_TELL = 0.2;

/**
 * Cues of a transcript copied from the platform's own panel or a show's notes:
 * each time on a line of its own or in front of its words. None if the lines
 * are not like that or their times go back.
 */
export function parseClockedLines(text: string): Cue[] {
	const captions: TimedText[] = [];
	let lines = 0;
	let ranges = 0;
	for (const line of text.split(/\r\n|[\n\r]/)) {
		if (line.trim() === "") continue;
		lines++;
		const clock = readClock(line);
		const last = captions.at(-1);
		if (clock === null) {
			if (last !== undefined) addLine(last, line);
			continue;
		}
		if (last !== undefined && clock.start < last.start) return [];
		if (clock.is_range) ranges++;
		captions.push({ start: clock.start, end: null, text: clock.text });
	}
	return isClocked({ clocks: captions.length, ranges, lines })
		? finishCues(captions)
		: [];
}

function isClocked(found: Record<"clocks" | "ranges" | "lines", number>) {
	const { clocks, ranges, lines } = found;
	const fewest = ranges === lines ? RANGES_TO_TELL : CLOCKS_TO_TELL;
	return clocks >= fewest && clocks >= lines * CLOCK_SHARE_TO_TELL;
}

/** The panel may put the label of a time on the line after it. */
function addLine(caption: TimedText, line: string): void {
	const words = caption.text === "" ? withoutLabel(line, caption.start) : line;
	caption.text += `\n${words ?? line}`;
}

/** A line that begins with a time, or with a range of times: its seconds, and its words. */
function readClock(
	line: string,
): { start: number; text: string; is_range: boolean } | null {
	const clock = CLOCK_LINE.exec(line);
	if (clock === null) return null;
	const [, hours = 0, minutes, seconds, end, rest = ""] = clock;
	const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
	const is_range = end !== undefined;
	const separated = SEPARATORS.exec(rest)?.[0] ?? "";
	const words = rest.slice(separated.length);
	const unlabelled = withoutLabel(words, start);
	if (unlabelled !== null) return { start, text: unlabelled, is_range };
	return separated || rest === "" ? { start, text: words, is_range } : null;
}

/** A time as it is read out to those who cannot see it: "2 minutes, 29 seconds". */
const SPOKEN_PART =
	/^(?:,? (?:and |und |et |y |e )?)?(\d{1,3})[ \u00a0](?:(hours?|stunden|stunde|heures?|horas?|or[ae]|uur)|(minuten|minutes?|minutos?|minut[oi])|(sekunden|sekunde|segundos?|seconden|secondes?|second[oi]|seconds?))/iu;
const UNIT_S = [3600, 60, 1];

/**
 * A line without the label of its time, which the panel's copied text glues to
 * the words: "2 minutes, 29 secondscongratulations". null if it has none.
 */
function withoutLabel(line: string, start: number): string | null {
	let rest = line.trimStart();
	let labelled = 0;
	let found = false;
	for (;;) {
		const part = SPOKEN_PART.exec(rest);
		if (part === null) break;
		const [all, count = "", ...units] = part;
		const unit = units.findIndex((it) => it !== undefined);
		labelled += Number(count) * (UNIT_S[unit] ?? 0);
		// "1 secondso what": one second has no plural, the letter is a word's.
		const plural = Number(count) === 1 && /[a-z]s$/i.test(all);
		rest = rest.slice(all.length - (plural ? 1 : 0));
		found = true;
		if (labelled >= start) break;
	}
	return found && labelled === start ? rest.trimStart() : null;
}
