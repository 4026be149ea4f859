import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { MemberId } from "#contract/ids.ts";
import { deleteMember } from "#features/accounts/account-queries.ts";
import { insertOutboxMessage } from "#features/notifications/messages.ts";
import type { Delivery } from "#features/notifications/outbox-queries.ts";
import { markRead, readNotifications } from "#features/notifications/queries.ts";
import { anAnalysisOf, aSweeper, deliverStored } from "#tests/support/fixtures/notices.ts";
import { freshVideoId, instant, someMetadata } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

describeOnBothDatabases("notifications", (database) => {
	const list = (member_id: MemberId) => readNotifications(database().open(), member_id);
	/** The outbox rows of a cause. */
	const outbox = (cause: string) =>
		database().rows(
			"select delivered_at, reached from notification_outbox where run_id = ?",
			cause,
		);
	let member_id: MemberId;

	beforeEach(async () => {
		member_id = await addMember(database().open());
	});

	it("report an ended analysis to the member who started it and mark the message delivered", async () => {
		const run = await anAnalysisOf(database(), member_id, {
			bs_score: 72,
			metadata: someMetadata({ title: "The harbour" }),
		});
		const sweeper = aSweeper(database());
		await sweeper.deliver(run.run_id);

		const { notifications, unread } = await list(member_id);
		expect(unread).toBe(1);
		expect(notifications).toEqual([
			{
				id: expect.stringMatching(/^[\w-]{20}$/),
				type: "new_analysis",
				title: "Analysis complete",
				message: "“The harbour” has a BS score of 72 out of 100 (High BS).",
				timestamp: run.ended_at,
				read: false,
				data: {
					path: `/results/${run.video_id}`,
					video_id: run.video_id,
					status: "completed",
					bs_score: 72,
					basis: "memory",
					coverage: { checkable: 0, checked: 0 },
				},
			},
		]);
		expect(sweeper.rung).toEqual([{ member_id, ids: [notifications[0]?.id] }]);
		expect(await outbox(run.run_id)).toEqual([{ delivered_at: instant(60), reached: member_id }]);
	});

	it("are stored once when several sweeps deliver at the same time", async () => {
		const runs = [
			await anAnalysisOf(database(), member_id),
			await anAnalysisOf(database(), member_id, { minute: 2 }),
			await anAnalysisOf(database(), member_id, { minute: 3 }),
		];
		const sweepers = Array.from({ length: 6 }, () => aSweeper(database()));
		await Promise.all([
			...sweepers.map((it) => it.deliver()),
			...runs.map(({ run_id }) => aSweeper(database()).deliver(run_id)),
		]);
		const first = await list(member_id);
		expect(first.notifications.map((it) => it.data.video_id)).toEqual(
			runs.map(({ video_id }) => video_id).reverse(),
		);
		const again = aSweeper(database());
		await again.deliver();
		expect(await list(member_id)).toEqual(first);
		expect(again.rung).toEqual([]);
	});

	it("are not stored again by a sweep with an outdated read", async () => {
		await anAnalysisOf(database(), member_id);
		const held: Delivery[] = [];
		const slow = aSweeper(database(), {
			async store(delivery) {
				held.push(delivery);
				return [];
			},
		});
		await slow.deliver();
		await aSweeper(database()).deliver();
		await markRead(database().open(), member_id, { all: true });
		await database().rows("delete from notifications");
		expect(held).toHaveLength(1);
		for (const delivery of held) expect(await deliverStored(database(), delivery)).toEqual([]);
		expect((await list(member_id)).notifications).toEqual([]);
	});

	it("are retried by the next sweep if storing fails, without delaying others", async () => {
		const failing = await addMember(database().open());
		const run = await anAnalysisOf(database(), failing);
		await anAnalysisOf(database(), member_id);
		const whole = aSweeper(database());
		const torn = aSweeper(database(), {
			async store(delivery) {
				if (delivery.to[0]?.member_id === failing) throw new Error("gone");
				return deliverStored(database(), delivery);
			},
		});
		await torn.deliver();
		expect(torn.log).toEqual(["notification not delivered"]);
		expect((await list(member_id)).unread).toBe(1);
		expect((await list(failing)).unread).toBe(0);
		await whole.deliver();
		expect((await list(failing)).unread).toBe(1);
		expect(await outbox(run.run_id)).toHaveLength(1);
	});

	it("are stored even if publishing to open pages fails", async () => {
		await anAnalysisOf(database(), member_id);
		await aSweeper(database(), {
			publish: () => Promise.reject(new Error("no answer")),
		}).deliver();
		expect((await list(member_id)).unread).toBe(1);
	});

	it("are limited to the ten newest when new ones are delivered", async () => {
		for (let minute = 1; minute <= 13; minute += 1)
			await anAnalysisOf(database(), member_id, { minute });
		const other = await addMember(database().open());
		await anAnalysisOf(database(), other, { minute: 1 });
		await aSweeper(database()).deliver();
		const stored = await database().rows(
			"select timestamp from notifications where member_id = ? order by timestamp",
			member_id,
		);
		expect(stored.map(({ timestamp }) => timestamp)).toEqual(
			Array.from({ length: 10 }, (_, place) => instant(place + 4)),
		);
		const { notifications, unread } = await list(member_id);
		expect(notifications[0]?.timestamp).toBe(instant(13));
		expect([notifications.length, unread]).toEqual([10, 10]);
		expect((await list(other)).unread).toBe(1);
	});

	it("can be marked read only by their own member, individually or all at once", async () => {
		for (const minute of [1, 2, 3]) await anAnalysisOf(database(), member_id, { minute });
		const other = await addMember(database().open());
		await anAnalysisOf(database(), other);
		await aSweeper(database()).deliver();
		const db = database().open();
		const [newest, , oldest] = (await list(member_id)).notifications;
		const ids = [String(newest?.id)];

		const stranger = await markRead(db, other, { ids });
		expect(stranger).toEqual(await list(other));
		expect((await list(member_id)).unread).toBe(3);

		const one = await markRead(db, member_id, { ids: [...ids, "unknown"] });
		expect(one).toEqual(await list(member_id));
		expect(one.notifications.map(({ read }) => read)).toEqual([true, false, false]);
		expect(one.unread).toBe(2);
		expect(oldest?.read).toBe(false);
		const all = await markRead(db, member_id, { all: true });
		expect(all.unread).toBe(0);
		expect((await list(other)).unread).toBe(1);
	});

	it("are skipped for deleted members and for unreadable messages", async () => {
		const gone = await addMember(database().open());
		const run = await anAnalysisOf(database(), gone);
		await database().rows(
			"update notification_outbox set member_id = 'nobody' where run_id = ?",
			run.run_id,
		);
		const db = database().open();
		await db.batch([
			insertOutboxMessage(
				db,
				{
					cause: "strange",
					kind: "new_analysis",
					member_id,
					payload: { video_id: "../../etc", status: "completed" },
					now: instant(1),
				},
				sql`true`,
			),
		]);
		const sweeper = aSweeper(database());
		await sweeper.deliver();
		expect(sweeper.log).toEqual(["notification not understood"]);
		expect(sweeper.rung).toEqual([]);
		for (const cause of ["strange", run.run_id])
			expect(await outbox(cause)).toMatchObject([{ delivered_at: instant(60) }]);
	});

	it("are deleted with the member's account", async () => {
		const run = await anAnalysisOf(database(), member_id);
		await aSweeper(database()).deliver();
		await deleteMember(database().open(), member_id);
		expect(
			await database().rows("select id from notifications where member_id = ?", member_id),
		).toEqual([]);
		expect(await outbox(run.run_id)).toEqual([]);
	});

	it("accept any title, replacing invalid characters", async () => {
		const title = `\u0000"Half an emoji \ud83d' "); drop table notifications`;
		await anAnalysisOf(database(), member_id, {
			metadata: someMetadata({ title }),
			video_id: freshVideoId(),
		});
		await aSweeper(database()).deliver();
		const { notifications } = await list(member_id);
		expect(notifications[0]?.message).toContain(`Half an emoji \ufffd' "); drop table`);
	});
});
