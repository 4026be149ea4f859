import type { Cue } from "#contract/video.ts";
import { parseClockedLines } from "./clocked-lines.ts";
import { hasWords } from "./has-words.ts";
import { parsePlainText } from "./plain-text.ts";
import { readTrack } from "./read-track.ts";
import { parseSrt } from "./srt.ts";

/** More broken characters than this is a file of another kind, pasted as text. */
const MAX_BROKEN_SHARE = 0.1;
const BROKEN = /[\p{Cc}\u{fffd}]/gu;
/** Such a file without cues holds nothing but its own machinery. */
const TIMED_FILE = /^[\uFEFF\s]*WEBVTT|\d\s*-->\s*\d/u;

/**
 * A transcript that a person pasted: SRT, SBV, WebVTT, a platform's caption
 * file, lines with times in front, or plain text. `cues` is empty where it came
 * without times; `text` is the cues' texts joined by one space, or the plain
 * text. null when nothing readable is in it.
 */
export function readPastedTranscript(
	pasted: string,
): { cues: Cue[]; text: string } | null {
	const broken = pasted.replace(/\s+/gu, "").match(BROKEN)?.length ?? 0;
	if (broken > pasted.length * MAX_BROKEN_SHARE) return null;
	const cues = timedCues(pasted);
	if (cues.length === 0 && TIMED_FILE.test(pasted)) return null;
	const text =
		cues.length > 0
			? cues.map((cue) => cue.text).join(" ")
			: parsePlainText(pasted);
	return hasWords(text) ? { cues, text } : null;
}

function timedCues(pasted: string): Cue[] {
	const parsers = [readTrack, parseSrt, parseClockedLines];
	for (const parse of parsers) {
		const cues = parse(pasted);
		if (cues.length > 0) return cues;
	}
	return [];
}
