import { Hono } from "hono";
import { samplePages } from "#features/samples/sample-pages.ts";
import { pageHeaders } from "#features/sharing/pages/page-headers.ts";
import { servePage } from "#features/sharing/pages/serve-page.ts";
import { openDocuments } from "#features/sharing/routes.ts";
import { answerError, answerNotFound } from "#http/answer-problem.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { apiHeaders, requestId } from "#http/headers.ts";
import { requestLog } from "#http/request-log.ts";
import { withContext } from "./with-context.ts";

/** Mounts the pages and the open documents, and the API, which is loaded with its first request. */
export function createApp() {
	const page = [requestId, withContext, pageHeaders, servePage] as const;
	const app = new Hono<AppEnv>();
	return (
		app
			.onError(answerError)
			.notFound(answerNotFound)
			// `/api` itself is a page that describes the API.
			.all("/api", requestLog, ...page)
			.all("/api/", requestLog, ...page)
			.all("/api/*", answerApi)
			.use("*", requestLog)
			.all("/mcp", requestId, apiHeaders, withContext, answerTools)
			.route("/samples/sources", samplePages)
			.route("/", openDocuments(withContext))
			// Every other address belongs to the pages, which answer 404 for unknown ones.
			.all("*", ...page)
	);
}

async function answerApi(c: RequestContext): Promise<Response> {
	// The reference is one page, whose address people also type as a folder's.
	if (c.req.path === "/api/docs/") return c.redirect("/api/docs", 308);
	const { api } = await import("./api.ts");
	return api.fetch(c.req.raw, c.env, c.executionCtx);
}

/** The Model Context Protocol, whose tools call the API. */
async function answerTools(c: RequestContext): Promise<Response> {
	const [{ answerMcp }, { api }] = await Promise.all([
		import("#features/mcp/answer-mcp.ts"),
		import("./api.ts"),
	]);
	return answerMcp(c, (request) => api.fetch(request, c.env, c.executionCtx));
}
