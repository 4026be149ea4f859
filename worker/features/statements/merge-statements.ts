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

/** How many statements a video is judged by, unless the environment says otherwise. */
export const DEFAULT_MAX_STATEMENTS = 24;
/** Seconds from one statement to the next where nothing tells their places. */
export const EXTRACTED_STEP_S = 60;
/** The same for statements found by the sentence heuristic. */
export const HEURISTIC_STEP_S = 45;

/** Up to this many times as long, a quote around another is about the same claim. */
const SAME_PASSAGE_RATIO = 3;

/** A statement that was found in the transcript, not yet believed. */
export type StatementCandidate = {
	content: string;
	quote: string;
	/** 0 to 100. */
	importance: number;
	/** The cues it was found in, where known: its quote is looked for there first. */
	cues: CueRange | null;
};

type MergedStatement = {
	/** Says what the quote says, or is the quote. */
	content: string;
	/** The transcript's own words. */
	quote: string;
	quote_key: string;
	/** Seconds into the video. */
	timestamp: number;
	timestamp_source: TimestampSource;
};

type MergedStatements = {
	/** By timestamp. */
	statements: MergedStatement[];
	/** Candidates whose quote does not stand in the transcript. */
	unverified: number;
	/** Candidates that said what a more important one says. */
	duplicates: number;
	/** Candidates beyond `max`, not looked at any more. */
	surplus: number;
};

type Kept = {
	content: string;
	/** Whether the content is the candidate's own; else the quote stands in its place. */
	own: boolean;
	words: Words;
	match: QuoteMatch;
	importance: number;
};

/**
 * The candidates whose quotes stand in the transcript, each said once (in the
 * quote's words where its content says something else), the `max` most
 * important, in the order of the video. `step` (seconds) spaces them where
 * neither cues nor a duration tell when they are said.
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

/** Of two that matter alike, the piece that a window's border left yields to the whole. */
function isWholeOf(piece: Kept | undefined, whole: Kept): boolean {
	return (
		piece !== undefined &&
		piece.importance === whole.importance &&
		length(piece.match) < length(whole.match) &&
		samePassage(piece.match, whole.match)
	);
}

/** Of two with one quote, the one whose content held goes before the bare quote. */
function saysBetter(bare: Kept, found: Kept): boolean {
	return (
		!bare.own && found.own && bare.match.quote_key === found.match.quote_key
	);
}

/** Whether one quote lies in the other, which is not so long that it holds other claims. */
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

/** Equal candidates stay in the order in which they were found. */
function rank(importance: number): number {
	return Number.isFinite(importance) ? importance : 0;
}

function byPlace(a: Kept, b: Kept): number {
	const time = (a.match.timestamp ?? 0) - (b.match.timestamp ?? 0);
	return time || a.match.start - b.match.start;
}

/** What a rater reads and a card shows; a longer claim is not one claim. */
export const MAX_CONTENT_CHARS = 300;

/** A statement's content as it is rated and shown: one visible line of bounded length. */
export function cleanContent(text: string): string {
	return cutAtWord(visibleText(text), MAX_CONTENT_CHARS);
}
