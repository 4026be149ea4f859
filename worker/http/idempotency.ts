import { and, eq, lt, sql } from "drizzle-orm";
import type { MiddlewareHandler } from "hono";
import type { MemberId } from "#contract/ids.ts";
import { deleteSome, excluded, insertRows, runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { idempotentRequests } from "#db/tables/requests.ts";
import { hashToken } from "#identity/tokens.ts";
import { storedText } from "#text/clean.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, MINUTE_MS } from "#worker/durations.ts";
import { PROBLEM_TYPE } from "./answer-problem.ts";
import type { AppEnv, RequestContext } from "./app-env.ts";
import { bodyChunks, saysLarger } from "./body.ts";
import { problem } from "./problems.ts";

/** Visible ASCII, because the key is sent in a header. */
const KEY_SHAPE = /^[\x21-\x7e]{1,255}$/;
/** Most running requests have ended after this time. */
const ASK_AGAIN_S = 1;
/** Long enough for a program that was down overnight. */
const KEPT_MS = DAY_MS;
/**
 * Each key stores a row with its response. The limit is far more than a member creates in a day.
 */
const MAX_KEYS = 1_000;
/** The keys of a day expire one by one. */
const MAKE_ROOM_S = 60 * 60;
/** Longer than any creating request takes. A request without a response by then has crashed. */
const LOST_MS = MINUTE_MS;

/**
 * Lets a member safely repeat a creating request: the same Idempotency-Key gets the first
 * response again. Refused requests are not stored, so that they can be corrected and sent again.
 * Runs after the caller is looked up. Not suitable for responses that contain a secret, because
 * responses are stored. `max_bytes` must be at least the endpoint's own limit. With
 * `except_found`, a response 200 is not stored, because it only shows what was there already.
 */
export const idempotency =
	(max_bytes: number, except_found: boolean): MiddlewareHandler<AppEnv> =>
	async (c, next) => {
		const key = c.req.header("idempotency-key");
		const user = c.get("user");
		if (key === undefined || !user) return next();
		if (!KEY_SHAPE.test(key)) throw problem("bad_idempotency_key");
		const request_hash = await hashRequest(c, max_bytes);
		// The body is too large; the endpoint itself answers with the problem.
		if (request_hash === null) return next();
		const context = c.get("context");
		const db = context.db.primary;
		const { reserved, found } = await reserve(context, { member_id: user.id, key, request_hash });
		refuseUnlessFree(found.state);
		if (found.state === "answered") return replay(found.answer);
		await next();
		const is_found = except_found && c.res.status === 200;
		if (is_found || !isStored(c.res.status)) return releaseKey(db, reserved);
		const body = await c.res.clone().text();
		const { status, headers } = c.res;
		const location = headers.get("location");
		await storeAnswer(db, reserved, { status, location, body });
	};

/** Reserves the key for this request unless another request uses it. */
async function reserve({ db, now }: Context, request: Omit<ReservedKey, "created_at">) {
	const at = now();
	const reserved = { ...request, created_at: at.toISOString() };
	const found = await reserveKey(db.primary, reserved, {
		forgotten: before(at, KEPT_MS),
		lost: before(at, LOST_MS),
		limit: MAX_KEYS,
	});
	return { reserved, found };
}

/** Deletes keys that no client is expected to send again. */
export async function forgetIdempotentRequests({ db, now }: Context): Promise<void> {
	await deleteOldKeys(db.primary, before(now(), KEPT_MS));
}

function before(instant: Date, ms: number): string {
	return new Date(instant.getTime() - ms).toISOString();
}

/**
 * Whether the response is stored. A refused request created nothing, but one with a server error
 * may have.
 */
function isStored(status: number): boolean {
	return status < 400 || status >= 500;
}

async function hashRequest(c: RequestContext, max_bytes: number): Promise<string | null> {
	if (saysLarger(c, max_bytes)) return null;
	const hash = [`${c.req.method} ${c.req.path}\n`];
	const decoder = new TextDecoder("latin1");
	let bytes = 0;
	for await (const chunk of bodyChunks(c.req.raw.clone())) {
		bytes += chunk.byteLength;
		if (bytes > max_bytes) return null;
		hash.push(decoder.decode(chunk, { stream: true }));
	}
	return hashToken(hash.join(""));
}

function replay({ status, location, body }: StoredAnswer): Response {
	return new Response(body, {
		status,
		headers: {
			"content-type": status < 400 ? "application/json" : PROBLEM_TYPE,
			"idempotency-replayed": "true",
			...(location !== null && { location }),
		},
	});
}

function refuseUnlessFree(state: KeyState["state"]): void {
	if (state === "full")
		throw problem("too_many_requests/idempotency_keys", { retry_after_s: MAKE_ROOM_S });
	if (state === "other_request") throw problem("idempotency_key_reused");
	if (state === "running") throw problem("request_in_progress", { retry_after_s: ASK_AGAIN_S });
}

/** A member's key, reserved for the request that began at `created_at`. */
type ReservedKey = {
	member_id: MemberId;
	key: string;
	/** A hash of method, path and body. */
	request_hash: string;
	created_at: string;
};

type StoredAnswer = { status: number; location: string | null; body: string };

/**
 * The state of a key: reserved for this request, used by another running request, or already
 * answered. "full" if the member has reached the limit of keys.
 */
type KeyState =
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
