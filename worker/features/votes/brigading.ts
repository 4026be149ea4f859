/** How many members voted one way within the window, and how many of them are suspect. */
type Voters = {
	all: number;
	/** With new accounts. */
	fresh: number;
	/** From the network of the vote that is looked at. */
	shared: number;
};

/** The newest votes of one direction, on a statement and on all of its video. */
export type RecentVotes = { statement: Voters; video: Voters };

export type Brigading = {
	/** Where the votes lie: on the statement, or spread over its video. */
	on: "statement" | "video";
	/** Which of them are suspect; both may hold. */
	fresh: boolean;
	shared: boolean;
};

/**
 * Enough to move an agreement, more than a group of friends who sign up
 * together. A site where everybody is new stays below it while votes are few.
 */
const FRESH_VOTERS = 10;
/** People find a video together, and one statement of it rarely: it takes twice as many. */
const FRESH_VOTERS_OF_VIDEO = 20;
/** On an ordinary popular video few are new; brigading consists of little else. */
const FRESH_SHARE = 0.6;
/** A class in one room presses within the same minute, but hardly half of it on the same statement and the same way. */
const SHARED_VOTERS = 15;
const SHARED_VOTERS_OF_VIDEO = 30;

/**
 * Newest votes that are looked at, so that the look costs the same however
 * many there are. Well above the thresholds, with room for voters who vote on
 * several statements of a video.
 */
export const NEWEST_VOTES = 240;

/** Looks at the votes of the same type as the one just cast, that one among them. */
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

/** What a script does at once, people do over minutes. */
const WINDOW_MS = 60_000;
/** Votes that are on their way at once, the slowest for so long, are stored in any order. */
const AHEAD_MS = 15_000;
/** As old as an account has to be before many like it are nothing out of the ordinary: brigading uses accounts that were made for it. */
const FRESH_MS = 72 * 60 * 60 * 1_000;
/** Whom the team has cleared is left alone for so long: what brought the votes goes on for a day. */
const REST_MS = 24 * 60 * 60 * 1_000;

/** Instants, ISO 8601, that part the recent from the rest. */
export type VoteWindow = {
	/** Votes from here on are looked at together. */
	since: string;
	/** Votes from after it were cast before the clock was set back. */
	until: string;
	/** Accounts from after it are new. */
	fresh_since: string;
	/** Statements that were cleared after it are left alone. */
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

export type FreezeCause = "new_accounts" | "one_network";

const WHY: Record<FreezeCause, string> = {
	new_accounts: "many new accounts voted within a minute",
	one_network: "many votes came from one network within a minute",
};

/** Why an agreement is frozen, and what is shown meanwhile, in words for everybody. */
export function freezeReason(cause: FreezeCause, votes_before: number): string {
	const shown =
		votes_before === 0
			? "Nobody had voted before, so no agreement is shown yet."
			: "The agreement shown is from before.";
	return `Votes are being checked: ${WHY[cause]}. ${shown}`;
}
