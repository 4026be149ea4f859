import type { Coverage, EvidencePage, EvidenceSearch } from "#contract/evidence.ts";
import type { Extraction } from "#contract/extraction.ts";
import type { Provider, RunId, StatementId, VideoId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type { Rating, Statement, TimestampSource } from "#contract/statement.ts";
import type { Basis, Interval, SourceId } from "#contract/verdicts.ts";
import type { CaptionsReadBy, PromptInjection } from "#contract/video.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import type { LeftOutStatement } from "#features/statements/merge-statements.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";
import type { Usage } from "#providers/providers.ts";

/** One call to an AI provider, or one paid search, stored for its cost. */
export type ProviderCallRecord = {
	/** Unique within the run, for example "rate:3:openai". */
	task: string;
	/** The source of a search that has a price. */
	provider: Provider | SourceId;
	/** Empty for a search. */
	model: string;
	ok: boolean;
	attempts: number;
	duration_ms: number;
	usage: Usage;
};

export type PublishedStatement = {
	/** The id of the matching earlier statement, or a new id. */
	id: StatementId;
	content: string;
	quote: string;
	/** The normalised quote, used to match statements across runs. */
	quote_key: string;
	/** The earlier statement of the same words at the same cue, if its id is not kept. */
	replaces: StatementId | null;
	timestamp: number;
	timestamp_source: TimestampSource;
	aimed_at_raters: boolean;
	ai_score: number;
	confidence_level: number;
	ratings: Rating[];
	explanation: string;
	sources: string[];
} & StatementBasis;

/** What a statement's score is based on. */
export type StatementBasis = Pick<
	Statement,
	| "basis"
	| "verdict"
	| "unverified_reason"
	| "when_said"
	| "today"
	| "missing_context"
	| "interval"
	| "independent_sources"
	| "evidence"
>;

type Outbox = {
	kind: string;
	member_id: string | null;
	payload: Record<string, unknown>;
};

type Ending = {
	run_id: RunId;
	video_id: VideoId;
	url: string;
	started_by: string | null;
	started_at: string;
	ended_at: string;
	/** Sequence number of the run's last event. */
	last_seq: number;
	calls: ProviderCallRecord[];
	outbox: Outbox[];
	simulated: boolean;
};

export type CompletedRun = Ending & {
	outcome: "completed";
	metadata: Metadata;
	transcript: Transcript;
	/** Whose browser read a member's transcript; ignored by a run that adds to a result. */
	captions_read_by: CaptionsReadBy | null;
	/** Passages of the transcript that address the AI that rates it. */
	aimed_at_raters: PromptInjection[];
	panel: Provider[];
	bs_score: number;
	confidence_level: number;
	basis: Basis;
	coverage: Coverage;
	interval: Interval | null;
	/** The sources that were asked; empty if none, null for runs from before evidence existed. */
	evidence_sources: SourceId[] | null;
	/** The searches and the opened pages. */
	searches: EvidenceSearch[];
	pages: EvidencePage[];
	statements: PublishedStatement[];
	/** Who extracted the statements; null if unknown. */
	extraction: Extraction | null;
	/** The run to whose result the statements are added; null if they replace all earlier ones. */
	adds_to: RunId | null;
	/** The statement of that result that was checked again, if that is all that the run did. */
	rechecks: StatementId | null;
	/** Statements that were found but not rated. */
	left_out: LeftOutStatement[];
};

export type FailedRun = Ending & {
	outcome: "failed";
	/** null if the run ended before it read any metadata. */
	metadata: Metadata | null;
	error: RunError;
};

/** Everything that a run writes in its final batch. */
export type Publication = CompletedRun | FailedRun;

/**
 * The result cannot be published, and a retry would not help. The run ends as failed with this
 * reason.
 */
export class UnpublishableRun extends Error {
	readonly reason: RunError;
	constructor(reason: RunError, options?: ErrorOptions) {
		super(`The result cannot be made: ${String(options?.cause ?? reason.code)}`, options);
		this.reason = reason;
	}
}
