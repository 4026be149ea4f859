import type {
	Community,
	CommunityItem,
	LeaderboardRow,
} from "#contract/community.ts";
import type { CommunityFigures } from "./figures-queries.ts";
import type { CommunitySnapshot } from "./queries.ts";

/** Counting takes long and is worth no more than once a minute, however many look. */
const FRESH_MS = 60_000;
/** Who has set out to count and not come back by then is not waited for. */
const GIVEN_UP_MS = 10_000;

/** What the community's page needs from outside. */
export type CommunityReads = {
	snapshot(): Promise<CommunitySnapshot | null>;
	count(): Promise<CommunityFigures>;
	/** Instants are ISO 8601; true for one caller, until `given_up` has passed. */
	claimRefresh(refresh: { now: string; given_up: string }): Promise<boolean>;
	save(snapshot: CommunitySnapshot): Promise<void>;
	people(member_ids: string[]): Promise<Map<string, PublicMember>>;
	recent(): Promise<CommunityItem[]>;
};

/**
 * The community's page. Its figures may be a minute old; names, and what
 * happened last, are of this moment, so that who hides is gone at once.
 */
export async function readCommunity(
	reads: CommunityReads,
	now: Date,
): Promise<Community> {
	const [figures, recent] = await Promise.all([
		freshFigures(reads, now),
		reads.recent(),
	]);
	const people = await reads.people(
		figures.tallies.map(({ member_id }) => member_id),
	);
	return {
		overview: figures.overview,
		leaderboard: rankMembers(figures.tallies, people),
		recent,
	};
}

async function freshFigures(
	reads: CommunityReads,
	now: Date,
): Promise<CommunityFigures> {
	const before = (age_ms: number) =>
		new Date(now.getTime() - age_ms).toISOString();
	const stored = await reads.snapshot();
	if (stored && stored.computed_at > before(FRESH_MS)) return stored.figures;
	const computed_at = now.toISOString();
	const mine = await reads.claimRefresh({
		now: computed_at,
		given_up: before(GIVEN_UP_MS),
	});
	if (stored && !mine) return stored.figures;
	const figures = await reads.count();
	if (mine) await reads.save({ figures, computed_at });
	return figures;
}

/** A member's votes on what is listed, and how those on settled statements fared. */
export type MemberTally = {
	member_id: string;
	votes: number;
	/** On settled statements that have a majority; 1 or more. */
	settled: number;
	/** Of those, the ones on the majority's side. */
	agreeing: number;
};

/** As a member is named to others. */
export type PublicMember = Pick<LeaderboardRow, "full_name" | "avatar_url">;

/** As many as the board shows. */
const BOARD = 10;

/** The board's rows, best first; members who are not among `people` are left out. */
export function rankMembers(
	tallies: MemberTally[],
	people: Map<string, PublicMember>,
): LeaderboardRow[] {
	return tallies
		.flatMap(({ member_id, votes, settled, agreeing }) => {
			const person = people.get(member_id);
			if (!person || settled === 0) return [];
			const accuracy_percent = Math.round((100 * agreeing) / settled);
			return [
				{
					...person,
					votes,
					accuracy_percent,
					score: votes * accuracy_percent,
				},
			];
		})
		.sort((a, b) => b.score - a.score || b.votes - a.votes)
		.slice(0, BOARD)
		.map((row, place) => ({ rank: place + 1, ...row }));
}
