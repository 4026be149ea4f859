import { bandFor } from "#contract/bands.ts";
import { StatementId, type VideoId } from "#contract/ids.ts";
import { hasScore } from "#contract/score-standing.ts";
import type { Rating, Statement } from "#contract/statement.ts";
import { meanLean, UNVERIFIED_WORDS } from "#contract/verdicts.ts";
import { unverified } from "#features/evidence/statement-verdict.ts";
import { computeConsensus, panelWords } from "#features/raters/consensus.ts";
import { hasPromptInjection } from "#features/statements/prompt-injection.ts";
import type { StatementBasis } from "#features/statements/queries.ts";
import { evidenceResult } from "./evidence-result.ts";
import { factChecksFor } from "./fact-checks-of-statement.ts";
import type { LiveRun } from "./live-run.ts";
import { hasNoRater, ratingsFor, searches } from "./run-state.ts";
import { shownPassages } from "./shown-passages.ts";
import type { ChosenStatement } from "./step-output.ts";
import { isSettled } from "./support-state.ts";

/** A statement with its ratings for viewers, without votes. */
export function ratedStatement(run: LiveRun, index: number): Statement {
	const chosen = run.chosen?.[index];
	const ratings = ratingsFor(run, index);
	if (!chosen || !ratings) throw new Error(`Statement ${index} is not rated yet.`);
	const created_at = new Date(run.input.started_at_ms).toISOString();
	const { video_id } = run.input;
	if (hasNoRater(run)) return unratedStatement(run, index, chosen);
	if (!searches(run)) {
		const rated = { ...computeConsensus(ratings), ...WITHOUT_EVIDENCE };
		return wireStatement(video_id, chosen, ratings, { created_at, ...rated });
	}
	const { result, evidence, support, ratings: cited } = evidenceResult(run, index);
	const { explanation, ...basis } = result;
	const said = ratings.length > 0 ? panelWords(ratings) : NOTHING_SAID;
	const pages = [...new Set(evidence.map(({ final_url }) => final_url))];
	return wireStatement(video_id, chosen, cited, {
		created_at,
		evidence,
		...basis,
		support,
		fact_checks: factChecksFor(run, index),
		passages: [],
		lean: meanLean(cited),
		explanation: explanation ?? said.explanation,
		sources: result.basis === "evidence" ? pages : said.sources,
	});
}

/** A statement that no model was there to rate, with what the sources say. */
function unratedStatement(run: LiveRun, index: number, chosen: ChosenStatement): Statement {
	const { explanation: _, ...basis } = unverified("no_rater", []);
	return wireStatement(run.input.video_id, chosen, [], {
		created_at: new Date(run.input.started_at_ms).toISOString(),
		...WITHOUT_EVIDENCE,
		...basis,
		fact_checks: factChecksFor(run, index),
		passages: searches(run) ? shownPassages(run, index) : [],
		explanation: UNVERIFIED_WORDS.no_rater,
		sources: [],
	});
}

/** Used for a statement that the day's budget left unrated. */
const NOTHING_SAID = { explanation: UNVERIFIED_WORDS.budget, sources: [] };

export function ratedStatements(run: LiveRun): Statement[] {
	return (run.chosen ?? []).flatMap((_, index) =>
		isSettled(run, index) ? [ratedStatement(run, index)] : [],
	);
}

/** The basis of a statement in a run that asks no sources. */
export const WITHOUT_EVIDENCE: StatementBasis = {
	basis: "memory",
	verdict: null,
	unverified_reason: null,
	when_said: null,
	today: null,
	missing_context: null,
	interval: null,
	independent_sources: 0,
	evidence: [],
	support: null,
	fact_checks: [],
	passages: [],
	lean: null,
};

function wireStatement(
	video_id: VideoId,
	chosen: ChosenStatement,
	given: readonly Rating[],
	rated: StatementBasis &
		Pick<Statement, "ai_score" | "confidence_level" | "explanation" | "sources" | "created_at">,
): Statement {
	const unscored = given.map((rating) => ({ ...rating, score: null }));
	const ratings = hasScore(rated) ? [...given] : unscored;
	const providerScore = (provider: string) =>
		ratings.find((rating) => rating.provider === provider)?.score ?? null;
	const kept = keepsId(chosen, rated.ai_score) ? chosen.earlier : null;
	return {
		id: StatementId.parse(kept?.id ?? chosen.new_id),
		video_id,
		content: chosen.content,
		quote: chosen.quote,
		context: chosen.context,
		timestamp: chosen.timestamp,
		timestamp_source: chosen.timestamp_source,
		aimed_at_raters: hasPromptInjection(chosen.content) || hasPromptInjection(chosen.quote),
		...rated,
		openai_score: providerScore("openai"),
		claude_score: providerScore("claude"),
		gemini_score: providerScore("gemini"),
		ratings,
		upvotes: kept?.upvotes ?? 0,
		downvotes: kept?.downvotes ?? 0,
		created_at: kept?.created_at ?? rated.created_at,
	};
}

/** Words and cue match already; the id is kept only if the band also matches. */
function keepsId({ earlier }: ChosenStatement, ai_score: number | null): boolean {
	return earlier !== null && bandOf(earlier.ai_score) === bandOf(ai_score);
}

/** Unverified statements form a band of their own. */
function bandOf(score: number | null) {
	return score === null ? null : bandFor(score);
}
