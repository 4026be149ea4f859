import * as z from "zod";
import { Health, Readiness, Sample, Stats } from "#contract/site.ts";
import { servingRegions } from "#db/replicas.ts";
import { readStats } from "#features/reports/list-queries.ts";
import { listSamples } from "#features/samples/samples.ts";
import { describeHealth } from "#features/sharing/pages/site-page.ts";
import { openDayLedger } from "#features/spending/budget.ts";
import { endpoint } from "#http/endpoint.ts";
import { content, json } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readAuthorization } from "#identity/authenticate.ts";
import { hashToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { readBacklog, readFigures } from "./figures-queries.ts";
import { readHeartbeat, replicaLag } from "./heartbeat.ts";
import { readOutcomes } from "./jobs.ts";
import { readReadiness } from "./readiness.ts";
import { prometheusText, siteMetrics } from "./site-metrics.ts";

/** Seconds until the next check. */
const ASK_AGAIN_S = 5;

const PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

/** Health, metrics, figures and samples. */
export const siteEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/health",
		id: "getHealth",
		summary: "Whether requests are served, and what this site can do",
		access: "everyone",
		cross_origin: "public",
		answers: { 200: json("Requests are served.", Health) },
		handle: (context) => describeHealth(context),
	}),
	endpoint({
		method: "GET",
		path: "/api/health/ready",
		id: "getReadiness",
		summary: "Whether everything that requests depend on is available",
		detail:
			"For a load balancer or a monitor. Checks the database, its migrations and the limits' object, for at most two seconds, and keeps the answer for five.",
		access: "everyone",
		answers: {
			200: json("Everything is available.", Readiness),
			503: json("Something is not available; `checks` says what.", Readiness),
		},
		handle: async (context, { c }) => {
			const readiness = await readReadiness(context);
			if (readiness.status === "ok") return readiness;
			c.header("retry-after", String(ASK_AGAIN_S));
			return c.json(readiness, 503);
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/metrics",
		id: "getMetrics",
		summary: "Metrics for monitoring, in Prometheus format",
		detail: "With the site's METRICS_TOKEN as a bearer token.",
		access: "everyone",
		answers: { 200: content("Exposition format 0.0.4.", "text/plain") },
		problems: {
			401: "The token is not the site's.",
			404: "The site has no METRICS_TOKEN, so there are no metrics.",
		},
		handle: async (context, { c }) => {
			const { METRICS_TOKEN } = context.settings;
			if (!METRICS_TOKEN) return c.notFound();
			// Comparing hashes keeps the comparison's timing from revealing the token.
			if (hashToken(readAuthorization(c) ?? "") !== hashToken(METRICS_TOKEN))
				throw problem("metrics_token_wanted");
			const text = prometheusText(siteMetrics(await measureSite(context)));
			return c.body(text, 200, { "content-type": PROMETHEUS });
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/stats",
		id: "getStats",
		summary: "What has been analyzed so far",
		access: "everyone",
		cross_origin: "public",
		answers: { 200: json("The counts as of now.", Stats) },
		handle: ({ db, view }) => readStats(db.near, view),
	}),
	endpoint({
		method: "GET",
		path: "/api/samples",
		id: "listSamples",
		summary: "The sample videos of demo mode",
		access: "everyone",
		cross_origin: "public",
		answers: { 200: json("Empty outside demo mode.", z.object({ samples: z.array(Sample) })) },
		handle: (context) => ({ samples: listSamples(context) }),
	}),
];

/** Collects the measurements for the metrics. */
async function measureSite(context: Context) {
	const { primary, nearest } = context.db;
	const [figures, backlog, jobs, primary_at, replica_at, day] = await Promise.all([
		readFigures(primary),
		readBacklog(primary),
		readOutcomes(primary),
		readHeartbeat(primary),
		readHeartbeat(nearest),
		openDayLedger(context)?.look({ calls: 0, usd: 0 }),
	]);
	const provider_calls = {
		used: day?.taken.calls ?? 0,
		limit: context.settings.LIMIT_PROVIDER_CALLS,
	};
	const now = context.now().toISOString();
	const database = {
		replica_lag_s: replicaLag(primary_at, replica_at, now),
		regions: servingRegions(),
	};
	return { figures, backlog, jobs, provider_calls, database, now };
}
