import type { Provider, RunId, StatementId, VideoId } from "#contract/ids.ts";
import type { CaptionsSources } from "#features/captions/fetch-captions.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import type { AddedPage } from "#features/evidence/added-page-queries.ts";
import type { SourceCalls } from "#features/evidence/source-calls.ts";
import type { CallProvider } from "#features/raters/provider-calls.ts";
import type { Budget } from "#features/spending/budget.ts";
import type { HiddenPages } from "#features/takedowns/hidden-pages.ts";
import type { HiddenWords } from "#features/takedowns/hidden-words.ts";
import type { MetadataSources } from "#features/youtube/metadata.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";
import type { Publication } from "./publication.ts";
import type { PublishedResult } from "./published-result.ts";
import type { RunInput } from "./run-input.ts";

/** A published statement whose id may be kept. */
type EarlierStatement = {
	id: StatementId;
	quote_key: string;
	timestamp: number;
	/** null if it is unverified. */
	ai_score: number | null;
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
	/** Counts this many more analyses of the member in the hour, also beyond the limit. */
	countAnalyses: (member_id: string, count: number) => Promise<void>;
	/** The extractors in the order in which they are tried; empty in demo mode. */
	extractors: Provider[];
	transcriber: Provider | null;
	/** The first one plans a run's searches; empty in demo mode. */
	planners: Provider[];
	/** Those that can compare wordings with what was said; empty in demo mode. */
	wording_readers: Provider[];
	/** Searches sources and reads pages in other Durable Objects. */
	sources: SourceCalls;
	/** The maximum number of pages that are opened for one statement in one round. */
	max_pages: number;
	max_statements: number;
	/**
	 * The result that the run builds on; null if it is no longer shown. It is read once for the steps
	 * before the ratings, and "again" to publish.
	 */
	published: (run: RunInput, read?: "again") => Promise<PublishedResult | null>;
	/** Those of the video that admins have taken down. */
	hiddenStatements: (video_id: VideoId) => Promise<HiddenWords[]>;
	/** The addresses of the video's pages that admins have hidden. */
	hiddenPages: (video_id: VideoId) => Promise<HiddenPages>;
	earlierStatements: (video_id: VideoId) => Promise<EarlierStatement[]>;
	publish: (publication: Publication) => Promise<void>;
	/** Removes an ended run from the list of active runs. */
	forgetRun: (video_id: VideoId, run_id: RunId) => Promise<void>;
	/** Sequence number of the run's latest event. */
	lastSeq: (run_id: RunId) => number;
	newStatementId: () => StatementId;
	now: () => number;
};
