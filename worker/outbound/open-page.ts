import type { PageFailure } from "#contract/verdicts.ts";
import { originalAddress } from "#text/archived-address.ts";
import { parseUrl } from "#text/parse-url.ts";
import { hostProblem, isPublicAddress, isSubdomainOf, type LookupBounds } from "./addresses.ts";
import { type OutboundBounds, OutboundError, type OutboundFetch } from "./outbound.ts";
import { type PageBody, readPageBody } from "./page-body.ts";
import { retryAfterMs } from "./retry-after.ts";
import {
	createRobots,
	MAX_ROBOTS_BYTES,
	ROBOT_NAME,
	type Robots,
	type RobotsAnswer,
} from "./robots.ts";

export type PageRules = {
	/** `host:port` of hosts in the operator's own network, which skip the address rules. */
	trusted_hosts: readonly string[];
	/** Host names that are never opened, including their subdomains. */
	blocked_hosts: readonly string[];
	/** The site's own host name, which is not a source; null if unknown. */
	own_hostname: string | null;
};

export type OpenedPage = PageBody & {
	final_url: string;
	content_type: string;
	/** null if its site gives none. */
	validators?: Validators | null;
};

/** What a site says of a page's version, so that it can be asked whether the page changed. */
export type Validators = {
	/** Of this page and no other. */
	url: string;
	etag: string | null;
	last_modified: string | null;
};

export type PageOutcome = { ok: true; page: OpenedPage } | ({ ok: false } & Failed);

type Failed = {
	reason: PageFailure;
	/** The HTTP status of an error response. */
	status: number | null;
	/** The Retry-After of that response. */
	retry_after_ms: number | null;
};

type PageRequest = {
	url: string;
	/**
	 * Whether to check robots.txt. Not needed for a source's own API, which has its own usage
	 * policy.
	 */
	ask_robots: boolean;
	/** An additional `host:port` that only this request may use. */
	trusted_host?: string | null;
	/**
	 * If set, a PDF document is passed on as a stream that ends after so many bytes and within the
	 * page's time.
	 */
	max_pdf_bytes?: number;
	/** The version that is known: if the page is still the same, the answer is a failure with status 304. */
	unless?: Validators | null;
	/** The remaining time of a larger operation; by default the page has its own budget. */
	inTime?: TimeBudget;
};

export type PageOpener = (request: PageRequest) => Promise<PageOutcome>;

type OpenerTools = {
	fetch: OutboundFetch;
	/** Returns all addresses of a host name. Throws if the lookup fails. */
	resolve: (hostname: string, bounds: LookupBounds) => Promise<string[]>;
	rules: PageRules;
	/** The address at which the site explains its crawler. */
	contact: string;
	now: () => number;
};

/**
 * The time for opening a page, including name lookups and redirects but not the wait for a
 * connection. A robots.txt request has a separate budget of the same length.
 */
export const PAGE_TIMEOUT_MS = 6_000;
/** Longer bodies are truncated. */
export const MAX_PAGE_BYTES = 2 * 1_024 * 1_024;
const MAX_REDIRECTS = 4;
/** The maximum number of parallel connections per host, low enough not to burden a site. */
const CONNECTIONS_PER_HOST = 2;
const MAX_URL_CHARS = 2_048;
const ACCEPT =
	"text/html,application/xhtml+xml,text/plain,text/markdown,text/csv,application/xml;q=0.9,application/pdf;q=0.9";
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Ends opening a page with a reason. */
class PageError extends Error {
	readonly reason: PageFailure;
	readonly status: number | null;
	readonly retry_after_ms: number | null;
	constructor(
		reason: PageFailure,
		answer: { status?: number; retry_after_ms?: number | null } = {},
	) {
		super(reason);
		this.reason = reason;
		this.status = answer.status ?? null;
		this.retry_after_ms = answer.retry_after_ms ?? null;
	}
}

/**
 * Opens any public web page. Before every request the address is checked and its name resolved,
 * so that no redirect can lead into an internal network. The connection goes to what was checked,
 * because a name may have another address a moment later.
 */
export function createPageOpener(tools: OpenerTools): PageOpener {
	const takeHost = createHostSlots(CONNECTIONS_PER_HOST);
	const user_agent = `${ROBOT_NAME}/1 (+${tools.contact})`;

	/** Sends one request to an address that was already checked. */
	async function request(
		url: string,
		bounds: OutboundBounds,
		max_pdf_bytes: number | null,
		unless: Validators | null,
	) {
		const release = await takeHost(new URL(url).host);
		const headers = {
			accept: ACCEPT,
			"user-agent": user_agent,
			...(unless?.url === url && conditionOf(unless)),
		};
		const max_bytes = Math.max(bounds.max_bytes, max_pdf_bytes ?? 0);
		const response = await tools
			.fetch(url, { headers }, { ...bounds, max_bytes })
			.catch((error: unknown) => {
				release();
				throw error;
			});
		const { status } = response;
		const location = response.headers.get("location");
		const content_type = response.headers.get("content-type") ?? "";
		const retry_after_ms = retryAfterMs(response.headers, tools.now());
		const validators = validatorsIn(url, response.headers);
		const streams_pdf = max_pdf_bytes !== null && status === 200;
		const body = await readPageBody(
			response,
			{ max_bytes: bounds.max_bytes, streams_pdf },
			release,
		);
		return { status, location, content_type, retry_after_ms, body, validators };
	}

	/** Follows redirects manually. `robots` is null if robots.txt is not checked. */
	async function follow(
		first: string,
		max_bytes: number,
		robots: Robots | null,
		{
			rules = tools.rules,
			inTime = createTimeBudget(PAGE_TIMEOUT_MS, tools.now),
			max_pdf_bytes,
			unless = null,
		}: Pick<PageRequest, "inTime" | "max_pdf_bytes" | "unless"> & { rules?: PageRules } = {},
	) {
		let url = judgeAddress(first, rules);
		for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
			const at = url;
			const addresses = await inTime((time) => findAddresses(at, rules, tools.resolve, time));
			if (robots && !(await robots.allows(at.href))) throw new PageError("robots");
			const answer = await inTime((time) =>
				request(
					at.href,
					{ ...time, max_bytes, overflow: "cut", redirect: "return", addresses },
					max_pdf_bytes ?? null,
					unless,
				),
			);
			if (!REDIRECTS.has(answer.status)) return { ...answer, url: at.href };
			url = nextAddress(at, answer.location, rules);
		}
		throw new PageError("redirects");
	}

	async function askRobots(robots_url: string): Promise<RobotsAnswer> {
		try {
			const { status, body } = await follow(robots_url, MAX_ROBOTS_BYTES, null);
			return { status, text: new TextDecoder().decode(body.bytes) };
		} catch {
			return null;
		}
	}
	const robots = createRobots(askRobots, tools.now);

	return async ({ url, ask_robots, trusted_host, ...request }) => {
		try {
			const rules = trusting(tools.rules, trusted_host ?? null);
			const asked = ask_robots ? robots : null;
			const answer = await follow(url, MAX_PAGE_BYTES, asked, { ...request, rules });
			const { url: final_url, content_type, body, validators } = answer;
			if (answer.status !== 200) throw new PageError("status", answer);
			return { ok: true, page: { final_url, content_type, ...body, validators } };
		} catch (error) {
			return { ok: false, ...failureOf(error) };
		}
	};
}

/** A longer one is no name of a version. */
const MAX_VALIDATOR_CHARS = 256;

function validatorsIn(url: string, headers: Headers): Validators | null {
	const read = (name: string) => {
		const value = headers.get(name);
		return value !== null && value.length <= MAX_VALIDATOR_CHARS ? value : null;
	};
	const [etag, last_modified] = [read("etag"), read("last-modified")];
	return etag || last_modified ? { url, etag, last_modified } : null;
}

/** RFC 9110, section 13: a server goes by the ETag if it gets both. */
function conditionOf({ etag, last_modified }: Validators) {
	return {
		...(etag && { "if-none-match": etag }),
		...(last_modified && { "if-modified-since": last_modified }),
	};
}

function failureOf(error: unknown): Failed {
	if (error instanceof PageError) {
		const { reason, status, retry_after_ms } = error;
		return { reason, status, retry_after_ms };
	}
	const late = error instanceof OutboundError && error.kind === "timeout";
	const reason = late ? "timeout" : "unreachable";
	return { reason, status: null, retry_after_ms: null };
}

/**
 * Parses and checks an address without resolving its name. Throws if it cannot be a public page.
 */
export function judgeAddress(text: string, rules: PageRules): URL {
	const url = text.length <= MAX_URL_CHARS ? parseUrl(text) : null;
	if (!url || !/^https?:$/.test(url.protocol)) throw new PageError("bad_address");
	if (url.username || url.password) throw new PageError("bad_address");
	url.hash = "";
	const hostname = url.hostname.replace(/\.$/, "");
	if (isBlocked(hostname, rules) || isBlockedCopy(url, rules)) throw new PageError("blocked_host");
	if (rules.trusted_hosts.includes(url.host)) return url;
	if (url.port !== "" || hostProblem(hostname, rules.own_hostname) !== null)
		throw new PageError("not_public");
	return url;
}

function isBlocked(hostname: string, { blocked_hosts }: PageRules): boolean {
	return isSubdomainOf(hostname, blocked_hosts);
}

/** Whether it is a web archive's copy of a page that is not a source. */
function isBlockedCopy({ href }: URL, rules: PageRules): boolean {
	const original = originalAddress(href);
	if (original === href) return false;
	const hostname = parseUrl(original)?.hostname ?? "";
	const { own_hostname } = rules;
	return (
		isBlocked(hostname, rules) || (own_hostname !== null && isSubdomainOf(hostname, [own_hostname]))
	);
}

function nextAddress(from: URL, location: string | null, rules: PageRules): URL {
	const next = location ? parseUrl(inUtf8(location), from.href) : null;
	if (!next) throw new PageError("redirects");
	return judgeAddress(next.href, rules);
}

/**
 * A header's bytes arrive as one character each. Servers that do not encode an address write it in
 * UTF-8, as browsers read it.
 */
function inUtf8(header: string): string {
	if (!/[\u0080-\u00ff]/.test(header) || /[^\0-\u00ff]/.test(header)) return header;
	try {
		const bytes = Uint8Array.from(header, (character) => character.charCodeAt(0));
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
	} catch {
		return header;
	}
}

function trusting(rules: PageRules, host: string | null): PageRules {
	if (host === null) return rules;
	return { ...rules, trusted_hosts: [...rules.trusted_hosts, host] };
}

/** The addresses of a host, all public; none for a trusted host. Throws if one is not public. */
async function findAddresses(
	url: URL,
	rules: PageRules,
	resolve: OpenerTools["resolve"],
	time: LookupBounds,
): Promise<string[]> {
	if (rules.trusted_hosts.includes(url.host)) return [];
	const addresses = await resolve(url.hostname.replace(/\.$/, ""), time);
	if (addresses.length === 0) throw new PageError("unreachable");
	if (!addresses.every(isPublicAddress)) throw new PageError("not_public");
	return addresses;
}

type CallTime = { timeout_ms: number; granted: () => void };
/** Makes a call within the remaining time. */
export type TimeBudget = <T>(call: (time: CallTime) => Promise<T>) => Promise<T>;

/**
 * Creates a budget of `budget_ms` for consecutive calls. Each call counts from the moment it gets
 * a connection. Throws OutboundError if no time is left for the next call.
 */
export function createTimeBudget(budget_ms: number, now: () => number): TimeBudget {
	let left_ms = budget_ms;
	return async (call) => {
		if (left_ms <= 0) throw new OutboundError("timeout", "No time is left.");
		let since = now();
		const answer = await call({
			timeout_ms: left_ms,
			granted: () => {
				since = now();
			},
		});
		// A clock that was set back must not add time.
		left_ms -= Math.max(0, now() - since);
		return answer;
	};
}

type Release = () => void;

/** Allows at most `count` parallel requests per host, first come, first served. */
function createHostSlots(count: number): (host: string) => Promise<Release> {
	const hosts = new Map<string, { used: number; waiting: (() => void)[] }>();
	return async (host) => {
		const slots = hosts.get(host) ?? { used: 0, waiting: [] };
		hosts.set(host, slots);
		if (slots.used < count) slots.used += 1;
		else await new Promise<void>((resolve) => slots.waiting.push(resolve));
		return () => {
			const next = slots.waiting.shift();
			if (next) next();
			else {
				slots.used -= 1;
				if (slots.used === 0) hosts.delete(host);
			}
		};
	};
}
