import type { Context } from "#worker/context.ts";
import type { Amount, DayLimits } from "./day.ts";
import { estimateCalls, sumAmounts } from "./estimate.ts";

/** What one of each kind may take of the day; 0 is no share. */
export type Shares = { member: DayLimits; new_member: DayLimits; network: DayLimits };

/** A share never refuses so few analyses of a whole video, or a small site could not be used. */
const LEAST_ANALYSES = 3;

/**
 * The most that one member, one whose account is younger than a day, and one network may take of the
 * day's limits.
 */
export function dayShares(context: Pick<Context, "settings" | "providers">): Shares {
	const { LIMIT_PROVIDER_CALLS, LIMIT_SPENDING_USD, LIMIT_SEARCH_CALLS } = context.settings;
	const { LIMIT_MEMBER_SHARE, LIMIT_NEW_MEMBER_SHARE, LIMIT_NETWORK_SHARE } = context.settings;
	const full = fullAnalysis(context);
	const share = (limit: number, percent: number, analysis: number) =>
		limit === 0 || percent === 0 ? 0 : Math.max((limit * percent) / 100, LEAST_ANALYSES * analysis);
	const shares = (percent: number): Required<DayLimits> => ({
		calls: Math.floor(share(LIMIT_PROVIDER_CALLS, percent, full.calls)),
		usd: share(LIMIT_SPENDING_USD, percent, full.usd),
		searches: Math.floor(share(LIMIT_SEARCH_CALLS, percent, full.searches)),
	});
	return {
		member: shares(LIMIT_MEMBER_SHARE),
		new_member: shares(LIMIT_NEW_MEMBER_SHARE),
		network: shares(LIMIT_NETWORK_SHARE),
	};
}

/** Windows of the transcript in an hour of speech, and batches of two dozen wordings. */
const WINDOWS = 5;
const WORDINGS_A_BATCH = 24;
/** A statement is searched for with two queries, and again if the first round settles nothing. */
const ROUNDS = 2;
const QUERIES = 2;
/** Twice the list price of the dearest source, in USD. */
const SEARCH_USD = 0.01;

/** The most that the analysis of an hour's video is reserved, with sources and both rounds. */
function fullAnalysis({
	settings: { MAX_STATEMENTS },
	providers: { panel, prices },
}: Pick<Context, "settings" | "providers">): Required<Amount> {
	// Who does the steps beside the ratings is not asked here: the dearest of the panel could.
	const [dearest = null] = panel
		.map((it) => prices[it] ?? null)
		.sort((a, b) => (b?.output ?? 0) - (a?.output ?? 0));
	const searches = MAX_STATEMENTS * QUERIES * ROUNDS;
	const { calls, usd } = sumAmounts([
		estimateCalls("extract", WINDOWS, dearest),
		estimateCalls("plan", 1, dearest),
		estimateCalls("check_wording", Math.ceil(MAX_STATEMENTS / WORDINGS_A_BATCH), dearest),
		estimateCalls("check_support", MAX_STATEMENTS, dearest),
		...panel.map((it) =>
			estimateCalls("rate_by_evidence", MAX_STATEMENTS * ROUNDS, prices[it] ?? null),
		),
	]);
	return { calls, usd: usd + searches * SEARCH_USD, searches };
}
