import type { Transcript } from "#features/captions/transcript.ts";
import { createQuoteMatcher, type QuoteMatch, type QuoteMatcher } from "./quote-in-transcript.ts";
import { blankNonSpeech, type CueRange, cuesBetween, spokenText } from "./spoken-text.ts";

/** What is checked of a moment: viewers react a while after a sentence began. */
export const MOMENT_BEFORE_S = 60;
export const MOMENT_AFTER_S = 20;
/** A moment that is this near to a checked one is the same, in seconds. */
export const SAME_MOMENT_S = 20;
/** The most statements of a moment that are rated. */
export const MAX_MOMENT_STATEMENTS = 3;

/** Fluent speech in characters a second, if nothing tells the pace. */
const CHARS_A_SECOND = 15;
/** The slowest speech in characters a second, and the shortest time in which a cue is said. */
const SLOW_CHARS_A_SECOND = 8;
const SHORTEST_CUE_S = 5;
/** A longer cue has the words of several sentences, of which only those of the window count. */
const LONG_CUE_CHARS = 600;
/** Bounds the text if the pace is wrong. */
const MAX_WINDOW_CHARS = 6_000;

/** What a member asks about: a time in seconds, words of the transcript, or both. */
export type AskedMoment = { at: number | null; quote: string | null };

/** A moment's place in the transcript. */
export type MomentWindow = {
	/** Seconds; all three are null if nothing shows when it was said. */
	at: number | null;
	from: number | null;
	to: number | null;
	/** The words of the window; empty if nothing was said. */
	text: string;
	/** null for a text without cue times. */
	cues: CueRange | null;
	/** The words that were asked about; null if only a time was. */
	quoted: QuoteMatch | null;
};

export const MOMENT_PROBLEMS = [
	"moment_out_of_range",
	"moment_not_placed",
	"quote_not_found",
] as const;
export type MomentProblem = (typeof MOMENT_PROBLEMS)[number];

/**
 * Finds what is checked of a moment. `duration` is the video's length in seconds, or null. Returns
 * a reason if the moment is not in the video, if its words are not in the transcript, or if neither
 * cues nor a length show where a time is.
 */
export function findMoment(
	transcript: Transcript,
	duration: number | null,
	asked: AskedMoment,
): MomentWindow | MomentProblem {
	const place = placeMoment(transcript, duration, asked, () =>
		createQuoteMatcher(transcript, duration),
	);
	if (typeof place === "string") return place;
	const { at, quoted } = place;
	const spoken = spokenText(transcript);
	const clock =
		transcript.cues.length > 0
			? cueClock(transcript.cues, spoken.starts)
			: evenClock(spoken.text.length, duration);
	if (at === null || clock === null) {
		if (!quoted) return "moment_not_placed";
		const offset = spoken.text.indexOf(quoted.quote);
		const span = {
			start: offset - MOMENT_BEFORE_S * CHARS_A_SECOND,
			end: offset + quoted.quote.length + MOMENT_AFTER_S * CHARS_A_SECOND,
		};
		return { at: null, from: null, to: null, ...wordsIn(spoken.text, span), cues: null, quoted };
	}
	const from = Math.max(0, at - MOMENT_BEFORE_S);
	const to = Math.min(duration ?? Number.POSITIVE_INFINITY, at + MOMENT_AFTER_S);
	const words = wordsIn(spoken.text, { start: clock(from, "from"), end: clock(to, "to") });
	const { start, end, text } = words;
	return { at, from, to, text, cues: cuesBetween(spoken, start, end), quoted };
}

/** The place of a moment alone, which costs less than its words. `openMatcher` is called for words. */
export function placeMoment(
	{ cues }: Pick<Transcript, "cues">,
	duration: number | null,
	asked: AskedMoment,
	openMatcher: () => Pick<QuoteMatcher, "find" | "findNearest">,
): { at: number | null; quoted: QuoteMatch | null } | "quote_not_found" | "moment_out_of_range" {
	const quoted = asked.quote === null ? null : findQuoted(openMatcher(), asked.quote, asked.at);
	if (asked.quote !== null && quoted === null) return "quote_not_found";
	const at = quoted ? quoted.timestamp : asked.at;
	if (at !== null && isBeyond(cues, duration, at)) return "moment_out_of_range";
	return { at, quoted };
}

/** The place of the words that were asked about. */
function findQuoted(
	matcher: Pick<QuoteMatcher, "find" | "findNearest">,
	quote: string,
	at: number | null,
): QuoteMatch | null {
	return at === null ? matcher.find(quote) : matcher.findNearest(quote, at);
}

/** Whether a time is after the end of the video, or of the speech if its length is unknown. */
function isBeyond(cues: Transcript["cues"], duration: number | null, at: number): boolean {
	if (duration !== null) return at > duration;
	const last = cues.at(-1);
	return last !== undefined && at - MOMENT_BEFORE_S > saidUntil(last);
}

/** When a cue has been said at the latest, if no other one follows. */
function saidUntil({ start, text }: { start: number; text: string }): number {
	return start + Math.max(SHORTEST_CUE_S, text.length / SLOW_CHARS_A_SECOND);
}

/** The offset in the text of a time in seconds, at which a window begins or ends. */
type Clock = (time: number, border: "from" | "to") => number;

/**
 * By the cues. A cue across the border is inside as a whole; of a long one only as much as is said
 * in the window, as if it were spoken evenly.
 */
function cueClock(cues: Transcript["cues"], starts: Int32Array): Clock {
	return (time, border) => {
		const following = cues.findIndex(({ start }) =>
			border === "to" ? start >= time : start > time,
		);
		const next = following < 0 ? cues.length : following;
		const cue = cues[next - 1];
		if (!cue) return 0;
		const begin = starts[next - 1] ?? 0;
		// Cues are joined by one space.
		const after = begin + cue.text.length + (border === "from" ? 1 : 0);
		const end = Math.min(cues[next]?.start ?? Number.POSITIVE_INFINITY, saidUntil(cue));
		if (time >= end) return after;
		if (cue.text.length <= LONG_CUE_CHARS) return border === "from" ? begin : after;
		return begin + Math.floor((cue.text.length * (time - cue.start)) / (end - cue.start));
	};
}

/** By the video's length, as if all were spoken evenly; null without one. */
function evenClock(chars: number, duration: number | null): Clock | null {
	if (!duration) return null;
	return (time) => Math.floor(Math.min(1, time / duration) * chars);
}

/** The words of a span, whole at both ends; no text if none of it is speech. */
function wordsIn(text: string, span: { start: number; end: number }) {
	const low = Math.max(0, span.start);
	const high = Math.min(text.length, span.end, low + MAX_WINDOW_CHARS);
	const before = text.slice(Math.max(0, low - LONGEST_WORD), low);
	const after = text.slice(high, high + LONGEST_WORD);
	const start = low - (/\S*$/u.exec(before)?.[0].length ?? 0);
	const end = high + (/^\S*/u.exec(after)?.[0].length ?? 0);
	const words = text.slice(start, Math.max(start, end)).trim();
	const is_speech = /[\p{L}\p{N}]/u.test(blankNonSpeech(words));
	return { start, end: Math.max(start, end), text: is_speech ? words : "" };
}

/** A border within a longer run of letters, as in scripts without spaces, stays where it is. */
const LONGEST_WORD = 30;
