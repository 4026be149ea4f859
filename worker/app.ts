import { Hono } from "hono";
import type { AppEnv } from "#http/app-env.ts";
import { apiHeaders } from "#http/middleware/api-headers.ts";
import { crossOriginHeaders } from "#http/middleware/cross-origin-headers.ts";
import { idempotency } from "#http/middleware/idempotency.ts";
import { knownMethods } from "#http/middleware/known-methods.ts";
import { rateLimitHeaders } from "#http/middleware/rate-limit-headers.ts";
import { readToEnd } from "#http/middleware/read-to-end.ts";
import { requestId } from "#http/middleware/request-id.ts";
import { requestLog } from "#http/middleware/request-log.ts";
import { sameOrigin } from "#http/middleware/same-origin.ts";
import { session } from "#http/middleware/session.ts";
import { validators } from "#http/middleware/validators.ts";
import { withDeps } from "#http/middleware/with-deps.ts";
import { pageHeaders } from "#http/pages/page-headers.ts";
import { answerError, answerNotFound } from "#http/problem.ts";
import { MAX_TRANSCRIPT_BODY_BYTES } from "#http/read-json.ts";
import { adminClaims } from "#http/routes/admin-claims.ts";
import { adminNewsletter } from "#http/routes/admin-newsletter.ts";
import { adminSpending } from "#http/routes/admin-spending.ts";
import { adminVotes } from "#http/routes/admin-votes.ts";
import { analyze } from "#http/routes/analyze.ts";
import { apiDocs } from "#http/routes/api-docs.ts";
import { auth } from "#http/routes/auth.ts";
import { claims } from "#http/routes/claims.ts";
import { community } from "#http/routes/community.ts";
import { google } from "#http/routes/google.ts";
import { health } from "#http/routes/health.ts";
import { keys } from "#http/routes/keys.ts";
import { lookup } from "#http/routes/lookup.ts";
import { me } from "#http/routes/me.ts";
import { metrics } from "#http/routes/metrics.ts";
import { myActivity } from "#http/routes/my-activity.ts";
import { mySessions } from "#http/routes/my-sessions.ts";
import { myVotes } from "#http/routes/my-votes.ts";
import { newsletter } from "#http/routes/newsletter.ts";
import { notifications } from "#http/routes/notifications.ts";
import { openDocuments } from "#http/routes/open-documents.ts";
import { openApi } from "#http/routes/openapi.ts";
import { servePage } from "#http/routes/pages.ts";
import { requestedAnalyses } from "#http/routes/requested-analyses.ts";
import { responses } from "#http/routes/responses.ts";
import { samples } from "#http/routes/samples.ts";
import { search } from "#http/routes/search.ts";
import { stats } from "#http/routes/stats.ts";
import { videoEvents } from "#http/routes/video-events.ts";
import { videoExport } from "#http/routes/video-export.ts";
import { videos } from "#http/routes/videos.ts";
import { votes } from "#http/routes/votes.ts";
import { webhooks } from "#http/routes/webhooks.ts";
import type { CreateDeps } from "./deps.ts";

/** The HTTP program; what it works with is handed in. */
export function createApp(createDeps: CreateDeps) {
	const page = [
		requestId,
		withDeps(createDeps),
		pageHeaders,
		servePage,
	] as const;
	const app = new Hono<AppEnv>();
	return (
		app
			.onError(answerError)
			.notFound(answerNotFound)
			.use("*", requestLog)
			// The page about the API; the API itself begins below it.
			.all("/api", ...page)
			.all("/api/", ...page)
			.use("/api/*", requestId, apiHeaders, crossOriginHeaders, readToEnd)
			.use(
				"/api/*",
				knownMethods(() => app.routes),
			)
			.use("/api/*", withDeps(createDeps), rateLimitHeaders, sameOrigin)
			.use("/api/*", validators)
			.use("/api/auth/*", session)
			.use("/api/analyze", session)
			.use("/api/v1/analyze", session)
			.use("/api/v1/analyses/*", session)
			.use("/api/statements/*", session)
			.use("/api/videos/:id/my-votes", session)
			.use("/api/claims/*", session)
			.use("/api/admin/*", session)
			.use("/api/responses/*", session)
			.use("/api/me/*", session)
			.use("/api/keys/*", session)
			.use("/api/notifications/*", session)
			.use("/api/webhooks/*", session)
			.use("/api/analyze", idempotency(MAX_TRANSCRIPT_BODY_BYTES))
			.use("/api/v1/analyze", idempotency())
			.use("/api/claims", idempotency())
			.use("/api/responses", idempotency())
			.use("/api/webhooks/deliveries/:id/resend", idempotency())
			.route("/api/health", health)
			.route("/api/metrics", metrics)
			.route("/api/openapi.json", openApi)
			.route("/api/docs", apiDocs)
			.route("/api/auth", auth)
			.route("/api/auth/google", google)
			.route("/api/me", me)
			.route("/api/me/sessions", mySessions)
			.route("/api/keys", keys)
			.route("/api/newsletter", newsletter)
			.route("/api/admin/newsletter.csv", adminNewsletter)
			.route("/api/analyze", analyze)
			.route("/api/v1", requestedAnalyses)
			.route("/api/v1/lookup", lookup)
			.route("/api/videos", videos)
			.route("/api/videos", videoExport)
			.route("/api/videos/:id/events", videoEvents)
			.route("/api/videos/:id/my-votes", myVotes)
			.route("/api/statements/:id/vote", votes)
			.route("/api/claims", claims)
			.route("/api/admin/claims", adminClaims)
			.route("/api/admin/spending", adminSpending)
			.route("/api/admin/votes", adminVotes)
			.route("/api/responses", responses)
			.route("/api/me/activity", myActivity)
			.route("/api/notifications", notifications)
			.route("/api/webhooks", webhooks)
			.route("/api/community", community)
			.route("/api/search", search)
			.route("/api/stats", stats)
			.route("/api/samples", samples)
			.all("/api/*", (c) => c.notFound())
			.route("/", openDocuments(createDeps))
			// Whatever is left is a page, known or not.
			.all("*", ...page)
	);
}
