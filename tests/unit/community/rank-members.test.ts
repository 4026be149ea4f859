import { describe, expect, it } from "vitest";
import type { MemberTally } from "#features/community/queries.ts";
import { rankMembers } from "#features/community/read-community.ts";

function tally(member_id: string, votes: number, agreeing: number, settled: number): MemberTally {
	return { member_id, votes, agreeing, settled };
}

function peopleOf(...ids: string[]) {
	return new Map(
		ids.map((id) => [id, { full_name: `Name of ${id}`, avatar_url: null, role: null }]),
	);
}

describe("rankMembers", () => {
	it("sorts by score, which is votes times accuracy percent", () => {
		const rows = rankMembers(
			[tally("a", 30, 1, 2), tally("b", 20, 9, 9), tally("c", 50, 1, 3)],
			peopleOf("a", "b", "c"),
		);
		expect(rows).toEqual([
			{
				rank: 1,
				full_name: "Name of b",
				avatar_url: null,
				role: null,
				votes: 20,
				accuracy_percent: 100,
				score: 2_000,
			},
			expect.objectContaining({
				rank: 2,
				full_name: "Name of c",
				accuracy_percent: 33,
				score: 1_650,
			}),
			expect.objectContaining({ rank: 3, score: 1_500 }),
		]);
	});

	it("leaves out members without settled votes and members that are not shown", () => {
		const rows = rankMembers(
			[tally("a", 90, 0, 0), tally("b", 5, 5, 5), tally("c", 3, 3, 3)],
			peopleOf("a", "c"),
		);
		expect(rows.map(({ full_name }) => full_name)).toEqual(["Name of c"]);
		expect(rows[0]?.rank).toBe(1);
	});

	it("returns ten members at most and sorts equal scores by number of votes", () => {
		const ids = Array.from({ length: 12 }, (_, place) => `m${place}`);
		const rows = rankMembers(
			ids.map((id, place) => tally(id, 10 + place, 1, 1)),
			peopleOf(...ids),
		);
		expect(rows).toHaveLength(10);
		expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
		const [first] = rankMembers(
			[tally("m0", 10, 1, 1), tally("m1", 20, 1, 2)],
			peopleOf("m0", "m1"),
		);
		expect(first?.full_name).toBe("Name of m1");
	});
});
