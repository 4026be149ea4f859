import { expect, it } from "vitest";
import { MemberId, type StatementId } from "#contract/ids.ts";
import type { VoteType } from "#contract/votes.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { readMyVotes, type VoteOutcome, writeVote } from "#features/votes/queries.ts";
import { partOfDay, recountPart, recountVideo } from "#features/votes/recount-video.ts";
import {
	aCompletedRun,
	aStatement,
	freshStatementId,
	instant,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases, type TestDb } from "#tests/support/world/databases.ts";
import { addMember, votingCredential } from "#tests/support/world/signed-in.ts";
import { createLog } from "#worker/log.ts";

const view = { simulated: false };
/** Together they make fewer than the 128 requests that a libSQL server accepts at once. */
const VOTERS = 50;

describeOnBothDatabases("votes", (database) => {
	const cast = async (statement_id: StatementId, member_id: MemberId, vote_type: VoteType) =>
		countsOf(
			await writeVote(database().open(), {
				network: null,
				statement_id,
				member_id,
				credential: await votingCredential(database().open(), member_id),
				vote_type,
				now: instant(5),
				view,
			}),
		);
	const withdraw = async (statement_id: StatementId, member_id: MemberId) =>
		countsOf(
			await writeVote(database().open(), {
				network: null,
				vote_type: null,
				statement_id,
				member_id,
				credential: await votingCredential(database().open(), member_id),
				now: instant(5),
				view,
			}),
		);

	it("count once per member, can be switched and can be withdrawn", async () => {
		const { statement_id, video_id } = await aPublished(database());
		const member_id = await addMember(database().open());

		expect(await cast(statement_id, member_id, "upvote")).toEqual(counts(1, 0));
		expect(await cast(statement_id, member_id, "upvote")).toEqual(counts(1, 0));
		expect(await cast(statement_id, member_id, "downvote")).toEqual(counts(0, 1));
		expect(await readMyVotes(database().open(), video_id, member_id)).toEqual({
			[statement_id]: "downvote",
		});
		expect(await totals(database(), video_id)).toEqual([1, 0]);

		expect(await withdraw(statement_id, member_id)).toEqual(counts(0, 0));
		expect(await withdraw(statement_id, member_id)).toEqual(counts(0, 0));
		expect(await readMyVotes(database().open(), video_id, member_id)).toEqual({});
		expect(await totals(database(), video_id)).toEqual([0, null]);
	});

	it("of different members are independent", async () => {
		const { statement_id, video_id } = await aPublished(database());
		const [first, second] = [
			await addMember(database().open()),
			await addMember(database().open()),
		];
		await cast(statement_id, first, "upvote");
		expect(await cast(statement_id, second, "upvote")).toEqual(counts(2, 0));
		expect(await withdraw(statement_id, first)).toEqual(counts(1, 0));
		expect(await readMyVotes(database().open(), video_id, second)).toEqual({
			[statement_id]: "upvote",
		});
		expect(await totals(database(), video_id)).toEqual([1, 100]);
	});

	it("keep counts equal to the stored rows after fifty members vote, switch and undo at once", async () => {
		const { statement_id, video_id } = await aPublished(database());
		const db = database().open();
		const voters = await Promise.all(Array.from({ length: VOTERS }, () => addMember(db)));
		await Promise.all(
			voters.flatMap((voter, place) => [
				cast(statement_id, voter, "upvote"),
				cast(statement_id, voter, place % 3 ? "downvote" : "upvote"),
				...(place % 5 ? [] : [withdraw(statement_id, voter)]),
			]),
		);

		const rows = await database().rows(
			"select vote_type, count(*) as n from votes where statement_id = ? group by vote_type",
			statement_id,
		);
		const stored = (type: VoteType) => Number(rows.find((row) => row.vote_type === type)?.n ?? 0);
		expect(stored("upvote") + stored("downvote")).toBeGreaterThanOrEqual(VOTERS - VOTERS / 5);
		const report = await readReport(db, video_id, view);
		expect(report.statements[0]).toMatchObject(counts(stored("upvote"), stored("downvote")));
		expect(report.video?.total_votes).toBe(stored("upvote") + stored("downvote"));
		expect(await recountVideo(db, video_id)).toEqual({ statements: [], totals: false });
	});

	it("are rejected on retired, unknown and hidden statements", async () => {
		const { statement_id, video_id } = await aPublished(database());
		const db = database().open();
		const member_id = await addMember(db);
		await cast(statement_id, member_id, "upvote");
		await publish(db, aCompletedRun({ video_id }));
		expect(await cast(statement_id, member_id, "downvote")).toBe("retired");
		expect(await withdraw(statement_id, member_id)).toBe("retired");
		expect(await cast(freshStatementId(), member_id, "upvote")).toBe("unknown");

		const demo = aCompletedRun({ simulated: true, statements: [aStatement()] });
		await publish(db, demo);
		const hidden = demo.statements[0]?.id as StatementId;
		expect(await cast(hidden, member_id, "upvote")).toBe("unknown");

		const kept = await database().rows(
			"select statement_id, vote_type from votes where user_id = ?",
			member_id,
		);
		expect(kept).toEqual([{ statement_id, vote_type: "upvote" }]);
		expect(await readMyVotes(db, video_id, member_id)).toEqual({});
		expect(await totals(database(), video_id)).toEqual([0, null]);
	});

	it("are rejected for unknown members", async () => {
		const { statement_id, video_id } = await aPublished(database());
		const nobody = MemberId.parse("nobody");
		await expect(cast(statement_id, nobody, "upvote")).rejects.toThrow();
		expect(await totals(database(), video_id)).toEqual([0, null]);
	});

	it("are recounted by a repair that reports its changes", async () => {
		const { statement_id, video_id } = await aPublished(database());
		const db = database().open();
		await cast(statement_id, await addMember(db), "downvote");
		await database().rows("update statements set upvotes = 9 where id = ?", statement_id);
		await database().rows("update videos set downvotes = 4 where id = ?", video_id);
		expect(await recountVideo(db, video_id)).toEqual({ statements: [statement_id], totals: true });
		const report = await readReport(db, video_id, view);
		expect(report.statements[0]).toMatchObject(counts(0, 1));
		expect(report.video).toMatchObject({ total_votes: 1, community_agreement: 0 });
	});
});

describeOnBothDatabases("daily recount", (database) => {
	it("covers every video once a day and reports only repairs", async () => {
		const { statement_id, video_id } = await aPublished(database());
		const db = database().open();
		const member_id = await addMember(db);
		const credential = await votingCredential(db, member_id);
		await writeVote(db, {
			network: null,
			statement_id,
			member_id,
			credential,
			view,
			now: instant(1),
			vote_type: "upvote",
		});
		await database().rows("update statements set downvotes = 7 where id = ?", statement_id);
		await database().rows("update videos set upvotes = 5 where id = ?", video_id);
		const warned: unknown[] = [];
		const context = {
			db: { near: db, nearest: db, primary: db },
			log: { ...createLog("error"), warn: (...said: unknown[]) => warned.push(said) },
		};
		const day = (minute: number) => recountPart(context, new Date(Date.UTC(2026, 0, 1, 0, minute)));
		const isPart = (minute: number) => {
			const { from, to } = partOfDay(minute);
			return video_id >= from && video_id < to;
		};
		const minutes = Array.from({ length: 1_440 }, (_, minute) => minute);
		const [minute, ...others] = minutes.filter(isPart);
		expect(others).toEqual([]);
		await day((minute ?? 0) + 1);
		expect(warned).toEqual([]);
		await day(minute ?? 0);
		expect(warned).toEqual([["counters_repaired", { statements: 1, videos: 1 }]]);
		await day(minute ?? 0);
		expect(warned).toHaveLength(1);
		const report = await readReport(db, video_id, view);
		expect(report.statements[0]).toMatchObject(counts(1, 0));
		expect(report.video?.total_votes).toBe(1);
	});
});

function countsOf(outcome: VoteOutcome) {
	if (typeof outcome === "string") return outcome;
	return counts(outcome.upvotes, outcome.downvotes);
}

function counts(upvotes: number, downvotes: number) {
	return { upvotes, downvotes };
}

/** The video's number of votes and its agreement. */
async function totals(database: TestDb, video_id: ReturnType<typeof aCompletedRun>["video_id"]) {
	const { video } = await readReport(database.open(), video_id, view);
	return [video?.total_votes, video?.community_agreement];
}

async function aPublished(database: TestDb) {
	const statement = aStatement();
	const run = aCompletedRun({ statements: [statement] });
	await publish(database.open(), run);
	return { statement_id: statement.id, video_id: run.video_id };
}
