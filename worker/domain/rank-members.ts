import type { LeaderboardRow } from "#contract/community.ts";

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
