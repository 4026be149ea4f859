import { and, eq, lt, sql } from "drizzle-orm";
import type { MemberId } from "#contract/ids.ts";
import { deleteSome, excluded, insertRows, runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { idempotentRequests } from "#db/tables/requests.ts";
import { storedText } from "#text/stored-text.ts";

/** A member's key, reserved for the request that began at `created_at`. */
export type ReservedKey = {
	member_id: MemberId;
	key: string;
	/** A hash of method, path and body. */
	request_hash: string;
	created_at: string;
};

export type StoredAnswer = {
	status: number;
	location: string | null;
	body: string;
};

/**
 * The state of a key: reserved for this request, used by another running request, or already
 * answered. "full" if the member has reached the limit of keys.
 */
export type KeyState =
	| { state: "taken" }
	| { state: "running" }
	| { state: "full" }
	| { state: "other_request" }
	| { state: "answered"; answer: StoredAnswer };

/**
 * Reserves the key for this request if no other request uses it. Requests from before `forgotten`
 * do not count, nor do unanswered requests from before `lost`. A member has at most `limit` keys.
 */
export async function reserveKey(
	db: Db,
	reserved: ReservedKey,
	{ forgotten, lost, limit }: { forgotten: string; lost: string; limit: number },
): Promise<KeyState> {
	const { created_at, status } = idempotentRequests;
	const own = eq(idempotentRequests.member_id, reserved.member_id);
	const same = and(own, eq(idempotentRequests.key, reserved.key));
	const kept = sql<number>`(select count(*) from ${idempotentRequests} where ${own})`;
	const fresh = { ...reserved, status: null, location: null, body: null };
	const room = sql`(${kept} < ${limit} or exists (select 1 from ${idempotentRequests} where ${same}))`;
	const taken = await insertRows(db, idempotentRequests, [fresh], room)
		.onConflictDoUpdate({
			target: [idempotentRequests.member_id, idempotentRequests.key],
			set: excluded("request_hash", "created_at", "status", "location", "body"),
			setWhere: sql`${created_at} < ${forgotten} or (${status} is null and ${created_at} < ${lost})`,
		})
		.returning({ key: idempotentRequests.key });
	if (taken.length) return { state: "taken" };
	const { stored, counted } = await runBatch(db, {
		stored: db.select().from(idempotentRequests).where(same),
		counted: db.select({ kept: kept.as("kept") }).from(sql`(select 1)`),
	});
	const [row] = stored;
	if (!row && (counted[0]?.kept ?? 0) >= limit) return { state: "full" };
	// The other request released the key in the meantime, so the next attempt finds it free.
	if (!row) return { state: "running" };
	if (row.request_hash !== reserved.request_hash) return { state: "other_request" };
	if (row.status === null || row.body === null) return { state: "running" };
	const { location, body } = row;
	return { state: "answered", answer: { status: row.status, location, body } };
}

/** Stores the response for repeated requests. */
export async function storeAnswer(
	db: Db,
	reserved: ReservedKey,
	{ status, location, body }: StoredAnswer,
): Promise<void> {
	await db
		.update(idempotentRequests)
		.set({ status, location, body: storedText(body) })
		.where(isReserved(reserved));
}

/** Releases the key, because the request created nothing. */
export async function releaseKey(db: Db, reserved: ReservedKey): Promise<void> {
	await db.delete(idempotentRequests).where(isReserved(reserved));
}

export async function deleteOldKeys(db: Db, before: string): Promise<void> {
	await deleteSome(db, idempotentRequests, lt(idempotentRequests.created_at, before));
}

function isReserved({ member_id, key, created_at }: ReservedKey) {
	return and(
		eq(idempotentRequests.member_id, member_id),
		eq(idempotentRequests.key, key),
		eq(idempotentRequests.created_at, created_at),
	);
}
