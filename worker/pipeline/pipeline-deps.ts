import type { Provider, RunId, StatementId, VideoId } from "#contract/ids.ts";
import type { Metadata } from "#domain/metadata.ts";
import type { Transcript } from "#domain/transcript.ts";
import type { Budget } from "./budget.ts";
import type { CallProvider } from "./provider-request.ts";
import type { Publication } from "./publication.ts";
import type { CaptionsSources } from "./read-captions.ts";
import type { MetadataSources } from "./read-metadata.ts";

/** A live statement of the earlier result, as far as its id may be kept. */
export type EarlierStatement = {
	id: StatementId;
	quote_key: string;
	timestamp: number;
	ai_score: number;
	upvotes: number;
	downvotes: number;
	created_at: string;
};

/** A video that comes with the product; only demo mode knows any. */
export type SampleVideo = { metadata: Metadata; transcript: Transcript };

/** What the steps of a run need from outside. */
export type PipelineDeps = {
	metadata: MetadataSources;
	captions: CaptionsSources;
	findSample: (video_id: VideoId) => SampleVideo | null;
	call: CallProvider;
	budget: Budget;
	/** In the order in which they are asked; empty in demo mode. */
	extractors: Provider[];
	transcriber: Provider | null;
	max_statements: number;
	earlierStatements: (video_id: VideoId) => Promise<EarlierStatement[]>;
	publish: (publication: Publication) => Promise<void>;
	/** Takes an ended run off the list of active ones. */
	forgetRun: (video_id: VideoId, run_id: RunId) => Promise<void>;
	/** Sequence number of the run's latest event. */
	lastSeq: (run_id: RunId) => number;
	newStatementId: () => StatementId;
	now: () => number;
};
