import type { MiddlewareHandler } from "hono";
import type { User } from "#contract/account.ts";
import type { KeyScope } from "#contract/me.ts";
import { type Db, readSurely } from "#db/client.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import { problem } from "#http/problems.ts";
import type { Context } from "#worker/context.ts";
import { isRecent, MINUTE_MS } from "#worker/durations.ts";
import { RecentlyUsed } from "#worker/recently-used.ts";
import { findKey, touchKey } from "./api-keys.ts";
import { isListedAdmin } from "./require.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { type OpenSession, readSession, touchSession } from "./sessions.ts";
import { hashToken } from "./tokens.ts";

/**
 * Identifies the caller by API key, otherwise by session cookie. A request with neither needs no
 * query. An invalid key is refused.
 */
export const session: MiddlewareHandler<AppEnv> = async (c, next) => {
	const visitor = await identify(c);
	c.set("user", visitor?.user ?? null);
	c.set("is_admin", visitor?.is_admin ?? false);
	c.set("has_second_factor", visitor?.has_second_factor ?? false);
	c.set("proven_at", visitor?.proven_at ?? null);
	c.set("session_hash", visitor?.session_hash ?? null);
	c.set("credential_hash", visitor?.credential_hash ?? null);
	if (visitor?.touch) runInBackground(c)(visitor.touch);
	await next();
};

async function identify(c: RequestContext) {
	const context = c.get("context");
	const key = readBearerKey(c);
	if (key !== null) {
		const wanted = SAFE_METHODS.has(c.req.method) ? "read" : "write";
		return identifyByKey(context, identifying(c), key, wanted);
	}
	const token = readSessionCookie(c);
	return token === null ? null : identifyBySession(context, identifying(c), token);
}

/** Where the caller is looked up. A session that the replica lacks may just have been opened. */
function identifying(c: RequestContext): Identifying {
	const { primary, nearest } = c.get("context").db;
	const by_replica = c.get("endpoint")?.reads === "near";
	const checked_again = by_replica && !SAFE_METHODS.has(c.req.method);
	return { primary, near: by_replica ? nearest : primary, checked_again };
}

type Identifying = Parameters<typeof readSurely>[0] & {
	/** The route's batch checks the session again, so that one read a moment ago will do. */
	checked_again: boolean;
};

/** A member votes on several statements in a row. */
const REMEMBERED_MS = MINUTE_MS;
const REMEMBERED_SESSIONS = 2_000;
const remembered = new RecentlyUsed<{ session: OpenSession; read_at_ms: number }>(
	REMEMBERED_SESSIONS,
);

const isUnknown = (found: unknown) => found === null;

/** The methods that a key without the scope `write` may use. */
const SAFE_METHODS = new Set(["GET", "HEAD"]);

const BEARER = /^Bearer(?: |$)/i;
/** `bsd_` and 256 bits. Other texts are refused without a query. */
const KEY_SHAPE = /^bsd_[A-Za-z0-9_-]{43}$/;

/** The credentials after "Bearer" in the Authorization header; null if there are none. */
export function readAuthorization(c: RequestContext): string | null {
	const header = c.req.header("authorization");
	return header !== undefined && BEARER.test(header) ? header.slice("Bearer".length).trim() : null;
}

/**
 * The API key of the request, or null. Throws if the value is malformed, because a caller who
 * sends a key does not want to be treated as anonymous.
 */
function readBearerKey(c: RequestContext): string | null {
	const key = readAuthorization(c);
	if (key === null) return null;
	if (!KEY_SHAPE.test(key)) throw problem("invalid_key");
	return key;
}

/** A member identified by a session or a key. */
type KnownVisitor = {
	user: User;
	is_admin: boolean;
	has_second_factor: boolean;
	proven_at: string | null;
	session_hash: string | null;
	credential_hash: string;
	/** Stores the time of use; null if the stored time is recent enough. */
	touch: (() => Promise<void>) | null;
};

async function identifyBySession(
	context: Context,
	db: Identifying,
	token: string,
): Promise<KnownVisitor | null> {
	const session_hash = hashToken(token);
	const session = await findSession(context, db, session_hash);
	if (!session) return null;
	const { user, email_confirmed, has_second_factor, proven_at, touch_due } = session;
	const touch = () => touchSession(db.primary, session_hash, context.now().toISOString());
	return {
		user,
		is_admin: isAdmin(context, user, email_confirmed),
		has_second_factor,
		proven_at,
		session_hash,
		credential_hash: session_hash,
		touch: touch_due ? touch : null,
	};
}

async function findSession(
	context: Context,
	db: Identifying,
	session_hash: string,
): Promise<OpenSession | null> {
	const now = context.now();
	const known = db.checked_again ? remembered.get(session_hash) : undefined;
	if (known && isRecent(known.read_at_ms, REMEMBERED_MS, now.getTime())) return known.session;
	const read = (on: Db) => readSession(on, session_hash, now.toISOString());
	const session = await readSurely(db, read, isUnknown);
	// Its last use is stored first.
	if (db.checked_again && session?.touch_due === false)
		remembered.set(session_hash, { session, read_at_ms: now.getTime() }, 1);
	return session;
}

async function identifyByKey(
	context: Context,
	db: Identifying,
	key: string,
	wanted: KeyScope,
): Promise<KnownVisitor> {
	const now = context.now().toISOString();
	const credential_hash = hashToken(key);
	const found = await readSurely(db, (on) => findKey(on, credential_hash, now), isUnknown);
	if (!found) throw problem("invalid_key");
	const { user, touch_due, id, scopes, expires_at } = found;
	if (expires_at !== null && expires_at <= now) throw problem("invalid_key/expired");
	if (!scopes.includes(wanted)) throw problem("not_allowed/scope", { values: { scope: wanted } });
	const touch = () => touchKey(db.primary, id, context.now().toISOString());
	return {
		user,
		// Keys are stored in many programs' settings, so a key never has admin rights.
		is_admin: false,
		has_second_factor: false,
		proven_at: null,
		session_hash: null,
		credential_hash,
		touch: touch_due ? touch : null,
	};
}

/** An address gives admin rights only after it was confirmed. */
function isAdmin({ settings }: Context, { email }: User, email_confirmed: boolean): boolean {
	return email_confirmed && isListedAdmin(email, settings.ADMIN_EMAILS);
}
