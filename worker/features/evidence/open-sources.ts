import type { Db } from "#db/client.ts";
import { openDayLedger } from "#features/spending/budget.ts";
import { edgeCache } from "#http/edge-cache.ts";
import { hostResolver } from "#outbound/addresses.ts";
import { createPageOpener, type PageOpener } from "#outbound/open-page.ts";
import { ownWikipedia } from "#outbound/operator-hosts.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import { ROBOT_NAME } from "#outbound/robots.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { Settings } from "#worker/env.ts";
import { log } from "#worker/log.ts";
import { createPermit, type LimiterOf } from "./ask-api.ts";
import { createPdfReader } from "./ask-pdf-reader.ts";
import { createCrossref } from "./crossref.ts";
import type { Crossref, EvidenceSource, SourceContext } from "./evidence-source.ts";
import { createFactChecks } from "./fact-checks.ts";
import { VIDEO_HOSTS } from "./merge-hits.ts";
import { createPubMed } from "./pubmed.ts";
import { createKeptHits, createKeptPages } from "./reuse.ts";
import { SAMPLES_SOURCE } from "./samples.ts";
import { searchPrice } from "./search-prices.ts";
import { openSourceIds } from "./source-ids.ts";
import {
	ARCHIVE_LIMIT,
	BRAVE_LIMIT,
	CROSSREF_LIMIT,
	FACT_CHECK_LIMIT,
	PUBMED_LIMIT,
	SEARXNG_LIMIT,
	WIKIPEDIA_LIMIT,
	WIKIPEDIA_LIMIT_WITHOUT_CONTACT,
} from "./source-limit.ts";
import { createBrave, createSearxng } from "./web-search.ts";
import { createWikipedia } from "./wikipedia.ts";

/** Waiting for a source is part of an analysis, which has to end. */
const MAX_LIMIT_WAIT_MS = 30_000;

/** The sources of `openSourceIds`, in the same order. */
export function openSources(settings: Settings, mode: "demo" | "live"): EvidenceSource[] {
	const { BRAVE_API_KEY, BRAVE_BASE_URL, SEARXNG_BASE_URL } = settings;
	const { FACT_CHECK_API_KEY, FACT_CHECK_BASE_URL } = settings;
	const wanted = openSourceIds(settings, mode);
	const sources = [
		SAMPLES_SOURCE,
		...pageReaders(settings),
		...(BRAVE_API_KEY ? [createBrave(BRAVE_BASE_URL, BRAVE_API_KEY)] : []),
		...(SEARXNG_BASE_URL ? [createSearxng(SEARXNG_BASE_URL)] : []),
		...(FACT_CHECK_API_KEY ? [createFactChecks(FACT_CHECK_BASE_URL, FACT_CHECK_API_KEY)] : []),
	];
	return sources.filter(({ id }) => wanted.includes(id));
}

/** The sources that open their own pages again by their API, even if they are not asked now. */
export function pageReaders({ WIKIPEDIA_BASE_URL, PUBMED_BASE_URL }: Settings): EvidenceSource[] {
	return [createWikipedia(WIKIPEDIA_BASE_URL), createPubMed(PUBMED_BASE_URL)];
}

/** The contact in the User-Agent header, which Wikimedia and other sites require. */
export function readerContact(settings: Settings): string {
	const { APP_ORIGIN, CONTACT_EMAIL } = settings;
	const about = APP_ORIGIN ? `${APP_ORIGIN}/how-it-works` : null;
	return [about, CONTACT_EMAIL].filter(Boolean).join("; ") || "no contact given";
}

/** Opens pages under this site's rules, apart from the hosts in `blocked_hosts`. */
export function createSiteOpener(
	settings: Settings,
	fetch: OutboundFetch,
	blocked_hosts: readonly string[] = [],
): PageOpener {
	return createPageOpener({
		fetch,
		resolve: hostResolver(fetch, settings.WEBHOOK_RESOLVER_URL),
		rules: {
			trusted_hosts: settings.EVIDENCE_TRUSTED_HOSTS,
			blocked_hosts,
			own_hostname: ownHostname(settings),
		},
		contact: readerContact(settings),
		now: () => Date.now(),
	});
}

function ownHostname({ APP_ORIGIN }: Settings): string | null {
	return APP_ORIGIN ? new URL(APP_ORIGIN).hostname : null;
}

/** What the sources work with, for the life of one object. */
export function createSourceContext(
	settings: Settings,
	limiterOf: LimiterOf,
	objects: Partial<Pick<Bindings, "DAY_LEDGER" | "LOCAL_CACHE_BYTES" | "PDF_READER">>,
	fetch: OutboundFetch,
	/** The database; null if nothing is kept. */
	open: (() => Db) | null,
): SourceContext {
	const { CONTACT_EMAIL } = settings;
	const contact = readerContact(settings);
	const { DAY_LEDGER } = objects;
	const now = () => new Date();
	const ledger = DAY_LEDGER && openDayLedger({ settings, objects: { DAY_LEDGER }, now });
	return {
		fetch,
		openPage: createSiteOpener(settings, fetch, [
			...settings.EVIDENCE_BLOCKED_HOSTS,
			...VIDEO_HOSTS,
		]),
		readPdf: createPdfReader(objects.PDF_READER),
		permit: createPermit({
			limiterOf,
			limits: {
				wikipedia: CONTACT_EMAIL ? WIKIPEDIA_LIMIT : WIKIPEDIA_LIMIT_WITHOUT_CONTACT,
				pubmed: PUBMED_LIMIT,
				brave: BRAVE_LIMIT,
				searxng: SEARXNG_LIMIT,
				factcheck: FACT_CHECK_LIMIT,
				samples: null,
				archive: ARCHIVE_LIMIT,
				crossref: CROSSREF_LIMIT,
			},
			max_wait_ms: MAX_LIMIT_WAIT_MS,
		}),
		crossref: crossrefOf(settings, objects),
		trusted_api_host: ownWikipedia(settings),
		user_agent: `${ROBOT_NAME}/1 (${contact})`,
		contact_email: CONTACT_EMAIL ?? null,
		own_hostname: ownHostname(settings),
		now: () => Date.now(),
		...keptIn(settings, objects, open),
		paid: {
			priceOf: (source) => searchPrice(source, settings.SEARCH_PRICES),
			async reserve(run_id, step, need) {
				const answer = await ledger?.reserve(run_id, [{ step, calls: 0, ...need }]);
				return answer?.ok ?? true;
			},
		},
		noteFailure: (source, failed) => log("source not searched", { source, ...failed }),
	};
}

/** null if the operator turned it off, or no source is asked. */
function crossrefOf(
	{ CROSSREF_BASE_URL, EVIDENCE_SOURCES }: Settings,
	objects: Pick<Bindings, "LOCAL_CACHE_BYTES">,
): Crossref | null {
	if (CROSSREF_BASE_URL === null || EVIDENCE_SOURCES?.length === 0) return null;
	return createCrossref(CROSSREF_BASE_URL, () => edgeCache(objects));
}

const NOTHING_KEPT = { read: async () => null, write: async () => {} };

/** What earlier analyses found; nothing if EVIDENCE_REUSE is off. */
function keptIn(
	settings: Settings,
	objects: Pick<Bindings, "LOCAL_CACHE_BYTES">,
	open: (() => Db) | null,
): Pick<SourceContext, "kept_hits" | "kept_pages"> {
	if (open === null || settings.EVIDENCE_REUSE === "off")
		return { kept_hits: { ...NOTHING_KEPT, read: async () => [] }, kept_pages: NOTHING_KEPT };
	const rules = [...settings.EVIDENCE_BLOCKED_HOSTS, settings.APP_ORIGIN ?? ""];
	return {
		kept_hits: createKeptHits(open, () => Date.now()),
		kept_pages: createKeptPages(() => edgeCache(objects), rules),
	};
}
