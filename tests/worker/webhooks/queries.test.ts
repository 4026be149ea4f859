import { expect, it } from "vitest";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { storeRequest } from "#features/analysis/request-queries.ts";
import { claimAttempt, dueWebhooks, finishAttempt } from "#features/webhooks/delivery-queries.ts";
import { countOpenWebhooks, forgetDeliveries, listDeliveries } from "#features/webhooks/queries.ts";
import {
	aCompletedRun,
	freshRunId,
	freshVideoId,
	instant,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { pageOf } from "#tests/support/world/pages.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const URL = "https://hooks.example.com/";
let made = 0;

/** A request with a webhook, and the run that it waits for. */
async function request(db: Db, member_id: MemberId, url: string | null = URL) {
	made += 1;
	const id = `webhook${String(made).padStart(13, "0")}`;
	const run = { run_id: freshRunId(), video_id: freshVideoId() };
	const options = { models: null, include_sources: true, webhook_url: url };
	await storeRequest(db, {
		id,
		member_id,
		...run,
		...options,
		status: "analyzing",
		error: null,
		created_at: instant(0),
		settled_at: null,
	});
	return { id, ...run };
}

const log = async (db: Db, member_id: MemberId) =>
	(await pageOf(listDeliveries(db, member_id, { cursor: null, limit: 9 }))).deliveries;

describeOnBothDatabases("webhooks", (database) => {
	/** A member's webhook that is queued at this minute. */
	async function queued(member_id: MemberId, minute: number) {
		const db = database().open();
		const { id, run_id, video_id } = await request(db, member_id);
		await publish(db, aCompletedRun({ run_id, video_id, ended_at: instant(minute) }));
		return id;
	}

	const due = (minute: number) =>
		dueWebhooks(database().open(), { now: instant(minute), limit: 999 });

	it("are queued with the publication only if requested", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		const { run_id, video_id } = await request(db, member_id, null);
		await publish(db, aCompletedRun({ run_id, video_id }));
		expect(await log(db, member_id)).toEqual([]);
	});

	it("are due in turns, so that one member's many do not delay others", async () => {
		const db = database().open();
		const [busy, other] = [await addMember(db), await addMember(db)];
		const members = [busy, busy, busy, other];
		for (const [minute, member_id] of members.entries()) await queued(member_id, 900 + minute);
		expect(await countOpenWebhooks(db, busy)).toBe(3);
		await request(db, busy);
		expect(await countOpenWebhooks(db, busy)).toBe(4);
		const order = (await due(999)).map(({ member_id }) => member_id);
		expect(order.filter((id) => members.includes(id))).toEqual([busy, other, busy, busy]);
	});

	it("are attempted by one sweep at a time, and again after a lost attempt", async () => {
		const db = database().open();
		const id = await queued(await addMember(db), 3);
		const find = async (minute: number) => (await due(minute)).find((it) => it.analysis_id === id);
		expect(await find(2)).toBeUndefined();
		const first = await find(3);
		if (!first) throw new Error("It is not due");
		const times = { now: instant(3), lost_at: instant(4) };
		const taken = await Promise.all([1, 2, 3].map(() => claimAttempt(db, first, times)));
		expect(taken.filter(Boolean)).toHaveLength(1);
		expect(await find(3)).toBeUndefined();
		const lost = await find(4);
		expect(lost?.attempts).toBe(1);
		if (!lost) throw new Error("It is not due again");
		const again = { now: instant(4), lost_at: instant(5) };
		expect(await claimAttempt(db, lost, again)).toBe(true);
	});

	it("are all disabled when the receiver is gone, which the member is told", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		for (const minute of [1, 2]) await queued(member_id, minute);
		const webhook = (await due(9)).find((it) => it.member_id === member_id);
		if (!webhook) throw new Error("It is not due");
		const gone = { status: "disabled" as const, next_attempt_at: null };
		await finishAttempt(db, webhook, { ...gone, response_status: 410, error: "Gone." }, instant(5));
		const statuses = (await log(db, member_id)).map(({ status }) => status);
		expect(statuses).toEqual(["disabled", "disabled"]);
		const query = "select kind from notification_outbox where member_id = ?";
		expect(await database().rows(query, member_id)).toEqual([{ kind: "webhook_failed" }]);
	});

	it("are deleted by age, and due ones are found through an index", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		await queued(member_id, 3);
		await forgetDeliveries(db, instant(3));
		expect(await log(db, member_id)).toHaveLength(1);
		await forgetDeliveries(db, instant(4));
		expect(await log(db, member_id)).toEqual([]);
		const plan = await database().rows(
			"explain query plan select id from webhook_deliveries where status = 'pending' and next_attempt_at <= ? order by next_attempt_at limit 50",
			instant(4),
		);
		expect(plan.map(({ detail }) => detail)).toEqual([
			expect.stringContaining("webhook_deliveries_due"),
		]);
	});
});
