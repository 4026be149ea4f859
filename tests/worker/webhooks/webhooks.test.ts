import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NO_FINDING } from "#contract/finding.ts";
import type { Notifications } from "#contract/notifications.ts";
import type { Problem } from "#contract/problem.ts";
import type { AnalysisResult } from "#contract/public-api.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { aDisputable, aRecheck, disputeIn } from "#tests/support/fixtures/disputes.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { aMember, databaseOf, published, type SignedIn } from "#tests/support/world/signed-in.ts";
import {
	newWebhookSecret,
	startWebhookProduct,
	verified,
} from "#tests/support/world/webhook-product.ts";

let secret: string;
const at = opened(() => startWebhookProduct());
beforeAll(async () => {
	secret = await newWebhookSecret(at.member);
});
beforeEach(() => {
	at.world.received.length = 0;
	at.world.answer({ status: 204 });
});

describe("webhook of an analysis", () => {
	it.each([
		[{}, "analysis.completed", "completed"],
		[{ playability: "private" } as const, "analysis.failed", "failed"],
	])("is sent signed when the analysis ends (%j)", async (scenario, type, status) => {
		const video_id = at.product.newVideo(scenario);
		const url = at.freshUrl();
		const analysis_id = await at.ask(video_id, url);
		await at.world.until(1);
		const [received] = at.world.received;
		if (!received) throw new Error("Nothing was received");
		expect(received.path).toBe(new URL(url).pathname);
		expect(received.headers["content-type"]).toBe("application/json");
		const { body } = await at.member.get<AnalysisResult>(`/api/v1/analyses/${analysis_id}`);
		expect(body.status).toBe(status);
		const { video } = body;
		expect(verified(received, secret)).toEqual({
			type,
			timestamp: expect.any(String),
			data: {
				analysis_id,
				video_id,
				status,
				result: `/api/v1/analyses/${analysis_id}`,
				...(video
					? { basis: video.basis, coverage: video.coverage, finding: video.finding }
					: { basis: null, coverage: null, finding: null }),
			},
		});
		const delivery = await at.settled(analysis_id, "delivered");
		expect(delivery).toMatchObject({
			id: received.headers["webhook-id"],
			url,
			attempts: 1,
			response_status: 204,
			event: type,
			next_attempt_at: null,
			error: null,
		});
		await at.product.server.runScheduled();
		expect(at.world.received).toHaveLength(1);
	});

	it("is followed by one about each dispute of the video that is settled", async () => {
		const db = await databaseOf(at.product);
		const world = await aDisputable({ open: () => db });
		const url = at.freshUrl();
		const analysis_id = await at.ask(world.video_id, url);
		await at.world.until(1);
		const now = new Date().toISOString();
		const dispute = await disputeIn(world, { created_at: now });
		if (typeof dispute === "string") throw new Error(dispute);
		const coverage = { checkable: 2, checked: 1 };
		const recheck = aRecheck(world, {
			basis: "evidence",
			coverage,
			started_at: now,
			ended_at: now,
		});
		await publish(db, recheck);
		await at.product.server.runScheduled();
		await at.world.until(2);
		const received = at.world.received[1];
		if (!received) throw new Error("Nothing was received");
		expect(received.path).toBe(new URL(url).pathname);
		const { type, data } = verified(received, secret);
		expect({ type, data }).toEqual({
			type: "dispute.settled",
			data: {
				analysis_id,
				video_id: world.video_id,
				status: "completed",
				result: `/api/v1/analyses/${analysis_id}`,
				basis: "evidence",
				coverage,
				finding: { ...NO_FINDING, holds: 1, unverified: 1 },
				dispute: {
					id: dispute.id,
					statement_id: recheck.statements[0]?.id,
					outcome: "moved",
					before: { verdict: "refuted", ai_score: 90 },
					after: { verdict: "supported", ai_score: 10 },
				},
			},
		});
		await at.product.server.runScheduled();
		expect(at.world.received).toHaveLength(2);
	});

	it.each([
		["evidence", { checkable: 12, checked: 7 }],
		["memory", { checkable: 12, checked: 1 }],
	] as const)("contains basis and coverage: %s, %j", async (basis, coverage) => {
		const { video_id } = await published(at.product, { basis, coverage });
		await at.ask(video_id, at.freshUrl());
		await at.world.until(1);
		const [received] = at.world.received;
		if (!received) throw new Error("Nothing was received");
		expect(verified(received, secret).data).toMatchObject({ basis, coverage });
	});

	it("is sent immediately and only once if there is a result already", async () => {
		const { video_id } = await published(at.product);
		const url = at.freshUrl();
		const asked = await Promise.all([1, 2, 3].map(() => at.ask(video_id, url)));
		expect(new Set(asked).size).toBe(1);
		await at.world.until(1);
		await at.settled(asked[0] ?? "", "delivered");
		await at.product.server.runScheduled();
		expect(at.world.received).toHaveLength(1);
	});

	it("is also signed with the previous secret for a day after a change", async () => {
		const before = secret;
		secret = await newWebhookSecret(at.member);
		expect(secret).not.toBe(before);
		await at.send(at.freshUrl());
		await at.world.until(1);
		const [received] = at.world.received;
		if (!received) throw new Error("Nothing was received");
		expect(verified(received, secret)).toEqual(verified(received, before));
		await at.run("update webhook_secrets set previous_until = '2026-01-01T00:00:00.000Z'");
		await at.send(at.freshUrl());
		await at.world.until(2);
		const [, later] = at.world.received;
		if (!later) throw new Error("Nothing was received");
		expect(verified(later, secret).type).toBe("analysis.completed");
		expect(() => verified(later, before)).toThrow();
	});
});

describe("webhook receiver", () => {
	it.each([
		[{ status: 500 }, "The receiver answered 500."],
		[{ status: 404 }, "The receiver answered 404."],
		[{ status: 307, headers: { location: "/elsewhere" } }, "The answer is a redirect."],
	])("that answers %j gets another attempt", async (reply, error) => {
		at.world.answer(reply);
		const analysis_id = await at.send(at.freshUrl());
		const failed = await at.settled(analysis_id, "pending");
		expect(failed).toMatchObject({ attempts: 1, error });
		const wait_ms = Date.parse(failed.next_attempt_at ?? "") - Date.now();
		expect(wait_ms).toBeLessThanOrEqual(5_500);
		expect(at.world.received.map(({ path }) => path)).not.toContain("/elsewhere");
		at.world.answer({ status: 200 });
		await at.nextAttempt(failed.id);
		const done = await at.settled(analysis_id, "delivered");
		expect(done).toMatchObject({ attempts: 2, error: null });
		const ids = at.world.received.map(({ headers }) => headers["webhook-id"]);
		expect(new Set(ids)).toEqual(new Set([failed.id]));
	});

	it("gets the next attempt no earlier than its Retry-After", async () => {
		at.world.answer({ status: 503, headers: { "retry-after": "600" } });
		const analysis_id = await at.send(at.freshUrl());
		const { next_attempt_at } = await at.settled(analysis_id, "pending");
		const wait_ms = Date.parse(next_attempt_at ?? "") - Date.now();
		expect(wait_ms).toBeGreaterThan(590_000);
		expect(wait_ms).toBeLessThanOrEqual(600_000);
	});

	it("that answers 410 gets nothing more until the member resends", async () => {
		at.world.answer({ status: 410 });
		const url = at.freshUrl();
		const gone = await at.settled(await at.send(url), "disabled");
		expect(gone.next_attempt_at).toBeNull();
		at.world.answer({ status: 200 });
		const next = await at.send(url);
		expect(await at.settled(next, "disabled")).toMatchObject({
			error: "The receiver said that it is gone.",
		});
		expect(at.world.received).toHaveLength(1);
		const again = await at.member.post(`/api/webhooks/deliveries/${gone.id}/resend`);
		expect(again.status).toBe(202);
		await at.settled(gone.analysis_id, "delivered");
		await at.settled(await at.send(url), "delivered");
	});

	it("that keeps failing gets no more attempts, and the member is notified", async () => {
		at.world.answer({ status: 500 });
		const analysis_id = await at.send(at.freshUrl());
		const { id } = await at.settled(analysis_id, "pending");
		await at.run("update webhook_deliveries set attempts = 9 where id = ?", id);
		await at.nextAttempt(id);
		const failed = await at.settled(analysis_id, "failed");
		expect(failed).toMatchObject({ attempts: 10, next_attempt_at: null });
		await at.product.server.runScheduled();
		const { body } = await at.member.get<Notifications>("/api/notifications");
		const told = body.notifications.filter(({ data }) => data.delivery_id === id);
		expect(told).toHaveLength(1);
		expect(told[0]).toMatchObject({
			type: "webhook_failed",
			title: "Webhook not delivered",
			data: { path: "/account#webhooks" },
		});
	});

	it("whose last attempt had no outcome, as when it ended the process, gets no more", async () => {
		at.world.answer({ status: 500 });
		const analysis_id = await at.send(at.freshUrl());
		const { id } = await at.settled(analysis_id, "pending");
		at.world.received.length = 0;
		await at.run("update webhook_deliveries set attempts = 10, error = null where id = ?", id);
		await at.nextAttempt(id);
		expect(await at.settled(analysis_id, "failed")).toMatchObject({
			attempts: 10,
			next_attempt_at: null,
			error: "The last attempt was interrupted.",
		});
		expect(at.world.received).toEqual([]);
	});

	it("gets one event from several simultaneous sweeps", async () => {
		at.world.answer({ status: 500 });
		const analysis_id = await at.send(at.freshUrl());
		const { id } = await at.settled(analysis_id, "pending");
		at.world.answer({ status: 200 });
		at.world.received.length = 0;
		await at.run("update webhook_deliveries set next_attempt_at = created_at where id = ?", id);
		await Promise.all([1, 2, 3, 4].map(() => at.product.server.runScheduled()));
		await at.settled(analysis_id, "delivered");
		expect(at.world.received).toHaveLength(1);
	});
});

async function ask(by: SignedIn, video_id: string) {
	return by.post<Problem>("/api/v1/analyze", {
		url: watchUrl(video_id),
		options: { webhook_url: at.freshUrl() },
	});
}

describe("webhook limits of a member", () => {
	const member = opened(() => aMember(at.product));
	const other = opened(() => aMember(at.product));
	beforeAll(async () => {
		await newWebhookSecret(member);
		await newWebhookSecret(other);
	});

	it("allow 30 webhooks a minute, without limiting other requests", async () => {
		const { video_id } = await published(at.product);
		const codes: (string | number)[] = [];
		for (let n = 0; n < 31; n += 1) {
			const { status, body, headers } = await ask(member, video_id);
			codes.push(status === 200 ? status : body.code);
			if (status !== 429) continue;
			expect(body.detail).toContain("too fast");
			expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
		}
		expect(codes.slice(0, 30)).toEqual(Array(30).fill(200));
		expect(codes[30]).toBe("too_many_requests");
		expect((await ask(other, video_id)).status).toBe(200);
		const without = await member.post("/api/v1/analyze", { url: watchUrl(video_id) });
		expect(without.status).toBe(200);
	});

	it("allow 100 undelivered events", async () => {
		const { video_id } = await published(at.product);
		const numbers = JSON.stringify(Array.from({ length: 100 }, (_, n) => n));
		await at.run(
			"insert into webhook_deliveries select 'msg_wait' || value, ?, ?, ?, 'https://hooks.example.com/', 'analysis.completed', 'pending', 1, '2026-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z', null, null, null, null from json_each(?)",
			other.id,
			"A".repeat(20),
			video_id,
			numbers,
		);
		const refused = await ask(other, video_id);
		expect(refused.status).toBe(429);
		expect(refused.body.detail).toContain("100 of your webhook events");
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		await at.run(
			"update webhook_deliveries set status = 'delivered', next_attempt_at = null where id = 'msg_wait0'",
		);
		expect((await ask(other, video_id)).status).toBe(200);
		// That delivery may have finished, so another event takes its place.
		await at.run(
			"update webhook_deliveries set status = 'pending', next_attempt_at = '2999-01-01T00:00:00.000Z' where id = 'msg_wait0'",
		);
		expect((await ask(other, video_id)).status).toBe(429);
	});
});
