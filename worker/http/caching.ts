import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { crossOriginRules } from "./origins.ts";

const READS = new Set(["GET", "HEAD"]);
const TAGGED_TYPE = /^(?:application\/json|text\/csv)\b/;

/**
 * Gives a public answer a strong ETag made from its bytes, and answers 304 to a client
 * that has it. Caches revalidate each time unless the route allows more.
 */
export const validators: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	if (!READS.has(c.req.method) || crossOriginRules(c.req.path) !== "public")
		return;
	const type = c.res.headers.get("content-type") ?? "";
	if (c.res.status !== 200 || !TAGGED_TYPE.test(type)) return;
	const body = await c.res.arrayBuffer();
	const headers = new Headers(c.res.headers);
	headers.set("etag", await hashBody(body));
	if (!headers.has("cache-control"))
		headers.set("cache-control", "public, no-cache");
	const known = c.req.header("if-none-match");
	const unchanged = etagMatches(known, headers.get("etag") ?? "");
	if (unchanged) headers.delete("content-type");
	c.res = undefined;
	c.res = unchanged
		? new Response(null, { status: 304, headers })
		: new Response(body, { headers });
};

async function hashBody(body: ArrayBuffer): Promise<string> {
	const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
	// 128 bits are enough to distinguish two answers.
	const half = String.fromCharCode(...hash.subarray(0, 16));
	return `"${btoa(half).replace(/=+$/, "")}"`;
}

/**
 * Whether the If-None-Match header names the tag (or is "*"). A proxy may have marked the
 * tag weak.
 */
export function etagMatches(header: string | undefined, tag: string): boolean {
	if (header === undefined) return false;
	if (header.trim() === "*") return true;
	const named: string[] = header.match(/"[^"]*"/g) ?? [];
	return named.includes(tag.replace(/^W\//, ""));
}

const BYTES = 9;

/** Enough of a SHA-256 to distinguish versions of one page, in hex. */
export async function shortDigest(text: string): Promise<string> {
	const bytes = await crypto.subtle.digest(
		"SHA-256",
		new TextEncoder().encode(text),
	);
	return [...new Uint8Array(bytes, 0, BYTES)]
		.map((byte) => byte.toString(16).padStart(2, "0"))
		.join("");
}
