import * as z from "zod";
import { createTimeBudget, PAGE_TIMEOUT_MS, type TimeBudget } from "#outbound/open-page.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";
import { type ApiOutcome, addressWith, askJsonApi, openByApi, sourceTime } from "./ask-api.ts";
import type {
	EvidenceSource,
	Hit,
	HitOutcome,
	SearchOutcome,
	SourceContext,
	SourceQuery,
} from "./evidence-source.ts";
import { MAX_TITLE_CHARS } from "./read-html.ts";

/** The share of one statement in the site's rate limit: one search and two requests per page. */
const MAX_PAGES = 3;
const FALLBACK_LANGUAGE = "en";

/** MediaWiki's own limit is 255 bytes. */
const MAX_KEY_CHARS = 255;

/** https://www.mediawiki.org/wiki/API:REST_API/Reference#Search_result_object */
const Found = z.object({
	pages: z.array(
		z.object({
			key: z.string().min(1).max(MAX_KEY_CHARS),
			title: z.string().transform((title) => cutAtWord(visibleText(title), MAX_TITLE_CHARS)),
		}),
	),
});

/** https://www.mediawiki.org/wiki/API:Revisions */
const Revisions = z.object({
	query: z.object({
		pages: z.array(
			z.object({
				/** 0 for articles: pages of users, drafts and the like have others. */
				ns: z.int().default(0),
				revisions: z
					.array(z.object({ revid: z.int().positive(), timestamp: z.string() }))
					.default([]),
			}),
		),
	}),
});

/** Of the revisions until `rvstart`. */
const LATEST_REVISION = {
	prop: "revisions",
	rvprop: "ids|timestamp",
	rvlimit: "1",
	rvdir: "older",
};

/** https://www.mediawiki.org/wiki/API:Info; without `pages` if the revision is deleted. */
const Newest = z.object({
	query: z.object({
		pages: z
			.array(z.object({ pageid: z.int().positive(), lastrevid: z.int().positive() }))
			.default([]),
	}),
});

type Revision = { language: string; revid: number };

/** `base_url` may contain `{language}`, which is replaced by the language's code. */
export function createWikipedia(base_url: string): EvidenceSource {
	const apiOf = (language: string, path: string): URL =>
		new URL(base_url.replace("{language}", language).replace(/\/$/, "") + path);

	/** Asks MediaWiki's action API. */
	function query<T>(
		language: string,
		schema: z.ZodType<T>,
		asked: Record<string, string>,
		context: SourceContext,
		inTime: TimeBudget,
	): Promise<ApiOutcome<T>> {
		const form = { action: "query", format: "json", formatversion: "2" };
		const url = addressWith(apiOf(language, "/w/api.php"), { ...form, ...asked });
		return askJsonApi("wikipedia", { url }, schema, context, inTime);
	}

	async function searchIn(
		language: string,
		query: SourceQuery,
		context: SourceContext,
	): Promise<SearchOutcome> {
		const url = addressWith(apiOf(language, "/w/rest.php/v1/search/page"), {
			q: query.neutral,
			limit: String(MAX_PAGES),
		});
		const found = await askJsonApi("wikipedia", { url }, Found, context);
		if (!found.ok) return found;
		const hits = found.answer.pages
			.slice(0, MAX_PAGES)
			.map(
				({ key, title }): Hit => ({
					source: "wikipedia",
					title,
					language,
					as_of: null,
					key,
					review: null,
					url: apiOf(language, `/wiki/${encodeURIComponent(key)}`).href,
				}),
			);
		return { ok: true, hits: inVersions(hits, query) };
	}

	/** Opens the text of a revision under its permanent address. */
	async function openRevision(
		{ language, revid }: Revision,
		context: SourceContext,
		inTime: TimeBudget,
	): Promise<HitOutcome> {
		const html_url = apiOf(language, `/w/rest.php/v1/revision/${revid}/html`);
		const opened = await openByApi("wikipedia", html_url.href, context, inTime);
		if (!opened.ok) return opened;
		const permanent = apiOf(language, "/w/index.php");
		permanent.searchParams.set("oldid", String(revid));
		const page = { ...opened.page, final_url: permanent.href };
		return { ok: true, page, api: { language, is_source_text: true } };
	}

	/** The revision at a permanent address of this Wikipedia; null for any other address. */
	function revisionAt(url: string): Revision | null {
		const [before = "", after] = base_url.replace(/\/$/, "").split("{language}");
		if (!url.startsWith(before)) return null;
		const rest = url.slice(before.length);
		const named = after === undefined ? "" : /^[a-z]{2,3}/.exec(rest)?.[0];
		if (named === undefined) return null;
		const query = `${after ?? ""}/w/index.php?oldid=`;
		const oldid = rest.slice(named.length);
		if (!oldid.startsWith(query)) return null;
		const revid = Number(oldid.slice(query.length));
		return Number.isSafeInteger(revid) && revid > 0
			? { language: named || FALLBACK_LANGUAGE, revid }
			: null;
	}

	/** The article's newest revision, if the cited one was the newest when it was read. */
	async function findCurrent(
		cited: Revision,
		fetched_at: string,
		context: SourceContext,
		inTime: TimeBudget,
	): Promise<ApiOutcome<Revision>> {
		const ask = <T>(schema: z.ZodType<T>, asked: Record<string, string>) =>
			query(cited.language, schema, asked, context, inTime);
		const revids = String(cited.revid);
		const known = await ask(Newest, { prop: "info", revids });
		if (!known.ok) return known;
		const [article] = known.answer.query.pages;
		// The article was deleted.
		if (!article) return { ok: false, reason: "status", status: 404 };
		const { pageid, lastrevid } = article;
		if (lastrevid === cited.revid) return { ok: true, answer: cited };
		const then = await ask(Revisions, {
			...LATEST_REVISION,
			rvstart: `${fetched_at.slice(0, 19)}Z`,
			pageids: String(pageid),
		});
		if (!then.ok) return then;
		const newest_then = then.answer.query.pages[0]?.revisions[0]?.revid;
		return {
			ok: true,
			answer: newest_then === cited.revid ? { ...cited, revid: lastrevid } : cited,
		};
	}

	return {
		id: "wikipedia",
		asks: "neutral",
		covers: () => true,

		/** Searches Wikipedia in the statement's language, and in English if that finds nothing. */
		async search(query, context) {
			const language = wikiLanguage(query.language);
			const own = await searchIn(language, query, context);
			const found = own.ok && own.hits.length > 0;
			if (found || language === FALLBACK_LANGUAGE) return own;
			const fallback = await searchIn(FALLBACK_LANGUAGE, query, context);
			// An empty English search does not settle the matter if the statement's language could not
			// be searched.
			return fallback.ok && fallback.hits.length === 0 && !own.ok ? own : fallback;
		},

		renew: inVersions,

		/**
		 * Opens the text of a revision under its permanent address, which also serves as its archived
		 * copy.
		 */
		async open(hit, context): Promise<HitOutcome> {
			const language = hit.language ?? FALLBACK_LANGUAGE;
			const asked = {
				...LATEST_REVISION,
				...(hit.as_of && { rvstart: endOf(hit.as_of) }),
				titles: hit.key.replaceAll("_", " "),
			};
			// A page takes two requests.
			const inTime = sourceTime(context);
			const answer = await query(language, Revisions, asked, context, inTime);
			if (!answer.ok) return answer;
			const [article] = answer.answer.query.pages;
			const revision = article?.ns === 0 ? article.revisions[0] : undefined;
			if (!revision) return { ok: false, reason: "status", status: 404 };
			const { revid, timestamp } = revision;
			const opened = await openRevision({ language, revid }, context, inTime);
			if (!opened.ok) return opened;
			return { ...opened, api: { ...opened.api, published_at: timestamp, title: hit.title } };
		},

		reopen({ final_url, fetched_at }, version, context) {
			const cited = revisionAt(final_url);
			if (cited === null) return null;
			const inTime = createTimeBudget(2 * PAGE_TIMEOUT_MS, context.now);
			if (version === "cited") return openRevision(cited, context, inTime);
			return findCurrent(cited, fetched_at, context, inTime).then((current) =>
				current.ok ? openRevision(current.answer, context, inTime) : current,
			);
		},
	};
}

/** The last moment of a day; a time of day stays as it is. */
function endOf(as_of: string): string {
	return as_of.includes("T") ? as_of : `${as_of}T23:59:59Z`;
}

/** What depends on time is read as it was when it was said, and as it is today. */
function inVersions(hits: readonly Hit[], { time_sensitive, said_on }: SourceQuery): Hit[] {
	const days = time_sensitive && said_on ? [said_on, null] : [null];
	const today = hits.filter(({ as_of }) => as_of === null);
	return today.flatMap((hit) => days.map((as_of) => ({ ...hit, as_of })));
}

/** The language code of a Wikipedia. */
function wikiLanguage(tag: string | null): string {
	const [primary = ""] = tag?.toLowerCase().split("-") ?? [];
	if (primary === "nb") return "no";
	return /^[a-z]{2,3}$/.test(primary) ? primary : FALLBACK_LANGUAGE;
}
