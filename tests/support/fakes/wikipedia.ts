import type { Site } from "./web-sites.ts";

/** An article: its text is made of paragraphs in the page's own markup. */
export type Article = { title: string; paragraphs: string[]; revised: string };

const ROBOTS = "User-agent: *\nDisallow: /w/\n";

/**
 * Wikipedia's REST search, its API of revisions and the HTML of one, as their documentation has
 * them. Its robots.txt forbids them to crawlers, as Wikimedia's does.
 */
export function fakeWikipedia(articles: readonly Article[]): Site {
	return (path, response) => {
		const json = (body: unknown) =>
			response
				.writeHead(200, { "content-type": "application/json" })
				.end(JSON.stringify(body));
		const url = new URL(path, "http://wiki.invalid");
		if (url.pathname === "/robots.txt")
			return response
				.writeHead(200, { "content-type": "text/plain" })
				.end(ROBOTS);
		if (url.pathname === "/w/rest.php/v1/search/page") {
			const words = url.searchParams.get("q")?.toLowerCase().split(/\W+/) ?? [];
			const found = articles.filter(({ title }) =>
				words.includes(title.toLowerCase()),
			);
			return json({
				pages: found.map(({ title }, id) => ({ id, key: title, title })),
			});
		}
		if (url.pathname === "/w/api.php") {
			const at = articles.findIndex(
				({ title }) => title === url.searchParams.get("titles"),
			);
			const revisions =
				at < 0 ? [] : [{ revid: at + 1, timestamp: articles[at]?.revised }];
			return json({ query: { pages: [{ revisions }] } });
		}
		const revision = /^\/w\/rest\.php\/v1\/revision\/(\d+)\/html$/.exec(
			url.pathname,
		);
		const article = articles[Number(revision?.[1] ?? 0) - 1];
		if (!article) return response.writeHead(404).end();
		const body = article.paragraphs.map((it) => `<p>${it}</p>`).join("");
		return response
			.writeHead(200, { "content-type": "text/html; charset=utf-8" })
			.end(
				`<html lang="en"><title>${article.title}</title><body>${body}</body>`,
			);
	};
}

/** Just below the time that a request has. */
const SLOW_MS = 5_500;

/** Lets those wait who ask for a path like this. */
export function slowly(paths: RegExp, site: Site): Site {
	return (path, response) => {
		setTimeout(() => site(path, response), paths.test(path) ? SLOW_MS : 0);
	};
}
