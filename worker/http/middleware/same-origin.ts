import type { Context, MiddlewareHandler } from "hono";
import { Refusal } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";
import { readAuthorization } from "../bearer-key.ts";
import { crossOriginOf } from "../cross-origin.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Unsafe methods take JSON only, and a browser's word on where it comes from
 * must be ours. Clients that are no browsers send neither header. A page of
 * another site that sends a key to the programs' API acts by that key alone:
 * nobody's cookie is looked at beside it.
 */
export const sameOrigin: MiddlewareHandler<AppEnv> = async (c, next) => {
	if (!SAFE.has(c.req.method)) {
		if (!bringsOwnKey(c) && isForeign(c)) throw crossSite();
		requireJson(c.req.header("content-type"), c.req.header("content-length"));
	}
	await next();
};

function bringsOwnKey(c: Context<AppEnv>): boolean {
	return crossOriginOf(c.req.path) === "keyed" && readAuthorization(c) !== null;
}

function isForeign(c: Context<AppEnv>): boolean {
	const site = c.req.header("sec-fetch-site");
	const origin = c.req.header("origin");
	const foreignSite =
		site !== undefined && site !== "same-origin" && site !== "none";
	const foreignOrigin =
		origin !== undefined && !c.get("deps").site.isOwnOrigin(origin, c.req.url);
	return foreignSite || foreignOrigin;
}

function requireJson(type: string | undefined, length: string | undefined) {
	const bare = type === undefined && (length ?? "0") === "0";
	if (bare || /^application\/json\s*(;|$)/i.test(type ?? "")) return;
	throw new Refusal({
		status: 415,
		code: "not_json",
		title: "Unsupported media type",
		detail: "Send the request body as application/json.",
	});
}

function crossSite(): Refusal {
	return new Refusal({
		status: 403,
		code: "cross_site",
		title: "Cross-site request",
		detail: "This request came from another site, so it was refused.",
	});
}
