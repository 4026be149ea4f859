import type { Cue } from "#contract/video.ts";
import { finishCues } from "./finish-cues.ts";
import type { TimedText } from "./timed-text.ts";

/**
 * "1:05", "[1:02:03]", "(0:07)", alone or before words. The words begin where
 * the signs before them end: a second try further left would fail as well.
 */
const CLOCK_LINE =
	/^\s*[[(]?(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)(?:[.,]\d{1,3})?[\])]?(?:[\s:|–-]+(?![\s:|–-])(.*))?$/u;
/** Fewer could be times that someone mentions. */
const CLOCKS_TO_TELL = 3;
const CLOCK_SHARE_TO_TELL = 0.2;

/**
 * Cues of a transcript copied from the platform's own panel or a show's notes:
 * each time on a line of its own or in front of its words. None where the lines
 * are not like that or their times go back.
 */
export function parseClockedLines(text: string): Cue[] {
	const captions: TimedText[] = [];
	let lines = 0;
	for (const line of text.split(/\r\n|[\n\r]/)) {
		if (line.trim() === "") continue;
		lines++;
		const clock = CLOCK_LINE.exec(line);
		const last = captions.at(-1);
		if (clock === null) {
			if (last !== undefined) last.text += `\n${line}`;
			continue;
		}
		const [, hours = 0, minutes, seconds, words = ""] = clock;
		const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
		if (last !== undefined && start < last.start) return [];
		captions.push({ start, end: null, text: words });
	}
	const enough =
		captions.length >= CLOCKS_TO_TELL &&
		captions.length >= lines * CLOCK_SHARE_TO_TELL;
	return enough ? finishCues(captions) : [];
}
