/** How many members voted one way within the window, and how many of them were what a burst is made of. */
export type Voters = {
	all: number;
	/** With new accounts. */
	fresh: number;
	/** From the network of the vote that is looked at. */
	shared: number;
};

/** The newest votes of one direction, on a statement and on all of its video. */
export type RecentVotes = { statement: Voters; video: Voters };

export type Burst = {
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
/** On an ordinary popular video few are new; a burst is made of little else. */
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

/** Judges the votes that go the same way as the one just cast, that one among them. */
export function recogniseBurst({
	statement,
	video,
}: RecentVotes): Burst | null {
	return (
		judge("statement", statement, FRESH_VOTERS, SHARED_VOTERS) ??
		judge("video", video, FRESH_VOTERS_OF_VIDEO, SHARED_VOTERS_OF_VIDEO)
	);
}

function judge(
	on: Burst["on"],
	voters: Voters,
	fresh_voters: number,
	shared_voters: number,
): Burst | null {
	const fresh =
		voters.fresh >= fresh_voters && voters.fresh >= FRESH_SHARE * voters.all;
	const shared = voters.shared >= shared_voters;
	return fresh || shared ? { on, fresh, shared } : null;
}
