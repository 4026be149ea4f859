import type { ServedPage } from "#contract/served-page.ts";

/** What a page is rendered from: the same gives the same markup. */
export type RenderedFrom = {
	/** Of the request. */
	pathname: string;
	/** The query, or "" if the page is the same for each. */
	search: string;
	origin: string;
};

type Rendered = { html: string; data: ServedPage };

/** Pages that were rendered last: a version of a report is rendered once, whoever asks for it. */
const rendered = new Map<string, Rendered>();

/** A report of 24 statements and its markup are about 300 KB. */
const MOST_KEPT = 20;

/**
 * A page's markup and the data that the app takes it over with. The app's code is loaded with the
 * first page that is rendered: an answer of the API does not need it.
 */
export async function renderBody(
	data: Omit<ServedPage, "rendered">,
	{ pathname, search, origin }: RenderedFrom,
): Promise<Rendered> {
	const key = JSON.stringify([pathname, search, origin, data]);
	const known = rendered.get(key);
	if (known) {
		// Moved to the end: the one that was not used for longest comes first.
		rendered.delete(key);
		rendered.set(key, known);
		return known;
	}
	const { renderPage } = await import("#web/server.tsx");
	const address = { search, origin };
	const { html, parts } = renderPage(pathname, data, address);
	const page = { html, data: { ...data, rendered: { ...address, parts } } };
	rendered.set(key, page);
	for (const oldest of rendered.keys()) {
		if (rendered.size <= MOST_KEPT) break;
		rendered.delete(oldest);
	}
	return page;
}
