import { plural } from "#contract/format.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#worker/durations.ts";

/** The number of members who voted in one direction within the window. */
type Voters = {
	all: number;
	/** Voters with new accounts. */
	fresh: number;
	/** Voters from the same network as the checked vote. */
	shared: number;
};

/** The newest votes in one direction, on a statement and on its whole video. */
export type RecentVotes = { statement: Voters; video: Voters };

/** Which of the newest votes look coordinated, and are checked together. */
export type CheckScope = {
	/** Only those on the statement, or all on its video. */
	on: "statement" | "video";
	/** Those of new accounts, of the checked vote's network, or of both. */
	fresh: boolean;
	shared: boolean;
};

/**
 * Enough to change an agreement percentage, and more than a group of friends who sign up
 * together. On a new site with only new members, votes are too few to reach it.
 */
const FRESH_VOTERS = 10;
/**
 * Many people come to a video together, but rarely to a single statement, so the video's
 * threshold is twice as high.
 */
const FRESH_VOTERS_OF_VIDEO = 20;
/** On an ordinary popular video few voters are new; in a coordinated vote most are. */
const FRESH_SHARE = 0.6;
/**
 * A school class in one room may vote within a minute, but hardly this many on the same statement
 * in the same direction.
 */
const SHARED_VOTERS = 15;
const SHARED_VOTERS_OF_VIDEO = 30;

/**
 * The number of newest votes that are examined, which bounds the cost. It is far above the
 * thresholds, because a member may vote on several statements of a video.
 */
export const NEWEST_VOTES = 240;

/**
 * Decides whether the votes of the same direction as the one just cast, including that one, need a
 * vote check.
 */
export function findVoteCheck({ statement, video }: RecentVotes): CheckScope | null {
	return (
		examine("statement", statement, FRESH_VOTERS, SHARED_VOTERS) ??
		examine("video", video, FRESH_VOTERS_OF_VIDEO, SHARED_VOTERS_OF_VIDEO)
	);
}

function examine(
	on: CheckScope["on"],
	voters: Voters,
	fresh_voters: number,
	shared_voters: number,
): CheckScope | null {
	const fresh = voters.fresh >= fresh_voters && voters.fresh >= FRESH_SHARE * voters.all;
	const shared = voters.shared >= shared_voters;
	return fresh || shared ? { on, fresh, shared } : null;
}

/** Scripts vote within seconds, people over minutes. */
const WINDOW_MS = 60_000;
/** Concurrent votes may take this long and are stored in any order. */
const AHEAD_MS = 15_000;
/** Coordinated votes use accounts created for them; older accounts are ordinary. */
const FRESH_MS = 3 * DAY_MS;
/**
 * A statement has at most one check in this time, so that nobody can hide its agreement
 * permanently.
 */
const BETWEEN_MS = DAY_MS;
/**
 * A check ends by itself after this time. The cron job ends it within the next minute, so the
 * agreement is never hidden for more than an hour.
 */
export const CHECK_MS = HOUR_MS - 2 * MINUTE_MS;
/** Members of a household may vote together, so this many checked votes of a network count. */
export const NETWORK_VOTES = 2;

/** The instants (ISO 8601) that bound the examined votes. */
export type VoteWindow = {
	/** Votes after this instant are examined together. */
	since: string;
	/** A vote after this instant was cast before the clock was set back. */
	until: string;
	/** Accounts created after this instant count as new. */
	fresh_since: string;
	/** Later votes are added to a check that was opened after this instant. */
	check_since: string;
};

export function voteWindow(now: string): VoteWindow {
	const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
	return {
		since: before(WINDOW_MS),
		until: before(-AHEAD_MS),
		fresh_since: before(FRESH_MS),
		check_since: before(BETWEEN_MS),
	};
}

export type CheckCause = "new_accounts" | "one_network";

const WHY: Record<CheckCause, string> = {
	new_accounts: "many new accounts voted within a minute",
	one_network: "many votes came from one network within a minute",
};

/** Explains to readers why no percentage is shown at the moment. */
export function checkingReason(cause: CheckCause): string {
	return `Being checked: ${WHY[cause]}. The percentage returns within an hour.`;
}

/** Explains to readers why the percentage does not count all votes. */
export function leftOutReason(
	votes: number,
	by: { by_team: boolean; networks: boolean; mailboxes: boolean },
): string {
	const left_out = `The percentage leaves out ${plural(votes, "vote")}`;
	if (by.by_team) return `${left_out} that ${votes === 1 ? "looks" : "look"} coordinated.`;
	const counted = [
		...(by.networks ? ["two of each network"] : []),
		...(by.mailboxes ? ["one of each mailbox"] : []),
	];
	return `${left_out}: it counts ${counted.join(" and ")}.`;
}
