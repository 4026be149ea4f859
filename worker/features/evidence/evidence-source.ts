import type { FactCheckReview } from "#contract/evidence.ts";
import type { PageFailure, PageNotice, SourceFailure, SourceId } from "#contract/verdicts.ts";
import type { OpenedPage, PageOpener, TimeBudget, Validators } from "#outbound/open-page.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import type { PdfReader } from "./ask-pdf-reader.ts";
import type { ApiFacts, PageFacts } from "./read-page.ts";
import type { StatementPlan } from "./search-plan.ts";

/** What is searched for, for one statement. */
export type SourceQuery = StatementPlan & {
	/** BCP 47 of the statement; null if it is not known. */
	language: string | null;
	/** YYYY-MM-DD on which the video was published; null if it is not known. */
	said_on: string | null;
};

/** A page that a source names; it is not evidence before it was opened. */
export type Hit = {
	/**
	 * "member": nobody searched for it, a member added it to the statement. "dispute": a member
	 * brought it, and it counts as found by a source.
	 */
	source: SourceId | "member" | "dispute";
	url: string;
	title: string;
	language: string | null;
	/** Which of a page's versions is read: null for today's, else that of the day or the time. */
	as_of: string | null;
	/** The source's own name for the page, by which its reader asks for it. */
	key: string;
	/** What the page, a published fact check, says of the claim; null for any other page. */
	review: FactCheckReview | null;
};

/** An empty list is an answer: nothing was found. */
export type SearchOutcome =
	| { ok: true; hits: Hit[] }
	| { ok: false; reason: SourceFailure; status: number | null };

export type HitOutcome =
	| { ok: true; page: OpenedPage; api: ApiFacts }
	| { ok: false; reason: PageFailure | SourceFailure; status: number | null };

/** What a source needs from outside. */
export type SourceContext = {
	fetch: OutboundFetch;
	openPage: PageOpener;
	readPdf: PdfReader;
	/** Waits for the source's own limit. */
	permit: Permit;
	/** The time that remains for the page that is being read, if more than one answer is needed for it. */
	page_time?: TimeBudget;
	/** Without it, no register is asked. */
	crossref?: Crossref | null;
	/** `host:port` of an API that the operator set; pages there are not opened for it. */
	trusted_api_host: string | null;
	user_agent: string;
	contact_email: string | null;
	/** The site's own, which is no source; null if unknown. */
	own_hostname: string | null;
	now: () => number;
	paid: PaidSearches;
	kept_hits: KeptHits;
	kept_pages: KeptPages;
	/** For the operator: a wrong key looks like a source that knows nothing. */
	noteFailure: (source: SourceId, failed: { reason: SourceFailure; status: number | null }) => void;
};

/**
 * Who made a query. "own": code, of the statement's words alone, so that it is the same in each
 * video with the statement. "video": a model that read one video's title and speech, or the pages
 * that were found for it.
 */
export type QueryOrigin = "own" | "video";

/** An earlier search for the same claim. */
export type KeptSearch = {
	/** Of `searchKey`. */
	key: string;
	source: SourceId;
	origin: QueryOrigin;
	query: string;
	hits: Hit[];
	searched_at: string;
};

/** The site's earlier searches. Neither method rejects; after a failure the source is searched. */
export type KeptHits = {
	/** The searches with these keys that are recent enough to be used again. */
	read: (keys: readonly string[]) => Promise<KeptSearch[]>;
	/** Stores an answer, even an empty one. */
	write: (made: KeptSearch) => Promise<void>;
};

/** A page as it was read. */
export type KeptPage = {
	facts: PageFacts;
	/** Its canonical text, and the offsets in it that no quote crosses. */
	text: string;
	borders: readonly number[];
	/** The fact checks that the page itself publishes. */
	reviews: FactCheckReview[];
	/** Of the paper that the page is. */
	doi?: string | undefined;
	/** When it was read, or when its site last said that it had not changed. */
	fetched_at: string;
	/** Let the site answer that the page has not changed. */
	validators: Validators | null;
};

/** The pages that analyses in this data center have read. Neither method rejects. */
export type KeptPages = {
	read: (hit: Hit) => Promise<KeptPage | null>;
	write: (hit: Hit, page: KeptPage) => Promise<void>;
};

/** The register of papers: its address, and what it said of a DOI lately. Nothing rejects. */
export type Crossref = {
	base_url: string;
	/** Without an answer, null. */
	read: (doi: string) => Promise<{ notice: PageNotice | null } | null>;
	write: (doi: string, answer: { notice: PageNotice | null }) => Promise<void>;
};

/** What searches cost, and the day's room for them. */
export type PaidSearches = {
	/** In USD; null for a source whose searches are not counted. */
	priceOf: (source: SourceId) => number | null;
	/** Reserves all of it, or nothing; false if the day has no room. Repeating it reserves no more. */
	reserve: (
		run_id: string,
		step: string,
		need: { searches: number; usd: number },
	) => Promise<boolean>;
};

/** A service with a limit for the whole site: a source, the archive, or the register of papers. */
export type LimitedService = SourceId | "archive" | "crossref";

/**
 * Runs the call once the source's limit allows it; null if it does not in time. An `urgent` one
 * goes before others that wait.
 */
export type Permit = <T>(
	service: LimitedService,
	call: () => Promise<T>,
	urgent?: boolean,
) => Promise<T | null>;

/** Something that can be searched, and whose pages it knows how to open. */
export interface EvidenceSource {
	readonly id: SourceId;
	/** The queries of a plan that it is asked: "both" adds what speaks against the statement. */
	readonly asks: "neutral" | "both";
	/** Whether it may know anything of such a statement. */
	covers(query: SourceQuery): boolean;
	/** Asks for `query.neutral`. */
	search(query: SourceQuery, context: SourceContext): Promise<SearchOutcome>;
	/** Hits of an earlier search for the claim, as one for this query has them. */
	renew?(hits: readonly Hit[], query: SourceQuery): Hit[];
	open(hit: Hit, context: SourceContext): Promise<HitOutcome>;
	/** Opens a page that it opened before; null if the page is not the source's own. */
	reopen?(
		page: { final_url: string; fetched_at: string },
		version: PageVersion,
		context: SourceContext,
	): Promise<HitOutcome> | null;
}

/**
 * Of a page whose versions are kept: the one that was cited, or the current one. If another was
 * current when the page was cited, its version of a past day was meant, which both names mean.
 */
export type PageVersion = "cited" | "current";
