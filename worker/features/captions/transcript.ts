import { createHash } from "node:crypto";
import * as z from "zod";
import type { TranscriptReading } from "#contract/analysis.ts";
import type { Cue, SpokenLanguage, SpokenTurn, TranscriptSource } from "#contract/video.ts";
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
	/** Who speaks in an untimed text; absent if it names nobody. */
	turns?: SpokenTurn[] | undefined;
	/** Absent if the captions are known to be in the language that is spoken. */
	spoken_language?: SpokenLanguage | undefined;
	/** What was understood of a member's text. */
	reading?: TranscriptReading | undefined;
};

/**
 * The version of the code that reads transcripts. It rises when the same text could be read as other
 * words or times. 1.0.0 is version 1.
 */
export const READER = 2;

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

/** The places at which the speaker changes: the indices of cues, or offsets of an untimed text. */
const StoredSpeakers = z.array(z.tuple([z.number(), z.string().nullable()]));
type StoredSpeakers = z.infer<typeof StoredSpeakers>;

/** null if the transcript names nobody. */
export function storedSpeakers({
	cues,
	turns = [],
}: Pick<Transcript, "cues" | "turns">): StoredSpeakers | null {
	const all = cues.length > 0 ? cues.map(({ speaker }, at) => ({ at, speaker })) : turns;
	let last: string | null = null;
	const changes: StoredSpeakers = [];
	for (const { at, speaker = null } of all) {
		if (speaker !== last) changes.push([at, speaker && storedText(speaker)]);
		last = speaker;
	}
	return changes.length > 0 ? changes : null;
}

/** Tells whether two transcripts have the same words and speakers. */
export function transcriptHash(transcript: Transcript): string {
	const parts = [transcript.text, storedSpeakers(transcript)];
	return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

type JoinedBody = {
	cues: (Cue & { speaker: string | null })[];
	transcript: string;
	turns?: SpokenTurn[];
};

/** The cues and the text of the pieces; throws if a piece is missing. */
export function joinBody(parts: string[], timed: boolean, speakers: unknown = null): JoinedBody {
	const body = parts.join("");
	const changes = StoredSpeakers.parse(speakers ?? []);
	if (!timed) {
		const turns = changes.map(([at, speaker]) => ({ at, speaker }));
		return { cues: [], transcript: body, ...(turns.length > 0 ? { turns } : {}) };
	}
	let next = 0;
	let speaker: string | null = null;
	const cues = StoredCues.parse(JSON.parse(body)).map(([start, text], at) => {
		if (changes[next]?.[0] === at) {
			speaker = changes[next]?.[1] ?? null;
			next += 1;
		}
		return { start, text, speaker };
	});
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
