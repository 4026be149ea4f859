import { beforeEach, expect, it } from "vitest";
import type { MemberId, StatementId } from "#contract/ids.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { recordVotesNotified } from "#features/notifications/notify-votes.ts";
import { markRead, readNotifications } from "#features/notifications/queries.ts";
import { writeVote } from "#features/votes/queries.ts";
import { anAnalysisOf, aSweeper, vote } from "#tests/support/fixtures/notices.ts";
import {
	aCompletedRun,
	aStatement,
	instant,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember, votingCredential } from "#tests/support/world/signed-in.ts";

describeOnBothDatabases("new vote notifications", (database) => {
	let starter: MemberId;
	let voters: MemberId[];
	let run: CompletedRun;

	beforeEach(async () => {
		const db = database().open();
		// Delivers what earlier tests left, so that each test starts with nothing new.
		await aSweeper(database()).gather();
		starter = await addMember(db);
		voters = [await addMember(db), await addMember(db), await addMember(db)];
		run = await anAnalysisOf(database(), starter, {
			metadata: someMetadata({ title: "The harbour" }),
			statements: [aStatement(), aStatement()],
		});
		await database().rows("delete from notification_outbox");
	});

	const statement = (place = 0) => run.statements[place]?.id as StatementId;
	const voter = (place = 0) => voters[place] as MemberId;
	const told = async (member_id = starter) => {
		const { notifications } = await readNotifications(database().open(), member_id);
		return notifications.map(({ message, read }) => ({ message, read }));
	};
	const withdraw = async (member_id: MemberId) => {
		const db = database().open();
		const credential = await votingCredential(db, member_id);
		const at = { now: instant(6), view: { simulated: false } };
		await writeVote(db, {
			statement_id: statement(),
			member_id,
			credential,
			network: null,
			vote_type: null,
			...at,
		});
	};
	const read = () => markRead(database().open(), starter, { all: true });
	const gather = (minute?: number) => aSweeper(database()).gather(minute);

	it("combine all new votes in one notification to the member who started the analysis", async () => {
		await vote(database(), statement(0), voter(0));
		await vote(database(), statement(0), voter(1));
		await vote(database(), statement(1), voter(1));
		const sweeper = aSweeper(database());
		await sweeper.gather(30);
		const { notifications, unread } = await readNotifications(database().open(), starter);
		expect(unread).toBe(1);
		expect(notifications).toEqual([
			{
				id: expect.any(String),
				type: "vote_update",
				title: "New votes",
				message: "3 new votes on “The harbour”.",
				timestamp: instant(30),
				read: false,
				data: { path: `/results/${run.video_id}`, video_id: run.video_id, votes: 3 },
			},
		]);
		expect(sweeper.rung).toEqual([{ member_id: starter, ids: [notifications[0]?.id] }]);
		expect(await told(voter(0))).toEqual([]);
	});

	it("update one notification until it is read, then create another", async () => {
		await vote(database(), statement(), voter(0));
		await gather(30);
		await vote(database(), statement(), voter(1));
		await gather(31);
		expect(await told()).toEqual([{ message: "2 new votes on “The harbour”.", read: false }]);
		await read();
		await gather(32);
		expect(await told()).toHaveLength(1);
		await vote(database(), statement(), voter(2));
		await gather(33);
		expect(await told()).toEqual([
			{ message: "1 new vote on “The harbour”.", read: false },
			{ message: "2 new votes on “The harbour”.", read: true },
		]);
	});

	it("count only votes by others that still exist", async () => {
		await vote(database(), statement(), starter);
		await gather();
		expect(await told()).toEqual([]);

		await vote(database(), statement(), voter(0));
		await vote(database(), statement(), voter(1));
		await withdraw(voter(0));
		await gather();
		expect(await told()).toEqual([{ message: "1 new vote on “The harbour”.", read: false }]);
		const before = await readNotifications(database().open(), starter);
		await vote(database(), statement(1), starter);
		await gather(99);
		expect(await readNotifications(database().open(), starter)).toEqual(before);
	});

	it("are not stored again by a sweep with an outdated read", async () => {
		await vote(database(), statement(), voter());
		const calls: Parameters<typeof recordVotesNotified>[1][] = [];
		await aSweeper(database(), {
			async record(_, notified) {
				calls.push(notified);
				return "changed";
			},
		}).gather();
		await gather();
		await database().rows("delete from notifications");
		expect(calls.length).toBeGreaterThan(0);
		for (const { span, notified: rows } of calls)
			expect(
				await recordVotesNotified(database().open(), { span, notified: rows, now: instant(70) }),
			).toBe("changed");
		expect(await told()).toEqual([]);
	});

	it("include a vote cast after another one was withdrawn", async () => {
		await vote(database(), statement(), voter());
		await gather();
		await read();
		await withdraw(voter());
		await gather();
		await vote(database(), statement(), voter(1));
		await gather();
		expect(await told()).toContainEqual({ message: "1 new vote on “The harbour”.", read: false });
		expect(await told()).toHaveLength(2);
	});

	it("are not created for a vote cast again or on a retired statement", async () => {
		await vote(database(), statement(), voter());
		await gather();
		await read();
		await vote(database(), statement(), voter());
		await gather();
		expect(await told()).toHaveLength(1);
		await vote(database(), statement(1), voter(1));
		await publish(
			database().open(),
			aCompletedRun({ video_id: run.video_id, started_by: starter }),
		);
		await gather();
		expect(await told()).toHaveLength(1);
	});

	it("are stored once when several sweeps run at once", async () => {
		await vote(database(), statement(0), voter(0));
		await vote(database(), statement(1), voter(1));
		const sweepers = Array.from({ length: 6 }, () => aSweeper(database()));
		await Promise.all(sweepers.map((it) => it.gather()));
		expect(await told()).toEqual([{ message: "2 new votes on “The harbour”.", read: false }]);
		expect(sweepers.flatMap(({ rung }) => rung)).toHaveLength(1);
	});

	it("are recounted if the notification is read during the sweep", async () => {
		await vote(database(), statement(), voter(0));
		await gather(30);
		await vote(database(), statement(), voter(1));
		let reads = 0;
		await aSweeper(database(), {
			async record(db, notified) {
				reads += 1;
				if (reads === 1) await read();
				return recordVotesNotified(db, notified);
			},
		}).gather(31);
		expect(reads).toBe(2);
		expect(await told()).toEqual([
			{ message: "1 new vote on “The harbour”.", read: false },
			{ message: "1 new vote on “The harbour”.", read: true },
		]);
	});

	it("cover every video and more votes than one batch", async () => {
		const second = await anAnalysisOf(database(), starter, {
			metadata: someMetadata({ title: "The bridge" }),
			statements: Array.from({ length: 40 }, () => aStatement()),
		});
		await vote(database(), statement(), voter());
		const ids = JSON.stringify(second.statements.map(({ id }) => id));
		const people = JSON.stringify(
			await Promise.all(Array.from({ length: 15 }, () => addMember(database().open()))),
		);
		await database().rows(
			"insert into votes (user_id, statement_id, vote_type, created_at) select m.value, s.value, 'upvote', ? from json_each(?) m, json_each(?) s",
			instant(5),
			people,
			ids,
		);
		const sweeper = aSweeper(database());
		await sweeper.gather();
		expect((await told()).map(({ message }) => message).sort()).toEqual([
			"1 new vote on “The harbour”.",
			"600 new votes on “The bridge”.",
		]);
	});
});
