import * as z from "zod";
import type { Cue, TranscriptSource } from "#contract/video.ts";
import { storedText, wholeCharacter } from "#text/clean.ts";

/** The spoken text of a video. `cues` is in order of time; empty if there are no times. */
export type Transcript = {
	source: TranscriptSource;
	/** BCP 47 as spelled by YouTube, or null if unknown. */
	language: string | null;
	/** The caption track that the text comes from, shown to readers. */
	track: { kind: "manual" | "asr"; vss_id: string } | null;
	cues: Cue[];
	/** The cues' texts joined by one space, or the untimed text. */
	text: string;
};

/**
 * The size of one stored piece in UTF-16 units. At three bytes each, with escaped quotes, it
 * stays well below D1's limit of 2 MB per value.
 */
export const PART_UNITS = 300_000;

const StoredCues = z.array(z.tuple([z.number(), z.string()]));

/** Cues as `[start, text]` pairs, or the untimed text, cut into storable pieces. */
export function cutBody(transcript: { cues: Cue[]; text: string }): string[] {
	const timed = transcript.cues.length > 0;
	const body = timed
		? JSON.stringify(transcript.cues.map((cue) => [cue.start, storedText(cue.text)]))
		: storedText(transcript.text);
	const parts: string[] = [];
	for (let start = 0; start < body.length; ) {
		const end = wholeCharacter(body, start + PART_UNITS);
		parts.push(body.slice(start, end));
		start = end;
	}
	return parts;
}

/** The cues and the text of the pieces; throws if a piece is missing. */
export function joinBody(parts: string[], timed: boolean): { cues: Cue[]; transcript: string } {
	const body = parts.join("");
	if (!timed) return { cues: [], transcript: body };
	const cues = StoredCues.parse(JSON.parse(body)).map(([start, text]) => ({ start, text }));
	return { cues, transcript: cues.map((cue) => cue.text).join(" ") };
}

/** Unicode characters of the text that `joinBody` returns. */
export function countChars(transcript: { cues: Cue[]; text: string }): number {
	const { cues, text } = transcript;
	if (cues.length === 0) return charsOf(text);
	const between = cues.length - 1;
	return cues.reduce((sum, cue) => sum + charsOf(cue.text), between);
}

function charsOf(text: string): number {
	const stored = storedText(text);
	const pairs = stored.match(/[\ud800-\udbff]/g)?.length ?? 0;
	return stored.length - pairs;
}
