import { expect, it } from "vitest";
import { listVideos } from "#features/reports/list-queries.ts";
import { recountVideo } from "#features/votes/recount-video.ts";
import {
	ATTACK,
	attackedVideo,
	ballots,
	castAll,
} from "#tests/support/fixtures/ballots.ts";
import { instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const ATTACKERS = 200;
/** Hundreds of votes on a machine that is busy with other things. */
const TIMEOUT_MS = 120_000;

describeOnBothDatabases("an attack", (database) => {
	async function inTheArchive(video_id: string) {
		const page = await listVideos(database().open(), {
			...{ cursor: null, limit: 50 },
			view: { simulated: false },
		});
		if (page === "bad_cursor") throw new Error("No cursor was given");
		return page.videos.find(({ id }) => id === video_id);
	}

	it.each([
		["one address", () => "one-network", ATTACKERS],
		["many addresses", (place: number) => `network-${place}`, 0],
	])(
		"by 200 new accounts from %s moves no agreement, while ordinary votes go on counting",
		async (_, networkOf, shared) => {
			const world = await attackedVideo(database());
			const { video_id, regulars } = world;
			await world.ordinaryVotes();
			const before = await world.shown();
			expect(before.attacked.votes_held).toBeUndefined();
			expect(before.video).toMatchObject({
				total_votes: 5,
				community_agreement: 80,
			});

			await world.attack(ATTACKERS, networkOf);
			await castAll(database(), [
				...ballots(regulars.slice(5, 7), world.attacked, "upvote", ATTACK),
				...ballots(regulars.slice(5, 8), world.other, "upvote", ATTACK),
			]);

			const held = await world.shown();
			expect(held.attacked).toMatchObject({
				...{ upvotes: 6, downvotes: 1 + ATTACKERS },
				ai_score: before.attacked.ai_score,
			});
			expect(held.attacked.votes_held).toEqual({
				...{ upvotes: 4, downvotes: 1, community_agreement: 80 },
				since: instant(ATTACK),
				reason:
					"Votes are being checked: many new accounts voted within a minute. The agreement shown is from before.",
			});
			expect(held.other).toMatchObject({ upvotes: 3, downvotes: 0 });
			expect(held.other.votes_held).toBeUndefined();
			const shown = {
				bs_score: before.video.bs_score,
				total_votes: 10 + ATTACKERS,
				// Seven of the eight that are shown.
				community_agreement: 88,
				votes_held: { total_votes: 8, statements: 1 },
			};
			expect(held.video).toMatchObject(shown);
			expect(await inTheArchive(video_id)).toMatchObject(shown);
			expect(await recountVideo(database().open(), video_id)).toEqual({
				statements: [],
				totals: false,
			});

			const bursts = await world.holds();
			expect(bursts).toMatchObject([
				{
					...{ state: "open", cause: "new_accounts", vote_type: "downvote" },
					...{ votes: ATTACKERS, fresh_votes: ATTACKERS },
					shared_votes: shared,
					before: { upvotes: 4, downvotes: 1 },
					now: { upvotes: 6, downvotes: 1 + ATTACKERS },
					statement: { id: world.attacked },
				},
			]);
			expect(JSON.stringify(bursts)).not.toMatch(/voter-|network-/);

			await world.decide("upheld", ATTACK + 5);
			const after = await world.shown();
			expect(after.attacked).toMatchObject({ upvotes: 6, downvotes: 1 });
			expect(after.attacked.votes_held).toBeUndefined();
			expect(after.video).toMatchObject({
				total_votes: 10,
				community_agreement: 90,
			});
			expect(after.video.votes_held).toBeUndefined();
		},
		TIMEOUT_MS,
	);
});
