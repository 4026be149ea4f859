import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Site } from "./web-sites.ts";

/** A page that a search finds if the query has one of its words. */
export type IndexedPage = { words: string[]; url: string; title: string };

/** The key that the stand-ins take. */
export const SEARCH_KEY = "a-key-for-searches";

const json = (response: ServerResponse, status: number, body: unknown) =>
	void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

function found(pages: readonly IndexedPage[], query: string): IndexedPage[] {
	const asked = query.toLowerCase().split(/[^\p{L}\p{N}]+/u);
	return pages.filter(({ words }) => words.some((it) => asked.includes(it)));
}

/** The form of Brave's errors, as its reference has it. */
export function braveError(code: string, status: number, detail: string) {
	const meta = { component: "authentication" };
	return {
		type: "ErrorResponse",
		error: { id: "5d832250-9396-4f6e", code, detail, status, meta },
		time: 1_663_072_993,
	};
}

/** Brave's web search: `GET /web/search` with a token; without a result there is no `web`. */
export function fakeBrave(pages: readonly IndexedPage[]): Site {
	return (path, response) => {
		const url = new URL(path, "http://brave.invalid");
		const { headers } = response.req as { headers: IncomingHttpHeaders };
		if (url.pathname !== "/web/search") return json(response, 404, {});
		if (headers["x-subscription-token"] !== SEARCH_KEY)
			return json(
				response,
				422,
				braveError("SUBSCRIPTION_TOKEN_INVALID", 422, "The token is invalid."),
			);
		const q = url.searchParams.get("q") ?? "";
		if (q === "" || q.length > 400 || q.split(" ").length > 50)
			return json(response, 422, braveError("VALIDATION", 422, "q"));
		const count = Number(url.searchParams.get("count") ?? 20);
		const results = found(pages, q)
			.slice(0, count)
			.map(({ url, title }) => ({
				title,
				url,
				is_source_local: false,
				is_source_both: false,
				description: `<strong>${title}</strong> and more`,
				page_age: "2024-05-02T00:00:00",
				language: "en",
				family_friendly: true,
				type: "search_result",
				subtype: "generic",
			}));
		json(response, 200, {
			query: { original: q, more_results_available: false },
			type: "search",
			mixed: { type: "mixed", main: [] },
			...(results.length > 0 && { web: { type: "search", results, family_friendly: true } }),
		});
	};
}

/** SearXNG's search: `GET /search?format=json`; 403 if its settings do not list the format. */
export function fakeSearxng(
	pages: readonly IndexedPage[],
	{ formats = ["html", "json"], unresponsive = [] as [string, string][] } = {},
): Site {
	return (path, response) => {
		const { pathname, searchParams } = new URL(path, "http://searxng.invalid");
		if (pathname !== "/search") return void response.writeHead(404).end();
		const format = searchParams.get("format") ?? "html";
		if (!formats.includes(format))
			return void response
				.writeHead(403, { "content-type": "text/html" })
				.end("<!doctype html><title>403 Forbidden</title>");
		const query = searchParams.get("q") ?? "";
		const results = unresponsive.length > 0 ? [] : found(pages, query);
		json(response, 200, {
			query,
			number_of_results: 0,
			results: results.map(({ url, title }, at) => ({
				url,
				title,
				content: `${title} and more`,
				engine: "mojeek",
				template: "default.html",
				engines: ["mojeek"],
				positions: [at + 1],
				publishedDate: null,
				score: 1,
				category: "general",
			})),
			answers: [],
			corrections: [],
			infoboxes: [],
			suggestions: [],
			unresponsive_engines: unresponsive,
		});
	};
}

/** A published fact check, found if the query has one of the words. */
export type FactCheck = IndexedPage & {
	claim: string;
	publisher: string;
	rating: string;
	/** An instant. */
	reviewed_at: string;
};

/** The form of Google's errors. */
export function googleError(code: number, status: string, message: string) {
	return { error: { code, message, status } };
}

/** Google's Fact Check Tools: `GET /claims:search` with a key; an empty object if nothing is found. */
export function fakeFactChecks(checks: readonly FactCheck[]): Site {
	return (path, response) => {
		const url = new URL(path, "http://factchecks.invalid");
		if (url.pathname !== "/claims:search") return json(response, 404, {});
		if (response.req.headers["x-goog-api-key"] !== SEARCH_KEY)
			return json(response, 400, googleError(400, "INVALID_ARGUMENT", "API key not valid."));
		const query = url.searchParams.get("query") ?? "";
		const claims = checks
			.filter((check) => found([check], query).length > 0)
			.slice(0, Number(url.searchParams.get("pageSize") ?? 10))
			.map(({ claim, publisher, rating, reviewed_at, url, title }) => ({
				text: claim,
				claimant: "A post",
				claimDate: reviewed_at,
				claimReview: [
					{
						publisher: { name: publisher, site: new URL(url).hostname },
						url,
						title,
						reviewDate: reviewed_at,
						textualRating: rating,
						languageCode: "en",
					},
				],
			}));
		json(response, 200, claims.length > 0 ? { claims, nextPageToken: "CAU" } : {});
	};
}

/** An article whose text consists of HTML paragraphs. */
export type Article = { title: string; paragraphs: string[]; revised: string };

const ROBOTS = "User-agent: *\nDisallow: /w/\n";

/**
 * Wikipedia's REST search, revision API and revision HTML as documented. Its robots.txt forbids
 * them to crawlers, like Wikimedia's.
 */
export function fakeWikipedia(articles: readonly Article[]): Site {
	return (path, response) => {
		const url = new URL(path, "http://wiki.invalid");
		if (url.pathname === "/robots.txt")
			return response.writeHead(200, { "content-type": "text/plain" }).end(ROBOTS);
		if (url.pathname === "/w/rest.php/v1/search/page") {
			const words = url.searchParams.get("q")?.toLowerCase().split(/\W+/) ?? [];
			const found = articles.filter(({ title }) => words.includes(title.toLowerCase()));
			return json(response, 200, {
				pages: found.map(({ title }, id) => ({ id, key: title, title })),
			});
		}
		if (url.pathname === "/w/api.php") {
			const at = articles.findIndex(({ title }) => title === url.searchParams.get("titles"));
			const revisions = at < 0 ? [] : [{ revid: at + 1, timestamp: articles[at]?.revised }];
			return json(response, 200, { query: { pages: [{ revisions }] } });
		}
		const revision = /^\/w\/rest\.php\/v1\/revision\/(\d+)\/html$/.exec(url.pathname);
		const article = articles[Number(revision?.[1] ?? 0) - 1];
		if (!article) return response.writeHead(404).end();
		const body = article.paragraphs.map((it) => `<p>${it}</p>`).join("");
		return response
			.writeHead(200, { "content-type": "text/html; charset=utf-8" })
			.end(`<html lang="en"><title>${article.title}</title><body>${body}</body>`);
	};
}

/** Just below a request's deadline. */
const SLOW_MS = 5_500;

/** Delays requests whose path matches. */
export function slowly(paths: RegExp, site: Site): Site {
	return (path, response) => {
		setTimeout(() => site(path, response), paths.test(path) ? SLOW_MS : 0);
	};
}

export type Paper = {
	id: string;
	title: string;
	/** YYYY-MM-DD. */
	published_at: string;
	abstract: string;
};

/** NCBI's esearch and efetch as documented: a search returns ids as JSON, and a paper is XML. */
export function fakePubMed(papers: readonly Paper[]): Site {
	return (path, response) => {
		const url = new URL(path, "http://eutils.invalid");
		const asked = url.searchParams;
		if (url.pathname.endsWith("/esearch.fcgi")) {
			const words = asked.get("term")?.toLowerCase().split(/\W+/) ?? [];
			const idlist = papers
				.filter(({ title }) => words.includes(title.toLowerCase().split(" ")[0] ?? ""))
				.map(({ id }) => id);
			const count = String(idlist.length);
			response
				.writeHead(200, { "content-type": "application/json" })
				.end(
					JSON.stringify({
						header: { type: "esearch", version: "0.3" },
						esearchresult: { count, retmax: count, retstart: "0", idlist },
					}),
				);
			return;
		}
		const paper = papers.find(({ id }) => id === asked.get("id"));
		if (!url.pathname.endsWith("/efetch.fcgi") || !paper) return void response.writeHead(400).end();
		response.writeHead(200, { "content-type": "text/xml; charset=UTF-8" }).end(paperXml(paper));
	};
}

function paperXml({ id, title, published_at, abstract }: Paper): string {
	const [year, month, day] = published_at.split("-");
	return `<?xml version="1.0" ?><!DOCTYPE PubmedArticleSet><PubmedArticleSet><PubmedArticle>
<MedlineCitation><PMID Version="1">${id}</PMID><Article><ArticleTitle>${title}.</ArticleTitle>
<Abstract><AbstractText Label="RESULTS">${abstract}</AbstractText></Abstract>
<ArticleDate DateType="Electronic"><Year>${year}</Year><Month>${month}</Month><Day>${day}</Day></ArticleDate>
</Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`;
}

/** A page's capture in the archive. */
export type Capture = {
	url: string;
	/** YYYYMMDDhhmmss. */
	timestamp: string;
	html: string;
	/** The status that the page had when it was captured. */
	status?: string;
};

/**
 * The Wayback Machine's availability API, and captures as they were received ("id_"), as
 * documented at https://archive.org/help/wayback_api.php. `origin` is its own.
 */
export function fakeWayback(origin: string, captures: readonly Capture[]): Site {
	const after = (timestamp: string, wanted: string) => Math.abs(Number(timestamp) - Number(wanted));
	return (path, response) => {
		const asked = new URL(path, origin);
		if (asked.pathname === "/wayback/available") {
			const url = asked.searchParams.get("url");
			const timestamp = asked.searchParams.get("timestamp") ?? "";
			const [closest] = captures
				.filter((it) => it.url === url)
				.sort((a, b) => after(a.timestamp, timestamp) - after(b.timestamp, timestamp));
			response.writeHead(200, { "content-type": "application/json" });
			return response.end(
				JSON.stringify({
					url,
					timestamp,
					archived_snapshots: closest
						? {
								closest: {
									status: closest.status ?? "200",
									available: true,
									url: `${origin}/web/${closest.timestamp}/${url}`,
									timestamp: closest.timestamp,
								},
							}
						: {},
				}),
			);
		}
		const [, timestamp, url] = /^\/web\/(\d{14})id_\/(.+)$/.exec(path) ?? [];
		const capture = captures.find((it) => it.timestamp === timestamp && it.url === url);
		if (!capture) return response.writeHead(404).end();
		response.writeHead(Number(capture.status ?? 200), {
			"content-type": "text/html; charset=utf-8",
		});
		return response.end(capture.html);
	};
}

/** What a register knows of a paper: the types of its updates, and what else its record has. */
export type RegisteredPaper = { updated_by?: string[]; [field: string]: unknown };

/** Crossref's REST API as documented: `GET /works/{doi}`; 404 for a DOI of another register. */
export function fakeCrossref(papers: Record<string, RegisteredPaper>): Site {
	return (path, response) => {
		const { pathname } = new URL(path, "http://crossref.invalid");
		const doi = decodeURIComponent(/^\/works\/(.+)$/.exec(pathname)?.[1] ?? "");
		const paper = papers[doi];
		if (!paper)
			return response.writeHead(404, { "content-type": "text/plain" }).end("Resource not found.");
		const { updated_by = [], ...fields } = paper;
		const updates = updated_by.map((type, at) => ({
			DOI: `${doi}.notice${at}`,
			type,
			label: type,
			source: "retraction-watch",
			updated: { "date-parts": [[2019, 7, 26]], "date-time": "2019-07-26T00:00:00Z" },
			"record-id": String(20_946 + at),
		}));
		const message = { DOI: doi, type: "journal-article", title: ["A daily dose"], ...fields };
		return json(response, 200, {
			status: "ok",
			"message-type": "work",
			"message-version": "1.0.0",
			message: updates.length > 0 ? { ...message, "updated-by": updates } : message,
		});
	};
}
