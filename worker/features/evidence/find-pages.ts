import { createHash } from "node:crypto";
import type {
	PageProblem,
	SourceFailure,
	SourceId,
} from "#contract/verdicts.ts";
import { openAddedPage } from "./added-page.ts";
import type {
	EvidenceSource,
	Hit,
	HitOutcome,
	Permit,
	SourceContext,
	SourceQuery,
} from "./evidence-source.ts";
import { mergeHits } from "./merge-hits.ts";
import { isOwnSite, pageKey } from "./page-site.ts";
import { indexPage, type Passage, selectPassages } from "./passages.ts";
import { type PageFacts, readPage } from "./read-page.ts";

export type SearchRequest = {
	query: SourceQuery;
	sources: readonly SourceId[];
	max_pages: number;
	/** Whose own site is no source; null if it is not known. */
	channel_name: string | null;
};

/** What the sources answered, and the pages to open, best first. */
export type SearchAnswer = {
	searches: {
		source: SourceId;
		query: string;
		hits: number;
		failure: SourceFailure | null;
	}[];
	hits: Hit[];
};

/** Nothing was asked. */
export const UNANSWERED_SEARCH: SearchAnswer = { searches: [], hits: [] };

/** Asks all sources at once; one that fails is named, and the others go on. */
export async function searchSources(
	all: readonly EvidenceSource[],
	{ query, sources, max_pages, channel_name }: SearchRequest,
	context: SourceContext,
): Promise<SearchAnswer> {
	const asked = all.filter(
		(source) => sources.includes(source.id) && source.covers(query),
	);
	const outcomes = await Promise.all(
		asked.map((source) => source.search(query, context)),
	);
	const found = new Map<SourceId, readonly Hit[]>();
	const searches = asked.map(({ id }, at) => {
		const outcome = outcomes[at];
		const hits = outcome?.ok ? outcome.hits : [];
		found.set(id, hits);
		const failure = outcome?.ok ? null : (outcome?.reason ?? "unreachable");
		return { source: id, query: query.neutral, hits: hits.length, failure };
	});
	const excluded = { hosts: ownHosts(context), channel_name };
	return { searches, hits: mergeHits(found, excluded, max_pages) };
}

/** The site itself is no source. */
function ownHosts({ own_hostname }: SourceContext): string[] {
	return own_hostname === null ? [] : [own_hostname];
}

async function openHit(
	all: readonly EvidenceSource[],
	hit: Hit,
	context: SourceContext,
): Promise<HitOutcome> {
	if (hit.source === "member") return openAddedPage(hit, context);
	const source = all.find(({ id }) => id === hit.source);
	if (!source) return { ok: false, reason: "unreachable", status: null };
	return source.open(hit, context);
}

/** The name of a page within a run: its address, and which version of it is read. */
export function pageId(hit: Pick<Hit, "url" | "as_of">): string {
	const key = `${pageKey(hit.url) ?? hit.url}\n${hit.as_of ?? ""}`;
	return createHash("sha256").update(key).digest("hex").slice(0, 16);
}

export type ReadRequest = {
	hit: Hit;
	/** The statements that want its passages, each with what it is searched by. */
	wanted: { statement: number; queries: string[] }[];
	/** YYYY-MM-DD. */
	today: string;
	/** Whose own site is no source; null if it is not known. */
	channel_name: string | null;
};

export type ReadAnswer =
	| {
			ok: true;
			facts: PageFacts;
			fetched_at: string;
			passages: Passage[];
			/** Of each statement that wants some, the places of its passages in their rank. */
			by_statement: { statement: number; passages: number[] }[];
	  }
	| { ok: false; reason: PageProblem; status: number | null };

const NO_SOURCE: ReadAnswer = {
	...{ ok: false, reason: "blocked_host", status: null },
};

/** Opens a page and ranks its passages for all statements that want some. */
export async function readHit(
	all: readonly EvidenceSource[],
	{ hit, wanted, today, channel_name }: ReadRequest,
	context: SourceContext,
): Promise<ReadAnswer> {
	if (isOwnSite(hit.url, channel_name)) return NO_SOURCE;
	// A statement that was searched for is rated sooner if its pages go before other searches.
	const { permit } = context;
	const urgent: Permit = (source, call) => permit(source, call, true);
	const opened = await openHit(all, hit, { ...context, permit: urgent });
	if (!opened.ok) return opened;
	// A redirect may lead there.
	if (isOwnSite(opened.page.final_url, channel_name)) return NO_SOURCE;
	const read = await readPage(opened.page, today, opened.api);
	if (!read.ok) return { ok: false, reason: read.reason, status: null };
	const { facts, text } = read;
	const page = indexPage(text, facts.language);
	const passages: Passage[] = [];
	const places = new Map<number, number>();
	const placeOf = (passage: Passage): number => {
		const known = places.get(passage.start);
		if (known !== undefined) return known;
		places.set(passage.start, passages.length);
		return passages.push(passage) - 1;
	};
	const by_statement = wanted.map(({ statement, queries }) => ({
		statement,
		passages: selectPassages(page, queries).map(placeOf),
	}));
	const fetched_at = new Date(context.now()).toISOString();
	return { ok: true, facts, fetched_at, passages, by_statement };
}
