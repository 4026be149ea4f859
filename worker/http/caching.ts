import type { MiddlewareHandler } from "hono";
import { RecentlyUsed } from "#worker/recently-used.ts";
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
		headers.set("etag", `"${await shortDigest(body)}"`);
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

/** Set by the build: a hash of the worker's sources. */
declare const WORKER_BUILD: string | undefined;

/** Changes with the code that composes answers, so that no copy outlives a deployment. */
export const workerBuild: string = typeof WORKER_BUILD === "string" ? WORKER_BUILD : "unbuilt";

/** An answer in bytes. Its ETag names everything that it is composed from. */
export type Composed = { etag: string; body: Uint8Array<ArrayBuffer> };

/** About a hundred pages of reports. */
const MAX_COMPOSED_BYTES = 16_000_000;

/** The last answer of each address, for all readers: pages, and reports as JSON. */
const composed = new RecentlyUsed<Composed>(MAX_COMPOSED_BYTES);

export function findComposed(address: string, etag: string): Composed | null {
	const known = composed.get(address);
	return known?.etag === etag ? known : null;
}

export function keepComposed(address: string, etag: string, text: string): Composed {
	const answer = toComposed(etag, text);
	composed.set(address, answer, answer.body.byteLength);
	return answer;
}

export function toComposed(etag: string, text: string): Composed {
	// The encoder's type does not say that its buffer is never shared.
	return { etag, body: new TextEncoder().encode(text) as Uint8Array<ArrayBuffer> };
}

/** Answers with a value as JSON. `revision` names what it is read from; null if that changes now. */
export function answerJson(
	c: RequestContext,
	revision: string | null,
	read: () => object,
): Response {
	if (revision === null) return c.json(read());
	const etag = `"${revision}_${workerBuild}"`;
	const { path } = c.req;
	const { body } = findComposed(path, etag) ?? keepComposed(path, etag, JSON.stringify(read()));
	return c.body(body, 200, { "content-type": "application/json", etag });
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

/** 128 bits are enough to distinguish the versions of an answer. */
const DIGEST_BYTES = 16;

/** A shortened SHA-256 in hex. */
export async function shortDigest(content: string | BufferSource): Promise<string> {
	const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
	const hash = await crypto.subtle.digest("SHA-256", bytes);
	return [...new Uint8Array(hash, 0, DIGEST_BYTES)]
		.map((byte) => byte.toString(16).padStart(2, "0"))
		.join("");
}
