import type { MiddlewareHandler } from "hono";
import type { AppEnv, RequestContext } from "./app-env.ts";

const READS = new Set(["GET", "HEAD"]);
const TAGGED_TYPE = /^(?:application\/json|text\/csv)\b/;

/**
 * Adds a strong ETag, computed from the body, to a public response that has none, and answers 304
 * if the client has it. Caches revalidate every time unless the route allows more.
 */
export const validators: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	if (!READS.has(c.req.method) || c.get("endpoint")?.cross_origin !== "public") return;
	const type = c.res.headers.get("content-type") ?? "";
	if (c.res.status !== 200 || !TAGGED_TYPE.test(type)) return;
	if (!c.res.headers.has("etag")) {
		const body = await c.res.arrayBuffer();
		const headers = new Headers(c.res.headers);
		headers.set("etag", await hashBody(body));
		c.res = undefined;
		c.res = new Response(body, { headers });
	}
	if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "public, no-cache");
	const etag = c.res.headers.get("etag") ?? "";
	if (!etagMatches(c.req.header("if-none-match"), etag)) return;
	const headers = new Headers(c.res.headers);
	headers.delete("content-type");
	c.res = undefined;
	c.res = new Response(null, { status: 304, headers });
};

type Written = { body: Uint8Array<ArrayBuffer>; etag: string };

/** The JSON of each object, for as long as the object exists. */
const written = new WeakMap<object, Written>();

/** Answers with an immutable object as JSON. Its bytes and ETag are computed once. */
export async function answerJson(c: RequestContext, value: object): Promise<Response> {
	let known = written.get(value);
	if (!known) {
		// The encoder's type does not say that its buffer is never shared.
		const text = new TextEncoder().encode(JSON.stringify(value));
		const body = text as Uint8Array<ArrayBuffer>;
		known = { body, etag: await hashBody(body) };
		written.set(value, known);
	}
	const headers = { "content-type": "application/json", etag: known.etag };
	return c.body(known.body, 200, headers);
}

async function hashBody(body: BufferSource): Promise<string> {
	const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
	// 128 bits are enough to distinguish two responses.
	const half = String.fromCharCode(...hash.subarray(0, 16));
	return `"${btoa(half).replace(/=+$/, "")}"`;
}

/**
 * Whether the If-None-Match header contains the tag or "*". A proxy may have marked the tag as
 * weak.
 */
export function etagMatches(header: string | undefined, tag: string): boolean {
	if (header === undefined) return false;
	if (header.trim() === "*") return true;
	const named: string[] = header.match(/"[^"]*"/g) ?? [];
	return named.includes(tag.replace(/^W\//, ""));
}

const BYTES = 9;

/** A shortened SHA-256 in hex, long enough to distinguish versions of one page. */
export async function shortDigest(text: string): Promise<string> {
	const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
	return [...new Uint8Array(bytes, 0, BYTES)]
		.map((byte) => byte.toString(16).padStart(2, "0"))
		.join("");
}
