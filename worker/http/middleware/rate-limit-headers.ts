import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";

/**
 * Tells the caller of every limit that the request was counted against: how
 * much a window grants (`q` in `w` seconds), what is left of it (`r`) and when
 * it starts anew (`t`, seconds).
 */
export const rateLimitHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	const limits = [...c.get("deps").counted.values()];
	if (!limits.length) return;
	const policies = limits.map(
		({ policy, limit, window_ms }) =>
			`"${policy}";q=${limit};w=${Math.ceil(window_ms / 1000)}`,
	);
	const left = limits.map(
		({ policy, remaining, reset_s }) =>
			`"${policy}";r=${remaining};t=${reset_s}`,
	);
	c.res.headers.set("ratelimit-policy", policies.join(", "));
	c.res.headers.set("ratelimit", left.join(", "));
};
