import { count, isNotNull, isNull, min, type SQL, sql } from "drizzle-orm";
import { insertRows, runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { siteFigures } from "#db/tables/figures.ts";
import { members } from "#db/tables/members.ts";
import { notificationOutbox } from "#db/tables/notifications.ts";
import { activeRuns, publications } from "#db/tables/runs.ts";
import { votes } from "#db/tables/statements.ts";
import { webhookDeliveries } from "#db/tables/webhooks.ts";

export type Figure = {
	name: "analyses" | "votes" | "members" | "webhook_deliveries";
	label: string;
	value: number;
};

const CONFIRMED: SQL<string> = sql`iif(${members.email_confirmed_at} is null, 'unconfirmed', 'confirmed')`;

/** Computes the figures that require a table scan and stores them. */
export async function countFigures(db: Db, now: string): Promise<void> {
	const value = count();
	const { outcome } = publications;
	const { vote_type } = votes;
	const { status } = webhookDeliveries;
	const counted = await runBatch(db, {
		analyses: db.select({ label: outcome, value }).from(publications).groupBy(outcome),
		votes: db.select({ label: vote_type, value }).from(votes).groupBy(vote_type),
		members: db
			.select({ label: CONFIRMED.as("label"), value })
			.from(members)
			.groupBy(CONFIRMED),
		webhook_deliveries: db.select({ label: status, value }).from(webhookDeliveries).groupBy(status),
	});
	const rows = (name: Figure["name"]) =>
		counted[name].map((figure) => ({ name, ...figure, counted_at: now }));
	await db.batch([
		db.delete(siteFigures),
		insertRows(
			db,
			siteFigures,
			[...rows("analyses"), ...rows("votes"), ...rows("members"), ...rows("webhook_deliveries")],
			sql`true`,
		),
	]);
}

export type Backlog = {
	runs: number;
	/** ISO 8601; null if none is waiting or running. The same applies to the other fields. */
	oldest_run_at: string | null;
	messages: number;
	oldest_message_at: string | null;
	webhooks: number;
	oldest_webhook_at: string | null;
};

/** The current backlog, read from partial indexes that contain only waiting and running entries. */
export async function readBacklog(db: Db): Promise<Backlog> {
	const waiting = count();
	const { runs, messages, webhooks } = await runBatch(db, {
		runs: db
			.select({ waiting, oldest: min(activeRuns.started_at) })
			.from(activeRuns)
			.where(isNull(activeRuns.ended_at)),
		messages: db
			.select({ waiting, oldest: min(notificationOutbox.created_at) })
			.from(notificationOutbox)
			.where(isNull(notificationOutbox.delivered_at)),
		webhooks: db
			.select({ waiting, oldest: min(webhookDeliveries.created_at) })
			.from(webhookDeliveries)
			.where(
				// Must match the partial index's condition, so that SQLite uses the index.
				sql`status = 'pending' and ${isNotNull(webhookDeliveries.next_attempt_at)}`,
			),
	});
	const [run] = runs;
	const [message] = messages;
	const [webhook] = webhooks;
	return {
		runs: run?.waiting ?? 0,
		oldest_run_at: run?.oldest ?? null,
		messages: message?.waiting ?? 0,
		oldest_message_at: message?.oldest ?? null,
		webhooks: webhook?.waiting ?? 0,
		oldest_webhook_at: webhook?.oldest ?? null,
	};
}

export function readFigures(db: Db): Promise<(Figure & { counted_at: string })[]> {
	return db.select().from(siteFigures) as Promise<(Figure & { counted_at: string })[]>;
}
