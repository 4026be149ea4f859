import {
	type Health,
	type PageWords,
	SITE_PAGES,
	UNKNOWN_PAGE,
} from "#contract/site.ts";
import { VideoQuery } from "#contract/video.ts";
import { claimMethods } from "#features/channels/channel-lookups.ts";
import { openSources } from "#features/evidence/open-sources.ts";
import { readStats, recentVideos } from "#features/reports/list-queries.ts";
import { readArchive } from "#features/reports/routes.ts";
import { listSamples } from "#features/samples/samples.ts";
import type { Context } from "#worker/context.ts";
import type { Page } from "./compose-page.ts";
import type { ServedPage } from "./serve-page.ts";

/** The part of the context that describes the site. */
type Site = Pick<Context, "settings" | "providers">;

/** Pages that show new analyses. */
export const NEWS_PAGES = new Set(["/", "/results"]);

type Request = {
	search: string;
	/** The visitor's, which searches are counted by. */
	address: string;
};

/** An address without a report: one of the site's own pages, or 404. */
export async function sitePage(
	context: Context,
	origin: string,
	path: string,
	request: Request,
): Promise<ServedPage> {
	const words = Object.hasOwn(SITE_PAGES, path) ? SITE_PAGES[path] : undefined;
	const news = NEWS_PAGES.has(path);
	const answers = news ? await readNews(context, path, request) : {};
	const data = siteData(context);
	// Pages for members and links from mails are the browser's alone.
	const is_public = words === undefined || words.indexable;
	return {
		status: words ? 200 : 404,
		version: 0,
		kept_by: words ? (news ? "edge" : "reader") : "nobody",
		page: {
			head: {
				...buildHead(words ?? UNKNOWN_PAGE),
				canonical: words ? origin + path : null,
				alternates: news ? [newAnalyses(origin)] : [],
			},
			data: { ...data, answers: { ...data.answers, ...answers } },
			search: is_public ? (news ? request.search : "") : null,
			json_ld: null,
		},
	};
}

/**
 * The answers that a page of new analyses shows, by path. Without them, as when the database cannot
 * be reached, the app requests them.
 */
async function readNews(
	context: Context,
	path: string,
	{ search, address }: Request,
): Promise<Record<string, unknown>> {
	const { db, view } = context;
	try {
		if (path === "/") {
			const [videos, stats] = await Promise.all([
				recentVideos(db.near, view),
				readStats(db.near, view),
			]);
			return { "/api/videos/recent": { videos }, "/api/stats": stats };
		}
		const q = new URLSearchParams(search).get("q")?.trim() ?? "";
		const list = q === "" ? "" : `?${new URLSearchParams({ q })}`;
		const query = VideoQuery.parse(q === "" ? {} : { q });
		return {
			[`/api/videos${list}`]: await readArchive(context, address, query),
		};
	} catch {
		return {};
	}
}

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
			data: siteData(site),
			search: null,
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
