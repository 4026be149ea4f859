import type { SpeechContext, TimestampSource } from "#contract/statement.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import { cutAtWord, normalizeText } from "#text/clean.ts";
import { type FoldedText, foldWithPlaces } from "#text/fold.ts";
import { spokenLength, UNSPACED } from "#text/scripts.ts";
import {
	blankNonSpeech,
	type CueRange,
	cueAt,
	cuesBetween,
	firstAtLeast,
	hasLabels,
	type SpokenText,
	spokenText,
} from "./spoken-text.ts";

/** Shorter quotes ("it is true") occur in any transcript and prove nothing. */
const MIN_QUOTE_CHARS = 12;
/** Longer texts are passages, not quotes; the limit also bounds one search. */
export const MAX_QUOTE_CHARS = 600;
/** Enough to distinguish two quotes; limits what is stored and compared. */
export const MAX_QUOTE_KEY_CHARS = 300;
/**
 * The text before a quote explains what "it" refers to; the text after it completes a cut
 * sentence.
 */
const SURROUNDINGS = { before: 500, after: 150 };
/**
 * The maximum number of places examined for one quote, which bounds the time for quotes such as
 * "ha ha ha".
 */
const MAX_PLACES = 64;
/** How much speech on either side of a quote raters and readers see, in seconds. */
const SPEECH_S = 30;
/** The same in characters without cue times: fluent speech has about 15 a second. */
const SPEECH_CHARS = 450;
/** Caption formats round the start of the same cue differently, by less than this. */
const SAME_CUE_S = 0.5;
/** How far around a time a quote is looked for first, in seconds. */
const NEAR_S = 90;
/** Bounds the speech if a transcript has very long cues. */
const MAX_SPEECH_CHARS = 1_000;

export type QuoteMatch = {
	/** The cue in which the quote starts; null without cue times. */
	cue: number | null;
	/** Seconds into the video; null if neither cues nor a duration are known. */
	timestamp: number | null;
	timestamp_source: TimestampSource;
	/** The normalised quote, used to match statements across runs. */
	quote_key: string;
	/** The exact words of the transcript at this place. */
	quote: string;
	/** The position in folded characters; `end` is exclusive. */
	start: number;
	end: number;
};

export type QuoteMatcher = {
	/** The transcript's length in folded characters, at least 1. */
	readonly length: number;
	/**
	 * Finds the quote in the transcript; null if it is not there. Ignores case, spacing,
	 * punctuation and marks such as [Music]; words must match completely. Prefers a place that
	 * starts in the `near` cues.
	 */
	find(quote: string, near?: CueRange | null): QuoteMatch | null;
	/** As `find`, but the place nearest to a time of the video in seconds. */
	findNearest(quote: string, timestamp: number): QuoteMatch | null;
	/** A found quote with the transcript's words before and after it. Numbers are not cut. */
	around(match: QuoteMatch): string;
	/** The words spoken around the quote that starts at `timestamp`; empty if it is not found. */
	speechAround(quote: string, timestamp: number): SpeechContext;
	/**
	 * Who says the quote that starts at `timestamp`; null if the transcript names nobody, or if
	 * several speakers say it.
	 */
	speakerOf(quote: string, timestamp: number): string | null;
};

/**
 * Indexes the transcript once. `duration` (seconds) is used to estimate times if there are no
 * cues.
 */
export function createQuoteMatcher(
	transcript: Transcript,
	duration: number | null = null,
): QuoteMatcher {
	const spoken = spokenText(transcript);
	const labels = hasLabels(spoken.text);
	const source = blankNonSpeech(spoken.text, labels);
	const folded = foldWithPlaces(source);
	const cues = transcript.cues;

	function match(start: number, end: number): QuoteMatch {
		const span = verbatimSpan(source, folded.places, start, end);
		const cue = cueAt(spoken, folded.places[start] ?? 0);
		const share = start / folded.text.length;
		const estimate = duration && duration > 0 ? share * duration : null;
		return {
			cue,
			timestamp: cue === null ? estimate : (cues[cue]?.start ?? 0),
			timestamp_source: cue !== null ? "cue" : estimate !== null ? "estimated" : "unknown",
			quote_key: quoteKey(folded.text.slice(start, end)),
			quote: spoken.text.slice(span.from, span.to),
			start,
			end,
		};
	}

	/** The quote in folded characters; null if it is too long or too short to be one. */
	function foldQuote(quote: string): string | null {
		if (quote.length > MAX_QUOTE_CHARS) return null;
		const wanted = foldWithPlaces(blankNonSpeech(quote, labels)).text;
		return spokenLength(normalizeText(wanted, "NFC")) < MIN_QUOTE_CHARS ? null : wanted;
	}

	const everywhere = { low: 0, high: folded.text.length };

	function find(quote: string, near: CueRange | null = null): QuoteMatch | null {
		const wanted = foldQuote(quote);
		if (wanted === null) return null;
		const at =
			(near && placeIn(folded, source, wanted, bounds(spoken, folded, near))) ??
			placeIn(folded, source, wanted, everywhere);
		return at === null ? null : match(at, at + wanted.length);
	}

	function findNearest(quote: string, timestamp: number): QuoteMatch | null {
		const wanted = foldQuote(quote);
		if (wanted === null) return null;
		const near = {
			from: Math.max(0, cueFrom(cues, timestamp - NEAR_S) - 1),
			to: cueFrom(cues, timestamp + NEAR_S),
		};
		const zones = cues.length > 0 ? [bounds(spoken, folded, near), everywhere] : [everywhere];
		for (const zone of zones) {
			const matches = [...placesIn(folded, source, wanted, zone)].map((at) =>
				match(at, at + wanted.length),
			);
			const far = (it: QuoteMatch) => Math.abs((it.timestamp ?? 0) - timestamp);
			const [nearest] = matches.sort((a, b) => far(a) - far(b));
			if (nearest) return nearest;
		}
		return null;
	}

	/** The offsets of the quote that starts at `timestamp`; null if it is not found. */
	function spanAt(quote: string, timestamp: number) {
		const near = {
			from: cueFrom(cues, timestamp - SAME_CUE_S),
			to: cueFrom(cues, timestamp + SAME_CUE_S),
		};
		const found = find(quote, cues.length > 0 ? near : null);
		return found && verbatimSpan(source, folded.places, found.start, found.end);
	}

	return {
		length: Math.max(1, folded.text.length),
		find,
		findNearest,
		speakerOf(quote, timestamp) {
			const span = spanAt(quote, timestamp);
			const [speaker = null, ...others] = span ? speakersIn(transcript, spoken, span) : [];
			return others.every((it) => it === speaker) ? speaker : null;
		},
		speechAround(quote, timestamp) {
			const span = spanAt(quote, timestamp);
			if (!span) return { before: "", after: "" };
			const range = speechRange(spoken, cues, span);
			return {
				before: fromWord(spoken.text.slice(range.from, span.from)),
				after: cutAtWord(spoken.text.slice(span.to, range.to).trim(), MAX_SPEECH_CHARS, ""),
			};
		},
		around({ start, end }) {
			const { before, after } = SURROUNDINGS;
			const from = (folded.places[start] ?? 0) - before;
			const to = (folded.places[end - 1] ?? 0) + after;
			let text = spoken.text.slice(Math.max(0, from), to);
			if (from > 0) text = text.replace(/^[\p{Nd}.,]+/u, "");
			if (to < spoken.text.length) text = text.replace(/(?<![\p{Nd}.,])[\p{Nd}.,]+$/u, "");
			return text;
		},
	};
}

/** Who speaks between two offsets, in order. */
function speakersIn(
	{ cues, turns = [] }: Transcript,
	spoken: SpokenText,
	{ from, to }: { from: number; to: number },
): (string | null)[] {
	const range = cuesBetween(spoken, from, to);
	if (range) return cues.slice(range.from, range.to).map(({ speaker = null }) => speaker);
	const first = turns.findLastIndex(({ at }) => at <= from);
	const later = turns.slice(first + 1).filter(({ at }) => at < to);
	return [turns[first]?.speaker ?? null, ...later.map(({ speaker }) => speaker)];
}

/** The offsets of the speech up to SPEECH_S before and after a quote, the quote included. */
function speechRange(
	spoken: SpokenText,
	cues: Transcript["cues"],
	{ from, to }: { from: number; to: number },
): { from: number; to: number } {
	const first = cueAt(spoken, from);
	const last = cueAt(spoken, Math.max(from, to - 1));
	if (first === null || last === null)
		return { from: Math.max(0, from - SPEECH_CHARS), to: to + SPEECH_CHARS };
	const begin = cueFrom(cues, (cues[first]?.start ?? 0) - SPEECH_S);
	const end = cueFrom(cues, (cues[last]?.start ?? 0) + SPEECH_S);
	return {
		from: spoken.starts[Math.min(begin, first)] ?? 0,
		to: spoken.starts[Math.max(end, last + 1)] ?? spoken.text.length,
	};
}

/** The first cue that starts at `time` (seconds) or later; the number of cues if none does. */
function cueFrom(cues: Transcript["cues"], time: number): number {
	const at = cues.findIndex(({ start }) => start >= time);
	return at < 0 ? cues.length : at;
}

/** The last MAX_SPEECH_CHARS of a text, from the start of a word. */
function fromWord(text: string): string {
	const kept = text.slice(-MAX_SPEECH_CHARS);
	return (kept.length < text.length ? kept.replace(/^\S*\s/u, "") : kept).trim();
}

type Bounds = { low: number; high: number };

/** The range of the cues in folded characters. */
function bounds(spoken: SpokenText, folded: FoldedText, near: CueRange): Bounds {
	const place = (cue: number) => {
		const offset = spoken.starts[cue] ?? spoken.text.length;
		return firstAtLeast(folded.places, offset);
	};
	return { low: place(near.from), high: place(near.to) };
}

/** The first place between `low` and `high` at which the text occurs in whole words. */
export function placeIn(
	folded: FoldedText,
	source: string,
	wanted: string,
	zone: Bounds,
): number | null {
	const [first] = placesIn(folded, source, wanted, zone);
	return first ?? null;
}

function* placesIn(
	folded: FoldedText,
	source: string,
	wanted: string,
	{ low, high }: Bounds,
): Generator<number> {
	const zone = folded.text.slice(low, high + wanted.length - 1);
	let at = zone.indexOf(wanted);
	for (let seen = 0; at >= 0 && seen < MAX_PLACES; seen += 1) {
		const start = low + at;
		if (!cutsWord(source, folded.places, start, start + wanted.length)) yield start;
		at = zone.indexOf(wanted, at + 1);
	}
}

function quoteKey(folded: string): string {
	const characters = Array.from(normalizeText(folded, "NFC"));
	return characters.slice(0, MAX_QUOTE_KEY_CHARS).join("");
}

/** The number of neighbouring characters that the rules below examine. */
const SIGHT = 12;

const WORD_BEFORE = /[\p{L}\p{M}\p{N}]$/u;
/** A combining mark belongs to the preceding letter, also in scripts without spaces. */
const MARK = /^\p{M}/u;
const WORD_AFTER = /^(?:[\p{L}\p{M}\p{N}]|['’]\p{L})/u;
const NUMBER_BEFORE = /\p{Nd}[.,:]$/u;
const NUMBER_AFTER = /^[.,:]\p{Nd}/u;
/**
 * Scripts in which a quote may end inside a word. Korean uses spaces, but quotes often end before
 * a word's particle.
 */
const OPEN = `[${UNSPACED}\\p{scx=Hang}]`;
const OPEN_END = new RegExp(`${OPEN}$`, "u");
const OPEN_START = new RegExp(`^${OPEN}`, "u");

/** Signs next to a word belong to it, unless another word follows directly. */
const SIGNS_BEFORE = /(?:^|\s)([^\s\p{L}\p{M}\p{N}]{1,8})$/u;
const SIGNS_AFTER = /^([^\s\p{L}\p{M}\p{N}]{1,8})(?:\s|$)/u;
/** Currency and unit signs. Without them an amount changes. */
const UNIT_BEFORE = /\p{Sc}$/u;
const UNIT_AFTER = /^[%％٪‰°\p{Sc}]{1,2}[。！？」』）]?|^[。！？」』）]/u;

/**
 * Whether the range from `start` to `end` (folded characters) starts or ends inside a word or
 * number of the source: "possible" in "impossible", "50" in "150" or "0.50".
 */
function cutsWord(source: string, places: Int32Array, start: number, end: number): boolean {
	const from = places[start] ?? 0;
	const to = afterCharacter(source, places[end - 1] ?? 0);
	const before = source.slice(Math.max(0, from - SIGHT), from);
	const after = source.slice(to, to + SIGHT);
	const first = source.slice(from, from + 2);
	const last = source.slice(Math.max(from, to - 2), to);
	return (
		places[start] === places[start - 1] ||
		places[end] === places[end - 1] ||
		MARK.test(after) ||
		(WORD_BEFORE.test(before) && MARK.test(first)) ||
		(WORD_BEFORE.test(before) && !isOpenBorder(before, first)) ||
		(WORD_AFTER.test(after) && !isOpenBorder(last, after)) ||
		(/^\p{Nd}/u.test(first) && NUMBER_BEFORE.test(before)) ||
		(/\p{Nd}$/u.test(last) && NUMBER_AFTER.test(after))
	);
}

/** The source's characters from `start` to `end`, including adjacent signs that belong to them. */
export function verbatimSpan(
	source: string,
	places: Int32Array,
	start: number,
	end: number,
): { from: number; to: number } {
	const from = places[start] ?? 0;
	const to = afterCharacter(source, places[end - 1] ?? 0);
	const before = source.slice(Math.max(0, from - SIGHT), from);
	const after = source.slice(to, to + SIGHT);
	const lead = SIGNS_BEFORE.exec(before)?.[1] ?? UNIT_BEFORE.exec(before)?.[0];
	const trail = SIGNS_AFTER.exec(after)?.[1] ?? UNIT_AFTER.exec(after)?.[0];
	return { from: from - (lead?.length ?? 0), to: to + (trail?.length ?? 0) };
}

/**
 * Whether a word may end between two characters: in a script without spaces, or between two
 * scripts.
 */
function isOpenBorder(before: string, after: string): boolean {
	return OPEN_END.test(before) || OPEN_START.test(after);
}

function afterCharacter(source: string, offset: number): number {
	return offset + ((source.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1);
}
