import { Hono } from "hono";
import { answerError, answerNotFound } from "#http/answer-problem.ts";
import type { AppEnv } from "#http/app-env.ts";
import { validators } from "#http/caching.ts";
import { readToEnd } from "#http/event-stream.ts";
import { apiHeaders, rateLimitHeaders, requestId } from "#http/headers.ts";
import { knownMethods } from "#http/methods.ts";
import { crossOriginHeaders, sameOrigin } from "#http/origins.ts";
import { noteWrites } from "#http/reading.ts";
import { requestLog } from "#http/request-log.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { withContext } from "./with-context.ts";

/** Mounts the API: the middleware, then the endpoints. */
function createApi() {
	const api = new Hono<AppEnv>();
	api
		.onError(answerError)
		.notFound(answerNotFound)
		.use("*", requestLog)
		.use("/api/*", requestId, apiHeaders, crossOriginHeaders, readToEnd)
		.use("/api/*", knownMethods(ENDPOINTS))
		.use("/api/*", withContext, rateLimitHeaders, noteWrites, sameOrigin)
		.use("/api/*", validators);
	for (const { method, path, handlers } of ENDPOINTS)
		api.on(method, [path.replaceAll(/\{(\w+)\}/g, ":$1")], ...handlers);
	return api;
}

export const api = createApi();
