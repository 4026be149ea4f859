import { expect, it } from "vitest";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { storeRequest } from "#features/analysis/request-queries.ts";
import {
	claimAttempt,
	dueWebhooks,
	finishAttempt,
	readSigning,
	resendWebhook,
} from "#features/webhooks/delivery-queries.ts";
import {
	countOpenWebhooks,
	forgetDeliveries,
	listDeliveries,
	readSecretState,
	rotateSecret,
} from "#features/webhooks/queries.ts";
import {
	aCompletedRun,
	freshRunId,
	freshVideoId,
	instant,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
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

const log = async (db: Db, member_id: MemberId) => {
	const page = await listDeliveries(db, member_id, { cursor: null, limit: 9 });
	if (page === "bad_cursor") throw new Error(page);
	return page.deliveries;
};

describeOnBothDatabases("webhooks", (database) => {
	it("are queued once with the publication, only if requested", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		const wanted = await request(db, member_id);
		const unwanted = await request(db, member_id, null);
		expect(await log(db, member_id)).toEqual([]);
		for (const { run_id, video_id } of [wanted, unwanted]) {
			const run = aCompletedRun({ run_id, video_id, ended_at: instant(3) });
			await publish(db, run);
			await publish(db, run);
		}
		expect(await log(db, member_id)).toEqual([
			{
				id: `msg_${wanted.id}`,
				analysis_id: wanted.id,
				video_id: wanted.video_id,
				url: URL,
				event: "analysis.completed",
				status: "pending",
				attempts: 0,
				created_at: instant(3),
				next_attempt_at: instant(3),
				last_attempt_at: null,
				response_status: null,
				error: null,
			},
		]);
	});

	it("are due in turns, so that one member's many do not delay others", async () => {
		const db = database().open();
		const [busy, other] = [await addMember(db), await addMember(db)];
		const members = [busy, busy, busy, other];
		for (const [minute, member_id] of members.entries()) {
			const { run_id, video_id } = await request(db, member_id);
			const ended_at = instant(900 + minute);
			await publish(db, aCompletedRun({ run_id, video_id, ended_at }));
		}
		expect(await countOpenWebhooks(db, busy)).toBe(3);
		await request(db, busy);
		expect(await countOpenWebhooks(db, busy)).toBe(4);
		const all = await dueWebhooks(db, { now: instant(999), limit: 999 });
		const order = all.map(({ member_id }) => member_id).filter((id) => members.includes(id));
		expect(order).toEqual([busy, other, busy, busy]);
	});

	it("are attempted by one sweep at a time, and again after a lost attempt", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		const { id, run_id, video_id } = await request(db, member_id);
		await publish(db, aCompletedRun({ run_id, video_id, ended_at: instant(3) }));
		const due = async (minute: number) => {
			const all = await dueWebhooks(db, { now: instant(minute), limit: 99 });
			return all.find((it) => it.analysis_id === id);
		};
		expect(await due(2)).toBeUndefined();
		const first = await due(3);
		if (!first) throw new Error("It is not due");
		const times = { now: instant(3), lost_at: instant(4) };
		const taken = await Promise.all([1, 2, 3].map(() => claimAttempt(db, first, times)));
		expect(taken.filter(Boolean)).toHaveLength(1);
		expect(await due(3)).toBeUndefined();
		const lost = await due(4);
		if (!lost) throw new Error("It is not due again");
		expect(lost.attempts).toBe(1);
		const again = { now: instant(4), lost_at: instant(5) };
		expect(await claimAttempt(db, lost, again)).toBe(true);
		await finishAttempt(
			db,
			lost,
			{
				status: "delivered",
				next_attempt_at: null,
				response_status: 204,
				error: null,
			},
			instant(4),
		);
		expect(await due(99)).toBeUndefined();
		expect(await log(db, member_id)).toMatchObject([
			{ status: "delivered", attempts: 2, last_attempt_at: instant(4) },
		]);
	});

	it("are all disabled when the receiver is gone, notify the member and restart when resent", async () => {
		const db = database().open();
		const [member_id, other] = [await addMember(db), await addMember(db)];
		const asked = [await request(db, member_id), await request(db, member_id)];
		for (const { run_id, video_id } of asked)
			await publish(db, aCompletedRun({ run_id, video_id }));
		const [webhook] = (await dueWebhooks(db, { now: instant(9), limit: 99 })).filter(
			(it) => it.member_id === member_id,
		);
		if (!webhook) throw new Error("It is not due");
		const gone = {
			status: "disabled" as const,
			next_attempt_at: null,
			response_status: 410,
			error: "Gone.",
		};
		await finishAttempt(db, webhook, gone, instant(5));
		const statuses = async () => (await log(db, member_id)).map(({ status }) => status);
		expect(await statuses()).toEqual(["disabled", "disabled"]);
		const outbox = await database().rows(
			"select kind from notification_outbox where member_id = ?",
			member_id,
		);
		expect(outbox).toEqual([{ kind: "webhook_failed" }]);
		await rotateSecret(db, {
			member_id,
			secret: "whsec_1",
			created_at: instant(1),
			previous_until: instant(2),
		});
		const signing = () => readSigning(db, member_id, { url: URL, now: instant(5) });
		expect(await signing()).toEqual({ secrets: ["whsec_1"], stopped: true });
		expect(await resendWebhook(db, other, webhook.id, instant(6))).toBeNull();
		expect((await signing()).stopped).toBe(true);
		const resent = await resendWebhook(db, member_id, webhook.id, instant(6));
		expect(resent).toMatchObject({ status: "pending", attempts: 0, next_attempt_at: instant(6) });
		expect((await signing()).stopped).toBe(false);
	});

	it("are signed with the current secret and, for a while, the previous one", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		const none = { created_at: null, previous_until: null };
		expect(await readSecretState(db, member_id)).toEqual(none);
		const signing = async (minute: number) =>
			(await readSigning(db, member_id, { url: URL, now: instant(minute) })).secrets;
		expect(await signing(0)).toEqual([]);
		for (const n of [1, 2, 3])
			await rotateSecret(db, {
				member_id,
				secret: `whsec_${n}`,
				created_at: instant(n),
				previous_until: instant(n + 10),
			});
		expect(await signing(12)).toEqual(["whsec_3", "whsec_2"]);
		expect(await signing(13)).toEqual(["whsec_3"]);
		expect(await readSecretState(db, member_id)).toEqual({
			created_at: instant(3),
			previous_until: instant(13),
		});
	});

	it("are deleted by age, and due ones are found through an index", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		const { run_id, video_id } = await request(db, member_id);
		await publish(db, aCompletedRun({ run_id, video_id, ended_at: instant(3) }));
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
