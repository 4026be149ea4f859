import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { MemberId, StatementId } from "#contract/ids.ts";
import { createResponse, withdrawResponse } from "#features/channels/response-queries.ts";
import { insertOutboxMessage } from "#features/notifications/messages.ts";
import type { Delivery } from "#features/notifications/outbox-queries.ts";
import { markRead, readNotifications } from "#features/notifications/queries.ts";
import { freshChannelId, makeOwner } from "#tests/support/fixtures/claims.ts";
import { anAnalysisOf, aSweeper, deliverStored, vote } from "#tests/support/fixtures/notices.ts";
import { aStatement, instant, someMetadata } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases, type TestDb } from "#tests/support/world/databases.ts";
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
		await aSweeper(database(), { publish: () => Promise.reject(new Error("no answer")) }).deliver();
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
});

/** Requires more than two batches of deliveries. */
const VOTERS = 1_100;

describeOnBothDatabases("creator response notifications", (database) => {
	const told = async (member_id: MemberId) => {
		const { notifications } = await readNotifications(database().open(), member_id);
		return notifications.filter(({ type }) => type === "creator_response");
	};

	it("reach the analysis's starter and the voters once each, but not the author", async () => {
		const world = await aWorld(database());
		const { starter, author, video_id, statement_id } = world;
		const [voter, stranger] = await twoMembers(database());
		await vote(database(), statement_id, starter);
		await vote(database(), statement_id, voter);
		await vote(database(), statement_id, author);
		const id = await respond(database(), world, null);
		const sweepers = Array.from({ length: 4 }, () => aSweeper(database()));
		await Promise.all(sweepers.map((it) => it.deliver(id)));
		await aSweeper(database()).deliver(id);

		for (const member_id of [starter, voter])
			expect(await told(member_id)).toEqual([
				{
					id: expect.any(String),
					type: "creator_response",
					title: "A creator responded",
					message: "“Harbour Talks” responded to the analysis of “The harbour”.",
					timestamp: instant(20),
					read: false,
					data: { path: `/results/${video_id}#creator-response`, video_id, response_id: id },
				},
			]);
		for (const member_id of [author, stranger]) expect(await told(member_id)).toEqual([]);
		const rung = sweepers.flatMap((it) => it.rung);
		expect(rung.map(({ member_id }) => member_id).sort()).toEqual([starter, voter].sort());
	});

	it("link to the statement that was answered", async () => {
		const world = await aWorld(database());
		const id = await respond(database(), world, world.statement_id);
		await aSweeper(database()).deliver(id);
		expect(await told(world.starter)).toMatchObject([
			{
				message: "“Harbour Talks” responded to a statement of the analysis of “The harbour”.",
				data: { path: `/results/${world.video_id}#s-${world.statement_id}` },
			},
		]);
	});

	it("are not sent after the response is withdrawn", async () => {
		const world = await aWorld(database());
		const response_id = await respond(database(), world, null);
		await withdrawResponse(database().open(), { response_id, now: instant(21) });
		await aSweeper(database()).deliver(response_id);
		expect(await told(world.starter)).toEqual([]);
		expect(await stateOf(database(), response_id)).toMatchObject([{ delivered_at: instant(60) }]);
	});

	it("are not stored again by a sweep with an outdated slice", async () => {
		const world = await aWorld(database());
		const response_id = await respond(database(), world, null);
		await addVoters(database(), world.statement_id);
		const held: Delivery[] = [];
		const cut = aSweeper(database(), {
			async store(delivery) {
				if (held.length) throw new Error("cut off");
				held.push(delivery);
				return deliverStored(database(), delivery);
			},
		});
		await cut.deliver(response_id);
		await database().rows("delete from notifications");
		for (const delivery of held) expect(await deliverStored(database(), delivery)).toEqual([]);
		expect(await count(database(), response_id)).toBe(0);
		await aSweeper(database()).deliver(response_id);
		expect(await count(database(), response_id)).toBe(VOTERS + 1 - 500);
	});

	it("are delivered in slices and resume after an interruption", async () => {
		const world = await aWorld(database());
		const response_id = await respond(database(), world, null);
		await addVoters(database(), world.statement_id);
		let batches = 0;
		const cut = aSweeper(database(), {
			store: async (delivery) => {
				batches += 1;
				if (batches === 2) throw new Error("cut off");
				return deliverStored(database(), delivery);
			},
		});
		await cut.deliver(response_id);
		expect(await count(database(), response_id)).toBe(500);
		expect(await stateOf(database(), response_id)).toMatchObject([
			{ delivered_at: null, reached: expect.any(String) },
		]);
		await Promise.all([
			aSweeper(database()).deliver(response_id),
			aSweeper(database()).deliver(response_id),
		]);
		await aSweeper(database()).deliver(response_id);
		expect(await count(database(), response_id)).toBe(VOTERS + 1);
		expect(await stateOf(database(), response_id)).toMatchObject([{ delivered_at: instant(60) }]);
	});
});

type World = Awaited<ReturnType<typeof aWorld>>;

/** One member's analysis of a video whose channel belongs to another. */
async function aWorld(database: TestDb) {
	const [starter, author] = await twoMembers(database);
	const channel_id = freshChannelId();
	await makeOwner(database.open(), author, channel_id);
	const { video_id, statements } = await anAnalysisOf(database, starter, {
		metadata: someMetadata({ title: "The harbour", channel_id }),
		statements: [aStatement()],
	});
	const statement_id = statements[0]?.id as StatementId;
	return { starter, author, channel_id, video_id, statement_id };
}

async function twoMembers(database: TestDb): Promise<[MemberId, MemberId]> {
	const db = database.open();
	return [await addMember(db), await addMember(db)];
}

async function respond(
	database: TestDb,
	{ author, channel_id, video_id }: World,
	statement_id: StatementId | null,
): Promise<string> {
	const id = `response-to-${video_id}`;
	const response = await createResponse(database.open(), {
		id,
		video_id,
		statement_id,
		member_id: author,
		channel_id,
		channel_name: "Harbour Talks",
		body: "We disagree.",
		now: instant(20),
		title: "The harbour",
	});
	if (typeof response === "string") throw new Error(response);
	return id;
}

async function addVoters(database: TestDb, statement_id: StatementId) {
	const names = JSON.stringify(
		Array.from({ length: VOTERS }, (_, place) => `voter-${statement_id}-${place}`),
	);
	await database.rows(
		"insert into members (id, email, email_key, full_name, created_at) select value, value, value, 'A Voter', ? from json_each(?)",
		instant(0),
		names,
	);
	await database.rows(
		"insert into votes (user_id, statement_id, vote_type, created_at) select value, ?, 'upvote', ? from json_each(?)",
		statement_id,
		instant(5),
		names,
	);
}

function stateOf(database: TestDb, cause: string) {
	return database.rows(
		"select delivered_at, reached from notification_outbox where run_id = ?",
		cause,
	);
}

async function count(database: TestDb, response_id: string): Promise<number> {
	const [row] = await database.rows(
		"select count(*) as n from notifications where json_extract(data, '$.response_id') = ?",
		response_id,
	);
	return Number(row?.n);
}
