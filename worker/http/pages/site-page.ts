import {
	type PageWords,
	SITE_PAGES,
	UNKNOWN_PAGE,
} from "#domain/pages/site-pages.ts";
import type { Deps } from "#worker/deps.ts";
import { healthOf } from "../health-of.ts";
import type { Page } from "./compose-page.ts";

type Site = Deps["site"];
export type ServedPage = { status: 200 | 404 | 503; page: Page };

/** An address without a report: one of the site's own pages, or none at all. */
export function sitePage(site: Site, origin: string, path: string): ServedPage {
	const words = wordsOf(path);
	return {
		status: words ? 200 : 404,
		page: {
			head: {
				...headOf(words ?? UNKNOWN_PAGE),
				canonical: words ? origin + path : null,
			},
			body: null,
			data: siteData(site),
			json_ld: null,
		},
	};
}

/** A report's address begins with that of the archive. */
const REPORT = /^\/results\/[\w-]{11}$/;

function wordsOf(path: string): PageWords | undefined {
	const known = REPORT.test(path) ? "/results" : path;
	return Object.hasOwn(SITE_PAGES, known) ? SITE_PAGES[known] : undefined;
}

export function headOf(words: PageWords): Page["head"] {
	return {
		...words,
		canonical: null,
		kind: "website",
		image: null,
		alternates: [],
	};
}

/** What the app asks for on every page, as it would be told. */
export function siteData(site: Site): Page["data"] {
	const demo = site.mode === "demo";
	return {
		"/api/health": healthOf(site),
		...(demo ? { "/api/samples": { samples: site.samples } } : {}),
	};
}
