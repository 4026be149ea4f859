import { excluded } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { heartbeats } from "#db/tables/figures.ts";
import { MINUTE_MS } from "#worker/durations.ts";

/** Stores the current time. The cron job calls it every minute. */
export async function beat(db: Db, now: string): Promise<void> {
	await db
		.insert(heartbeats)
		.values({ id: 1, at: now })
		.onConflictDoUpdate({ target: heartbeats.id, set: excluded("at") });
}

/** The latest heartbeat in this copy of the database; null if there is none. */
export async function readHeartbeat(db: Db): Promise<string | null> {
	const [row] = await db.select({ at: heartbeats.at }).from(heartbeats);
	return row?.at ?? null;
}

/**
 * A lower bound of the replica's lag in seconds: the time since the first heartbeat that it lacks,
 * which came a minute after the latest one that it has.
 */
export function replicaLag(
	primary_at: string | null,
	replica_at: string | null,
	now: string,
): number {
	if (primary_at === null || primary_at === replica_at) return 0;
	const latest_ms = Date.parse(primary_at);
	const first_ms = replica_at === null ? latest_ms : Date.parse(replica_at) + MINUTE_MS;
	const lacking_since_ms = Math.min(latest_ms, first_ms);
	return Math.max(0, (Date.parse(now) - lacking_since_ms) / 1_000);
}
