import type { Cue } from "#contract/video.ts";
import { markTurns, TURN } from "./non-speech.ts";
import { findSpeakers, splitTurns } from "./speakers.ts";

/**
 * The last step for every format: sorts captions by time, cleans them, removes empty and repeated
 * lines, and applies the limits. `rolling` means that the file's captions scroll, so an overlap
 * does not identify a repetition.
 */
export function finishCues(
	captions: TimedText[],
	{ rolling = false }: { rolling?: boolean } = {},
): Cue[] {
	const clean = nameTurns(captions)
		.filter(({ start }) => Number.isFinite(start) && start >= 0)
		.map((caption) => ({ ...caption, text: lines(caption.text) }))
		.filter(({ text }) => text !== "")
		.sort((a, b) => a.start - b.start);
	const cues = placeTurns(rolling ? clean : dropFrames(clean)).flatMap(({ start, text, speaker }) =>
		pieces(text).map((piece) => ({
			start: toMs(start),
			text: piece,
			...(speaker ? { speaker } : {}),
		})),
	);
	return cues.slice(0, MAX_CUES).slice(0, firstWithin(cues));
}

/** A sentence that goes on in the next caption is the same speaker's. */
const UNFINISHED = /[^.!?…。！？।"'”’»)\]\s]\s*$/u;
const TURN_BEGINS = /^\s*(?:>{2}|[-–]\s)/u;

/**
 * Cuts captions where the speaker changes, and takes the names from the words. A caption without a
 * name has the speaker of the one before only if it continues that one's sentence.
 */
function nameTurns(captions: readonly TimedText[]): TimedText[] {
	const whole = captions.map((caption) => ({
		...caption,
		text: caption.text.slice(0, MAX_TRACK_CHARS),
	}));
	// Where the file names the speakers itself, words before a colon are speech.
	const has_names = whole.some(({ speaker }) => speaker);
	const speakers = findSpeakers(has_names ? [] : whole.flatMap(({ text }) => text.split("\n")));
	let last: { speaker: string | null; text: string } | null = null;
	const turns: TimedText[] = [];
	for (const caption of whole) {
		for (const turn of splitTurns(caption.text, speakers)) {
			const goes_on: boolean =
				last !== null && UNFINISHED.test(last.text.slice(-9)) && !TURN_BEGINS.test(turn.text);
			const speaker: string | null =
				turn.speaker ?? caption.speaker ?? (goes_on && last ? last.speaker : null);
			const changes = speaker !== null && last?.speaker !== speaker && last !== null;
			turns.push({ ...caption, speaker, text: changes ? `>> ${turn.text}` : turn.text });
			last = { speaker, text: turn.text };
		}
	}
	return turns;
}

/** Truncates before cleaning, because no more than this is kept of the whole track. */
function lines(text: string): string {
	return markTurns(text.slice(0, MAX_TRACK_CHARS));
}

/** How many of the first cues fit into the limit for all texts. */
function firstWithin(cues: readonly Cue[]): number {
	let chars = 0;
	const beyond = cues.findIndex(({ text }) => {
		chars += text.length;
		return chars > MAX_TRACK_CHARS;
	});
	return beyond < 0 ? cues.length : beyond;
}

/**
 * Moves a speaker mark at the end of a caption to the start of the next one. The first cue needs
 * no mark.
 */
function placeTurns(captions: TimedText[]): TimedText[] {
	const placed: TimedText[] = [];
	let turn = false;
	for (const caption of captions) {
		const words = caption.text.trim();
		const opens: boolean = turn || caption.text.startsWith(TURN);
		turn = caption.text.endsWith(TURN) || (words === "" && opens);
		const lead = opens && placed.length > 0 ? TURN : "";
		if (words !== "") placed.push({ ...caption, text: lead + words });
	}
	return placed;
}

/** Formats count in milliseconds; smaller differences are rounding. */
function toMs(seconds: number): number {
	return Math.round(seconds * 1000) / 1000;
}

/** Pieces of at most MAX_CUE_CHARS, cut at a space if possible. */
function pieces(text: string): string[] {
	const cut: string[] = [];
	let rest = text;
	while (rest.length > MAX_CUE_CHARS) {
		const space = rest.lastIndexOf(" ", MAX_CUE_CHARS);
		const at = space > MAX_CUE_CHARS / 2 ? space : characterEnd(rest);
		cut.push(rest.slice(0, at));
		rest = rest.slice(at).trimStart();
	}
	return rest === "" ? cut : [...cut, rest];
}

/** The limit, or one less if it would split a surrogate pair. */
function characterEnd(text: string): number {
	const unit = text.charCodeAt(MAX_CUE_CHARS - 1);
	return unit >= 0xd800 && unit <= 0xdbff ? MAX_CUE_CHARS - 1 : MAX_CUE_CHARS;
}

/**
 * A caption that is shorter or has faster speech than this cannot be spoken. It is an animation
 * frame.
 */
const SHORTEST_SPOKEN_S = 0.25;
const FASTEST_SPOKEN_CHARS_PER_S = 20;
/** Frames of an animation follow each other this closely. */
const FRAME_GAP_S = 0.02;

type Showing = { start: number; until: number; frame: boolean };

/**
 * Styled captions draw one line many times, as shadows and as frames of an animation.
 * Keeps the first of each group. A line that is spoken twice stays, because its captions
 * follow each other and last. Expects captions in order of start.
 */
function dropFrames(captions: TimedText[]): TimedText[] {
	const showing = new Map<string, Showing>();
	return captions.filter(({ start, end, text }) => {
		const now: Showing = { start, until: end ?? start, frame: false };
		const spoken_s = text.length / FASTEST_SPOKEN_CHARS_PER_S;
		now.frame = now.until - start < Math.max(SHORTEST_SPOKEN_S, spoken_s);
		const before = showing.get(text);
		const again = before !== undefined && sameDrawing(before, now);
		showing.set(text, again ? { ...now, until: Math.max(before.until, now.until) } : now);
		return !again;
	});
}

function sameDrawing(before: Showing, now: Showing): boolean {
	if (now.start - before.start <= FRAME_GAP_S) return true;
	if (before.frame || now.frame) return now.start <= before.until + FRAME_GAP_S;
	// Imprecise timing lets a repeated line overlap a little; a drawing covers it.
	const shared = Math.min(before.until, now.until) - now.start;
	return shared > (now.until - now.start) / 2;
}

/** A 10-hour video at one caption every two seconds is 18,000. */
export const MAX_CUES = 20_000;
/** Two minutes of fast speech: a longer caption is split, not cut. */
export const MAX_CUE_CHARS = 2_000;
/**
 * Over ten hours of fast speech. Models are paid for what they read, and a caption file
 * may contain anything.
 */
export const MAX_TRACK_CHARS = 600_000;

/**
 * A caption as in its file: markup and entities resolved, line breaks and speaker marks
 * still there. Times in seconds; `end` is null if not given.
 */
export type TimedText = {
	start: number;
	end: number | null;
	text: string;
	/** As the file names them in a field of their own; null or absent if it does not. */
	speaker?: string | null;
};

export type Parts = {
	/** Where the parts begin in the cues' times; the first one at 0. */
	bases: number[];
	/** The lines with which the parts after the first one begin. */
	beginnings: string[];
};

/** Cues with what the reading of their file left out. */
export type ReadCues = {
	cues: Cue[];
	/** false if no time could be used, so that the cues are words in their order. */
	timed: boolean;
	/** Whether the times count frames, as editing programs do. */
	timecode?: boolean;
	/** Set if the text has parts that each begin at their own zero; the cues follow each other. */
	parts?: Parts | null;
	/** Lines of words that have no time of their own. */
	untimed: number;
	/** Lines whose time was not understood, and lines that are no speech. */
	left_out: string[];
};
