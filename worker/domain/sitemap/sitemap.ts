import { SITE_PAGES } from "../pages/site-pages.ts";
import { escapeMarkup } from "../text/escape-markup.ts";

/** The protocol allows 50 000 addresses a file; a fifth of that stays one quick query. */
export const SITEMAP_VIDEOS = 10_000;

/** A report that search engines may know; `changed_at` is ISO 8601. */
export type SitemapEntry = { video_id: string; changed_at: string };

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** Reports, each with the time of its last published result, after the site's own pages if wanted. */
export function sitemap(
	entries: readonly SitemapEntry[],
	origin: string,
	{ with_pages }: { with_pages: boolean },
): string {
	const pages = Object.entries(SITE_PAGES)
		.filter(([, { indexable }]) => with_pages && indexable)
		.map(([path]) => `<url><loc>${escapeMarkup(origin + path)}</loc></url>`);
	const reports = entries.map(
		({ video_id, changed_at }) =>
			`<url><loc>${escapeMarkup(`${origin}/results/${video_id}`)}</loc><lastmod>${escapeMarkup(changed_at)}</lastmod></url>`,
	);
	return document("urlset", [...pages, ...reports]);
}

/** The files that hold so many reports, the first of them with the site's own pages. */
export function sitemapIndex(
	reports: number,
	origin: string,
	per_file = SITEMAP_VIDEOS,
): string {
	const files = Array.from(
		{ length: Math.ceil(reports / per_file) },
		(_, place) =>
			`<sitemap><loc>${escapeMarkup(`${origin}/sitemaps/${place + 1}.xml`)}</loc></sitemap>`,
	);
	return document("sitemapindex", files);
}

function document(root: string, elements: string[]): string {
	return `${[DECLARATION, `<${root} xmlns="${NAMESPACE}">`, ...elements, `</${root}>`].join("\n")}\n`;
}
