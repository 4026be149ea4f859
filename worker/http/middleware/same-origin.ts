import type { MiddlewareHandler } from "hono";
import { Refusal } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Unsafe methods take JSON only, and a browser's word on where it comes from
 * must be ours. Clients that are no browsers send neither header.
 */
export const sameOrigin: MiddlewareHandler<AppEnv> = async (c, next) => {
	if (!SAFE.has(c.req.method)) {
		const site = c.req.header("sec-fetch-site");
		const origin = c.req.header("origin");
		const foreignSite =
			site !== undefined && site !== "same-origin" && site !== "none";
		const foreignOrigin =
			origin !== undefined &&
			!c.get("deps").site.isOwnOrigin(origin, c.req.url);
		if (foreignSite || foreignOrigin) throw crossSite();
		requireJson(c.req.header("content-type"), c.req.header("content-length"));
	}
	await next();
};

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
