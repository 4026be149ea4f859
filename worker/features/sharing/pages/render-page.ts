import type { ServedPage } from "#contract/served-page.ts";
import { RecentlyUsed } from "#worker/recently-used.ts";

/** What a page is rendered from: the same gives the same markup. */
export type RenderedFrom = {
	/** Of the request. */
	pathname: string;
	/** The query, or "" if the page is the same for each. */
	search: string;
	origin: string;
};

type Rendered = { html: string; data: ServedPage };

/** The data of a report of 24 statements has about 250,000 characters. */
const MAX_KEPT_CHARS = 4_000_000;

/** Pages by their data: a version of a report is rendered once for all readers. */
const pages = new RecentlyUsed<Rendered>(MAX_KEPT_CHARS);

/**
 * A page's markup and the data that the app takes it over with. The app's code is loaded with the
 * first page that is rendered: an answer of the API does not need it.
 */
export async function renderBody(
	data: Omit<ServedPage, "rendered">,
	{ pathname, search, origin }: RenderedFrom,
): Promise<Rendered> {
	const key = JSON.stringify([pathname, search, origin, data]);
	const known = pages.get(key);
	if (known) return known;
	const { renderPage } = await import("#web/server.tsx");
	const address = { search, origin };
	const { html, parts } = renderPage(pathname, data, address);
	const page = { html, data: { ...data, rendered: { ...address, parts } } };
	pages.set(key, page);
	return page;
}
