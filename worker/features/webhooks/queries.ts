import { and, desc, eq, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import { MemberId, type VideoId } from "#contract/ids.ts";
import {
	type WebhookDeliveries,
	WebhookDelivery,
	type WebhookEventType,
	type WebhookSecretState,
} from "#contract/webhooks.ts";
import { deleteSome } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { cutPage, decodePlace } from "#db/cursors.ts";
import { disputes } from "#db/tables/disputes.ts";
import { requestedAnalyses } from "#db/tables/requests.ts";
import { webhookDeliveries, webhookSecrets } from "#db/tables/webhooks.ts";
import { isOutdated, resealSecret } from "#identity/stored-secrets.ts";
import type { Context } from "#worker/context.ts";

/** Replaces the secret. The old one also signs until `previous_until`. */
export async function rotateSecret(
	db: Db,
	next: { member_id: MemberId; secret: string; created_at: string; previous_until: string },
): Promise<WebhookSecretState> {
	const { previous_until, ...row } = next;
	await db
		.insert(webhookSecrets)
		.values({ ...row, previous: null, previous_until: null })
		.onConflictDoUpdate({
			target: webhookSecrets.member_id,
			set: {
				previous: sql`${webhookSecrets.secret}`,
				previous_until,
				secret: row.secret,
				created_at: row.created_at,
			},
		});
	return readSecretState(db, next.member_id);
}

/** Deletes the secrets of the member whose id `owner` selects; for batches. */
export function deleteSecrets(db: Db, owner: SQL) {
	return db.delete(webhookSecrets).where(sql`${webhookSecrets.member_id} = ${owner}`);
}

export async function readSecretState(db: Db, member_id: MemberId): Promise<WebhookSecretState> {
	const { created_at, previous_until } = webhookSecrets;
	const [row] = await db
		.select({ created_at, previous_until })
		.from(webhookSecrets)
		.where(eq(webhookSecrets.member_id, member_id));
	return row ?? { created_at: null, previous_until: null };
}

/** One page of the member's deliveries, newest first. */
export async function listDeliveries(
	db: Db,
	member_id: MemberId,
	{ cursor, limit }: { cursor: string | null; limit: number },
): Promise<WebhookDeliveries | "bad_cursor"> {
	const after = cursor === null ? null : decodePlace(cursor);
	if (cursor !== null && after === null) return "bad_cursor";
	const { created_at, id } = webhookDeliveries;
	const rows = await db
		.select()
		.from(webhookDeliveries)
		.where(
			and(
				eq(webhookDeliveries.member_id, member_id),
				after ? sql`(${created_at}, ${id}) < (${after.at}, ${after.key})` : undefined,
			),
		)
		.orderBy(desc(created_at), desc(id))
		.limit(limit + 1);
	const { page, next_cursor } = cutPage(rows, limit, (row) => ({
		at: row.created_at,
		key: row.id,
	}));
	return { deliveries: page.map((row) => WebhookDelivery.parse(row)), next_cursor };
}

/** Deletes deliveries from before `before`, a limited number at a time. */
export async function forgetDeliveries(db: Db, before: string): Promise<void> {
	await deleteSome(db, webhookDeliveries, lt(webhookDeliveries.created_at, before));
}

/**
 * The number of the member's events that are queued, or will be queued when a requested analysis
 * ends.
 */
export async function countOpenWebhooks(db: Db, member_id: MemberId): Promise<number> {
	const queued = sql`(select count(*) from ${webhookDeliveries} where ${webhookDeliveries.member_id} = ${member_id} and ${webhookDeliveries.status} = 'pending')`;
	const expected = sql`(select count(*) from ${requestedAnalyses} where ${requestedAnalyses.member_id} = ${member_id} and ${requestedAnalyses.webhook_url} is not null and ${requestedAnalyses.settled_at} is null)`;
	const [row] = await db
		.select({ open: sql<number>`${queued} + ${expected}`.as("open") })
		.from(sql`(select 1)`);
	return row?.open ?? 0;
}

/**
 * Queues an event for each of these ended requests that has a webhook. Batched with the statement
 * that ends them. A request ends once, so its event's id is fixed and queueing it again changes
 * nothing. The columns are in the table's order.
 */
export function queueWebhooks(db: Db, which: SQL | undefined): DbStatement {
	const { id, member_id, video_id, webhook_url, status, settled_at, created_at } =
		requestedAnalyses;
	// The result may be much older than the request.
	const at = sql`max(${settled_at}, ${created_at})`;
	const wanted = and(which, isNotNull(webhook_url), isNotNull(settled_at));
	return db
		.insert(webhookDeliveries)
		.select(
			sql`select 'msg_' || ${id}, ${member_id}, ${id}, ${video_id}, ${webhook_url}, 'analysis.' || ${status}, 'pending', 0, ${at}, ${at}, null, null, null, null from ${requestedAnalyses} where ${wanted}`,
		)
		.onConflictDoNothing();
}

/**
 * Queues evidence.changed for everyone who requested an analysis of the video with a webhook.
 * Batched with the change, and only if `condition` is true.
 */
export function queueEvidenceEvents(
	db: Db,
	{ video_id, at }: { video_id: VideoId; at: string },
	condition: SQL,
): DbStatement {
	const mark = at.replace(/\D/g, "");
	const cause = sql`(select ${video_id} as video_id, ${mark} as mark, null as dispute_id where ${condition})`;
	return queueForRequests(db, cause, "evidence.changed", at);
}

/** Queues dispute.settled in the same way, for each of these disputes. */
export function queueDisputeEvents(db: Db, which: SQL, at: string, condition: SQL): DbStatement {
	const { id, video_id } = disputes;
	const cause = sql`(select ${video_id} as video_id, ${id} as mark, ${id} as dispute_id from ${disputes} where ${which} and ${condition})`;
	return queueForRequests(db, cause, "dispute.settled", at);
}

/**
 * One event for each address, about its newest request, for each row of `cause`: the video, what
 * tells the event from others of the request, and the dispute. The columns are in the table's
 * order.
 */
function queueForRequests(db: Db, cause: SQL, event: WebhookEventType, at: string): DbStatement {
	const { id, member_id, webhook_url, status } = requestedAnalyses;
	const own = sql`${requestedAnalyses.video_id} = cause.video_id and ${webhook_url} is not null and ${status} = 'completed'`;
	const newest = sql`select newest.id from ${requestedAnalyses} newest where newest.video_id = cause.video_id and newest.status = 'completed' and newest.member_id = ${member_id} and newest.webhook_url = ${webhook_url} order by newest.created_at desc, newest.id desc limit 1`;
	return db
		.insert(webhookDeliveries)
		.select(
			sql`select 'msg_' || ${id} || '_' || cause.mark, ${member_id}, ${id}, cause.video_id, ${webhook_url}, ${event}, 'pending', 0, ${at}, ${at}, null, null, null, cause.dispute_id from ${requestedAnalyses}, ${cause} as cause where ${own} and ${id} = (${newest})`,
		)
		.onConflictDoNothing();
}

/** Keeps one sweep short; the next sweep continues. */
const SEALED_A_MINUTE = 100;

/**
 * Encrypts secrets with the first key of SECRETS_KEY if they are stored in plain text or
 * encrypted with an older key. Afterwards the older key can be removed from the setting.
 */
export async function resealWebhookSecrets(context: Context): Promise<void> {
	if (!context.settings.SECRETS_KEY.length) return;
	const db = context.db.primary;
	const { secret, previous, member_id } = webhookSecrets;
	const rows = await db
		.select({ member_id, secret, previous })
		.from(webhookSecrets)
		.where(or(isOutdated(context, secret), and(isNotNull(previous), isOutdated(context, previous))))
		.limit(SEALED_A_MINUTE);
	for (const row of rows) await reseal(context, row);
}

async function reseal(
	context: Context,
	row: { member_id: string; secret: string; previous: string | null },
): Promise<void> {
	const owner = { member_id: MemberId.parse(row.member_id), purpose: "webhook" } as const;
	const secret = await resealSecret(context, owner, row.secret);
	const previous = row.previous && (await resealSecret(context, owner, row.previous));
	await context.db.primary
		.update(webhookSecrets)
		.set({ secret, previous })
		.where(
			and(
				eq(webhookSecrets.member_id, row.member_id),
				// The member may have created a new secret in the meantime.
				eq(webhookSecrets.secret, row.secret),
			),
		);
}
