import type { Context } from "hono";
import { Refusal } from "#domain/refusal.ts";
import type { AppEnv } from "./app-env.ts";

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
export function readBearerKey(c: Context<AppEnv>): string | null {
	const key = readAuthorization(c);
	if (key === null) return null;
	if (!KEY_SHAPE.test(key)) throw invalidKey();
	return key;
}

export function invalidKey(): Refusal {
	return new Refusal({
		status: 401,
		code: "invalid_key",
		title: "Invalid API key",
		detail: "This API key is not valid, or was deleted.",
	});
}
