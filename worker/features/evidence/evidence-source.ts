import type {
	PageFailure,
	SourceFailure,
	SourceId,
} from "#contract/verdicts.ts";
import type { OpenedPage, PageOpener } from "#outbound/open-page.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import type { ApiFacts } from "./read-page.ts";
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
	/** "member": nobody searched for it, a member added it to the statement. */
	source: SourceId | "member";
	url: string;
	title: string;
	language: string | null;
	/** Which of a page's versions is read: null for today's, else that of the day. */
	as_of: string | null;
	/** The source's own name for the page, by which its reader asks for it. */
	key: string;
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
	/** Waits for the source's own limit. */
	permit: Permit;
	/** `host:port` of an API that the operator set; pages there are not opened for it. */
	trusted_api_host: string | null;
	user_agent: string;
	contact_email: string | null;
	/** The site's own, which is no source; null if unknown. */
	own_hostname: string | null;
	now: () => number;
};

/**
 * Runs the call once the source's limit allows it; null if it does not in time. An `urgent` one
 * goes before others that wait.
 */
export type Permit = <T>(
	source: SourceId,
	call: () => Promise<T>,
	urgent?: boolean,
) => Promise<T | null>;

/** Something that can be searched, and whose pages it knows how to open. */
export interface EvidenceSource {
	readonly id: SourceId;
	/** Whether it may know anything of such a statement. */
	covers(query: SourceQuery): boolean;
	search(query: SourceQuery, context: SourceContext): Promise<SearchOutcome>;
	open(hit: Hit, context: SourceContext): Promise<HitOutcome>;
}
