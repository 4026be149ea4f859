import {
	type Health,
	type PageWords,
	SITE_PAGES,
	UNKNOWN_PAGE,
} from "#contract/site.ts";
import { listSamples } from "#features/samples/samples.ts";
import type { Context } from "#worker/context.ts";
import type { Page } from "./compose-page.ts";
import type { ServedPage } from "./serve-page.ts";
import { homeBody } from "./site-markup.ts";

/** As much of the context as tells how the site runs. */
type Site = Pick<Context, "settings" | "providers">;

/** An address without a report: one of the site's own pages, or none at all. */
export function sitePage(site: Site, origin: string, path: string): ServedPage {
	const words = Object.hasOwn(SITE_PAGES, path) ? SITE_PAGES[path] : undefined;
	return {
		status: words ? 200 : 404,
		version: 0,
		kept_by: words ? "reader" : "nobody",
		page: {
			head: {
				...headOf(words ?? UNKNOWN_PAGE),
				canonical: words ? origin + path : null,
				alternates: NEWS.has(path) ? [newAnalyses(origin)] : [],
			},
			body: path === "/" ? homeBody(site.providers.mode === "demo") : null,
			data: siteData(site),
			json_ld: null,
		},
	};
}

/** Where new analyses are shown, so that a reader of feeds finds theirs. */
const NEWS = new Set(["/", "/results"]);

const newAnalyses = (origin: string) => ({
	type: "application/atom+xml",
	href: `${origin}/feed.xml`,
	title: "New analyses",
});

export function headOf(words: PageWords): Page["head"] {
	return {
		...words,
		headline: null,
		canonical: null,
		kind: "website",
		image: null,
		alternates: [],
	};
}

/** A report that the database would not give: the app starts, and asks again itself. */
export function troubledPage(site: Site): ServedPage {
	return {
		status: 503,
		version: 0,
		kept_by: "nobody",
		page: {
			head: { ...headOf(UNKNOWN_PAGE), title: "Results" },
			body: null,
			data: siteData(site),
			json_ld: null,
		},
	};
}

/** What the app asks for on every page, as it would be told. */
export function siteData(site: Site): Page["data"] {
	const demo = site.providers.mode === "demo";
	return {
		answers: {
			"/api/health": describeHealth(site),
			...(demo ? { "/api/samples": { samples: listSamples(site) } } : {}),
		},
		problems: {},
	};
}

/** How the site runs, the same for everyone. */
export function describeHealth({ settings, providers }: Site): Health {
	const { mode, panel } = providers;
	const contact_email = settings.CONTACT_EMAIL ?? null;
	return { status: "ok", mode, panel, contact_email };
}
