import type { MiddlewareHandler } from "hono";
import { matchesTag } from "#domain/matches-tag.ts";
import type { AppEnv } from "../app-env.ts";
import { crossOriginOf } from "../cross-origin.ts";

const READS = new Set(["GET", "HEAD"]);
const TAGGED_TYPE = /^(?:application\/json|text\/csv)\b/;

/**
 * Gives a public answer a strong tag, made of its very bytes: it changes with
 * the result, a vote, a response or a run's progress, and with nothing else.
 * Whoever has that answer already is told so in one line. Kept copies are asked
 * about before they are shown, unless the route allows more.
 */
export const validators: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	if (!READS.has(c.req.method) || crossOriginOf(c.req.path) !== "public")
		return;
	const type = c.res.headers.get("content-type") ?? "";
	if (c.res.status !== 200 || !TAGGED_TYPE.test(type)) return;
	const body = await c.res.arrayBuffer();
	const headers = new Headers(c.res.headers);
	headers.set("etag", await tagOf(body));
	if (!headers.has("cache-control"))
		headers.set("cache-control", "public, no-cache");
	const known = c.req.header("if-none-match");
	const unchanged = matchesTag(known, headers.get("etag") ?? "");
	if (unchanged) headers.delete("content-type");
	c.res = undefined;
	c.res = unchanged
		? new Response(null, { status: 304, headers })
		: new Response(body, { headers });
};

async function tagOf(body: ArrayBuffer): Promise<string> {
	const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
	// Half of it is more than enough to tell two answers apart.
	const half = String.fromCharCode(...hash.subarray(0, 16));
	return `"${btoa(half).replace(/=+$/, "")}"`;
}
