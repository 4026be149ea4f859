import { stripTurns } from "#features/captions/non-speech.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import { videoScore } from "#features/raters/consensus.ts";
import { findPromptInjections } from "#features/statements/prompt-injection.ts";
import type { LiveRun } from "../live-run.ts";
import type { Publication, PublishedStatement } from "../publication.ts";
import { ratedStatements } from "../rated-statement.ts";
import type { StepDeps } from "../run-step.ts";

/** After the publication the run adds its last progress and its last event. */
const CLOSING_EVENTS = 2;

/** Writes the result of the run. May run twice: publishing the same run again changes nothing. */
export function publishRun(deps: StepDeps, run: LiveRun): Promise<void> {
	return deps.publish(buildPublication(deps, run));
}

function buildPublication(deps: StepDeps, run: LiveRun): Publication {
	const { input, metadata, transcript, error } = run;
	const ending = {
		run_id: input.run_id,
		video_id: input.video_id,
		url: input.url,
		started_by: input.started_by,
		started_at: new Date(input.started_at_ms).toISOString(),
		ended_at: new Date(deps.now()).toISOString(),
		last_seq: deps.lastSeq(input.run_id) + CLOSING_EVENTS,
		calls: run.calls,
		simulated: input.simulated,
	};
	if (error || !metadata || !transcript) {
		if (!error) throw new Error("The run has neither a result nor a reason.");
		return {
			...ending,
			outcome: "failed",
			metadata,
			error,
			outbox: outboxMessage(run, { status: "failed", detail: error.detail }),
		};
	}
	const statements = publishedStatements(run);
	const score = videoScore(statements);
	const shown = shownTranscript(transcript);
	return {
		...ending,
		outcome: "completed",
		metadata,
		transcript: shown,
		aimed_at_raters: findPromptInjections(shown, metadata.duration),
		panel: input.panel,
		...score,
		statements,
		outbox: outboxMessage(run, {
			status: "completed",
			bs_score: score.bs_score,
			claims_count: statements.length,
			simulated: input.simulated,
		}),
	};
}

function shownTranscript(transcript: Transcript): Transcript {
	if (!transcript.cues.length) return transcript;
	const cues = transcript.cues.map(({ start, text }) => ({
		start,
		text: stripTurns(text),
	}));
	return { ...transcript, cues, text: cues.map(({ text }) => text).join(" ") };
}

function publishedStatements(run: LiveRun): PublishedStatement[] {
	return ratedStatements(run).map((statement, index) => ({
		...pickPublished(statement),
		quote_key: run.chosen?.[index]?.quote_key ?? "",
	}));
}

function pickPublished(
	statement: ReturnType<typeof ratedStatements>[number],
): Omit<PublishedStatement, "quote_key"> {
	const { id, content, quote, timestamp, timestamp_source } = statement;
	const { ai_score, confidence_level, ratings, explanation, sources } =
		statement;
	const { aimed_at_raters } = statement;
	return {
		id,
		content,
		quote,
		timestamp,
		timestamp_source,
		aimed_at_raters,
		ai_score,
		confidence_level,
		ratings,
		explanation,
		sources,
	};
}

/** Notifies the member who started the analysis how it ended, even if the page is closed. */
function outboxMessage(run: LiveRun, payload: Record<string, unknown>) {
	const { started_by, video_id } = run.input;
	if (!started_by) return [];
	return [
		{
			kind: "new_analysis",
			member_id: started_by,
			payload: { video_id, title: run.metadata?.title ?? "", ...payload },
		},
	];
}
