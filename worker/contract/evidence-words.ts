import { HIGH_FROM, MODERATE_FROM } from "./bands.ts";
import { plural } from "./format.ts";
import {
	type Basis,
	isLeanContradicted,
	type Lean,
	meanLean,
	type PageKind,
	type RaterVerdict,
	type SourceId,
	type Stance,
	VERDICT_WORDS,
	type Verdict,
} from "./verdicts.ts";

/** Sentences and thresholds of evidence, for the report and the pages that explain it. */

/** Fewer checked statements say little of a video that makes more. */
export const LEAST_CHECKED = 3;
/** So do those of a video most of which could not be checked. */
export const LEAST_SHARE = 1 / 3;
/** The highest confidence in percent, by the number of independent sources; the last is for more. */
export const CONFIDENCE_CAPS = [0, 60, 80, 95] as const;
/** If the rating of one of several models counts. */
export const LONE_RATER_CAP = 50;

export const FROM_MEMORY_SENTENCE =
	"This result was made before this site searched for sources. Its scores are what AI models remember; no page was opened.";

export const TOO_LITTLE_SENTENCE =
	"We found no page that settles most of the statements. What AI models believe without a source is not a verdict, so there is no score.";

export const NO_SOURCE_ANSWERED =
	"We could not reach any source, so nothing was looked up. What AI models believe without a source is not a verdict, so there is no score.";

export const PAGE_KIND_WORDS: Record<PageKind, string> = {
	encyclopedia: "Encyclopedia",
	government: "Government",
	academic: "Academic",
	news: "News",
	fact_check: "Fact check",
	reference: "Reference",
	organisation: "Organisation",
	other: "Website",
};

export const STANCE_WORDS: Record<Stance, string> = {
	supports: "For",
	refutes: "Against",
	context: "Context",
	repeats: "Repeats the claim",
};

export const SOURCE_NAMES: Record<SourceId, string> = {
	wikipedia: "Wikipedia",
	pubmed: "PubMed",
	samples: "Sample pages",
};

/** What one model concluded from the passages. */
export const RATER_VERDICT_WORDS: Record<RaterVerdict, string> = {
	supported: VERDICT_WORDS.supported,
	refuted: VERDICT_WORDS.refuted,
	missing_context: VERDICT_WORDS.missing_context,
	conflicting: VERDICT_WORDS.conflicting,
	not_enough_evidence: "Not enough evidence",
	not_checkable: "Not checkable",
};

type Rated = {
	basis: Basis;
	verdict: Verdict | null;
	ai_score: number;
	ratings: readonly { lean: Lean | null }[];
};

function leanWords(score: number, { ratings }: Rated): string {
	const models = ratings.filter(({ lean }) => lean !== null).length;
	const who = models === 1 ? "model leans" : "models lean";
	if (score < MODERATE_FROM) return `${who} true`;
	return score < HIGH_FROM ? `${who} neither way` : `${who} false`;
}

/** "The models lean false, without a source."; null if they do not know. */
export function leanSentence(statement: Rated): string | null {
	const lean = meanLean(statement.ratings);
	return lean === null || lean.confidence === 0
		? null
		: `The ${leanWords(lean.score, statement)}, without a source.`;
}

/** Says that the sources contradict what the models believe; null if they do not. */
export function leanGapSentence(statement: Rated): string | null {
	const lean = meanLean(statement.ratings);
	const { verdict, ai_score } = statement;
	if (lean === null || verdict === null || !isLeanContradicted(statement))
		return null;
	return `From memory, the ${leanWords(lean.score, statement)} (${lean.score} of 100). With the sources it is ${ai_score}: ${VERDICT_WORDS[verdict].toLowerCase()}.`;
}

/** Why the confidence is no higher than it is; null if nothing limits it. */
export function confidenceCapSentence(statement: {
	confidence_level: number;
	independent_sources: number;
	/** The models whose ratings count, and all that were asked. */
	counting: number;
	asked: number;
}): string | null {
	const { confidence_level, independent_sources, counting, asked } = statement;
	if (counting === 1 && asked > 1 && confidence_level === LONE_RATER_CAP)
		return `Confidence is at most ${LONE_RATER_CAP}%, because the rating of one of ${asked} models counts.`;
	const cap =
		CONFIDENCE_CAPS[Math.min(independent_sources, CONFIDENCE_CAPS.length - 1)];
	return confidence_level === cap && independent_sources > 0
		? `Confidence is at most ${cap}% with ${plural(independent_sources, "independent source")}.`
		: null;
}

/** Whether a rating is part of a checked statement's score. */
export function isCounting({
	status,
	verdict,
}: {
	status: "ok" | "unsupported" | "failed" | "simulated";
	verdict: RaterVerdict | null;
}): boolean {
	return (
		(status === "ok" || status === "simulated") &&
		verdict !== null &&
		verdict !== "not_enough_evidence" &&
		verdict !== "not_checkable"
	);
}

/** Whether a rating is part of its model's average: with sources, only in a statement that has a verdict. */
export function isInAverage(
	statement: { verdict: Verdict | null },
	rating: Parameters<typeof isCounting>[0],
): boolean {
	const { verdict } = statement;
	return verdict === null || (verdict !== "unverified" && isCounting(rating));
}

/** Whether the speaker's words differ from the checked sentence by more than case and punctuation. */
export function isSaidOtherwise(statement: {
	content: string;
	quote: string;
}): boolean {
	const { content, quote } = statement;
	return quote !== "" && plainWords(quote) !== plainWords(content);
}

function plainWords(text: string): string {
	return text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}
