import { createHash } from "node:crypto";
import type { EvidenceSearch, FactCheckReview } from "#contract/evidence.ts";
import type { VideoId } from "#contract/ids.ts";
import { gravestNotice, type PageProblem, type SourceId } from "#contract/verdicts.ts";
import type { ProviderCallRecord } from "#features/spending/sum-calls.ts";
import { createTimeBudget, PAGE_TIMEOUT_MS } from "#outbound/open-page.ts";
import { pageKey } from "#text/page-key.ts";
import { DAY_MS, HOUR_MS } from "#worker/durations.ts";
import type { PdfAsker, PdfReader } from "./ask-pdf-reader.ts";
import { findRegisteredNotice } from "./crossref.ts";
import type { CountBytes } from "./document-upload.ts";
import type {
	EvidenceSource,
	Hit,
	HitOutcome,
	KeptPage,
	KeptSearch,
	Permit,
	QueryOrigin,
	SourceContext,
	SourceQuery,
} from "./evidence-source.ts";
import { transcriptCopies } from "./independence.ts";
import { articleAt } from "./known-site.ts";
import { foundReviews, mergeHits } from "./merge-hits.ts";
import { isOwnSite, siteOf } from "./page-site.ts";
import { indexPage, type Passage, selectPassages } from "./passages.ts";
import type { PublishedReview } from "./published-reviews.ts";
import { type PageFacts, readPage } from "./read-page.ts";
import { isFresh, searchKey } from "./reuse.ts";
import { planWithoutModel } from "./search-plan.ts";
import { openWebPage } from "./web-pages.ts";

export type SearchRequest = {
	query: SourceQuery;
	sources: readonly SourceId[];
	max_pages: number;
	/** Pages on the channel's own site are excluded; null if the name is unknown. */
	channel_name: string | null;
	run_id: string;
	video_id: VideoId;
	/** The statement. */
	claim: string;
	round: 1 | 2;
	/** Whether the sources are asked even if an earlier answer is kept. */
	afresh: boolean;
	/** The step of the run, by which its paid searches are reserved and billed. */
	task: string;
};

/** The sources' answers and the pages to open, best first. */
export type SearchAnswer = {
	searches: Omit<EvidenceSearch, "statement_id">[];
	hits: Hit[];
	/** The fact checks that were found, also those whose pages are not opened. */
	reviews: PublishedReview[];
	/** The searches that were paid for. */
	calls: ProviderCallRecord[];
};

/** Used if no source was asked. */
export const UNANSWERED_SEARCH: SearchAnswer = { searches: [], hits: [], reviews: [], calls: [] };

/**
 * Searches all sources in parallel. A failing source is recorded with its failure, and the others
 * continue.
 */
export async function searchSources(
	all: readonly EvidenceSource[],
	request: SearchRequest,
	context: SourceContext,
): Promise<SearchAnswer> {
	const { query, sources, max_pages, channel_name } = request;
	const covering = all.filter((it) => sources.includes(it.id) && it.covers(query));
	const asked = queriesOf(request);
	const kept = request.afresh
		? []
		: await context.kept_hits.read(Object.values(asked).flatMap((it) => it?.key ?? []));
	const keptFor = ({ id }: EvidenceSource, { key }: Asked) =>
		kept.find((it) => it.source === id && it.key === key) ?? null;
	const wanted = covering.flatMap((source) => {
		const knows_own = (keptFor(source, asked.own)?.hits.length ?? 0) > 0;
		return queriesFor(source, request.round, asked, knows_own).map((it) => ({
			...it,
			source,
			earlier: keptFor(source, it),
			price: context.paid.priceOf(source.id),
		}));
	});
	const affordable = await reserve(
		wanted.filter(({ earlier }) => earlier === null),
		request,
		context,
	);
	const made = await Promise.all(
		wanted.map((it) => {
			if (it.earlier) return reuse(it, it.earlier, query);
			return it.price === null || affordable ? searchOnce(it, query, context) : withoutBudget(it);
		}),
	);
	const excluded = { hosts: ownHosts(context), channel_name };
	const lists = made.map(({ hits }) => hits);
	return {
		searches: made.map(({ search }) => search),
		hits: mergeHits(lists, excluded, max_pages),
		reviews: foundReviews(lists, excluded),
		calls: made.flatMap(({ call }, place) =>
			call ? [{ ...call, task: `${request.task}:${place}` }] : [],
		),
	};
}

/** A query, with the key by which its answers are kept. */
type Asked = { text: string; origin: QueryOrigin; key: string };

/** The statement's own query, and those of the round; one that is the statement's own is that one. */
type Queries = { own: Asked; neutral: Asked; opposing: Asked | null };

function queriesOf({ query, claim, video_id }: SearchRequest): Queries {
	const { neutral: text } = planWithoutModel(claim);
	const own: Asked = { text, origin: "own", key: searchKey(claim, query, text, null) };
	const queryOf = (text: string): Asked =>
		text === own.text
			? own
			: { text, origin: "video", key: searchKey(claim, query, text, video_id) };
	const { neutral, opposing } = query;
	return { own, neutral: queryOf(neutral), opposing: opposing === null ? null : queryOf(opposing) };
}

/** A query for one source, with what it costs and the answer that is kept. */
type Wanted = Asked & { source: EvidenceSource; earlier: KeptSearch | null; price: number | null };

/** Whether the day's budget has room for the paid searches; if not, only the free ones are made. */
async function reserve(
	asked: readonly Wanted[],
	{ run_id, task }: SearchRequest,
	{ paid }: SourceContext,
): Promise<boolean> {
	const prices = asked.flatMap(({ price }) => price ?? []);
	if (prices.length === 0) return true;
	const usd = prices.reduce((sum, price) => sum + price, 0);
	return paid.reserve(run_id, task, { searches: prices.length, usd });
}

type Made = {
	search: SearchAnswer["searches"][number];
	hits: Hit[];
	call: Omit<ProviderCallRecord, "task"> | null;
};

function withoutBudget({ source, text }: Wanted): Made {
	const failure = "budget" as const;
	return { search: { source: source.id, query: text, hits: 0, failure }, hits: [], call: null };
}

/**
 * What a source is asked for. In the first round, the statement's own query takes the place of the
 * plan's neutral one if its kept answer has pages, so that no statement takes more searches than
 * its plan has queries.
 */
function queriesFor(
	{ asks }: EvidenceSource,
	round: SearchRequest["round"],
	{ own, neutral, opposing }: Queries,
	knows_own: boolean,
): Asked[] {
	if (round === 2) return [neutral];
	const first = knows_own ? own : neutral;
	return asks === "both" && opposing !== null && opposing.text !== first.text
		? [first, opposing]
		: [first];
}

/** The hits of an earlier search. Their pages are judged anew. */
function reuse(
	{ source }: Wanted,
	{ query: text, hits: found, searched_at }: KeptSearch,
	query: SourceQuery,
): Made {
	const hits = source.renew?.(found, query) ?? found;
	return {
		search: { source: source.id, query: text, hits: hits.length, failure: null, searched_at },
		hits,
		call: null,
	};
}

async function searchOnce(
	{ source, origin, key, text, price }: Wanted,
	query: SourceQuery,
	context: SourceContext,
): Promise<Made> {
	const since = context.now();
	const outcome = await source.search({ ...query, neutral: text }, context);
	const hits = outcome.ok ? outcome.hits : [];
	if (!outcome.ok) context.noteFailure(source.id, outcome);
	// Stored before it is used, so that an interrupted run does not pay for it again.
	else
		await context.kept_hits.write({
			key,
			source: source.id,
			origin,
			query: text,
			hits,
			searched_at: new Date(context.now()).toISOString(),
		});
	const failure = outcome.ok ? null : outcome.reason;
	// A search without an answer is not billed.
	const usage = { input_tokens: null, output_tokens: null, cost_usd: outcome.ok ? price : null };
	const call = {
		provider: source.id,
		model: "",
		ok: outcome.ok,
		attempts: 1,
		duration_ms: Math.max(0, context.now() - since),
		usage,
	};
	return {
		search: { source: source.id, query: text, hits: hits.length, failure },
		hits,
		call: price === null ? null : call,
	};
}

/** This site itself is excluded as a source. */
function ownHosts({ own_hostname }: SourceContext): string[] {
	return own_hostname === null ? [] : [own_hostname];
}

async function openHit(
	all: readonly EvidenceSource[],
	hit: Hit,
	context: SourceContext,
): Promise<HitOutcome> {
	const article = hit.source === "dispute" ? articleAt(hit.url) : null;
	if (article === null && (hit.source === "member" || hit.source === "dispute"))
		return openWebPage(hit, context);
	const source = all.find(({ id }) => id === (article === null ? hit.source : "wikipedia"));
	if (!source) return { ok: false, reason: "unreachable", status: null };
	if (article === null) return source.open(hit, context);
	const { language, title } = article;
	return source.open({ ...hit, language, title, key: title }, context);
}

/** By then others have seen what somebody wrote into an article. */
const SETTLED_MS = 3 * DAY_MS;

/**
 * The hit of a page on which a verdict may rest though only a member brought it. Anyone can change an
 * article of Wikipedia for that, so its newest revision of at least three days ago is read. To the
 * hour, so that statements which are rated together read the same one.
 */
function settledHit(hit: Hit, now: number): Hit {
	if (hit.source !== "dispute" || articleAt(hit.url) === null) return hit;
	const hour = Math.floor((now - SETTLED_MS) / HOUR_MS) * HOUR_MS;
	return { ...hit, as_of: new Date(hour).toISOString().replace(".000Z", "Z") };
}

/** Identifies a page within a run: a hash of its address and of the version that is read. */
export function pageId(hit: Pick<Hit, "url" | "as_of">): string {
	const key = `${pageKey(hit.url) ?? hit.url}\n${hit.as_of ?? ""}`;
	return createHash("sha256").update(key).digest("hex").slice(0, 16);
}

export type WantedPassages = {
	statement: number;
	/** The statement, and the speaker's words while they may be rated instead. */
	said: string[];
	/** What was searched for. */
	queries: string[];
};

export type ReadRequest = {
	hit: Hit;
	/** The statements that need passages of the page. */
	wanted: WantedPassages[];
	/** YYYY-MM-DD. */
	today: string;
	/** Pages on the channel's own site are excluded; null if the name is unknown. */
	channel_name: string | null;
	/** Who asks for a document, of whom no other has to wait for many: a member, otherwise the video. */
	asked_by?: string;
};

export type ReadAnswer =
	| {
			ok: true;
			facts: PageFacts;
			fetched_at: string;
			/** The fact checks that the page itself publishes. */
			reviews: FactCheckReview[];
			passages: Passage[];
			/** For each statement, the indices of its passages in `passages`, best first. */
			by_statement: { statement: number; passages: number[] }[];
	  }
	| { ok: false; reason: PageProblem; status: number | null };

const NO_SOURCE: ReadAnswer = { ok: false, reason: "blocked_host", status: null };

/** Opens a page and ranks its passages for all statements that need some. */
export async function readHit(
	all: readonly EvidenceSource[],
	{ hit: named, wanted, today, channel_name, asked_by = "" }: ReadRequest,
	context: SourceContext,
	countBytes?: CountBytes,
): Promise<ReadAnswer> {
	const hit = settledHit(named, context.now());
	if (isOwnSite(hit.url, channel_name)) return NO_SOURCE;
	// Reads are urgent: a statement whose search is done can be rated sooner if its pages precede
	// other searches.
	const { permit } = context;
	const urgent: Permit = (source, call) => permit(source, call, true);
	const page_time = createTimeBudget(PAGE_TIMEOUT_MS, context.now);
	const timed = { ...context, permit: urgent, page_time };
	const asker = { asked_by, ...(countBytes && { countBytes }) };
	const read = await readOrReuse(all, { hit, today, asker }, timed);
	if (!read.ok) return read;
	const { text, borders, reviews, doi, fetched_at } = read.page;
	const facts = { ...read.page.facts };
	// A redirect may lead to the channel's own site.
	if (isOwnSite(facts.final_url, channel_name)) return NO_SOURCE;
	// What was accepted is a page of this site, not one that it leads to by now.
	// An article is read at the operator's Wikipedia, wherever that is.
	const leads_elsewhere = siteOf(facts.final_url) !== siteOf(hit.url);
	if (hit.source === "dispute" && leads_elsewhere && articleAt(hit.url) === null) return NO_SOURCE;
	// Only of a page that is used, and before its passages are chosen, while the page's time runs.
	const registered = await findRegisteredNotice(doi, timed);
	facts.notice = gravestNotice([facts.notice, registered]) ?? undefined;
	const page = indexPage(text, facts.language, borders);
	const passages: Passage[] = [];
	const places = new Map<number, number>();
	const placeOf = (passage: Passage): number => {
		const known = places.get(passage.start);
		if (known !== undefined) return known;
		places.set(passage.start, passages.length);
		return passages.push(passage) - 1;
	};
	const by_statement = wanted.map(({ statement, said, queries }) => {
		const copies = said.map(transcriptCopies);
		const repeats = (text: string) => copies.some((isCopy) => isCopy(text));
		const selected = selectPassages(page, [...said, ...queries], repeats);
		return { statement, passages: selected.map(placeOf) };
	});
	return { ok: true, facts, fetched_at, reviews, passages, by_statement };
}

type Read =
	| { ok: true; page: KeptPage }
	| { ok: false; reason: PageProblem; status: number | null };

/** The page as another analysis read it, if it is fresh or its site answers that it is unchanged. */
async function readOrReuse(
	all: readonly EvidenceSource[],
	{ hit, today, asker }: Pick<ReadRequest, "hit" | "today"> & { asker: PdfAsker },
	context: SourceContext,
): Promise<Read> {
	const { kept_pages, openPage, readPdf } = context;
	const kept = await kept_pages.read(hit);
	if (kept && isFresh(kept, context.now())) return { ok: true, page: kept };
	const unless = kept?.validators ?? null;
	const opened = await openHit(all, hit, {
		...context,
		openPage: (request) => openPage({ ...request, unless }),
	});
	const fetched_at = new Date(context.now()).toISOString();
	if (!opened.ok) {
		if (!kept || unless === null || opened.status !== 304) return opened;
		const page = { ...kept, fetched_at };
		await kept_pages.write(hit, page);
		return { ok: true, page };
	}
	const readTheirs: PdfReader = (document) => readPdf(document, asker);
	const read = await readPage(opened.page, today, readTheirs, opened.api);
	if (!read.ok) return { ok: false, reason: read.reason, status: null };
	const { facts, doi, text, borders, reviews } = read;
	const validators = opened.page.validators ?? null;
	const page = { facts, doi, text, borders, reviews, fetched_at, validators };
	await kept_pages.write(hit, page);
	return { ok: true, page };
}
