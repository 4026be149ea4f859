import type { SQL } from "drizzle-orm";
import * as z from "zod";
import { Basis, Coverage, Finding, Lean } from "#contract/evidence.ts";
import { RatedAs } from "#contract/follows.ts";
import { MemberId, StatementId, VideoId } from "#contract/ids.ts";
import { TakedownKind, TakedownReason } from "#contract/takedowns.ts";
import { insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { notificationOutbox } from "#db/tables/notifications.ts";

const About = z.object({
	video_id: VideoId,
	/** Empty if the run ended before it read the title. */
	title: z.string(),
});

const AnalysisEnded = z.discriminatedUnion("status", [
	About.extend({
		status: z.literal("completed"),
		/** null if too little could be checked. */
		bs_score: z.int().nullable(),
		lean: Lean.nullable(),
		claims_count: z.int(),
		simulated: z.boolean(),
		basis: Basis,
		coverage: Coverage,
		/** Missing in messages of 1.0.0. */
		finding: Finding.optional(),
	}),
	About.extend({
		status: z.literal("failed"),
		detail: z.string(),
		/** Whether only one statement of a result was to be checked again. */
		recheck: z.boolean(),
	}),
]);
export type AnalysisEnded = z.infer<typeof AnalysisEnded>;

const ClaimDecided = z.object({
	claim_id: z.string(),
	channel_name: z.string(),
	status: z.enum(["verified", "rejected"]),
	reason: z.string().nullable(),
});
export type ClaimDecided = z.infer<typeof ClaimDecided>;

const CreatorResponded = About.extend({
	response_id: z.string(),
	channel_name: z.string(),
	author_member_id: MemberId,
});
export type CreatorResponded = z.infer<typeof CreatorResponded>;

const WebhookFailed = z.object({
	delivery_id: z.string(),
	url: z.string(),
	status: z.enum(["failed", "disabled"]),
});
export type WebhookFailed = z.infer<typeof WebhookFailed>;

const EvidenceChanged = About.extend({
	/** The statements whose verdicts rest on quotes that are no longer on their pages. */
	statements: z.int(),
});
export type EvidenceChanged = z.infer<typeof EvidenceChanged>;

/** To the followers of the video and its channel; or of one claim, if they follow neither. */
const VerdictMoved = About.extend({
	channel_id: z.string().nullable(),
	/** null in the message to the followers of the video and its channel. */
	claim_key: z.string().nullable(),
	/** They are notified that the run has ended. */
	started_by: MemberId.nullable(),
	moved: z
		.array(
			z.object({ statement_id: StatementId, content: z.string(), before: RatedAs, after: RatedAs }),
		)
		.min(1),
});
export type VerdictMoved = z.infer<typeof VerdictMoved>;
/** To the member; without one to the followers of the claim. */
const DisputeSettled = About.extend({
	dispute_id: z.string(),
	statement_id: StatementId,
	claim_key: z.string(),
	disputed_by: MemberId.nullable(),
	outcome: z.enum(["moved", "stays", "not_checked"]),
	before: RatedAs,
	/** null if it was not checked. */
	after: RatedAs.nullable(),
});
export type DisputeSettled = z.infer<typeof DisputeSettled>;

const ReviewNeeded = z.object({
	what: z.enum(["claim", "votes", "dispute", "notice"]),
	/** The channel's name or the statement; empty if it is not named. */
	about: z.string(),
});
export type ReviewNeeded = z.infer<typeof ReviewNeeded>;

/** What an admin has taken down of a member, or shows again. */
const TakenDownOf = z.object({
	subject: TakedownKind,
	/** null for an account. */
	video_id: VideoId.nullable(),
	/** A title, a statement or a channel's name; empty if there is none. */
	label: z.string(),
	/** null if it is shown again. */
	reason: TakedownReason.nullable(),
	sentence: z.string(),
});
export type TakenDownOf = z.infer<typeof TakenDownOf>;

/** The payloads of the outbox, by kind. */
const Message = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("new_analysis"), payload: AnalysisEnded }),
	z.object({ kind: z.literal("claim_decision"), payload: ClaimDecided }),
	z.object({ kind: z.literal("creator_response"), payload: CreatorResponded }),
	z.object({ kind: z.literal("webhook_failed"), payload: WebhookFailed }),
	z.object({ kind: z.literal("evidence_changed"), payload: EvidenceChanged }),
	z.object({ kind: z.literal("verdict_moved"), payload: VerdictMoved }),
	z.object({ kind: z.literal("dispute_settled"), payload: DisputeSettled }),
	z.object({ kind: z.literal("review_needed"), payload: ReviewNeeded }),
	z.object({ kind: z.literal("taken_down"), payload: TakenDownOf }),
]);
export type Message = z.infer<typeof Message>;

/** null if this version does not know the kind. */
export function parseMessage(kind: string, payload: unknown): Message | null {
	const parsed = Message.safeParse({ kind, payload });
	return parsed.success ? parsed.data : null;
}

/** New votes on one video. */
export type VotesCast = z.infer<typeof About> & {
	votes: number;
	/** The statement, if all votes are on the same one. */
	statement_id: StatementId | null;
};

type OutboxMessage = {
	/** The id of the cause: a run, a claim or a response. */
	cause: string;
	kind: string;
	/** null if the members are determined at delivery. */
	member_id: string | null;
	payload: Record<string, unknown>;
	now: string;
};

/** Batched with the change that causes the message; written only if `condition` is true. */
export function insertOutboxMessage(
	db: Db,
	{ cause, kind, member_id, payload, now }: OutboxMessage,
	condition: SQL,
): DbStatement {
	const row = {
		id: undefined,
		run_id: cause,
		kind,
		member_id,
		payload,
		created_at: now,
		delivered_at: null,
		reached: null,
	};
	return insertRows(db, notificationOutbox, [row], condition);
}

/** As `insertOutboxMessage`, for all admins: something waits for their review. */
export function insertReviewMessage(
	db: Db,
	{ cause, now, ...payload }: ReviewNeeded & { cause: string; now: string },
	condition: SQL,
): DbStatement {
	const message = { cause, kind: "review_needed", member_id: null, payload, now };
	return insertOutboxMessage(db, message, condition);
}
