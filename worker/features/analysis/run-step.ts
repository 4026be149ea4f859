import type { Provider, RunId, StatementId, VideoId } from "#contract/ids.ts";
import type { CaptionsSources } from "#features/captions/fetch-captions.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import type { AddedPage } from "#features/evidence/added-page-queries.ts";
import type { SourceCalls } from "#features/evidence/source-calls.ts";
import type { CallProvider } from "#features/raters/provider-calls.ts";
import type { Budget } from "#features/spending/budget.ts";
import type { MetadataSources } from "#features/youtube/metadata.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";
import type { LiveRun } from "./live-run.ts";
import type { Task } from "./plan-steps.ts";
import type { Publication } from "./publication.ts";
import type { PublishedResult } from "./published-result.ts";
import { type RunInput, searches } from "./run-state.ts";
import type { TaskOutput } from "./step-output.ts";
import { extractWindow } from "./steps/extract.ts";
import { planSearches, readPage, searchForStatement } from "./steps/find-evidence.ts";
import { fetchMetadata } from "./steps/metadata.ts";
import { publishedMetadata, publishedTranscript, selectAgain, selectMore } from "./steps/more.ts";
import { publishRun } from "./steps/publish.ts";
import { rateStatement } from "./steps/rate.ts";
import { rateStatementByEvidence } from "./steps/rate-by-evidence.ts";
import { selectStatements } from "./steps/select.ts";
import { fetchTranscript, joinTranscription, transcribeWindow } from "./steps/transcript.ts";

/**
 * Performs one task and returns its output. A permanent failure is returned as an output; a
 * failure that a retry may fix is thrown.
 */
export async function runStep(deps: StepDeps, run: LiveRun, task: Task): Promise<TaskOutput> {
	switch (task.kind) {
		case "metadata":
			return run.input.adds_to === null ? fetchMetadata(deps, run) : publishedMetadata(deps, run);
		case "transcript":
			return run.input.adds_to === null
				? fetchTranscript(deps, run)
				: publishedTranscript(deps, run);
		case "transcribe":
			return transcribeWindow(deps, run, task.window);
		case "join":
			return joinTranscription(run);
		case "extract":
			return extractWindow(deps, run, task.window);
		case "choose":
			if (run.input.adds_to === null) return selectStatements(deps, run);
			return run.input.rechecks === null
				? selectMore(deps, run)
				: selectAgain(deps, run, run.input.rechecks);
		case "plan":
			return planSearches(deps, run);
		case "search":
			return searchForStatement(deps, run, task.statement, task.round);
		case "read":
			return readPage(deps, run, task.page);
		case "rate": {
			const { statement, provider, round = 1 } = task;
			return searches(run)
				? rateStatementByEvidence(deps, run, statement, provider, round)
				: rateStatement(deps, run, statement, provider);
		}
		case "publish":
			await publishRun(deps, run);
			return { done: true };
		case "retire":
			await deps.forgetRun(run.input.video_id, run.input.run_id);
			return { done: true };
	}
}

/** A published statement whose id may be kept. */
type EarlierStatement = {
	id: StatementId;
	quote_key: string;
	timestamp: number;
	ai_score: number;
	verdict: string | null;
	upvotes: number;
	downvotes: number;
	created_at: string;
	pages: AddedPage[];
};

/** A video that is part of the product; only demo mode has any. */
type SampleVideo = { metadata: Metadata; transcript: Transcript };

/** The outside dependencies of a run's steps. */
export type StepDeps = {
	metadata: MetadataSources;
	captions: CaptionsSources;
	findSample: (video_id: VideoId) => SampleVideo | null;
	call: CallProvider;
	budget: Budget;
	/** The extractors in the order in which they are tried; empty in demo mode. */
	extractors: Provider[];
	transcriber: Provider | null;
	/** The first one plans a run's searches; empty in demo mode. */
	planners: Provider[];
	/** Searches sources and reads pages in other Durable Objects. */
	sources: SourceCalls;
	/** The maximum number of pages that are opened for one statement in one round. */
	max_pages: number;
	max_statements: number;
	/** The result that the run adds to; null if it is no longer shown. */
	published: (run: RunInput) => Promise<PublishedResult | null>;
	earlierStatements: (video_id: VideoId) => Promise<EarlierStatement[]>;
	publish: (publication: Publication) => Promise<void>;
	/** Removes an ended run from the list of active runs. */
	forgetRun: (video_id: VideoId, run_id: RunId) => Promise<void>;
	/** Sequence number of the run's latest event. */
	lastSeq: (run_id: RunId) => number;
	newStatementId: () => StatementId;
	now: () => number;
};
