import { BAND_SHAPES, BAND_WORDS, type Band, bandFor, HIGH_FROM, MODERATE_FROM } from "./bands.ts";
import {
	type Coverage,
	coverageWords,
	hollowWords,
	type ScoreStanding,
	UNVERIFIED_SIGN,
	type Unscored,
} from "./score-standing.ts";
import {
	type UnverifiedReason,
	VERDICT_RANGES,
	VERDICT_WORDS,
	VERDICTS,
	type Verdict,
} from "./verdicts.ts";

/** Why a statement is unverified; shown after "Unverified: ". */
export const UNVERIFIED_LABELS: Record<UnverifiedReason, string> = {
	no_rater: "no AI model here",
	budget: "today's checks are used up",
	search_failed: "could not be looked up",
	no_evidence_found: "no source found",
	raters_failed: "no model answered",
	not_checkable: "no source can settle it",
	too_new: "too new to judge",
	quotes_not_found: "its quotes failed the check",
	part_only: "only a part is shown",
	not_confirmed: "the second reading disagrees",
	not_enough: "not enough evidence",
};

/** Why a result has no verdict, for use inside a sentence. */
export function hollowPhrase(result: Unscored): string {
	const words = hollowWords(result);
	return words.charAt(0).toLowerCase() + words.slice(1);
}

/**
 * The texts inside the gauge. If too little was checked for a score, they give the coverage
 * instead.
 */
export function gaugeWords(gauge: {
	score: number | null;
	standing: ScoreStanding;
	coverage: Coverage;
}): { number: string; caption: string } {
	const { score, standing, coverage } = gauge;
	if (score !== null)
		return {
			number: String(score),
			caption: standing === "checked" ? coverageWords(coverage) : "of 100",
		};
	if (standing !== "too_little") return { number: "–", caption: "no score" };
	if (coverage.checkable === 0) return { number: "–", caption: "nothing to check" };
	return { number: `${coverage.checked} of ${coverage.checkable}`, caption: "checked" };
}

/** How a statement is shown: by its verdict, or by its band if the run asked no sources. */
export type StatementMark = {
	/** The filter uses the same value. */
	key: Verdict | Band;
	/** null if the statement is shown without colour. */
	band: Band | null;
	/** Includes the reason if the statement is unverified. */
	words: string;
	/** The SVG path inside the band's outline. */
	sign: string;
};

export function statementMark({
	verdict,
	unverified_reason,
	ai_score,
}: {
	verdict: Verdict | null;
	unverified_reason: UnverifiedReason | null;
	ai_score: number | null;
}): StatementMark {
	if (ai_score === null)
		return {
			key: "unverified",
			band: null,
			words: unverified_reason
				? `${VERDICT_WORDS.unverified}: ${UNVERIFIED_LABELS[unverified_reason]}`
				: VERDICT_WORDS.unverified,
			sign: (unverified_reason && REASON_SIGNS[unverified_reason]) ?? UNVERIFIED_SIGN,
		};
	const mark = bandMark(bandFor(ai_score));
	if (verdict === null) return mark;
	return {
		...mark,
		key: verdict,
		words: VERDICT_WORDS[verdict],
		sign: VERDICT_SIGNS[verdict] ?? mark.sign,
	};
}

/** What a rating says in a word, for example before and after it moved: "Refuted". */
export function ratedWords(rated: { verdict: Verdict | null; ai_score: number | null }): string {
	return statementMark({ ...rated, unverified_reason: null }).words;
}

/** The scores of each band, both ends included. */
export const BAND_SCORES: Record<Band, string> = {
	factual: `0–${MODERATE_FROM - 1}`,
	moderate: `${MODERATE_FROM}–${HIGH_FROM - 1}`,
	high: `${HIGH_FROM}–100`,
};

/** The words of the statements with scores in the band: of their verdicts if sources were asked. */
export function statementWords(band: Band, checked: boolean): string[] {
	if (!checked) return [BAND_WORDS[band].statement];
	return VERDICTS.flatMap((it) =>
		it !== "unverified" && bandFor(VERDICT_RANGES[it].low) === band ? [VERDICT_WORDS[it]] : [],
	);
}

export function bandMark(band: Band): StatementMark {
	return { key: band, band, words: BAND_WORDS[band].statement, sign: BAND_SHAPES[band].sign };
}

/** Icons for what the second reading left without a verdict: most of a disk, and "not equal". */
const REASON_SIGNS: Partial<Record<UnverifiedReason, string>> = {
	part_only: "M8 4.4A3.6 3.6 0 1 1 4.4 8H8Z",
	not_confirmed: "M5.2 6.7h5.6M5.2 9.3h5.6M9.5 4.6l-3 6.8",
};

/** Icons for verdicts that share a band's outline with another verdict. */
const VERDICT_SIGNS: Partial<Record<Verdict, string>> = {
	outdated: "M8 4.6V8l2.3 1.5",
	missing_context: "M5.3 11.6v.1M8 11.6v.1M10.7 11.6v.1",
	conflicting: "M6.5 8.4v3.4M9.5 8.4v3.4",
};

/**
 * The title of a statement's page. It begins with the verdict: a title is shown by itself, and what
 * was refuted would be spread by it.
 */
export function statementTitle(
	statement: Parameters<typeof statementMark>[0] & { content: string },
	{ simulated }: { simulated: boolean },
): string {
	const { words } = statementMark(statement);
	return `${words}${simulated ? " (simulated)" : ""}: ${statement.content}`;
}
