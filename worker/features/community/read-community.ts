import { Community, type LeaderboardRow } from "#contract/community.ts";
import { endpoint } from "#http/endpoint.ts";
import { json } from "#http/operation.ts";
import type { Context } from "#worker/context.ts";
import { createShowPerson, type ShownPerson } from "./member-role.ts";
import {
	type CommunityFigures,
	type CommunitySnapshot,
	claimRefresh,
	countCommunity,
	type MemberTally,
	publicMembers,
	readSnapshot,
	recentActivity,
	saveSnapshot,
} from "./queries.ts";

/** Counting is slow, so it happens at most once a minute, regardless of the number of visitors. */
const FRESH_MS = 60_000;
/** A count that has not finished by then is considered lost. */
const GIVEN_UP_MS = 10_000;

/**
 * The community page. Its figures may be a minute old; names and recent activity are
 * current, so that a member who hides disappears at once.
 */
async function readCommunity(context: Context): Promise<Community> {
	const { db, view } = context;
	const [figures, recent, show] = await Promise.all([
		readFigures(
			{
				readSnapshot: () => readSnapshot(db.near, view),
				count: () => countCommunity(db.primary, view),
				claimRefresh: (refresh) => claimRefresh(db.primary, view, refresh),
				save: (snapshot) => saveSnapshot(db.primary, view, snapshot),
			},
			context.now(),
		),
		recentActivity(db.near, view),
		createShowPerson(context),
	]);
	const { overview, tallies } = figures;
	const named = [...tallies, ...figures.disputers].map(({ member_id }) => member_id);
	const stored = await publicMembers(db.near, [...new Set(named)]);
	const people = new Map([...stored].map(([id, person]) => [id, show(person)]));
	const disputers = figures.disputers.flatMap(({ member_id, disputes_moved }) => {
		const person = people.get(member_id);
		return person ? [{ ...person, disputes_moved }] : [];
	});
	return {
		overview,
		leaderboard: rankMembers(tallies, people),
		disputers: disputers.slice(0, BOARD),
		recent: recent.map(({ person, ...item }) => ({ ...item, ...show(person) })),
	};
}

/** The stored figures. Passed as an argument, so that a test can decide who may refresh them. */
export type FigureStore = {
	readSnapshot(): Promise<CommunitySnapshot | null>;
	count(): Promise<CommunityFigures>;
	/** Instants are ISO 8601. Returns true to one caller until `given_up` has passed. */
	claimRefresh(refresh: { now: string; given_up: string }): Promise<boolean>;
	save(snapshot: CommunitySnapshot): Promise<void>;
};

/** Counts again if the stored figures are too old and no other caller is counting. */
export async function readFigures(store: FigureStore, now: Date): Promise<CommunityFigures> {
	const before = (age_ms: number) => new Date(now.getTime() - age_ms).toISOString();
	const stored = await store.readSnapshot();
	if (stored && stored.computed_at > before(FRESH_MS)) return stored.figures;
	const computed_at = now.toISOString();
	const mine = await store.claimRefresh({ now: computed_at, given_up: before(GIVEN_UP_MS) });
	if (stored && !mine) return stored.figures;
	const figures = await store.count();
	if (mine) await store.save({ figures, computed_at });
	return figures;
}

/** The number of rows on the leaderboard. */
const BOARD = 10;

/** Ranks the members, best first. Members who are not in `people` are left out. */
export function rankMembers(
	tallies: MemberTally[],
	people: Map<string, ShownPerson>,
): LeaderboardRow[] {
	return tallies
		.flatMap(({ member_id, votes, settled, agreeing }) => {
			const person = people.get(member_id);
			if (!person || settled === 0) return [];
			const accuracy_percent = Math.round((100 * agreeing) / settled);
			return [{ ...person, votes, accuracy_percent, score: votes * accuracy_percent }];
		})
		.sort((a, b) => b.score - a.score || b.votes - a.votes)
		.slice(0, BOARD)
		.map((row, place) => ({ rank: place + 1, ...row }));
}

export const communityEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/community",
		id: "getCommunity",
		summary: "Overview, leaderboard and recent activity",
		access: "everyone",
		cross_origin: "public",
		answers: { 200: json("At most a minute old.", Community) },
		handle: async (context, { c }) => {
			c.header("cache-control", "public, max-age=60");
			return readCommunity(context);
		},
	}),
];
