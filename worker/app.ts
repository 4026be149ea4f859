import { Hono } from "hono";
import type { AppEnv } from "#http/app-env.ts";
import { apiHeaders } from "#http/middleware/api-headers.ts";
import { requestId } from "#http/middleware/request-id.ts";
import { sameOrigin } from "#http/middleware/same-origin.ts";
import { session } from "#http/middleware/session.ts";
import { withDeps } from "#http/middleware/with-deps.ts";
import { answerError, answerNotFound } from "#http/problem.ts";
import { analyze } from "#http/routes/analyze.ts";
import { auth } from "#http/routes/auth.ts";
import { health } from "#http/routes/health.ts";
import { samples } from "#http/routes/samples.ts";
import { search } from "#http/routes/search.ts";
import { stats } from "#http/routes/stats.ts";
import { videoEvents } from "#http/routes/video-events.ts";
import { videos } from "#http/routes/videos.ts";
import type { CreateDeps } from "./deps.ts";

/** The HTTP program; what it works with is handed in. */
export function createApp(createDeps: CreateDeps) {
	return new Hono<AppEnv>()
		.onError(answerError)
		.notFound(answerNotFound)
		.use("/api/*", requestId, apiHeaders, withDeps(createDeps), sameOrigin)
		.use("/api/auth/*", session)
		.use("/api/analyze", session)
		.route("/api/health", health)
		.route("/api/auth", auth)
		.route("/api/analyze", analyze)
		.route("/api/videos", videos)
		.route("/api/videos/:id/events", videoEvents)
		.route("/api/search", search)
		.route("/api/stats", stats)
		.route("/api/samples", samples);
}
