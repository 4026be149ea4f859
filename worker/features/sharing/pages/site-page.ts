import { archiveQuery, exampleKey } from "#contract/addresses.ts";
import { inQuotes, isolated, plural } from "#contract/format.ts";
import { VideoId } from "#contract/ids.ts";
import { isAiWritten } from "#contract/made-by.ts";
import type { MarkedStatement } from "#contract/served-page.ts";
import {
	type Health,
	keptWords,
	NOTICE_PAGE,
	type PageWords,
	SITE_PAGES,
	TAKEN_DOWN_PAGE,
	UNKNOWN_PAGE,
} from "#contract/site.ts";
import type { Statement } from "#contract/statement.ts";
import { VideoQuery, type VideoSummary } from "#contract/video.ts";
import { claimMethods } from "#features/channels/describe-claim.ts";
import { openSourceIds } from "#features/evidence/source-ids.ts";
import { listVersions } from "#features/history/read-versions.ts";
import { readArchive, readNews } from "#features/reports/list-queries.ts";
import { readClaim, readReport } from "#features/reports/queries.ts";
import { listSamples, SAMPLES } from "#features/samples/samples.ts";
import { answerSearch } from "#features/search/queries.ts";
import { findClaimTakedown, findReportTakedown } from "#features/takedowns/queries.ts";
import { takenDown } from "#features/takedowns/refusal.ts";
import { logFailure, toProblem } from "#http/answer-problem.ts";
import { ProblemError } from "#http/problems.ts";
import type { Context } from "#worker/context.ts";
import type { Page } from "./compose-page.ts";

export type ServedPage = {
	status: 200 | 404 | 410 | 451 | 503;
	/** The version of the video's result; 0 for any other page. */
	version: number;
	/** Who may keep it: the edge for a while, a browser that revalidates, or nobody. */
	kept_by: "edge" | "reader" | "nobody";
	/** Names everything that the page is composed from: equal text gives an equal page. */
	made_from: string;
	/** Throws if a row breaks the contract. */
	page: () => Page;
	/** Whether the database could not be read, so that an earlier copy is better. */
	incomplete?: boolean;
};

/** The part of the context that describes the site. */
type Site = Pick<Context, "settings" | "providers">;

/** Pages that show new analyses, and the parts of the query that each shows. */
export const NEWS_PAGES = new Map([
	["/", ["url", "text", "title"]],
	["/results", ["scope", "q"]],
]);

/** The part of the query that changes the page, without what sites and campaigns append to links. */
export function readSearch(path: string, params: URLSearchParams): string {
	const shown = (NEWS_PAGES.get(path) ?? []).flatMap((name) => {
		const value = params.get(name)?.trim() ?? "";
		return value === "" ? [] : [[name, value]];
	});
	return shown.length === 0 ? "" : `?${new URLSearchParams(shown)}`;
}

type Request = {
	/** From `readSearch`. */
	search: string;
	/** The visitor's, which searches are counted by. */
	address: string;
	/** Of the log. */
	request_id: string;
};

/** An address without a report: one of the site's own pages, or 404. */
export async function sitePage(
	context: Context,
	origin: string,
	path: string,
	request: Request,
): Promise<ServedPage> {
	const refused = await readRefused(context, path);
	if (refused) return refusedPage(context, refused.problem, refused.answer, origin);
	const news = NEWS_PAGES.has(path);
	const { words, answers, ai_written = false } = await describePage(context, path, request);
	const data = siteData(context);
	const kept_by = words ? (news ? "edge" : "reader") : "nobody";
	// Pages for members and links from mails are the browser's alone.
	const is_public = words === undefined || words.indexable;
	return writtenPage({
		status: words ? 200 : 404,
		kept_by: answers === null ? "nobody" : kept_by,
		incomplete: answers === null,
		page: {
			head: {
				...buildHead(words ?? UNKNOWN_PAGE, context),
				canonical: words ? origin + path : null,
				ai_written,
				alternates: news ? [newAnalyses(origin)] : [],
			},
			data: { ...data, answers: { ...data.answers, ...answers } },
			search: is_public ? request.search : null,
			json_ld: null,
		},
	});
}

/** Why the page of a claim, or of a report's versions, is not shown; null if it is, or is unknown. */
async function readRefused(
	context: Context,
	path: string,
): Promise<{ problem: ProblemError; answer: string } | null> {
	const [, key] = CLAIM_PATH.exec(path) ?? [];
	const [, video_id] = HISTORY_PATH.exec(path) ?? [];
	if (key !== undefined) {
		const takedown = await findClaimTakedown(context.db.near, key);
		if (!takedown || (await readClaim(context.db, key, context.view))) return null;
		return { problem: takenDown(takedown), answer: `/api/statements/${key}` };
	}
	if (video_id === undefined) return null;
	const takedown = await findReportTakedown(context.db, video_id);
	return takedown && { problem: takenDown(takedown), answer: `/api/videos/${video_id}/versions` };
}

/** The page of something that was taken down: its reason, in place of the answer at `path`. */
export function refusedPage(
	context: Context,
	refused: ProblemError,
	path: string,
	origin: string,
): ServedPage {
	const data = siteData(context);
	const problems = { [path]: toProblem(refused, "page", origin) };
	return writtenPage({
		status: refused.status === 451 ? 451 : 410,
		kept_by: "nobody",
		page: {
			head: buildHead(TAKEN_DOWN_PAGE, context),
			search: "",
			data: { ...data, problems },
			json_ld: null,
		},
	});
}

/** A page without a version, whose content is known. */
export function writtenPage({
	page,
	...served
}: Pick<ServedPage, "status" | "kept_by" | "incomplete"> & { page: Page }): ServedPage {
	return { ...served, version: 0, made_from: JSON.stringify(page), page: () => page };
}

type Described = {
	/** undefined for an address that has no page. */
	words: PageWords | undefined;
	/** Absent: nothing on the page is AI's. */
	ai_written?: boolean;
	/** By path; null if they could not be read. */
	answers: Record<string, unknown> | null;
};

async function describePage(context: Context, path: string, request: Request): Promise<Described> {
	const own = NOTICE_PATH.test(path)
		? NOTICE_PAGE
		: Object.hasOwn(SITE_PAGES, path)
			? SITE_PAGES[path]
			: undefined;
	if (NEWS_PAGES.has(path))
		return { words: own, answers: await answerNews(context, path, request) };
	const found = own
		? null
		: ((await readClaimPage(context, path)) ?? (await readHistoryPage(context, path)));
	return found ?? { words: own, answers: {} };
}

const CLAIM_PATH = /^\/statements\/([0-9a-f]{24})$/;

/** About as many titles as previews and search engines show. */
const NAMED_VIDEOS = 3;

/** The page of one claim across videos; null for any other page, and for a claim that is unknown. */
async function readClaimPage({ db, view }: Context, path: string): Promise<Described | null> {
	const [, key] = CLAIM_PATH.exec(path) ?? [];
	if (key === undefined) return null;
	const claim = await readClaim(db, key, view);
	if (claim === null) return null;
	const titles = new Map(claim.said.map(({ video }) => [video.id, video.title]));
	const named = [...titles.values()].filter((name) => name !== "").slice(0, NAMED_VIDEOS);
	const where = named.map((name) => isolated(inQuotes(name))).join(", ");
	return {
		words: {
			title: inQuotes(claim.content),
			description: `Said in ${plural(titles.size, "video")}${where && `: ${where}`}. When it was said, and what the sources say of it.`,
			indexable: true,
		},
		ai_written: claim.said.some(({ video }) => isAiWritten(video)),
		answers: { [`/api/statements/${key}`]: claim },
	};
}

const HISTORY_PATH = /^\/results\/([\w-]{11})\/versions$/;

const NOTICE_PATH = /^\/notices\/[0-9a-z]{32}$/;

/** Whether the path, without a slash at its end, may be one of the site's own pages. */
export function isSitePath(path: string): boolean {
	return (
		NOTICE_PATH.test(path) ||
		Object.hasOwn(SITE_PAGES, path) ||
		CLAIM_PATH.test(path) ||
		HISTORY_PATH.test(path)
	);
}

/** The page of a result's versions; null for any other page, and without a result. */
async function readHistoryPage(context: Context, path: string): Promise<Described | null> {
	const id = VideoId.safeParse(HISTORY_PATH.exec(path)?.[1]);
	if (!id.success) return null;
	const versions = await listVersions(context, id.data, null);
	if (versions === null) return null;
	return {
		words: {
			title: "What changed",
			description: "The versions of an analysis, and how they differ.",
			indexable: false,
		},
		answers: { [`/api/videos/${id.data}/versions`]: versions },
	};
}

/**
 * The answers that a page of new analyses shows, by path; null if they cannot be had, as when the
 * database is away. The app then requests them.
 */
async function answerNews(
	context: Context,
	path: string,
	{ search, address, request_id }: Request,
): Promise<Record<string, unknown> | null> {
	const { db, view } = context;
	try {
		if (path === "/") {
			const { videos, samples, stats } = await readNews(db.near, view);
			return {
				"/api/videos/recent": { videos },
				"/api/stats": stats,
				// Asking for those that are missing begins their analysis.
				...(samples.length === SAMPLES.length && { "/api/samples/results": { videos: samples } }),
				...(await readExample(context, [...videos, ...samples], request_id)),
			};
		}
		const asked = Object.fromEntries(archiveQuery(new URLSearchParams(search)));
		if (asked.scope === "statements") {
			const { q } = asked;
			if (q === undefined) return {};
			const found = await answerSearch(context, address, q);
			return { [`/api/search?q=${encodeURIComponent(q)}`]: found };
		}
		const page = await readArchive(context, address, VideoQuery.parse(asked));
		return { [`/api/videos?${new URLSearchParams(asked)}`]: page };
	} catch (error) {
		// Refusals, as of too many searches, are no failures.
		if (!(error instanceof ProblemError) || error.status >= 500) logFailure(error, request_id);
		return null;
	}
}

/**
 * The statements of the newest result that has any; empty without one, and if they cannot be read:
 * the lists are shown without them.
 */
async function readExample(
	{ db, view }: Context,
	videos: readonly VideoSummary[],
	request_id: string,
): Promise<Record<string, MarkedStatement[]>> {
	const video = videos.find(({ claims_count }) => claims_count > 0);
	if (!video) return {};
	try {
		const { statements } = await readReport(db.near, video.id, view);
		return { [exampleKey(video.id)]: statements.map(asMarked) };
	} catch (error) {
		logFailure(error, request_id);
		return {};
	}
}

const asMarked = (statement: Statement): MarkedStatement => ({
	id: statement.id,
	timestamp: statement.timestamp,
	timestamp_source: statement.timestamp_source,
	quote: statement.quote,
	content: statement.content,
	ai_score: statement.ai_score,
	verdict: statement.verdict,
	unverified_reason: statement.unverified_reason,
});

const newAnalyses = (origin: string) => ({
	type: "application/atom+xml",
	href: `${origin}/feed.xml`,
	title: "New analyses",
});

export function buildHead(words: PageWords, site: Site): Page["head"] {
	return {
		...keptWords(words, describeHealth(site)),
		headline: null,
		canonical: null,
		ai_written: false,
		kind: "website",
		image: null,
		alternates: [],
	};
}

/** A report that the database could not return: the app starts and requests it again. */
export function troubledPage(site: Site): ServedPage {
	return writtenPage({
		status: 503,
		kept_by: "nobody",
		incomplete: true,
		page: {
			head: { ...buildHead(UNKNOWN_PAGE, site), title: "Results" },
			data: siteData(site),
			search: null,
			json_ld: null,
		},
	});
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
		// No vendor's model rates anything in demo mode.
		panel: mode === "demo" ? [] : panel,
		contact_email: settings.CONTACT_EMAIL ?? null,
		evidence_sources: openSourceIds(settings, mode),
		claim_methods: claimMethods(settings),
		mail: settings.SMTP_URL !== undefined,
	};
}
