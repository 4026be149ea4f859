import { expect, it } from "vitest";
import { listVideos } from "#features/reports/list-queries.ts";
import {
	ATTACK,
	attackedVideo,
	ballots,
	castAll,
	recountVideo,
} from "#tests/support/fixtures/ballots.ts";
import { instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const ATTACKERS = 200;
/** Enough for hundreds of votes on a busy machine. */
const TIMEOUT_MS = 120_000;

describeOnBothDatabases("vote attack", (database) => {
	async function inTheArchive(video_id: string) {
		const page = await listVideos(database().open(), {
			cursor: null,
			limit: 50,
			view: { simulated: false },
		});
		if (page === "bad_cursor") throw new Error("No cursor was given");
		return page.videos.find(({ id }) => id === video_id);
	}

	it.each([
		["one address", () => "one-network", ATTACKERS],
		["many addresses", (place: number) => `network-${place}`, 0],
	])(
		"by 200 new accounts from %s changes no agreement, while ordinary votes count",
		async (_, networkOf, shared) => {
			const world = await attackedVideo(database());
			const { video_id, regulars } = world;
			await world.ordinaryVotes();
			const before = await world.shown();
			expect(before.attacked.votes_held).toBeUndefined();
			expect(before.video).toMatchObject({ total_votes: 5, community_agreement: 80 });

			await world.attack(ATTACKERS, networkOf);
			await castAll(database(), [
				...ballots(regulars.slice(5, 7), world.attacked, "upvote", ATTACK),
				...ballots(regulars.slice(5, 8), world.other, "upvote", ATTACK),
			]);

			const during = await world.shown();
			expect(during.attacked).toMatchObject({
				upvotes: 6,
				downvotes: 1 + ATTACKERS,
				ai_score: before.attacked.ai_score,
			});
			expect(during.attacked.votes_held).toMatchObject({
				checking: true,
				upvotes: 6,
				downvotes: 1,
				community_agreement: null,
				since: instant(ATTACK),
			});
			expect(during.other).toMatchObject({ upvotes: 3, downvotes: 0 });
			expect(during.other.votes_held).toBeUndefined();
			const shown = {
				bs_score: before.video.bs_score,
				total_votes: 10 + ATTACKERS,
				// Nine of the ten ordinary votes.
				community_agreement: 90,
				votes_held: { total_votes: 10, statements: 1 },
			};
			expect(during.video).toMatchObject(shown);
			expect(await inTheArchive(video_id)).toMatchObject(shown);
			expect(await recountVideo(database().open(), video_id)).toEqual({
				statements: [],
				videos: [],
			});

			const checks = await world.checks();
			expect(checks).toMatchObject([
				{
					state: "open",
					cause: "new_accounts",
					vote_type: "downvote",
					votes: ATTACKERS,
					fresh_votes: ATTACKERS,
					shared_votes: shared,
					before: { upvotes: 6, downvotes: 1 },
					now: { upvotes: 6, downvotes: 1 + ATTACKERS },
					statement: { id: world.attacked },
				},
			]);
			expect(JSON.stringify(checks)).not.toMatch(/voter-|network-/);

			await world.decide("upheld", ATTACK + 5);
			const after = await world.shown();
			expect(after.attacked).toMatchObject({
				upvotes: 6,
				downvotes: 1 + ATTACKERS,
				votes_held: { checking: false, community_agreement: 86 },
			});
			expect(after.video).toMatchObject({ total_votes: 10 + ATTACKERS, community_agreement: 90 });
		},
		TIMEOUT_MS,
	);
});
