import { describe, expect, it } from "vitest";
import type { CommunitySnapshot } from "#features/community/queries.ts";
import { type FigureStore, rankMembers, readFigures } from "#features/community/read-community.ts";

const NOW = new Date("2026-03-04T12:00:00.000Z");
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000).toISOString();

const figuresOf = (members: number) => ({
	overview: { members, votes: 0, statements: 0, videos: 0, agreement_percent: null },
	tallies: [{ member_id: "m1", votes: 2, settled: 2, agreeing: 1 }],
	disputers: [],
});

const PEOPLE = new Map([["m1", { full_name: "Ada", avatar_url: null, role: null }]]);

/** A store with this snapshot; counting again finds nine members. */
function storeWith(
	snapshot: CommunitySnapshot | null,
	{ claimed = true }: { claimed?: boolean } = {},
) {
	const saved: CommunitySnapshot[] = [];
	const claims: { now: string; given_up: string }[] = [];
	let counted = 0;
	const store: FigureStore = {
		readSnapshot: async () => snapshot,
		count: async () => {
			counted += 1;
			return figuresOf(9);
		},
		claimRefresh: async (refresh) => {
			claims.push(refresh);
			return claimed;
		},
		save: async (made) => {
			saved.push(made);
		},
	};
	return { store, saved, claims, counted: () => counted };
}

const stored = (seconds_ago: number) => ({ figures: figuresOf(5), computed_at: at(-seconds_ago) });

describe("readFigures", () => {
	it("does not count again within a minute", async () => {
		const { store, counted, claims } = storeWith(stored(59));
		const figures = await readFigures(store, NOW);
		expect(figures.overview.members).toBe(5);
		expect(rankMembers(figures.tallies, PEOPLE)).toMatchObject([
			{ rank: 1, full_name: "Ada", votes: 2, accuracy_percent: 50, score: 100 },
		]);
		expect([counted(), claims.length]).toEqual([0, 0]);
	});

	it("counts again and saves if the snapshot is older and the refresh could be claimed", async () => {
		const { store, saved, claims } = storeWith(stored(60));
		expect((await readFigures(store, NOW)).overview.members).toBe(9);
		expect(saved).toEqual([{ figures: figuresOf(9), computed_at: at(0) }]);
		expect(claims).toEqual([{ now: at(0), given_up: at(-10) }]);
	});

	it("returns the old figures if another caller is refreshing them", async () => {
		const { store, counted } = storeWith(stored(300), { claimed: false });
		expect((await readFigures(store, NOW)).overview.members).toBe(5);
		expect(counted()).toBe(0);
	});

	it("counts without saving if there are no figures yet and another caller saves them", async () => {
		const { store, saved } = storeWith(null, { claimed: false });
		expect((await readFigures(store, NOW)).overview.members).toBe(9);
		expect(saved).toEqual([]);
	});
});
