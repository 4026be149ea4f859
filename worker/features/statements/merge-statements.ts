import type { TimestampSource } from "#contract/statement.ts";
import { stripTurns } from "#features/captions/non-speech.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";
import { isFaithful } from "./is-faithful.ts";
import {
	MAX_QUOTE_CHARS,
	type QuoteMatch,
	type QuoteMatcher,
} from "./quote-in-transcript.ts";
import { sameContent, splitWords, type Words } from "./same-content.ts";
import type { CueRange } from "./spoken-text.ts";

/** The default number of statements that are rated for a video. */
export const DEFAULT_MAX_STATEMENTS = 24;
/** Seconds between two statements if nothing shows when they are said. */
export const EXTRACTED_STEP_S = 60;
/** The same for statements found by the sentence heuristic. */
export const HEURISTIC_STEP_S = 45;

/**
 * A quote that contains another one and is at most this many times as long makes the same
 * claim.
 */
const SAME_PASSAGE_RATIO = 3;

/** A statement from a model or the heuristic, not verified yet. */
export type StatementCandidate = {
	content: string;
	quote: string;
	/** 0 to 100. */
	importance: number;
	/** The cues that it comes from, if known: its quote is searched there first. */
	cues: CueRange | null;
};

type MergedStatement = {
	/** Faithful to the quote, or the quote itself. */
	content: string;
	/** The exact words of the transcript. */
	quote: string;
	quote_key: string;
	/** Seconds into the video. */
	timestamp: number;
	timestamp_source: TimestampSource;
};

type MergedStatements = {
	/** By timestamp. */
	statements: MergedStatement[];
	/** Candidates whose quote is not in the transcript. */
	unverified: number;
	/** Candidates that repeat a more important one. */
	duplicates: number;
	/** Candidates after the first `max`, which are not examined. */
	surplus: number;
};

type Kept = {
	content: string;
	/** Whether the content is the candidate's; otherwise it is the quote. */
	own: boolean;
	words: Words;
	match: QuoteMatch;
	importance: number;
};

/**
 * Selects the candidates whose quotes are in the transcript, without repetitions, the
 * `max` most important, in the order of the video. The quote replaces a content that is
 * not faithful. `step` (seconds) spaces them if neither cues nor a duration show when
 * they are said.
 */
export function mergeStatements(
	candidates: readonly StatementCandidate[],
	matcher: QuoteMatcher,
	max = DEFAULT_MAX_STATEMENTS,
	step = EXTRACTED_STEP_S,
): MergedStatements {
	const ranked = [...candidates].sort(byImportance);
	const kept: Kept[] = [];
	let unverified = 0;
	let duplicates = 0;
	let seen = 0;
	for (const candidate of ranked) {
		if (kept.length >= max) break;
		seen += 1;
		const found = verified(candidate, matcher);
		if (!found) {
			unverified += 1;
			continue;
		}
		const twin = kept.findIndex((it) => sameStatement(it, found));
		if (twin < 0) kept.push(found);
		else duplicates += 1;
		const other = kept[twin];
		if (isWholeOf(other, found)) kept[twin] = found;
		else if (other && saysBetter(other, found))
			kept[twin] = { ...found, importance: other.importance };
	}
	return {
		statements: kept.sort(byPlace).map((it, index) => ({
			content: it.content,
			quote: it.match.quote,
			quote_key: it.match.quote_key,
			timestamp: it.match.timestamp ?? index * step,
			timestamp_source: it.match.timestamp_source,
		})),
		unverified,
		duplicates,
		surplus: ranked.length - seen,
	};
}

function verified(
	candidate: StatementCandidate,
	matcher: QuoteMatcher,
): Kept | null {
	const quote = cutAtWord(candidate.quote.trim(), MAX_QUOTE_CHARS, "");
	const match = matcher.find(quote, candidate.cues);
	if (!match) return null;
	const said = { ...match, around: matcher.around(match) };
	const claimed = cleanContent(candidate.content);
	const own = isFaithful(claimed, said);
	const content = own ? claimed : cleanContent(stripTurns(match.quote));
	return {
		content,
		own,
		words: splitWords(content),
		match,
		importance: rank(candidate.importance),
	};
}

function sameStatement(a: Kept, b: Kept): boolean {
	return (
		a.match.quote_key === b.match.quote_key ||
		samePassage(a.match, b.match) ||
		sameContent(a.words, b.words)
	);
}

/** Of two equally important quotes, the one that a window's border cut yields to the whole one. */
function isWholeOf(piece: Kept | undefined, whole: Kept): boolean {
	return (
		piece !== undefined &&
		piece.importance === whole.importance &&
		length(piece.match) < length(whole.match) &&
		samePassage(piece.match, whole.match)
	);
}

/** Of two candidates with the same quote, the one with a faithful content wins. */
function saysBetter(bare: Kept, found: Kept): boolean {
	return (
		!bare.own && found.own && bare.match.quote_key === found.match.quote_key
	);
}

/** Whether one quote contains the other and is not long enough to contain other claims. */
function samePassage(a: QuoteMatch, b: QuoteMatch): boolean {
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

function byImportance(a: StatementCandidate, b: StatementCandidate): number {
	return rank(b.importance) - rank(a.importance);
}

/** Sorts stably: equal candidates stay in the order in which they were found. */
function rank(importance: number): number {
	return Number.isFinite(importance) ? importance : 0;
}

function byPlace(a: Kept, b: Kept): number {
	const time = (a.match.timestamp ?? 0) - (b.match.timestamp ?? 0);
	return time || a.match.start - b.match.start;
}

/** The limit for a rater and a card; a longer text is more than one claim. */
export const MAX_CONTENT_CHARS = 300;

/** A statement's content for raters and readers: one visible line of limited length. */
export function cleanContent(text: string): string {
	return cutAtWord(visibleText(text), MAX_CONTENT_CHARS);
}
