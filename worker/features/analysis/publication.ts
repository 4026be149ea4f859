import type {
	Coverage,
	EvidencePage,
	EvidenceSearch,
} from "#contract/evidence.ts";
import type { Extraction } from "#contract/extraction.ts";
import type { Provider, RunId, StatementId, VideoId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type {
	Rating,
	Statement,
	TimestampSource,
} from "#contract/statement.ts";
import type { Basis, Interval, SourceId } from "#contract/verdicts.ts";
import type { PromptInjection } from "#contract/video.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import type { LeftOutStatement } from "#features/statements/merge-statements.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";
import type { Usage } from "#providers/providers.ts";

/** One call to an AI provider, stored for its cost. */
export type ProviderCallRecord = {
	/** Unique within the run, for example "rate:3:openai". */
	task: string;
	provider: Provider;
	model: string;
	ok: boolean;
	attempts: number;
	duration_ms: number;
	usage: Usage;
};

export type PublishedStatement = {
	/** The earlier id of the statement, or a new one. */
	id: StatementId;
	content: string;
	quote: string;
	/** The normalised quote, by which runs are compared. */
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

/** What a statement's score rests on. */
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
	/** Number of the run's last event. */
	last_seq: number;
	calls: ProviderCallRecord[];
	outbox: Outbox[];
	simulated: boolean;
};

export type CompletedRun = Ending & {
	outcome: "completed";
	metadata: Metadata;
	transcript: Transcript;
	/** Passages of the transcript that address the AI that rates. */
	aimed_at_raters: PromptInjection[];
	panel: Provider[];
	bs_score: number;
	confidence_level: number;
	basis: Basis;
	coverage: Coverage;
	interval: Interval | null;
	/** The sources that were asked, none if empty; null for a run from before there were any. */
	evidence_sources: SourceId[] | null;
	/** What was searched and opened. */
	searches: EvidenceSearch[];
	pages: EvidencePage[];
	statements: PublishedStatement[];
	/** Who found them; null if that is not known. */
	extraction: Extraction | null;
	/**
	 * The run to whose result the statements are added; null if they replace all earlier
	 * ones.
	 */
	adds_to: RunId | null;
	/** What was found and not rated. */
	left_out: LeftOutStatement[];
};

export type FailedRun = Ending & {
	outcome: "failed";
	/** null if the run ended before it read any. */
	metadata: Metadata | null;
	error: RunError;
};

/** Everything that a run writes in its one batch at the end. */
export type Publication = CompletedRun | FailedRun;

/** A result that no retry can make: the run ends as failed, with this reason. */
export class UnpublishableRun extends Error {
	readonly reason: RunError;
	constructor(reason: RunError, options?: ErrorOptions) {
		super(
			`The result cannot be made: ${String(options?.cause ?? reason.code)}`,
			options,
		);
		this.reason = reason;
	}
}
