import type { MiddlewareHandler } from "hono";
import { hashToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, MINUTE_MS } from "#worker/durations.ts";
import { PROBLEM_TYPE } from "./answer-problem.ts";
import type { AppEnv, RequestContext } from "./app-env.ts";
import { bodyChunks, saysLarger } from "./body.ts";
import {
	deleteOldKeys,
	type KeyState,
	type ReservedKey,
	releaseKey,
	reserveKey,
	type StoredAnswer,
	storeAnswer,
} from "./idempotency-queries.ts";
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
export const MAX_KEYS = 1_000;
/** The keys of a day expire one by one. */
const MAKE_ROOM_S = 60 * 60;
/** Longer than any creating request takes. A request without a response by then has crashed. */
const LOST_MS = MINUTE_MS;

/**
 * Lets a member safely repeat a creating request: the same Idempotency-Key gets the first
 * response again. Refused requests are not stored, so that they can be corrected and sent again.
 * Runs after the caller is looked up. Not suitable for responses that contain a secret, because
 * responses are stored. `max_bytes` must be at least the endpoint's own limit.
 */
export const idempotency =
	(max_bytes: number): MiddlewareHandler<AppEnv> =>
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
		const { reserved, found } = await reserve(context, {
			member_id: user.id,
			key,
			request_hash,
		});
		refuseUnlessFree(found.state);
		if (found.state === "answered") return replay(found.answer);
		await next();
		if (!isStored(c.res.status)) return releaseKey(db, reserved);
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
		throw problem("too_many_requests/idempotency_keys", {
			retry_after_s: MAKE_ROOM_S,
		});
	if (state === "other_request") throw problem("idempotency_key_reused");
	if (state === "running") throw problem("request_in_progress", { retry_after_s: ASK_AGAIN_S });
}
