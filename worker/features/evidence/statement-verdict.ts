import { calibratedConfidence, halfWidth } from "#contract/confidence.ts";
import { PROVIDERS } from "#contract/providers.ts";
import {
	type Basis,
	type CheckedVerdict,
	canDecide,
	clampToVerdict,
	type Interval,
	type UnverifiedReason,
	type Verdict,
} from "#contract/verdicts.ts";
import {
	type Citation,
	fittingCitations,
	type Judgement,
	type PanelAnswer,
	weighJudgement,
} from "./judgement.ts";
import type { SupportReading } from "./support-check.ts";
import { objectionTo } from "./support-rules.ts";

/** The inputs of a statement's verdict once all of its raters have answered or failed. */
export type StatementCase = {
	answers: readonly PanelAnswer[];
	/** YYYY-MM-DD on which the video was published; null if it is not known. */
	said_on: string | null;
	/** YYYY-MM-DD of the analysis. */
	today: string;
	/** The plan says that the answer changes over time. */
	time_sensitive: boolean;
	/** Whether there were any passages to rate by. */
	has_passages: boolean;
	search_failed: boolean;
	/** Whether the day's budget ended before the statement was searched for and rated. */
	out_of_budget: boolean;
	/** The second reading of the quotes; null without one. */
	support: SupportReading | null;
	/** Simulated ratings keep their own confidence, because none was measured. */
	simulated: boolean;
};

export type StatementResult = {
	verdict: Verdict;
	unverified_reason: UnverifiedReason | null;
	basis: Basis;
	/** null if the statement is unverified, as are its confidence and interval. */
	ai_score: number | null;
	confidence_level: number | null;
	/** The measurement that the confidence comes from; null for simulated and unverified ones. */
	calibration: string | null;
	interval: Interval | null;
	/** The number of clusters of pages that may decide and that the verdict is based on. */
	independent_sources: number;
	when_said: Judgement["when_said"];
	today: Judgement["today"];
	missing_context: string | null;
	explanation: string | null;
};

/** Decides the statement's verdict and score. The order of the answers does not matter. */
export function decideStatement(input: StatementCase): StatementResult {
	const answers = [...input.answers].sort(
		(a, b) => PROVIDERS.indexOf(a.provider) - PROVIDERS.indexOf(b.provider),
	);
	const judgements = answers.flatMap(({ judgement }) => judgement ?? []);
	const counting = judgements.filter((it) => weighJudgement(it) === "counts");
	const reason = unverifiedReason(input, judgements, counting);
	if (reason !== null) return unverified(reason, judgements);
	const verdict = decideVerdict(counting, input.said_on);
	const deciding = counting.filter((it) => decides(it, verdict));
	const explanation = (deciding[0] ?? counting[0])?.explanation ?? null;
	const { support } = input;
	const objection = support && objectionTo(verdict, support.shows);
	if (objection !== null) return { ...unverified(objection, judgements), explanation };
	const said = mean(counting.map(({ confidence }) => confidence));
	const { confidence_level, calibration } = input.simulated
		? { confidence_level: Math.round(said), calibration: null }
		: calibratedConfidence({
				said,
				read: support !== null,
				differ: deciding.length < judgements.length,
			});
	const scores = counting.map(({ score }) => score);
	return {
		verdict,
		unverified_reason: null,
		basis: "evidence",
		ai_score: clampToVerdict(roundedMean(scores), verdict),
		confidence_level,
		calibration,
		interval: statementInterval(scores, confidence_level),
		independent_sources: independentSources(counting, verdict),
		when_said: mostOf(counting.map((it) => it.when_said)) ?? "unknown",
		today: mostOf(counting.map((it) => it.today)) ?? "unknown",
		missing_context:
			verdict === "missing_context"
				? (deciding.find(({ missing }) => missing !== "")?.missing ?? null)
				: null,
		explanation,
	};
}

/** The first reason that applies; null if the statement has a verdict. */
function unverifiedReason(
	input: StatementCase,
	judgements: readonly Judgement[],
	counting: readonly Judgement[],
): UnverifiedReason | null {
	if (isEnough(counting.length, judgements.length))
		return isTooNew(input, counting) ? "too_new" : null;
	if (input.out_of_budget) return "budget";
	if (!input.has_passages) return input.search_failed ? "search_failed" : "no_evidence_found";
	if (judgements.length === 0) return "raters_failed";
	const weights = judgements.map(weighJudgement);
	const unchecked = judgements.filter((it) => it.verdict === "not_checkable");
	if (unchecked.length * 2 > judgements.length) return "not_checkable";
	const unsupported = weights.filter((it) => it === "unsupported").length;
	const dropped = judgements.some(
		(it, at) => weights[at] === "unsupported" && it.dropped.length > 0,
	);
	// With the dropped quotes there would have been enough counting ratings.
	return dropped && isEnough(counting.length + unsupported, judgements.length)
		? "quotes_not_found"
		: "not_enough";
}

/** An abstention counts as an answer, a failed call does not. */
function isEnough(counting: number, answered: number): boolean {
	return counting > 0 && counting * 2 >= answered;
}

const DAY_MS = 24 * 3_600_000;
/** A page published shortly before the video may be about the same event. */
const SAME_NEWS_DAYS = 2;
/** For this many days after a video, its topic may be news that no page covers yet. */
const NEW_DAYS = 7;

/**
 * Whether all refuting pages may be older than the event in the video. A member's page does not
 * count, because its author can date it.
 */
function isTooNew(
	{ said_on, today, time_sensitive }: StatementCase,
	counting: readonly Judgement[],
): boolean {
	if (said_on === null || !time_sensitive) return false;
	if (decideVerdict(counting, said_on) !== "refuted") return false;
	if (daysBetween(said_on, today) >= NEW_DAYS) return false;
	return counting
		.flatMap(({ citations }) => citations)
		.every(
			({ published_at, by_member }) =>
				by_member || published_at === null || daysBetween(published_at, said_on) > SAME_NEWS_DAYS,
		);
}

function daysBetween(earlier: string, later: string): number {
	return (Date.parse(later) - Date.parse(earlier)) / DAY_MS;
}

function decideVerdict(counting: readonly Judgement[], said_on: string | null): CheckedVerdict {
	const given = counting.map(({ verdict }) => verdict as CheckedVerdict);
	const most = mostOf(given);
	if (most === "supported" && isOutdated(counting, said_on)) return "outdated";
	if (most !== null) return most;
	const sides = new Set(given);
	return sides.has("supported") && sides.has("refuted") ? "conflicting" : "missing_context";
}

/** The value of more than half of the list, or null. */
function mostOf<T>(values: readonly T[]): T | null {
	return (
		values.find((value) => values.filter((other) => other === value).length * 2 > values.length) ??
		null
	);
}

/** True when it was said, but refuted today by a page published after the video. */
function isOutdated(counting: readonly Judgement[], said_on: string | null): boolean {
	if (said_on === null) return false;
	const supporting = counting.filter(({ verdict }) => verdict === "supported");
	const refuted = supporting.filter(
		(it) =>
			it.when_said === "supported" &&
			it.today === "refuted" &&
			it.citations.some((citation) => isLaterRefutation(citation, said_on)),
	);
	return refuted.length * 2 > supporting.length;
}

function isLaterRefutation(citation: Citation, said_on: string): boolean {
	const { stance, published_at } = citation;
	return (
		stance === "refutes" && canDecide(citation) && published_at !== null && published_at > said_on
	);
}

/** Whether the answer counts and has the statement's verdict. */
export function decides(judgement: Judgement, verdict: Verdict): boolean {
	return (
		verdict !== "unverified" &&
		judgement.verdict === raterWord(verdict) &&
		weighJudgement(judgement) === "counts"
	);
}

/**
 * The verdict that raters use. "outdated" is assigned by code only; its raters answered
 * "supported".
 */
function raterWord(verdict: CheckedVerdict): CheckedVerdict {
	return verdict === "outdated" ? "supported" : verdict;
}

/**
 * The number of clusters among the cited pages that may decide. Only citations that fit the
 * statement's own verdict count; ratings with another verdict may have such citations too.
 */
function independentSources(counting: readonly Judgement[], verdict: CheckedVerdict): number {
	const word = raterWord(verdict) as Judgement["verdict"];
	const citations = counting.flatMap((it) => fittingCitations({ ...it, verdict: word }));
	return new Set(citations.filter(canDecide).map(({ cluster }) => cluster)).size;
}

function statementInterval(scores: readonly number[], confidence: number): Interval {
	const half = halfWidth(confidence);
	return {
		low: Math.max(0, Math.round(Math.min(...scores) - half)),
		high: Math.min(100, Math.round(Math.max(...scores) + half)),
	};
}

/** The result of an unverified statement, which has no number. */
export function unverified(
	unverified_reason: UnverifiedReason,
	judgements: readonly Judgement[],
): StatementResult {
	return {
		verdict: "unverified",
		unverified_reason,
		basis: "memory",
		ai_score: null,
		confidence_level: null,
		calibration: null,
		interval: null,
		independent_sources: 0,
		when_said: "unknown",
		today: "unknown",
		missing_context: null,
		explanation: judgements.find(({ explanation }) => explanation !== "")?.explanation ?? null,
	};
}

export function roundedMean(values: readonly number[]): number {
	return Math.round(mean(values));
}

function mean(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0) / values.length;
}
