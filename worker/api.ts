import { Hono } from "hono";
import { me, mySessions } from "#features/accounts/account-routes.ts";
import { myActivity } from "#features/accounts/activity.ts";
import { auth } from "#features/accounts/auth-routes.ts";
import { extension } from "#features/accounts/extension/routes.ts";
import { google } from "#features/accounts/google/routes.ts";
import { keys } from "#features/accounts/key-routes.ts";
import { mySecondFactor } from "#features/accounts/second-factor/routes.ts";
import { videoEvents } from "#features/analysis/event-routes.ts";
import { answerError, answerNotFound } from "#http/answer-problem.ts";
import type { AppEnv } from "#http/app-env.ts";
import { validators } from "#http/caching.ts";
import { readToEnd } from "#http/event-stream.ts";
import { apiHeaders, rateLimitHeaders, requestId } from "#http/headers.ts";
import { knownMethods } from "#http/methods.ts";
import { crossOriginHeaders, sameOrigin } from "#http/origins.ts";
import { noteWrites } from "#http/reading.ts";
import { requestLog } from "#http/request-log.ts";
import { session } from "#identity/authenticate.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { withContext } from "./with-context.ts";

/** Mounts the API: the middleware, then every feature's endpoints. */
function createApi() {
	const api = new Hono<AppEnv>();
	api
		.onError(answerError)
		.notFound(answerNotFound)
		.use("*", requestLog)
		.use("/api/*", requestId, apiHeaders, crossOriginHeaders, readToEnd)
		.use(
			"/api/*",
			knownMethods(ENDPOINTS, () => api.routes),
		)
		.use("/api/*", withContext, rateLimitHeaders, noteWrites, sameOrigin)
		.use("/api/*", validators)
		.use("/api/auth/*", session)
		.use("/api/me/*", session)
		.use("/api/keys/*", session)
		.use("/api/extension/codes", session)
		.use("/api/extension/key", session)
		.route("/api/auth", auth)
		.route("/api/auth/google", google)
		.route("/api/me", me)
		.route("/api/me/sessions", mySessions)
		.route("/api/me/second-factor", mySecondFactor)
		.route("/api/keys", keys)
		.route("/api/extension", extension)
		.route("/api/videos/:id/events", videoEvents)
		.route("/api/me/activity", myActivity);
	for (const { method, path, handlers } of ENDPOINTS)
		api.on(method, [path.replaceAll(/\{(\w+)\}/g, ":$1")], ...handlers);
	return api.all("/api/*", (c) => c.notFound());
}

export const api = createApi();
