import { beforeEach, expect, it } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import type { VideoEdit } from "#contract/video.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { countCommunity } from "#features/community/queries.ts";
import {
	checkChangedLengths,
	dueResults,
	nextCheck,
	recordComparison,
} from "#features/edits/queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { renewMetadata } from "#features/youtube/refresh-metadata.ts";
import {
	type Attacked,
	attackedVideo,
	ballots,
	castAll,
	DAY,
} from "#tests/support/fixtures/ballots.ts";
import {
	aCompletedRun,
	aFailedRun,
	aTranscript,
	instant,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const view = { simulated: false };
const NOTICED = 30 * DAY;
const EDIT: VideoEdit = {
	noticed_at: instant(NOTICED),
	duration: { analysed: 612.4, now: 600 },
	captions_changed: 7.5,
	affected: 1,
};

describeOnBothDatabases("votes on an edited video", (database) => {
	let world: Attacked;

	beforeEach(async () => {
		world = await attackedVideo(database());
		await world.ordinaryVotes();
	});

	async function compared(edit: VideoEdit | null, affected: StatementId[], newer_run?: string) {
		const { run } = await readReport(database().open(), world.video_id, view);
		if (!run) throw new Error("There is no result");
		await recordComparison(database().open(), {
			video_id: world.video_id,
			edit,
			affected,
			run_id: (newer_run ?? run.run_id) as typeof run.run_id,
			now: instant(NOTICED),
			due_at: nextCheck(instant(NOTICED)),
		});
	}

	const agreement = async () =>
		(await countCommunity(database().open(), view)).overview.agreement_percent;

	it("are set aside on affected statements, in every percentage", async () => {
		const voters = world.regulars.slice(0, 2);
		await castAll(database(), ballots(voters, world.other, "downvote", DAY));
		const before = await countCommunity(database().open(), view);
		await compared(EDIT, [world.attacked]);
		const { video, attacked, other } = await world.shown();
		expect(video).toMatchObject({
			edited: EDIT,
			total_votes: 7,
			community_agreement: 0,
			votes_held: { total_votes: 2, statements: 0 },
		});
		expect(attacked).toMatchObject({ upvotes: 4, downvotes: 1 });
		expect(attacked.votes_held).toEqual({
			checking: false,
			upvotes: 0,
			downvotes: 0,
			community_agreement: null,
			since: instant(NOTICED),
			reason: "The video was edited after this analysis, so votes from before are set aside.",
		});
		expect(other.votes_held).toBeUndefined();
		expect(before.tallies.length).toBeGreaterThan(0);
		const own = (await countCommunity(database().open(), view)).tallies.filter(({ member_id }) =>
			world.regulars.some((voter) => voter === member_id),
		);
		expect(own).toEqual([]);
	});

	it("count in the site's agreement again once the edit is undone", async () => {
		const before = await agreement();
		await compared(EDIT, [world.attacked]);
		expect(await agreement()).not.toBe(before);
		await compared(null, []);
		expect(await agreement()).toBe(before);
		const { video, attacked } = await world.shown();
		expect(video.edited).toBeUndefined();
		expect(video.votes_held).toBeUndefined();
		expect(attacked.votes_held).toBeUndefined();
	});

	it("count if they are cast after the edit was noticed", async () => {
		await compared(EDIT, [world.attacked]);
		const [voter] = world.regulars.slice(8);
		if (!voter) throw new Error("There are no voters");
		await castAll(database(), ballots([voter], world.attacked, "downvote", NOTICED + 1));
		await compared(EDIT, [world.attacked]);
		expect((await world.shown()).attacked.votes_held).toMatchObject({
			upvotes: 0,
			downvotes: 1,
			community_agreement: 0,
		});
	});

	it("stay out during a vote check of the same statement, and after it", async () => {
		await compared(EDIT, [world.attacked]);
		await world.attack(20, undefined, NOTICED + 2);
		expect((await world.shown()).attacked.votes_held).toMatchObject({
			checking: true,
			upvotes: 0,
			downvotes: 0,
		});
		await world.settle(NOTICED + 62);
		expect((await world.shown()).attacked.votes_held).toMatchObject({
			checking: false,
			upvotes: 0,
			downvotes: 20,
		});
	});

	it("are not touched if a newer result was published during the comparison", async () => {
		await compared(EDIT, [world.attacked], "anolderrun");
		const { video, attacked } = await world.shown();
		expect(video.edited).toBeUndefined();
		expect(attacked.votes_held).toBeUndefined();
	});

	it("count again after a fresh analysis that keeps the statement", async () => {
		await compared(EDIT, [world.attacked]);
		const { statements } = await readReport(database().open(), world.video_id, view);
		const again = aCompletedRun({
			video_id: world.video_id,
			statements: statements.map((kept) => ({
				...kept,
				quote_key: "theybuiltthebridgein1931",
				replaces: null,
			})),
		});
		await publish(database().open(), again);
		const { video, attacked } = await world.shown();
		expect(video.edited).toBeUndefined();
		expect(attacked).toMatchObject({ upvotes: 4, downvotes: 1 });
		expect(attacked.votes_held).toBeUndefined();
	});
});

describeOnBothDatabases("results due for a comparison", (database) => {
	it("are those from four weeks ago, without samples and failures", async () => {
		const db = database().open();
		const old = aCompletedRun({ ended_at: instant(1) });
		const pasted = aCompletedRun({ ended_at: instant(2), transcript: aTranscript("member") });
		const sample = aCompletedRun({ transcript: aTranscript("sample") });
		for (const run of [old, pasted, sample, aFailedRun()]) await publish(db, run);
		const due = (minute: number) => dueResults(db, { now: instant(minute), limit: 9 });
		expect(await due(28 * DAY)).toEqual([]);
		expect(await due(28 * DAY + 2)).toMatchObject([
			{
				video_id: old.video_id,
				run_id: old.run_id,
				edit: null,
				analysed_duration: 612.4,
				duration: 612.4,
				track: { vss_id: ".en" },
			},
			{ video_id: pasted.video_id, text_hash: null, track: null },
		]);
	});

	it("include a video at once whose length is found to differ by more than 2 seconds", async () => {
		const db = database().open();
		const [longer, same] = [aCompletedRun(), aCompletedRun()];
		for (const run of [longer, same]) await publish(db, run);
		const now = instant(DAY);
		const seen = (run: typeof same, duration: number) => ({
			video_id: run.video_id,
			metadata: someMetadata({ duration }),
		});
		await renewMetadata(db, [seen(longer, 615), seen(same, 614)], {
			now,
			due_at: instant(29 * DAY),
		});
		const read = [longer.video_id, same.video_id];
		await checkChangedLengths(db, read, now);
		const due = await dueResults(db, { now, limit: 9 });
		expect(due).toMatchObject([
			{ video_id: longer.video_id, analysed_duration: 612.4, duration: 615 },
		]);
	});
});
