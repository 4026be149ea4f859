import {
	type Health,
	type PageWords,
	SITE_PAGES,
	UNKNOWN_PAGE,
} from "#contract/site.ts";
import { claimMethods } from "#features/channels/channel-lookups.ts";
import { openSources } from "#features/evidence/open-sources.ts";
import { listSamples } from "#features/samples/samples.ts";
import type { Context } from "#worker/context.ts";
import type { Page } from "./compose-page.ts";
import type { ServedPage } from "./serve-page.ts";
import { homeBody } from "./site-markup.ts";

/** The part of the context that describes the site. */
type Site = Pick<Context, "settings" | "providers">;

/** An address without a report: one of the site's own pages, or 404. */
export function sitePage(site: Site, origin: string, path: string): ServedPage {
	const words = Object.hasOwn(SITE_PAGES, path) ? SITE_PAGES[path] : undefined;
	return {
		status: words ? 200 : 404,
		version: 0,
		kept_by: words ? "reader" : "nobody",
		page: {
			head: {
				...buildHead(words ?? UNKNOWN_PAGE),
				canonical: words ? origin + path : null,
				alternates: NEWS.has(path) ? [newAnalyses(origin)] : [],
			},
			body: path === "/" ? homeBody(describeHealth(site)) : null,
			data: siteData(site),
			json_ld: null,
		},
	};
}

/** Pages that show new analyses link to the feed. */
const NEWS = new Set(["/", "/results"]);

const newAnalyses = (origin: string) => ({
	type: "application/atom+xml",
	href: `${origin}/feed.xml`,
	title: "New analyses",
});

export function buildHead(words: PageWords): Page["head"] {
	return {
		...words,
		headline: null,
		canonical: null,
		kind: "website",
		image: null,
		alternates: [],
	};
}

/** A report that the database could not return: the app starts and requests it again. */
export function troubledPage(site: Site): ServedPage {
	return {
		status: 503,
		version: 0,
		kept_by: "nobody",
		page: {
			head: { ...buildHead(UNKNOWN_PAGE), title: "Results" },
			body: null,
			data: siteData(site),
			json_ld: null,
		},
	};
}

/** The answers that the app requests on every page. */
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

/** The site's health answer, the same for everyone. */
export function describeHealth({ settings, providers }: Site): Health {
	const { mode, panel } = providers;
	return {
		status: "ok",
		mode,
		panel,
		contact_email: settings.CONTACT_EMAIL ?? null,
		evidence_sources: openSources(settings, mode).map(({ id }) => id),
		claim_methods: claimMethods(settings),
	};
}
