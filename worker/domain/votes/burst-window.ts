/** What a script does at once, people do over minutes. */
const WINDOW_MS = 60_000;
/** Votes that are on their way at once, the slowest for so long, are stored in any order. */
const AHEAD_MS = 15_000;
/** As old as an account has to be before many like it are nothing out of the ordinary: a burst is made with accounts made for it. */
const FRESH_MS = 72 * 60 * 60 * 1_000;
/** Whom the team has cleared is left alone for so long: what brought the votes goes on for a day. */
const REST_MS = 24 * 60 * 60 * 1_000;

/** Instants, ISO 8601, that part the recent from the rest. */
export type BurstWindow = {
	/** Votes from here on are looked at together. */
	since: string;
	/** Votes from after it were cast before the clock was set back. */
	until: string;
	/** Accounts from after it are new. */
	fresh_since: string;
	/** Statements that were cleared after it are left alone. */
	rested_since: string;
};

export function burstWindow(now: string): BurstWindow {
	const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
	return {
		since: before(WINDOW_MS),
		until: before(-AHEAD_MS),
		fresh_since: before(FRESH_MS),
		rested_since: before(REST_MS),
	};
}
