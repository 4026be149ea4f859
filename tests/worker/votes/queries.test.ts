import { expect, it } from "vitest";
import { publish } from "#features/analysis/publication-queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { partOfDay, recountPart } from "#features/votes/recount-video.ts";
import { recountVideo } from "#tests/support/fixtures/ballots.ts";
import { vote } from "#tests/support/fixtures/notices.ts";
import { aCompletedRun, aStatement } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases, type TestDb } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";
import { createLog } from "#worker/log.ts";

const view = { simulated: false };

describeOnBothDatabases("votes", (database) => {
	it("are rejected on a simulated statement once there are real providers", async () => {
		const { statement_id } = await aPublished(database(), { simulated: true });
		const member_id = await addMember(database().open());
		expect(await vote(database(), statement_id, member_id)).toBe("unknown");
		expect(await database().rows("select 1 from votes where user_id = ?", member_id)).toEqual([]);
	});

	it("are recounted by a repair that reports its changes", async () => {
		const { statement_id, video_id } = await aVoteMiscounted(database());
		const db = database().open();
		expect(await recountVideo(db, video_id)).toEqual({
			statements: [statement_id],
			videos: [video_id],
		});
		expect(await readReport(db, video_id, view)).toMatchObject({
			video: { total_votes: 1, community_agreement: 100 },
			statements: [{ upvotes: 1, downvotes: 0 }],
		});
	});

	it("are recounted of every video once a day, and only repairs are reported", async () => {
		const { video_id } = await aVoteMiscounted(database());
		const db = database().open();
		const warned: unknown[] = [];
		const context = {
			db: { near: db, nearest: db, primary: db },
			log: { ...createLog("error"), warn: (...said: unknown[]) => warned.push(said) },
		};
		const recount = (minute: number) =>
			recountPart(context, new Date(Date.UTC(2026, 0, 1, 0, minute)));
		const minutes = Array.from({ length: 1_440 }, (_, minute) => minute);
		const [minute = 0, ...others] = minutes.filter((at) => {
			const { from, to } = partOfDay(at);
			return video_id >= from && video_id < to;
		});
		expect(others).toEqual([]);
		await recount(minute + 1);
		expect(warned).toEqual([]);
		for (const _ of [1, 2]) await recount(minute);
		expect(warned).toEqual([["counters_repaired", { statements: 1, videos: 1 }]]);
		const { video } = await readReport(db, video_id, view);
		expect(video?.total_votes).toBe(1);
	});
});

async function aPublished(database: TestDb, fields = view) {
	const statement = aStatement();
	const run = aCompletedRun({ statements: [statement], ...fields });
	await publish(database.open(), run);
	return { statement_id: statement.id, video_id: run.video_id };
}

/** One vote for a statement, and counters that say something else. */
async function aVoteMiscounted(database: TestDb) {
	const made = await aPublished(database);
	await vote(database, made.statement_id, await addMember(database.open()));
	await database.rows("update statements set downvotes = 7 where id = ?", made.statement_id);
	await database.rows("update videos set upvotes = 5 where id = ?", made.video_id);
	return made;
}
