import type { DurableObjectNamespace } from "@cloudflare/workers-types";
import type { SourceId } from "#contract/verdicts.ts";
import { hostResolver } from "#outbound/addresses.ts";
import { createPageOpener } from "#outbound/open-page.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import { ROBOT_NAME } from "#outbound/robots.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { Settings } from "#worker/env.ts";
import type { EvidenceSource, SourceContext } from "./evidence-source.ts";
import { VIDEO_HOSTS } from "./merge-hits.ts";
import { createPubMed } from "./pubmed.ts";
import { SAMPLES_SOURCE } from "./samples.ts";
import {
	PUBMED_LIMIT,
	WIKIPEDIA_LIMIT,
	WIKIPEDIA_LIMIT_WITHOUT_CONTACT,
} from "./source-limit.ts";
import { createPermit, type SourceLimiterStub } from "./source-permit.ts";
import { createWikipedia } from "./wikipedia.ts";

/** Waiting for a source is part of an analysis, which has to end. */
const MAX_LIMIT_WAIT_MS = 30_000;

/** The sources that are asked, in the order in which their hits are merged; none: rate from memory. */
export function openSources(
	settings: Settings,
	mode: "demo" | "live",
): EvidenceSource[] {
	const { EVIDENCE_SOURCES, WIKIPEDIA_BASE_URL, PUBMED_BASE_URL } = settings;
	const wanted_in_demo = EVIDENCE_SOURCES?.includes("samples") ?? true;
	// Demo mode needs no network.
	if (mode === "demo") return wanted_in_demo ? [SAMPLES_SOURCE] : [];
	const sources = [
		createWikipedia(WIKIPEDIA_BASE_URL),
		createPubMed(PUBMED_BASE_URL),
	];
	const wanted: readonly SourceId[] =
		EVIDENCE_SOURCES ?? sources.map(({ id }) => id);
	return sources.filter(({ id }) => wanted.includes(id));
}

/** Says who reads, as Wikimedia's and other sites' rules ask. */
export function readerContact(settings: Settings): string {
	const { APP_ORIGIN, CONTACT_EMAIL } = settings;
	const about = APP_ORIGIN ? `${APP_ORIGIN}/how-it-works` : null;
	return (
		[about, CONTACT_EMAIL].filter(Boolean).join("; ") || "no contact given"
	);
}

/** What the sources work with, for the life of one object. */
export function createSourceContext(
	settings: Settings,
	objects: Pick<Bindings, "SOURCE_LIMITER">,
	fetch: OutboundFetch,
): SourceContext {
	const { APP_ORIGIN, CONTACT_EMAIL, WEBHOOK_RESOLVER_URL } = settings;
	const contact = readerContact(settings);
	return {
		fetch,
		openPage: createPageOpener({
			fetch,
			resolve: hostResolver(fetch, WEBHOOK_RESOLVER_URL),
			rules: {
				trusted_hosts: settings.EVIDENCE_TRUSTED_HOSTS,
				blocked_hosts: [...settings.EVIDENCE_BLOCKED_HOSTS, ...VIDEO_HOSTS],
				own_hostname: APP_ORIGIN ? new URL(APP_ORIGIN).hostname : null,
			},
			contact,
			now: () => Date.now(),
		}),
		permit: createPermit({
			limiterOf: (source) => limiterOf(objects.SOURCE_LIMITER, source),
			limits: {
				wikipedia: CONTACT_EMAIL
					? WIKIPEDIA_LIMIT
					: WIKIPEDIA_LIMIT_WITHOUT_CONTACT,
				pubmed: PUBMED_LIMIT,
				samples: null,
			},
			max_wait_ms: MAX_LIMIT_WAIT_MS,
		}),
		trusted_api_host: ownWikipedia(settings),
		user_agent: `${ROBOT_NAME}/1 (${contact})`,
		contact_email: CONTACT_EMAIL ?? null,
		own_hostname: APP_ORIGIN ? new URL(APP_ORIGIN).hostname : null,
		now: () => Date.now(),
	};
}

function limiterOf(
	namespace: DurableObjectNamespace,
	source: SourceId,
): SourceLimiterStub {
	const id = namespace.idFromName(source);
	return namespace.get(id) as unknown as SourceLimiterStub;
}

/** The host of a Wikipedia that the operator set, which may be in the operator's own network. */
function ownWikipedia({ WIKIPEDIA_BASE_URL }: Settings): string | null {
	return WIKIPEDIA_BASE_URL.includes("{language}")
		? null
		: new URL(WIKIPEDIA_BASE_URL).host;
}
