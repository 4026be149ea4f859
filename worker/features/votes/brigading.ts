import { plural } from "#contract/format.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#worker/durations.ts";

/** How many members voted in one direction within the window, and how many of them are suspect. */
type Voters = {
	all: number;
	/** With new accounts. */
	fresh: number;
	/** From the network of the vote that is being checked. */
	shared: number;
};

/** The newest votes of one direction, on a statement and on all of its video. */
export type RecentVotes = { statement: Voters; video: Voters };

export type Brigading = {
	/** Whether the votes are on the statement or spread over its video. */
	on: "statement" | "video";
	/** Which of them are suspect; both can be true. */
	fresh: boolean;
	shared: boolean;
};

/**
 * Enough to change an agreement, and more than a group of friends who sign up together. A
 * site with only new members stays below it while votes are few.
 */
const FRESH_VOTERS = 10;
/**
 * People come to a video together, but rarely to one of its statements: the threshold is
 * twice as high.
 */
const FRESH_VOTERS_OF_VIDEO = 20;
/** On an ordinary popular video few voters are new; in brigading most of them are. */
const FRESH_SHARE = 0.6;
/**
 * A class in one room may vote within the same minute, but hardly half of it on the same
 * statement in the same direction.
 */
const SHARED_VOTERS = 15;
const SHARED_VOTERS_OF_VIDEO = 30;

/**
 * The newest votes that are examined, which bounds the cost. Well above the thresholds,
 * because a voter may vote on several statements of a video.
 */
export const NEWEST_VOTES = 240;

/** Examines the votes of the same type as the one just cast, including that one. */
export function detectBrigading({
	statement,
	video,
}: RecentVotes): Brigading | null {
	return (
		judge("statement", statement, FRESH_VOTERS, SHARED_VOTERS) ??
		judge("video", video, FRESH_VOTERS_OF_VIDEO, SHARED_VOTERS_OF_VIDEO)
	);
}

function judge(
	on: Brigading["on"],
	voters: Voters,
	fresh_voters: number,
	shared_voters: number,
): Brigading | null {
	const fresh =
		voters.fresh >= fresh_voters && voters.fresh >= FRESH_SHARE * voters.all;
	const shared = voters.shared >= shared_voters;
	return fresh || shared ? { on, fresh, shared } : null;
}

/** A script votes at once; people take minutes. */
const WINDOW_MS = 60_000;
/** Concurrent votes may take this long and are stored in any order. */
const AHEAD_MS = 15_000;
/** Brigading uses accounts that were made for it; accounts older than this are ordinary. */
const FRESH_MS = 3 * DAY_MS;
/** A statement has one check in this time, so that nobody can hide its agreement for ever. */
const REST_MS = DAY_MS;
/**
 * A check ends after this, without a person. The cron ends it within the next minute, so
 * that the agreement is never hidden for more than an hour.
 */
export const CHECKED_MS = HOUR_MS - 2 * MINUTE_MS;
/** A household votes together; the percentage counts this many suspect votes of a network. */
export const NETWORK_VOTES = 2;

/** Instants (ISO 8601) that bound the examined votes. */
export type VoteWindow = {
	/** Votes after this are examined together. */
	since: string;
	/** Votes after this were cast before the clock was set back. */
	until: string;
	/** Accounts created after this are new. */
	fresh_since: string;
	/** Suspect votes become part of a check that was opened after this. */
	rested_since: string;
};

export function voteWindow(now: string): VoteWindow {
	const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
	return {
		since: before(WINDOW_MS),
		until: before(-AHEAD_MS),
		fresh_since: before(FRESH_MS),
		rested_since: before(REST_MS),
	};
}

export type CheckCause = "new_accounts" | "one_network";

const WHY: Record<CheckCause, string> = {
	new_accounts: "many new accounts voted within a minute",
	one_network: "many votes came from one network within a minute",
};

/** Explains to readers why no percentage is shown for now. */
export function checkingReason(cause: CheckCause): string {
	return `Being checked: ${WHY[cause]}. The percentage returns within an hour.`;
}

/** Explains to readers why the percentage does not count all votes. */
export function leftOutReason(votes: number, by_team: boolean): string {
	return by_team
		? `The percentage leaves out ${plural(votes, "vote")} that look coordinated.`
		: `The percentage leaves out ${plural(votes, "vote")}: it counts two of each network.`;
}
