import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Reading } from "#db/replicas.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import type { AppEnv, RequestContext } from "./app-env.ts";
import type { EndpointRules } from "./endpoint-rules.ts";
import { isSecureRequest } from "./site-address.ts";

/** A browser's own last write. */
type Seen = {
	/** Of the database after the write; null if it is not known. */
	bookmark: string | null;
	at_ms: number;
};

/** Right after a write, the primary answers sooner than a replica that has to wait for the write. */
const PRIMARY_MS = 10_000;
/** Replicas are seconds behind; after this, every one has the write. */
const SEEN_MS = 10 * MINUTE_MS;

/** For programs with a key: returned after a write, and accepted with any read. */
const BOOKMARK_HEADER = "x-d1-bookmark";

const BOOKMARK = /^[A-Za-z0-9-]{1,128}$/;
const SEEN = /^([A-Za-z0-9-]{0,128})\.(\d{13})$/;

/** The value of the cookie: the bookmark, if it is known, and the instant in milliseconds. */
export function encodeSeen({ bookmark, at_ms }: Seen): string {
	return `${bookmark ?? ""}.${at_ms}`;
}

/** null for a malformed value, or one that is older than ten minutes. */
export function parseSeen(text: string | undefined, now_ms: number): Seen | null {
	const [, bookmark = "", at = ""] = SEEN.exec(text ?? "") ?? [];
	const at_ms = Number(at);
	// The clocks of two data centers differ a little.
	const recent = Math.abs(now_ms - at_ms) < SEEN_MS;
	return recent ? { bookmark: bookmark || null, at_ms } : null;
}

/** How a browser reads after a write of its own, which the answer has to include. */
export function readingAfter(seen: Seen | null, now_ms: number): Reading {
	if (seen === null) return "nearest";
	if (seen.bookmark === null || now_ms - seen.at_ms < PRIMARY_MS) return "primary";
	return { bookmark: seen.bookmark };
}

/** Whether a replica may answer: pages and documents, and the endpoints that say so. */
export function mayReadReplica(
	method: string,
	endpoint: Pick<EndpointRules, "reads"> | undefined,
): boolean {
	return (method === "GET" || method === "HEAD") && endpoint?.reads !== "primary";
}

/** Where the request reads what may be a moment old. */
export function chooseReading(c: RequestContext, now_ms: number): Reading {
	if (!mayReadReplica(c.req.method, c.get("endpoint"))) return "primary";
	const sent = c.req.header(BOOKMARK_HEADER);
	if (sent !== undefined && BOOKMARK.test(sent)) return { bookmark: sent };
	return readingAfter(readSeen(c, now_ms), now_ms);
}

/** The browser's last write; null if it has written nothing lately. */
export function readSeen(c: RequestContext, now_ms: number): Seen | null {
	return parseSeen(getCookie(c, "seen") ?? getCookie(c, SECURE_NAME), now_ms);
}

/** Over https the prefix makes the browser protect the cookie; a laptop has no TLS. */
const SECURE_NAME = "__Host-seen";

/** Sends the bookmark of a member's write, so that the member's next reads include the write. */
export const noteWrites: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	if (SAFE_METHODS.has(c.req.method) || c.res.status >= 400) return;
	const { writes, now, settings } = c.get("context");
	const bookmark = writes.by_object ? null : writes.bookmark;
	if (c.req.header("authorization") !== undefined) {
		if (bookmark !== null) c.res.headers.set(BOOKMARK_HEADER, bookmark);
		return;
	}
	// Only members write what others read.
	if (!c.get("user")) return;
	const secure = isSecureRequest({ settings }, c.req.url);
	setCookie(c, secure ? SECURE_NAME : "seen", encodeSeen({ bookmark, at_ms: now().getTime() }), {
		path: "/",
		httpOnly: true,
		secure,
		sameSite: "Lax",
		maxAge: SEEN_MS / 1_000,
	});
};

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
