import { beforeAll, describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { published } from "#tests/support/world/signed-in.ts";
import {
	newWebhookSecret,
	startWebhookProduct,
	type WebhookProduct,
} from "#tests/support/world/webhook-product.ts";

const at = opened(() => startWebhookProduct());
beforeAll(async () => {
	await newWebhookSecret(at.member);
	await newWebhookSecret(at.other);
});

async function ask(by: WebhookProduct["member"], video_id: string) {
	return by.post<Problem>("/api/v1/analyze", {
		url: watchUrl(video_id),
		options: { webhook_url: at.freshUrl() },
	});
}

describe("webhook limits of a member", () => {
	it("allow 30 webhooks a minute, without limiting other requests", async () => {
		const { video_id } = await published(at.product);
		const codes: (string | number)[] = [];
		for (let n = 0; n < 31; n += 1) {
			const { status, body, headers } = await ask(at.member, video_id);
			codes.push(status === 202 ? status : body.code);
			if (status !== 429) continue;
			expect(body.detail).toContain("too fast");
			expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
		}
		expect(codes.slice(0, 30)).toEqual(Array(30).fill(202));
		expect(codes[30]).toBe("too_many_requests");
		expect((await ask(at.other, video_id)).status).toBe(202);
		const without = await at.member.post("/api/v1/analyze", { url: watchUrl(video_id) });
		expect(without.status).toBe(202);
	});

	it("allow 100 undelivered events", async () => {
		const { video_id } = await published(at.product);
		const numbers = JSON.stringify(Array.from({ length: 100 }, (_, n) => n));
		await at.run(
			"insert into webhook_deliveries select 'msg_wait' || value, ?, ?, ?, 'https://hooks.example.com/', 'analysis.completed', 'pending', 1, '2026-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z', null, null, null from json_each(?)",
			at.other.id,
			"A".repeat(20),
			video_id,
			numbers,
		);
		const refused = await ask(at.other, video_id);
		expect(refused.status).toBe(429);
		expect(refused.body.detail).toContain("100 of your webhook events");
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		await at.run(
			"update webhook_deliveries set status = 'delivered', next_attempt_at = null where id = 'msg_wait0'",
		);
		expect((await ask(at.other, video_id)).status).toBe(202);
		// That delivery may have finished, so another event takes its place.
		await at.run(
			"update webhook_deliveries set status = 'pending', next_attempt_at = '2999-01-01T00:00:00.000Z' where id = 'msg_wait0'",
		);
		expect((await ask(at.other, video_id)).status).toBe(429);
	});
});
