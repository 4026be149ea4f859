import { bandFor } from "#contract/bands.ts";
import { StatementId, type VideoId } from "#contract/ids.ts";
import type { Rating, Statement } from "#contract/statement.ts";
import { computeConsensus } from "#features/raters/consensus.ts";
import { hasPromptInjection } from "#features/statements/prompt-injection.ts";
import type { LiveRun } from "./live-run.ts";
import { type ChosenStatement, ratingsFor } from "./run-state.ts";

/** A fully rated statement for viewers, without its votes. */
export function ratedStatement(run: LiveRun, index: number): Statement {
	const chosen = run.chosen?.[index];
	const ratings = ratingsFor(run, index);
	if (!chosen || !ratings)
		throw new Error(`Statement ${index} is not rated yet.`);
	return wireStatement(
		run.input.video_id,
		chosen,
		ratings,
		new Date(run.input.started_at_ms).toISOString(),
	);
}

export function ratedStatements(run: LiveRun): Statement[] {
	return (run.chosen ?? []).flatMap((_, index) =>
		ratingsFor(run, index) ? [ratedStatement(run, index)] : [],
	);
}

function wireStatement(
	video_id: VideoId,
	chosen: ChosenStatement,
	ratings: Rating[],
	created_at: string,
): Statement {
	const consensus = computeConsensus(ratings);
	const providerScore = (provider: string) =>
		ratings.find((rating) => rating.provider === provider)?.score ?? null;
	const kept = keepsId(chosen, consensus.ai_score) ? chosen.earlier : null;
	return {
		id: StatementId.parse(kept?.id ?? chosen.new_id),
		video_id,
		content: chosen.content,
		quote: chosen.quote,
		timestamp: chosen.timestamp,
		timestamp_source: chosen.timestamp_source,
		aimed_at_raters:
			hasPromptInjection(chosen.content) || hasPromptInjection(chosen.quote),
		...consensus,
		openai_score: providerScore("openai"),
		claude_score: providerScore("claude"),
		gemini_score: providerScore("gemini"),
		ratings,
		upvotes: kept?.upvotes ?? 0,
		downvotes: kept?.downvotes ?? 0,
		created_at: kept?.created_at ?? created_at,
	};
}

/** Words and cue match already; the id is kept only if the band matches too. */
function keepsId(chosen: ChosenStatement, ai_score: number): boolean {
	return (
		chosen.earlier !== null &&
		bandFor(chosen.earlier.ai_score) === bandFor(ai_score)
	);
}
