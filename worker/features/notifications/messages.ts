import type { SQL } from "drizzle-orm";
import * as z from "zod";
import { Basis, Coverage } from "#contract/evidence.ts";
import { MemberId, type StatementId, VideoId } from "#contract/ids.ts";
import { Lean } from "#contract/statement.ts";
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

/** The payloads of the outbox, by kind. */
const Message = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("new_analysis"), payload: AnalysisEnded }),
	z.object({ kind: z.literal("claim_decision"), payload: ClaimDecided }),
	z.object({ kind: z.literal("creator_response"), payload: CreatorResponded }),
	z.object({ kind: z.literal("webhook_failed"), payload: WebhookFailed }),
	z.object({ kind: z.literal("evidence_changed"), payload: EvidenceChanged }),
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
