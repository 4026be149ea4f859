import robotsParser from "robots-parser";

/** The rules of robots.txt files for this site's crawler (RFC 9309). */
export type Robots = {
	/** Whether the host's robots.txt allows the address. */
	allows: (url: string) => Promise<boolean>;
};

/** The response to a robots.txt request; null if the host did not respond. */
export type RobotsAnswer = { status: number; text: string } | null;

/** The crawler's name in robots.txt files. */
export const ROBOT_NAME = "BSDetector";
/** A host's rules are kept for a day. If it did not respond, it is asked again after an hour. */
const KEPT_MS = 24 * 3_600_000;
const FAILURE_KEPT_MS = 3_600_000;
/** Matching a path is linear in the length of all rules, so longer files are truncated here. */
export const MAX_ROBOTS_BYTES = 128 * 1_024;
/** The maximum number of remembered hosts; the oldest is removed first. */
const MAX_HOSTS = 500;
const NOBODY = "nobody";

type Known = { until: number; rules: Promise<Rules> };
type Rules = (url: string) => boolean;

/** Caches the rules of each host. `ask` fetches a robots.txt file. */
export function createRobots(
	ask: (robots_url: string) => Promise<RobotsAnswer>,
	now: () => number,
): Robots {
	const known = new Map<string, Known>();

	const rulesOf = (origin: string): Promise<Rules> => {
		const earlier = known.get(origin);
		if (earlier && earlier.until > now()) return earlier.rules;
		const robots_url = `${origin}/robots.txt`;
		const fresh: Known = {
			until: now() + KEPT_MS,
			rules: ask(robots_url).then((answer) => {
				if (isRefusal(answer)) fresh.until = now() + FAILURE_KEPT_MS;
				return readRobots(robots_url, answer);
			}),
		};
		known.delete(origin);
		known.set(origin, fresh);
		const [oldest] = known.keys();
		if (known.size > MAX_HOSTS && oldest !== undefined) known.delete(oldest);
		return fresh.rules;
	};

	return { allows: async (url) => (await rulesOf(new URL(url).origin))(url) };
}

/**
 * A host with a server error may have rules that it cannot send at the moment, so it counts as a
 * refusal.
 */
function isRefusal(answer: RobotsAnswer): boolean {
	return answer === null || answer.status >= 500 || answer.status === 429;
}

function readRobots(robots_url: string, answer: RobotsAnswer): Rules {
	if (answer === null || isRefusal(answer)) return () => false;
	if (answer.status >= 300) return () => true;
	const robots = robotsParser(robots_url, ownGroups(answer.text));
	const isAllowed = (url: string) => robots.isAllowed(url, ROBOT_NAME) !== false;
	// A server that decodes a path, or ignores an empty part of it, serves what the rules name.
	return (url) => isAllowed(url) && isAllowed(plainAddress(url));
}

/** Letters, digits, "-", ".", "_" and "~", which mean the same percent-encoded (RFC 3986, 2.3). */
const UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi;

/** The address as a rule is written for it: plain letters as such, no empty parts in its path. */
function plainAddress(url: string): string {
	const plain = new URL(url);
	plain.pathname = plain.pathname
		.replace(UNRESERVED, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
		.replace(/\/{2,}/g, "/");
	return plain.href;
}

/**
 * Rewrites the file with a single name for all other robots, which occurs once per group, because
 * the parser copies a group's rules for every name in it.
 */
function ownGroups(text: string): string {
	let named = new Set<string>();
	const lines: string[] = [];
	for (const line of text.split(/\r\n|\r|\n/)) {
		const name = /^\s{0,20}user-agent\s{0,20}:([^#]{0,200})/i.exec(line)?.[1];
		if (name === undefined) {
			if (line.trim() !== "") named = new Set();
			lines.push(line);
			continue;
		}
		const own = ownName(name);
		if (!named.has(own)) lines.push(`User-agent: ${own}`);
		named.add(own);
	}
	return lines.join("\n");
}

function ownName(name: string): string {
	const [bare] = name.trim().toLowerCase().split("/", 1);
	if (bare === "*") return "*";
	return bare === ROBOT_NAME.toLowerCase() ? ROBOT_NAME : NOBODY;
}
