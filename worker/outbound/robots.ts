import robotsParser from "robots-parser";

/** What robots.txt files say of this site's reader (RFC 9309). */
export type Robots = {
	/** Whether the address may be read, as far as its host's robots.txt tells. */
	allows: (url: string) => Promise<boolean>;
};

/** How a robots.txt answered: null if the host did not answer at all. */
export type RobotsAnswer = { status: number; text: string } | null;

/** The name that robots.txt files know the reader by. */
export const ROBOT_NAME = "BSDetector";
/** A host is asked once a day; one that did not answer, once an hour. */
const KEPT_MS = 24 * 3_600_000;
const FAILURE_KEPT_MS = 3_600_000;
/** Matching a path costs the length of all rules, so a longer file is read to here. */
export const MAX_ROBOTS_BYTES = 128 * 1_024;
/** What is remembered at once; the oldest goes first. */
const MAX_HOSTS = 500;
const NOBODY = "nobody";

type Known = { until: number; rules: Promise<Rules> };
type Rules = (url: string) => boolean;

/** Remembers what each host said. `ask` fetches one robots.txt. */
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

	return {
		allows: async (url) => (await rulesOf(new URL(url).origin))(url),
	};
}

/** A host in trouble may have rules that it cannot tell just now. */
function isRefusal(answer: RobotsAnswer): boolean {
	return answer === null || answer.status >= 500 || answer.status === 429;
}

function readRobots(robots_url: string, answer: RobotsAnswer): Rules {
	if (answer === null || isRefusal(answer)) return () => false;
	if (answer.status >= 300) return () => true;
	const robots = robotsParser(robots_url, ownGroups(answer.text));
	return (url) => robots.isAllowed(url, ROBOT_NAME) !== false;
}

/**
 * The file with all other robots under one name, each named once a group: the
 * parser copies a group's rules for every name in it.
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
