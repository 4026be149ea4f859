import type { MiddlewareHandler } from "hono";
import type { User } from "#contract/account.ts";
import type { KeyScope } from "#contract/me.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import { problem } from "#http/problems.ts";
import type { Context } from "#worker/context.ts";
import { findKey, touchKey } from "./api-keys.ts";
import { isListedAdmin } from "./require.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { readSession, touchSession } from "./sessions.ts";
import { hashToken } from "./tokens.ts";

/**
 * Identifies the caller by API key, else by cookie. A request with neither costs no
 * query; an invalid key is refused.
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
		return identifyByKey(context, key, wanted);
	}
	const token = readSessionCookie(c);
	return token === null ? null : identifyBySession(context, token);
}

/** What a key without the scope `write` may send. */
const SAFE_METHODS = new Set(["GET", "HEAD"]);

const BEARER = /^Bearer(?: |$)/i;
/** `bsd_` and 256 bits. Anything else is refused without a query. */
const KEY_SHAPE = /^bsd_[A-Za-z0-9_-]{43}$/;

/** What follows "Bearer" in the request's Authorization header, or null without one. */
export function readAuthorization(c: RequestContext): string | null {
	const header = c.req.header("authorization");
	return header !== undefined && BEARER.test(header)
		? header.slice("Bearer".length).trim()
		: null;
}

/**
 * The API key in the request, or null. Throws if the value cannot be a key: a caller who
 * sends one does not want to be anonymous.
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
	/** Stores the use; null if the stored one is recent enough. */
	touch: (() => Promise<void>) | null;
};

async function identifyBySession(
	context: Context,
	token: string,
): Promise<KnownVisitor | null> {
	const db = context.db.primary;
	const now = context.now().toISOString();
	const session_hash = hashToken(token);
	const session = await readSession(db, session_hash, now);
	if (!session) return null;
	const { user, email_confirmed, has_second_factor, proven_at, touch_due } =
		session;
	const touch = () =>
		touchSession(db, session_hash, context.now().toISOString());
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

async function identifyByKey(
	context: Context,
	key: string,
	wanted: KeyScope,
): Promise<KnownVisitor> {
	const db = context.db.primary;
	const now = context.now().toISOString();
	const credential_hash = hashToken(key);
	const found = await findKey(db, credential_hash, now);
	if (!found) throw problem("invalid_key");
	const { user, touch_due, id, scopes, expires_at } = found;
	if (expires_at !== null && expires_at <= now)
		throw problem("invalid_key/expired");
	if (!scopes.includes(wanted))
		throw problem("not_allowed/scope", { values: { scope: wanted } });
	const touch = () => touchKey(db, id, context.now().toISOString());
	return {
		user,
		// A key may lie in any program's settings: it decides nothing for the site.
		is_admin: false,
		has_second_factor: false,
		proven_at: null,
		session_hash: null,
		credential_hash,
		touch: touch_due ? touch : null,
	};
}

/** An address makes its member an admin only after it is confirmed. */
function isAdmin(
	{ settings }: Context,
	{ email }: User,
	email_confirmed: boolean,
): boolean {
	return email_confirmed && isListedAdmin(email, settings.ADMIN_EMAILS);
}
