import type { PageFailure } from "#contract/verdicts.ts";
import { parseUrl } from "#text/parse-url.ts";
import {
	hostProblem,
	isPublicAddress,
	isSubdomainOf,
	type LookupBounds,
} from "./addresses.ts";
import { readBytes } from "./bounded-body.ts";
import {
	type OutboundBounds,
	OutboundError,
	type OutboundFetch,
} from "./outbound.ts";
import { retryAfterMs } from "./retry-after.ts";
import {
	createRobots,
	MAX_ROBOTS_BYTES,
	ROBOT_NAME,
	type Robots,
	type RobotsAnswer,
} from "./robots.ts";

/** Where pages may be opened. */
export type PageRules = {
	/** `host:port` of the operator's own network, which may be anything. */
	trusted_hosts: readonly string[];
	/** Host names whose pages, and those of names below them, are never opened. */
	blocked_hosts: readonly string[];
	/** The site's own host name, which is no source; null if unknown. */
	own_hostname: string | null;
};

export type OpenedPage = {
	final_url: string;
	content_type: string;
	bytes: Uint8Array;
};

export type PageOutcome =
	| { ok: true; page: OpenedPage }
	| ({ ok: false } & Failed);

type Failed = {
	reason: PageFailure;
	/** Of an answer that was no page. */
	status: number | null;
	/** What that answer asked for. */
	retry_after_ms: number | null;
};

type PageRequest = {
	url: string;
	/** Not asked for a source's own API, which has a policy of its own. */
	ask_robots: boolean;
	/** `host:port` that this request may use as well, and no other. */
	trusted_host?: string | null;
	/** What is left for it, if it is a part of something; its own by default. */
	inTime?: TimeBudget;
};

export type PageOpener = (request: PageRequest) => Promise<PageOutcome>;

type OpenerTools = {
	fetch: OutboundFetch;
	/** All addresses of a host name; throws if that cannot be told. */
	resolve: (hostname: string, bounds: LookupBounds) => Promise<string[]>;
	rules: PageRules;
	/** Where the site explains what its reader does. */
	contact: string;
	now: () => number;
};

/**
 * For a page, lookups of names and redirects included; what waits for a connection is not
 * counted. Each robots.txt has as much of its own.
 */
export const PAGE_TIMEOUT_MS = 6_000;
/** What comes after this is cut off. */
export const MAX_PAGE_BYTES = 2 * 1_024 * 1_024;
const MAX_REDIRECTS = 4;
/** At once, so that a site does not notice the reader. */
const CONNECTIONS_PER_HOST = 2;
const MAX_URL_CHARS = 2_048;
const ACCEPT =
	"text/html,application/xhtml+xml,text/plain,application/pdf;q=0.9";
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Ends the opening of a page. */
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
 * Opens any public web page. Before every request its address is checked and its
 * name resolved, so that no redirect leads into an internal network. Between the
 * check and the request a name may still get another address, unless the platform
 * itself refuses private addresses, as Cloudflare does.
 */
export function createPageOpener(tools: OpenerTools): PageOpener {
	const takeHost = createHostSlots(CONNECTIONS_PER_HOST);
	const user_agent = `${ROBOT_NAME}/1 (+${tools.contact})`;

	/** One request to an address that was judged. */
	async function request(url: string, bounds: OutboundBounds) {
		const release = await takeHost(new URL(url).host);
		try {
			const headers = { accept: ACCEPT, "user-agent": user_agent };
			const response = await tools.fetch(url, { headers }, bounds);
			const { status } = response;
			const location = response.headers.get("location");
			const content_type = response.headers.get("content-type") ?? "";
			const retry_after_ms = retryAfterMs(response.headers, tools.now());
			const bytes = await readBytes(response);
			return { status, location, content_type, retry_after_ms, bytes };
		} finally {
			release();
		}
	}

	/** Follows redirects by hand. `robots` is null if it is not asked. */
	async function follow(
		first: string,
		max_bytes: number,
		robots: Robots | null,
		rules = tools.rules,
		inTime = createTimeBudget(PAGE_TIMEOUT_MS, tools.now),
	) {
		let url = judgeAddress(first, rules);
		for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
			const at = url;
			await inTime((time) => requirePublic(at, rules, tools.resolve, time));
			if (robots && !(await robots.allows(at.href)))
				throw new PageError("robots");
			const answer = await inTime((time) =>
				request(at.href, {
					...time,
					...{ max_bytes, overflow: "cut", redirect: "return" },
				}),
			);
			if (!REDIRECTS.has(answer.status)) return { ...answer, url: at.href };
			url = nextAddress(at, answer.location, rules);
		}
		throw new PageError("redirects");
	}

	async function askRobots(robots_url: string): Promise<RobotsAnswer> {
		try {
			const { status, bytes } = await follow(
				robots_url,
				MAX_ROBOTS_BYTES,
				null,
			);
			return { status, text: new TextDecoder().decode(bytes) };
		} catch {
			return null;
		}
	}
	const robots = createRobots(askRobots, tools.now);

	return async ({ url, ask_robots, trusted_host, inTime }) => {
		try {
			const answer = await follow(
				url,
				MAX_PAGE_BYTES,
				ask_robots ? robots : null,
				trusting(tools.rules, trusted_host ?? null),
				inTime,
			);
			const { url: final_url, content_type, bytes } = answer;
			if (answer.status !== 200) throw new PageError("status", answer);
			return { ok: true, page: { final_url, content_type, bytes } };
		} catch (error) {
			return { ok: false, ...failureOf(error) };
		}
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

/** The address, if it can be one of a public page as far as itself tells. */
export function judgeAddress(text: string, rules: PageRules): URL {
	const url = text.length <= MAX_URL_CHARS ? parseUrl(text) : null;
	if (!url || !/^https?:$/.test(url.protocol))
		throw new PageError("bad_address");
	if (url.username || url.password) throw new PageError("bad_address");
	url.hash = "";
	const hostname = url.hostname.replace(/\.$/, "");
	if (isSubdomainOf(hostname, rules.blocked_hosts))
		throw new PageError("blocked_host");
	if (rules.trusted_hosts.includes(url.host)) return url;
	if (url.port !== "" || hostProblem(hostname, rules.own_hostname) !== null)
		throw new PageError("not_public");
	return url;
}

function nextAddress(
	from: URL,
	location: string | null,
	rules: PageRules,
): URL {
	const next = location ? parseUrl(location, from.href) : null;
	if (!next) throw new PageError("redirects");
	return judgeAddress(next.href, rules);
}

function trusting(rules: PageRules, host: string | null): PageRules {
	if (host === null) return rules;
	return { ...rules, trusted_hosts: [...rules.trusted_hosts, host] };
}

async function requirePublic(
	url: URL,
	rules: PageRules,
	resolve: OpenerTools["resolve"],
	time: LookupBounds,
): Promise<void> {
	if (rules.trusted_hosts.includes(url.host)) return;
	const addresses = await resolve(url.hostname.replace(/\.$/, ""), time);
	if (addresses.length === 0) throw new PageError("unreachable");
	if (!addresses.every(isPublicAddress)) throw new PageError("not_public");
}

type CallTime = { timeout_ms: number; granted: () => void };
/** Makes a call within the time that is left. */
export type TimeBudget = <T>(
	call: (time: CallTime) => Promise<T>,
) => Promise<T>;

/**
 * Makes calls one after the other that may take `budget_ms` together, each counted from
 * the grant of its connection. Throws OutboundError if nothing is left for the next one.
 */
export function createTimeBudget(
	budget_ms: number,
	now: () => number,
): TimeBudget {
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
		// A clock set back must not give time.
		left_ms -= Math.max(0, now() - since);
		return answer;
	};
}

type Release = () => void;

/** At most `count` at once for each host, first come, first served. */
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
