import type { Context, MiddlewareHandler } from "hono";
import type { User } from "#contract/account.ts";
import type { AppEnv } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import { ProblemError } from "#http/problems.ts";
import type { Base } from "#worker/compose/base.ts";
import { findKey, touchKey } from "./api-keys.ts";
import { isListedAdmin } from "./require.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { readSession, touchSession } from "./sessions.ts";
import { hashToken } from "./tokens.ts";

/**
 * Finds out who asks, by API key or else by cookie. A request with neither
 * costs no query; a key that is not valid is refused.
 */
export const session: MiddlewareHandler<AppEnv> = async (c, next) => {
	const visitor = await identify(c);
	c.set("user", visitor?.user ?? null);
	c.set("is_admin", visitor?.is_admin ?? false);
	c.set("session_hash", visitor?.session_hash ?? null);
	if (visitor?.touch) runInBackground(c)(visitor.touch);
	await next();
};

async function identify(c: Context<AppEnv>) {
	const { visitors } = c.get("deps");
	const key = readBearerKey(c);
	if (key !== null) {
		const member = await visitors.byKey(key);
		if (!member) throw invalidKey();
		return member;
	}
	const token = readSessionCookie(c);
	return token === null ? null : visitors.bySession(token);
}

const BEARER = /^Bearer(?: |$)/i;
/** `bsd_` and 256 bits; nothing else is worth a query. */
const KEY_SHAPE = /^bsd_[A-Za-z0-9_-]{43}$/;

/** What follows "Bearer" in the request's Authorization header, or null without one. */
export function readAuthorization(c: Context<AppEnv>): string | null {
	const header = c.req.header("authorization");
	return header !== undefined && BEARER.test(header)
		? header.slice("Bearer".length).trim()
		: null;
}

/**
 * The API key that the request brings, or null where it brings none. Throws
 * for what cannot be a key: whoever sends one does not want to be a visitor.
 */
function readBearerKey(c: Context<AppEnv>): string | null {
	const key = readAuthorization(c);
	if (key === null) return null;
	if (!KEY_SHAPE.test(key)) throw invalidKey();
	return key;
}

function invalidKey(): ProblemError {
	return new ProblemError({
		status: 401,
		code: "invalid_key",
		title: "Invalid API key",
		detail: "This API key is not valid, or was deleted.",
	});
}

/** Somebody whom a session or a key has shown to be a member. */
type KnownVisitor = {
	user: User;
	is_admin: boolean;
	session_hash: string | null;
	/** Notes the use, where that is due. */
	touch: (() => Promise<void>) | null;
};

/** Finds out who asks; one query each. */
export function composeVisitors({ db, now, settings }: Base) {
	const isAdmin = (user: User, email_confirmed: boolean) =>
		email_confirmed && isListedAdmin(user.email, settings.ADMIN_EMAILS);
	return {
		async bySession(token: string): Promise<KnownVisitor | null> {
			const session_hash = hashToken(token);
			const session = await readSession(db, session_hash, now());
			if (!session) return null;
			const { user, email_confirmed, touch_due } = session;
			const touch = () => touchSession(db, session_hash, now());
			return {
				user,
				is_admin: isAdmin(user, email_confirmed),
				session_hash,
				touch: touch_due ? touch : null,
			};
		},
		async byKey(key: string): Promise<KnownVisitor | null> {
			const found = await findKey(db, hashToken(key), now());
			if (!found) return null;
			const { user, email_confirmed, touch_due, id } = found;
			const touch = () => touchKey(db, id, now());
			return {
				user,
				is_admin: isAdmin(user, email_confirmed),
				session_hash: null,
				touch: touch_due ? touch : null,
			};
		},
	};
}
