import type { EvidencePage, EvidenceSearch } from "#contract/evidence.ts";
import type { StatementId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type { UnverifiedReason } from "#contract/verdicts.ts";
import type { Moment, PromptInjection } from "#contract/video.ts";
import type { CompletedVideo, FailedVideo } from "#features/reports/write-video.ts";
import type { ProviderCallRecord } from "#features/spending/sum-calls.ts";
import type { LeftOutStatement } from "#features/statements/merge-statements.ts";
import type { PublishedStatement } from "#features/statements/queries.ts";

type Outbox = { kind: string; member_id: string | null; payload: Record<string, unknown> };

type Recorded = { calls: ProviderCallRecord[]; outbox: Outbox[] };

export type CompletedRun = Recorded &
	CompletedVideo & {
		/** Passages of the transcript that address the AI that rates it. */
		aimed_at_raters: PromptInjection[];
		/** The searches and the opened pages. */
		searches: EvidenceSearch[];
		pages: EvidencePage[];
		statements: PublishedStatement[];
		/** The statements of the earlier result that stay as they are. */
		kept: StatementId[];
		/** Those of them that are not part of the video's score. */
		kept_on_request: StatementId[];
		/** The moment that was checked; null for another kind of run. */
		moment: Omit<Moment, "checked_at"> | null;
		/** Whether the transcript is that of the earlier result, which stays stored. */
		keeps_transcript: boolean;
		/** Statements that were found but not rated. */
		left_out: LeftOutStatement[];
	};

export type FailedRun = Recorded & FailedVideo;

/** Everything that a run writes in its final batch. */
export type Publication = CompletedRun | FailedRun;

/** Nothing answered, so that the statement was not checked. */
export const UNANSWERED: ReadonlySet<UnverifiedReason> = new Set([
	"budget",
	"search_failed",
	"raters_failed",
]);

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
