import { readReportPath } from "#contract/addresses.ts";
import { RETRY_AFTER_S } from "#db/errors.ts";
import { logFailure } from "#http/answer-problem.ts";
import type { RequestContext } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import { etagMatches } from "#http/caching.ts";
import { type ProblemError, problem } from "#http/problems.ts";
import { siteOrigin } from "#http/site-address.ts";
import { readSessionCookie } from "#identity/session-cookie.ts";
import { composePage, type Page, writePage } from "./compose-page.ts";
import { findCopy, keepCopy, pageEtag } from "./edge-copy.ts";
import { reportPage } from "./report-page.ts";
import { readShell } from "./shell.ts";
import { sitePage, troubledPage } from "./site-page.ts";

/** Public files have a name that ends; pages have none. */
const FILE = /\.[a-z0-9]+$/i;

/** Answers every address that is no data: one of the app's pages, a public file, or nothing. */
export async function servePage(c: RequestContext): Promise<Response> {
	if (c.req.method !== "GET" && c.req.method !== "HEAD") throw notForWriting(c);
	const assets = c.env.ASSETS;
	if (!assets) return c.notFound();
	if (FILE.test(c.req.path)) {
		const file = await assets.fetch(c.req.raw);
		// Copied, because an answer from outside has headers that cannot be added to.
		if (file.status !== 404) return new Response(file.body, file);
	}
	const shell = await readShell(assets, c.req.url);
	const path = c.req.path.replace(/(?<=[^/]|^\/)\/+$/, "");
	const address = readReportPath(path);
	// Members read past the copy: who has just voted or answered sees it at once.
	const from_copy = address !== null && readSessionCookie(c) === null;
	const copy = from_copy && (await findCopy(c.req.url, shell.build));
	if (copy) return answer(c, 200, "edge", () => copy.body, etagOf(copy));

	const context = c.get("context");
	const origin = siteOrigin(context, c.req.url);
	const { status, version, kept_by, page } = address
		? await reportPage(context, address, origin).catch((error: unknown) => {
				logFailure(error, c.get("request_id"));
				return troubledPage(context);
			})
		: sitePage(context, origin, path);
	const written = writePage(page);
	const etag = await pageEtag(written, status, shell, version);
	// A member's page is composed for each look at it: too often to be kept each time.
	if (!from_copy || kept_by !== "edge")
		return answer(c, status, kept_by, () => composePage(shell, written), etag);
	const html = composePage(shell, written);
	runInBackground(c)(() => keepCopy(c.req.url, shell.build, html, etag));
	return answer(c, status, kept_by, () => html, etag);
}

const etagOf = (copy: Response) => copy.headers.get("etag") ?? "";

/** `html` is asked for only where the reader does not have this very page already. */
function answer(
	c: RequestContext,
	status: number,
	kept_by: ServedPage["kept_by"],
	html: () => BodyInit | null,
	etag: string,
): Response {
	// Even where the edge keeps a copy, a reader asks each time whether it still holds.
	const caching =
		kept_by === "nobody" ? "no-store" : "public, max-age=0, must-revalidate";
	const headers = {
		...{ etag, "cache-control": caching },
		...(status === 503 && { "retry-after": String(RETRY_AFTER_S) }),
	};
	if (status === 200 && etagMatches(c.req.header("if-none-match"), etag))
		return new Response(null, { status: 304, headers });
	return new Response(html(), {
		status,
		headers: { ...headers, "content-type": "text/html; charset=utf-8" },
	});
}

function notForWriting(c: RequestContext): ProblemError {
	c.header("allow", "GET, HEAD");
	return problem("method_not_allowed/page");
}

export type ServedPage = {
	status: 200 | 404 | 503;
	/** Of the video whose report it is; 0 for any other page. */
	version: number;
	/**
	 * Who may keep it: the edge for a while, a reader who asks whether it still
	 * holds, or nobody.
	 */
	kept_by: "edge" | "reader" | "nobody";
	page: Page;
};
