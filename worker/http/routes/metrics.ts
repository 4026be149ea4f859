import { Hono } from "hono";
import { prometheusText } from "#domain/metrics/prometheus-text.ts";
import { siteMetrics } from "#domain/metrics/site-metrics.ts";
import { Refusal } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";
import { readAuthorization } from "../bearer-key.ts";

const PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

/** Mounted at /api/metrics; for the operator's own monitoring alone. */
export const metrics = new Hono<AppEnv>().get("/", async (c) => {
	const { operations } = c.get("deps");
	if (!operations.mayReadMetrics) return c.notFound();
	if (!operations.mayReadMetrics(readAuthorization(c) ?? ""))
		throw new Refusal({
			status: 401,
			code: "metrics_token_wanted",
			title: "Metrics token wanted",
			detail: "Send the site's METRICS_TOKEN as a bearer token.",
		});
	const text = prometheusText(siteMetrics(await operations.measured()));
	return c.body(text, 200, { "content-type": PROMETHEUS });
});
