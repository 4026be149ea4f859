import { type LeftOutReason, MAX_LEFT_OUT, type ModelReason } from "#contract/selection.ts";
import type { TimestampSource } from "#contract/statement.ts";
import { stripTurns } from "#features/captions/non-speech.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";
import { MAX_QUOTE_CHARS, type QuoteMatch, type QuoteMatcher } from "./quote-in-transcript.ts";
import { finite, ratingOrder, spreadEvenly } from "./rating-order.ts";
import { type Comparable, comparable, sameContent } from "./same-content.ts";
import type { CueRange } from "./spoken-text.ts";
import { passesGuard, type SaidNames, standsStrictly } from "./wording-guard.ts";

/** The default number of statements that are rated for a video. */
export const DEFAULT_MAX_STATEMENTS = 24;
/** The spacing of statements in seconds if nothing shows when they are said. */
export const EXTRACTED_STEP_S = 60;
/** The same spacing for statements that the sentence heuristic found. */
export const HEURISTIC_STEP_S = 45;

/**
 * A quote that contains another one makes the same claim if it is at most this many times as
 * long.
 */
const SAME_PASSAGE_RATIO = 3;

/** A statement from a model or the heuristic whose quote is not checked yet. */
export type StatementCandidate = {
	content: string;
	quote: string;
	/** 0 to 100. */
	importance: number;
	/** The cues that it comes from, if known. Its quote is searched there first. */
	cues: CueRange | null;
	/** Why the model advises against rating it; absent if the model does not. */
	left_out?: ModelReason | null | undefined;
};

/** A statement whose quote occurs in the transcript. */
export type MergedStatement = {
	/**
	 * The model's sentence if code accepts it, otherwise the quote itself. Of a statement to rate,
	 * it is still to be read a second time.
	 */
	content: string;
	/** The exact words of the transcript. */
	quote: string;
	quote_key: string;
	/** Seconds into the video. */
	timestamp: number;
	timestamp_source: TimestampSource;
};

/** A statement that is not rated. */
export type LeftOutStatement = MergedStatement & { reason: LeftOutReason };

type MergedStatements = {
	/** By timestamp. */
	statements: MergedStatement[];
	/** Statements over the limit come first, in the order in which they would be rated. */
	left_out: LeftOutStatement[];
	/** The number of different statements, including those that `left_out` has no room for. */
	found: number;
	/** The number of candidates whose quote is not in the transcript. */
	unverified: number;
	/** The number of candidates that repeat a more important one. */
	duplicates: number;
};

/**
 * The maximum number of different statements that are compared with each other: more than a video
 * may have rated and listed, few enough to be fast.
 */
const MAX_KEPT = 400;

type Kept = {
	content: string;
	/** Whether `content` is the candidate's own sentence; otherwise it is the quote. */
	own: boolean;
	compared: Comparable;
	match: QuoteMatch;
	importance: number;
	/** Why the statement is not to be rated, or null. */
	left_out: LeftOutReason | null;
};

/**
 * Selects the statements to rate. Keeps candidates whose quotes occur in the transcript, removes
 * repetitions, and chooses the `max` most important ones spread over the video, in the order of
 * the video. A content that the guard refuses is replaced by its quote; so is that of a statement
 * left out if the strict rule refuses it, because nobody reads it a second time. `step` is the spacing in
 * seconds that is used if neither cues nor a duration give times.
 */
export function mergeStatements(
	candidates: readonly StatementCandidate[],
	matcher: QuoteMatcher,
	names: SaidNames,
	max = DEFAULT_MAX_STATEMENTS,
	step = EXTRACTED_STEP_S,
): MergedStatements {
	const ranked = [
		...spreadEvenly(candidates.filter(({ left_out }) => !left_out)),
		// A claim from one window takes precedence over the same sentence left out in another.
		...candidates.filter(({ left_out }) => left_out),
	];
	const { kept, repeated, unverified, rest } = keepDifferent(ranked, matcher, names);
	const order = ratingOrder(
		kept.filter(({ left_out }) => !left_out),
		max,
		({ match }) => match.start / matcher.length,
	);
	const chosen = order.slice(0, max).sort(byPlace);
	const others: [LeftOutReason, Kept[]][] = [
		["over_limit", order.slice(max)],
		["duplicate", repeated.filter((it) => isSaidElsewhere(it, kept))],
	];
	const left_out = [
		...others.flatMap(([reason, some]) => some.map((it) => ({ ...it, left_out: reason }))),
		...kept.filter((it) => it.left_out !== null),
	];
	return {
		statements: chosen.map((it, index) => toMerged(it, index * step)),
		left_out: left_out.slice(0, MAX_LEFT_OUT).flatMap((it) => {
			// Without a time, a left-out statement gets one between its rated neighbours.
			const before = chosen.filter(({ match }) => match.start < it.match.start);
			const time = Math.max(0, (before.length - 0.5) * step);
			const { left_out: reason } = it;
			return reason === null ? [] : [{ ...toMerged(unread(it, matcher), time), reason }];
		}),
		found: chosen.length + left_out.length + rest,
		unverified,
		duplicates: repeated.length,
	};
}

/**
 * Keeps each statement whose quote occurs in the transcript once, in the order of the candidates.
 */
function keepDifferent(
	ranked: readonly StatementCandidate[],
	matcher: QuoteMatcher,
	names: SaidNames,
) {
	const kept: Kept[] = [];
	const repeated: Kept[] = [];
	let unverified = 0;
	let seen = 0;
	for (const candidate of ranked) {
		if (kept.length >= MAX_KEPT) break;
		seen += 1;
		const found = verified(candidate, matcher, names);
		if (!found) {
			unverified += 1;
			continue;
		}
		const twin = kept.findIndex((it) => sameStatement(it, found));
		const other = kept[twin];
		if (!other) kept.push(found);
		else if (!found.left_out) {
			repeated.push(found);
			if (isWholeOf(other, found)) kept[twin] = found;
			else if (saysBetter(other, found)) kept[twin] = { ...found, importance: other.importance };
		}
	}
	return { kept, repeated, unverified, rest: ranked.length - seen };
}

/** With the content of a statement that nobody reads a second time. */
function unread(kept: Kept, matcher: QuoteMatcher): Kept {
	const { content, match } = kept;
	const around = { quote: match.quote, before: matcher.around(match), after: "" };
	if (!kept.own || standsStrictly(content, around)) return kept;
	return { ...kept, content: cleanContent(stripTurns(match.quote)) };
}

function toMerged({ content, match }: Kept, untimed: number): MergedStatement {
	return {
		content,
		quote: match.quote,
		quote_key: match.quote_key,
		timestamp: match.timestamp ?? untimed,
		timestamp_source: match.timestamp_source,
	};
}

/**
 * Whether a repeated statement is said twice. Overlapping windows return the same passage twice,
 * which does not count.
 */
function isSaidElsewhere(repeated: Kept, kept: readonly Kept[]): boolean {
	return kept.every(
		({ match }) => match.end <= repeated.match.start || match.start >= repeated.match.end,
	);
}

function verified(
	candidate: StatementCandidate,
	matcher: QuoteMatcher,
	names: SaidNames,
): Kept | null {
	const quote = cutAtWord(candidate.quote.trim(), MAX_QUOTE_CHARS, "");
	const match = matcher.find(quote, candidate.cues);
	if (!match) return null;
	const claimed = cleanContent(candidate.content);
	const quoted = cleanContent(stripTurns(match.quote));
	const own = claimed === quoted || passesGuard(claimed, match.quote, names);
	const content = own ? claimed : quoted;
	return {
		content,
		own,
		compared: comparable(content),
		match,
		importance: finite(candidate.importance),
		left_out: candidate.left_out ?? null,
	};
}

function sameStatement(a: Kept, b: Kept): boolean {
	return (
		a.match.quote_key === b.match.quote_key ||
		samePassage(a.match, b.match) ||
		sameContent(a.compared, b.compared)
	);
}

/**
 * Of two equally important quotes, the complete one replaces the one that a window's border cut.
 */
function isWholeOf(piece: Kept, whole: Kept): boolean {
	return (
		piece.importance === whole.importance &&
		length(piece.match) < length(whole.match) &&
		samePassage(piece.match, whole.match)
	);
}

/** Of two candidates with the same quote, the one whose content passes the guard is preferred. */
function saysBetter(bare: Kept, found: Kept): boolean {
	return !bare.own && found.own && bare.match.quote_key === found.match.quote_key;
}

/** Whether one quote contains the other and is too short to contain further claims. */
export function samePassage(a: QuoteMatch, b: QuoteMatch): boolean {
	const [inner, outer] = length(a) < length(b) ? [a, b] : [b, a];
	return (
		inner.start >= outer.start &&
		inner.end <= outer.end &&
		length(outer) <= length(inner) * SAME_PASSAGE_RATIO
	);
}

function length(match: QuoteMatch): number {
	return match.end - match.start;
}

function byPlace(a: Kept, b: Kept): number {
	const time = (a.match.timestamp ?? 0) - (b.match.timestamp ?? 0);
	return time || a.match.start - b.match.start;
}

/** The limit for raters and cards. A longer text contains more than one claim. */
export const MAX_CONTENT_CHARS = 300;

/** Cleans a statement's content for raters and readers: one visible line of limited length. */
export function cleanContent(text: string): string {
	return cutAtWord(visibleText(text), MAX_CONTENT_CHARS);
}
