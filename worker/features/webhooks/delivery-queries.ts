import { and, asc, eq, gt, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Coverage, Finding } from "#contract/evidence.ts";
import { MemberId } from "#contract/ids.ts";
import type { Basis } from "#contract/verdicts.ts";
import { SettledDispute, WebhookDelivery } from "#contract/webhooks.ts";
import { runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { disputes } from "#db/tables/disputes.ts";
import { videos } from "#db/tables/videos.ts";
import { webhookDeliveries, webhookSecrets, webhookStops } from "#db/tables/webhooks.ts";
import { insertOutboxMessage } from "#features/notifications/messages.ts";
import { BASIS_COLUMNS, readBasis } from "#features/reports/queries.ts";

export type DueWebhook = WebhookDelivery & {
	member_id: MemberId;
	/** What the current score is based on; null if the analysis has no result. */
	result: { basis: Basis; coverage: Coverage; finding: Finding } | null;
	/** Of a dispute.settled, otherwise null. */
	dispute: SettledDispute | null;
};

/** The outcome of an attempt. `next_attempt_at` is null after the last attempt. */
export type WebhookAttempt = {
	status: WebhookDelivery["status"];
	next_attempt_at: string | null;
	response_status: number | null;
	error: string | null;
};

/**
 * Due events, oldest first, in rounds: the oldest event of each member precedes every member's
 * second one, so that one member's queue does not delay the others.
 */
export async function dueWebhooks(
	db: Db,
	{ now, limit }: { now: string; limit: number },
): Promise<DueWebhook[]> {
	const { member_id, next_attempt_at, id } = webhookDeliveries;
	const due = db
		.select({
			id,
			round:
				sql<number>`row_number() over (partition by ${member_id} order by ${next_attempt_at}, ${id})`.as(
					"round",
				),
		})
		.from(webhookDeliveries)
		// Written as literal SQL, so that SQLite uses the partial index.
		.where(and(sql`status = 'pending'`, lte(next_attempt_at, now)))
		.as("due");
	const rows = await db
		.select({ delivery: webhookDeliveries, video: BASIS_COLUMNS, dispute: DISPUTE_COLUMNS })
		.from(due)
		.innerJoin(webhookDeliveries, eq(id, due.id))
		.leftJoin(
			videos,
			and(
				eq(videos.id, webhookDeliveries.video_id),
				ne(webhookDeliveries.event, "analysis.failed"),
				eq(videos.analysis_status, "completed"),
				isNull(videos.hidden_at),
			),
		)
		.leftJoin(disputes, eq(disputes.id, webhookDeliveries.dispute_id))
		.orderBy(asc(due.round), asc(next_attempt_at))
		.limit(limit);
	return rows.map(({ delivery, video, dispute }) => ({
		...dueOf(delivery, video),
		dispute: dispute && SettledDispute.parse(dispute),
	}));
}

const DISPUTE_COLUMNS = {
	id: disputes.id,
	statement_id: disputes.statement_id,
	outcome: disputes.outcome,
	before: disputes.before,
	after: disputes.after,
};

/**
 * Claims an attempt; false if another sweep has claimed it. The attempt counts immediately. If it
 * is lost, the event is due again at `lost_at`.
 */
export async function claimAttempt(
	db: Db,
	{ id, attempts }: Pick<WebhookDelivery, "id" | "attempts">,
	{ now, lost_at }: { now: string; lost_at: string },
): Promise<boolean> {
	const taken = await db
		.update(webhookDeliveries)
		.set({ attempts: attempts + 1, last_attempt_at: now, next_attempt_at: lost_at })
		.where(
			and(
				eq(webhookDeliveries.id, id),
				eq(webhookDeliveries.attempts, attempts),
				eq(webhookDeliveries.status, "pending"),
				lte(webhookDeliveries.next_attempt_at, now),
			),
		)
		.returning({ id: webhookDeliveries.id });
	return taken.length > 0;
}

/**
 * The secrets that sign the member's events, newest first, and whether the receiver has answered
 * 410 (gone).
 */
export async function readSigning(
	db: Db,
	member_id: MemberId,
	{ url, now }: { url: string; now: string },
): Promise<{ secrets: string[]; stopped: boolean }> {
	const stopped = sql<number>`exists (select 1 from ${webhookStops} where ${webhookStops.member_id} = ${member_id} and ${webhookStops.url} = ${url})`;
	const [row] = await db
		.select({
			secret: webhookSecrets.secret,
			previous: webhookSecrets.previous,
			previous_until: webhookSecrets.previous_until,
			stopped: stopped.as("stopped"),
		})
		.from(webhookSecrets)
		.where(eq(webhookSecrets.member_id, member_id));
	if (!row) return { secrets: [], stopped: false };
	const both = row.previous !== null && (row.previous_until ?? "") > now;
	return {
		secrets: [row.secret, ...(both && row.previous ? [row.previous] : [])],
		stopped: row.stopped === 1,
	};
}

/**
 * Stores the outcome of an attempt. A receiver that answered 410 ends all of its deliveries. The
 * member is notified of a failed delivery.
 */
export async function finishAttempt(
	db: Db,
	webhook: DueWebhook,
	attempt: WebhookAttempt,
	now: string,
): Promise<void> {
	const { id, member_id, url, video_id } = webhook;
	const own = eq(webhookDeliveries.id, id);
	const batch: [DbStatement, ...DbStatement[]] = [
		db.update(webhookDeliveries).set(attempt).where(own),
	];
	if (attempt.status === "disabled")
		batch.push(
			db.insert(webhookStops).values({ member_id, url, stopped_at: now }).onConflictDoNothing(),
			db
				.update(webhookDeliveries)
				.set({ status: "disabled", next_attempt_at: null })
				.where(
					and(
						eq(webhookDeliveries.member_id, member_id),
						eq(webhookDeliveries.url, url),
						eq(webhookDeliveries.status, "pending"),
					),
				),
		);
	if (attempt.status === "failed" || attempt.status === "disabled")
		batch.push(
			insertOutboxMessage(
				db,
				{
					cause: id,
					kind: "webhook_failed",
					member_id,
					payload: { delivery_id: id, video_id, url, status: attempt.status },
					now,
				},
				sql`true`,
			),
		);
	await db.batch(batch);
}

/** Makes the event due again in any state; null if the member has no such delivery. */
export async function resendWebhook(
	db: Db,
	member_id: MemberId,
	id: string,
	now: string,
): Promise<WebhookDelivery | null> {
	const own = and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.member_id, member_id));
	// A running attempt stays unchanged, otherwise the event would be sent twice at the same time.
	const idle = or(ne(webhookDeliveries.status, "pending"), gt(webhookDeliveries.attempts, 0));
	const { rows } = await runBatch(db, {
		stops: db
			.delete(webhookStops)
			.where(
				and(
					eq(webhookStops.member_id, member_id),
					sql`${webhookStops.url} in (select ${webhookDeliveries.url} from ${webhookDeliveries} where ${own})`,
				),
			),
		due: db
			.update(webhookDeliveries)
			.set({ status: "pending", attempts: 0, next_attempt_at: now })
			.where(and(own, idle)),
		rows: db.select().from(webhookDeliveries).where(own),
	});
	const [row] = rows;
	return row ? WebhookDelivery.parse(row) : null;
}

function dueOf(
	row: typeof webhookDeliveries.$inferSelect,
	video: (Parameters<typeof readBasis>[0] & { basis: string }) | null,
): Omit<DueWebhook, "dispute"> {
	return {
		...WebhookDelivery.parse(row),
		member_id: MemberId.parse(row.member_id),
		result: video && readResult(video),
	};
}

function readResult(video: Parameters<typeof readBasis>[0] & { basis: string }) {
	const { coverage, finding } = readBasis(video);
	return { basis: video.basis as Basis, coverage, finding };
}
