import { bandFor } from "#contract/bands.ts";
import type { FactCheck, FoundPassage } from "#contract/evidence.ts";
import { StatementId, type VideoId } from "#contract/ids.ts";
import { hasScore } from "#contract/score-standing.ts";
import type { Rating, Statement } from "#contract/statement.ts";
import { meanLean, UNVERIFIED_WORDS } from "#contract/verdicts.ts";
import { type PublishedReview, sameClaimReviews } from "#features/evidence/published-reviews.ts";
import { unverified } from "#features/evidence/statement-verdict.ts";
import { computeConsensus, panelWords } from "#features/raters/consensus.ts";
import { shownAddress } from "#features/samples/sample-page.ts";
import { hasPromptInjection } from "#features/statements/prompt-injection.ts";
import type { StatementBasis } from "#features/statements/queries.ts";
import { evidenceResult } from "./evidence-result.ts";
import { pagesOf } from "./evidence-state.ts";
import { givenPassages } from "./given-to-raters.ts";
import type { LiveRun } from "./live-run.ts";
import { hasNoRater, ratingsFor, searches } from "./run-state.ts";
import type { ChosenStatement } from "./step-output.ts";
import { startedOn } from "./steps/find-evidence.ts";
import { isSettled } from "./support-state.ts";
import { type Round, roundKey } from "./task.ts";

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
	calibration: null,
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
		speaker: chosen.speaker ?? null,
		timestamp: chosen.timestamp,
		timestamp_source: chosen.timestamp_source,
		aimed_at_raters: hasPromptInjection(chosen.content) || hasPromptInjection(chosen.quote),
		...(chosen.on_request && { on_request: true }),
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

/** As many as readers compare by eye. */
const MAX_SHOWN = 3;

/**
 * The best passages for readers to judge by where no model does: those that raters would be given
 * first. Passages that only a member's page has are not among them.
 */
export function shownPassages(run: LiveRun, statement: number): FoundPassage[] {
	const { given } = givenPassages(run, statement, 1);
	const found = given.filter(({ by_member }) => !by_member).slice(0, MAX_SHOWN);
	return found.flatMap(({ page_id, passage }) => {
		const read = run.reads.get(page_id);
		if (!read?.ok) return [];
		const { final_url, title, site, kind, published_at } = read.facts;
		const url = shownAddress(final_url);
		return [{ url, title, site, kind, published_at, text: passage.text }];
	});
}

/**
 * The published fact checks of a statement's claim. A page that only a member named is left out:
 * it declares its publisher and rating itself, so anyone could place a rating above the verdict.
 */
export function factChecksFor(run: LiveRun, index: number): FactCheck[] {
	const chosen = run.chosen?.[index];
	if (!chosen) return [];
	const rounds: Round[] = [1, 2];
	const searched = rounds.flatMap((it) => run.searches.get(roundKey(index, it))?.reviews ?? []);
	const opened = rounds
		.flatMap((it) => pagesOf(run, index, it))
		.flatMap(({ page, hit }): PublishedReview[] => {
			const read = run.reads.get(page);
			if (!read?.ok || hit.source === "member") return [];
			return read.reviews.map((review) => ({ ...review, url: read.facts.final_url }));
		});
	const language = run.transcript?.language ?? null;
	return sameClaimReviews(chosen, language, [...searched, ...opened], startedOn(run));
}
