import {
	type ReportAddress,
	readReportPath,
	reportPath,
	statementPath,
} from "#contract/addresses.ts";
import { RETRY_AFTER_S } from "#db/errors.ts";
import { logFailure } from "#http/answer-problem.ts";
import type { RequestContext } from "#http/app-env.ts";
import { runInBackground } from "#http/background.ts";
import {
	type Composed,
	etagMatches,
	findComposed,
	keepComposed,
	toComposed,
} from "#http/caching.ts";
import { edgeCache } from "#http/edge-cache.ts";
import { type ProblemError, problem } from "#http/problems.ts";
import { readSeen } from "#http/reading.ts";
import { siteOrigin } from "#http/site-address.ts";
import { readAddress } from "#identity/caller.ts";
import type { Assets } from "#worker/bindings.ts";
import { composePage, composeUnrendered, sayAge } from "./compose-page.ts";
import {
	EDGE_COPY_S,
	type EdgeCopy,
	findCopy,
	isTakenDownSince,
	keepCopy,
	pageEtag,
} from "./edge-copy.ts";
import { mailedLink } from "./mailed-link.ts";
import { reportPage } from "./report-page.ts";
import { readShell, type Shell } from "./shell.ts";
import {
	isSitePath,
	NEWS_PAGES,
	readSearch,
	type ServedPage,
	sitePage,
	troubledPage,
} from "./site-page.ts";

/** Public files have an extension; pages have none. */
const FILE = /\.[a-z0-9]+$/i;

/** Answers every address that is not data: one of the app's pages, a public file, or 404. */
export async function servePage(c: RequestContext): Promise<Response> {
	if (c.req.method !== "GET" && c.req.method !== "HEAD") throw notForWriting(c);
	const assets = c.env.ASSETS;
	if (!assets) return c.notFound();
	const file = await publicFile(c, assets);
	if (file) return file;
	const path = c.req.path.replace(/(?<=[^/]|^\/)\/+$/, "");
	const address = readReportPath(path);
	return redirectToPage(c, path, address) ?? answerPage(c, assets, path, address);
}

/** `path` has no slash at its end. */
async function answerPage(
	c: RequestContext,
	assets: Assets,
	path: string,
	address: ReportAddress | null,
): Promise<Response> {
	const shell = await readShell(assets, c.req.url);
	const search = readSearch(path, new URL(c.req.url).searchParams);
	const has_copy = address !== null || (NEWS_PAGES.has(path) && search === "");
	const now_ms = c.get("context").now().getTime();
	const origin = siteOrigin(c.get("context"), c.req.url);
	const cache = edgeCache(c.env);
	const key = { origin, path: new URL(c.req.url).pathname, build: shell.build };
	const lookUp = async () => (has_copy ? findCopy(cache, key, now_ms) : null);
	// Who has just written skips the copy, to see their own vote or response at once.
	const from_copy = has_copy && readSeen(c, now_ms) === null;
	const copy = from_copy ? await lookUp() : null;
	if (copy && copy.age_s < EDGE_COPY_S) return answerCopy(c, copy.response);

	const asked = { address, origin, path, search };
	const { page, composed } = await composeCurrent(c, shell, asked);
	const last = page.incomplete ? (copy ?? (await lookUp())) : null;
	const old = last && (await answerOldCopy(c, shell, last, composedKey(c, asked)));
	if (old) return old;
	// The page of who has just written changes too often to be stored each time.
	if (from_copy && page.kept_by === "edge")
		runInBackground(c)(() => keepCopy(cache, key, composed, now_ms));
	return answer(c, page, composed.body, composed.etag);
}

/** Long enough that a link written in another way costs a visit one redirect. */
const REDIRECT_CACHING = "public, max-age=86400";

/**
 * Redirects every other spelling of a page's address to the one that links have: percent signs
 * that are not needed, slashes at the end. Each would otherwise be composed and kept as a page of
 * its own. null if the address is that one, or has no page. The redirect stays on this host,
 * because only the paths of pages are redirected to.
 */
function redirectToPage(
	c: RequestContext,
	path: string,
	address: ReportAddress | null,
): Response | null {
	const { pathname, search } = new URL(c.req.url);
	const mailed = mailedLink(pathname + search);
	if (mailed) {
		c.header("cache-control", "no-store");
		return c.redirect(mailed);
	}
	if (!address && !isSitePath(path)) return null;
	const wanted = address ? pagePath(address) : path;
	if (wanted === pathname) return null;
	c.header("cache-control", REDIRECT_CACHING);
	return c.redirect(wanted + search, 308);
}

function pagePath({ video_id, statement_id }: ReportAddress): string {
	return statement_id === null ? reportPath(video_id) : statementPath(video_id, statement_id);
}

type Asked = Record<"origin" | "path" | "search", string> & {
	/** null: not of a report. */
	address: ReportAddress | null;
};

type Current = { page: ServedPage; composed: Composed };

/** The page as it is now. One whose rows cannot be read is a page without its report. */
async function composeCurrent(c: RequestContext, shell: Shell, asked: Asked): Promise<Current> {
	const { address, origin, path, search } = asked;
	const context = c.get("context");
	const request_id = c.get("request_id");
	const compose = async (page: ServedPage): Promise<Current> => ({
		page,
		composed: await composeServed(c, shell, page, asked),
	});
	if (!address) {
		const request = { search, address: readAddress(c), request_id };
		return compose(await sitePage(context, origin, path, request));
	}
	return reportPage(context, address, origin)
		.then(compose)
		.catch((error: unknown) => {
			logFailure(error, request_id);
			return compose(troubledPage(context));
		});
}

async function composeServed(
	c: RequestContext,
	shell: Shell,
	served: ServedPage,
	asked: Asked,
): Promise<Composed> {
	const key = composedKey(c, asked);
	const etag = await pageEtag(shell, served);
	const known = findComposed(key, etag);
	if (known) return known;
	const page = served.page();
	try {
		const from = { pathname: decodable(c.req.path), origin: asked.origin };
		return keepComposed(key, etag, await composePage(shell, page, from));
	} catch (error) {
		logFailure(error, c.get("request_id"));
		// A page that cannot be rendered here is rendered by the browser.
		return toComposed(extendEtag(etag, "unrendered"), composeUnrendered(shell, page));
	}
}

const composedKey = (c: RequestContext, { origin, search }: Asked) => origin + c.req.path + search;

/** The ETag of the same page in another form. */
const extendEtag = (etag: string, form: string) => etag.replace(/"$/, `-${form}"`);

async function publicFile(c: RequestContext, assets: Assets): Promise<Response | null> {
	if (!FILE.test(c.req.path)) return null;
	const file = await assets.fetch(c.req.raw);
	// Copied, because the headers of an answer from outside are immutable.
	return file.status === 404 ? null : new Response(file.body, file);
}

/** The router complains about an address whose percent signs mean nothing: here they are signs. */
function decodable(pathname: string): string {
	try {
		decodeURIComponent(pathname);
		return pathname;
	} catch {
		return pathname.replaceAll("%", "%25");
	}
}

function answerCopy(c: RequestContext, { headers, body }: Response): Response {
	return answer(c, COPY, body, headers.get("etag") ?? "");
}

/**
 * A copy that is shown because there is nothing newer: with its age, in words and as a header. null
 * if part of it was taken down since.
 */
async function answerOldCopy(
	c: RequestContext,
	shell: Shell,
	{ response, composed_at_ms, age_s }: EdgeCopy,
	key: string,
): Promise<Response | null> {
	const html = await response.text();
	if (await isTakenDownSince(c.get("context"), html, composed_at_ms)) return null;
	const age_min = Math.floor(age_s / 60);
	// A reader who has the page without its age does not have this one.
	const etag = extendEtag(response.headers.get("etag") ?? "", `${age_min}m`);
	const compose = async () => {
		const from = { pathname: decodable(c.req.path), age_min };
		return sayAge(html, shell, from).catch((error: unknown) => {
			logFailure(error, c.get("request_id"));
			return html;
		});
	};
	const { body } = findComposed(key, etag) ?? keepComposed(key, etag, await compose());
	const page = answer(c, COPY, body, etag);
	page.headers.set("age", String(Math.floor(age_s)));
	return page;
}

const COPY: Pick<ServedPage, "status" | "kept_by"> = { status: 200, kept_by: "edge" };

function answer(
	c: RequestContext,
	{ status, kept_by }: Pick<ServedPage, "status" | "kept_by">,
	html: BodyInit | null,
	etag: string,
): Response {
	// Even if the edge keeps a copy, a browser revalidates each time.
	const caching = kept_by === "nobody" ? "no-store" : "public, max-age=0, must-revalidate";
	const headers = {
		etag,
		"cache-control": caching,
		...(status === 503 && { "retry-after": String(RETRY_AFTER_S) }),
	};
	if (status === 200 && etagMatches(c.req.header("if-none-match"), etag))
		return new Response(null, { status: 304, headers });
	return new Response(html, {
		status,
		headers: { ...headers, "content-type": "text/html; charset=utf-8" },
	});
}

function notForWriting(c: RequestContext): ProblemError {
	c.header("allow", "GET, HEAD");
	return problem("method_not_allowed/page");
}
