import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { WebhookDeliveries } from "#contract/webhooks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { published } from "#tests/support/world/signed-in.ts";
import {
	newWebhookSecret,
	startWebhookProduct,
	verified,
} from "#tests/support/world/webhook-product.ts";

const at = opened(() => startWebhookProduct());
beforeAll(async () => {
	await newWebhookSecret(at.member);
});
beforeEach(() => {
	at.world.received.length = 0;
	at.world.answer({ status: 204 });
});

describe("GET /api/webhooks/deliveries", () => {
	it("returns the member's own deliveries in pages", async () => {
		const seen: string[] = [];
		let cursor: string | null = null;
		const numbers = JSON.stringify(Array.from({ length: 25 }, (_, n) => n));
		await at.run(
			"insert into webhook_deliveries select 'msg_' || value, ?, ?, 'vid00000001', 'https://hooks.example.com/', 'analysis.completed', 'delivered', 1, '2026-01-01T00:00:00.000Z', null, null, 200, null, null from json_each(?)",
			at.member.id,
			"A".repeat(20),
			numbers,
		);
		do {
			const query: string = cursor ? `?cursor=${cursor}` : "";
			const page = WebhookDeliveries.parse(
				(await at.member.get(`/api/webhooks/deliveries${query}`)).body,
			);
			seen.push(...page.deliveries.map(({ id }) => id));
			cursor = page.next_cursor;
		} while (cursor);
		expect(new Set(seen).size).toBe(seen.length);
		expect(seen.length).toBeGreaterThanOrEqual(25);
		const theirs = await at.other.get<WebhookDeliveries>("/api/webhooks/deliveries");
		expect(theirs.body.deliveries).toEqual([]);
		const stolen = await at.other.post(`/api/webhooks/deliveries/${seen[0]}/resend`);
		expect(stolen.status).toBe(404);
	});
});

describe("webhook secret", () => {
	it("is shown only once and cannot be created with an API key", async () => {
		const state = await at.member.get("/api/webhooks/secret");
		expect(JSON.stringify(state.body)).not.toContain("whsec_");
		const key = (await at.member.post<{ key: string }>("/api/keys", { name: "x" })).body.key;
		const byKey = await at.product
			.visitor()
			.post("/api/webhooks/secret", {}, { authorization: `Bearer ${key}` });
		expect(byKey.status).toBe(403);
	});

	it("is required before a webhook is accepted", async () => {
		const { video_id } = await published(at.product);
		const answer = await at.other.post<Problem>("/api/v1/analyze", {
			url: watchUrl(video_id),
			options: { webhook_url: at.freshUrl() },
		});
		expect(answer).toMatchObject({ status: 422, body: { code: "no_webhook_secret" } });
	});
});

describe("webhook address", () => {
	it.each([
		"http://127.0.0.1:1/",
		"http://hooks.example.com/",
		"https://127.0.0.1/",
		"https://[::1]/",
		"https://localhost/",
		"https://①②⑦.0.0.1/",
		"https://me:secret@hooks.example.com/",
		"https://hooks.example.com:8443/",
		"data:text/plain,x",
		"/relative",
	])("%s is rejected", async (webhook_url) => {
		const { video_id } = await published(at.product);
		const answer = await at.member.post<Problem>("/api/v1/analyze", {
			url: watchUrl(video_id),
			options: { webhook_url },
		});
		expect(answer).toMatchObject({
			status: 400,
			body: { code: "invalid_webhook_url", errors: [{ pointer: "/options/webhook_url" }] },
		});
	});

	it.each([
		["private", { A: ["10.0.0.7"] }, "not public"],
		["metadata", { A: ["169.254.169.254"] }, "not public"],
		["loopback", { A: ["127.0.0.1"], AAAA: ["::1"] }, "not public"],
		["mixed", { A: ["1.1.1.1"], AAAA: ["fd00::1"] }, "not public"],
		["mapped", { AAAA: ["::ffff:127.0.0.1"] }, "not public"],
		["empty", {}, "unknown"],
		["nowhere", null, "unknown"],
	])("that resolves to a %s address receives nothing", async (label, addresses, why) => {
		const hostname = `${label}.example.com`;
		if (addresses) at.world.name(hostname, addresses);
		const analysis_id = await at.send(`https://${hostname}/`);
		const { error, response_status } = await at.settled(analysis_id, "pending");
		expect(error).toContain(why);
		expect(response_status).toBeNull();
		expect(at.world.asked).toContain(`${hostname} AAAA`);
		expect(at.world.received).toEqual([]);
	});

	it("is resolved again before every attempt", async () => {
		const hostname = "moving.example.com";
		at.world.name(hostname, { A: ["192.168.0.1"] });
		const analysis_id = await at.send(`https://${hostname}/`);
		const { id } = await at.settled(analysis_id, "pending");
		const lookups = () => at.world.asked.filter((it) => it === `${hostname} A`).length;
		expect(lookups()).toBe(1);
		at.world.name(hostname, { A: ["127.0.0.1"] });
		await at.nextAttempt(id);
		expect(lookups()).toBe(2);
		expect(await at.deliveryOf(analysis_id)).toMatchObject({ status: "pending", attempts: 2 });
	});
});

describe("stored webhook secret", () => {
	const stored = async () => {
		const d1 = await at.product.server.database();
		const row = await d1
			.prepare("select secret, previous from webhook_secrets where member_id = ?")
			.bind(at.member.id)
			.first<{ secret: string; previous: string | null }>();
		if (!row) throw new Error("There is no secret");
		return row;
	};
	const OTHER_KEY = Buffer.alloc(32, 7).toString("base64");

	it("is encrypted, re-encrypted with a new key and still signs", async () => {
		const [before, secret] = [await newWebhookSecret(at.member), await newWebhookSecret(at.member)];
		const kept = await stored();
		expect(kept.secret).toMatch(/^sealed:/);
		expect(kept.previous).toMatch(/^sealed:/);
		expect(JSON.stringify(kept)).not.toContain(secret.slice(6));
		// As an earlier version stored it.
		await at.run(
			"update webhook_secrets set previous = ? where member_id = ?",
			before,
			at.member.id,
		);
		await at.product.restart({
			WEBHOOK_TRUSTED_HOSTS: at.world.host,
			WEBHOOK_RESOLVER_URL: at.world.resolver_url,
			SECRETS_KEY: OTHER_KEY,
		});
		await at.product.server.runScheduled();
		const resealed = await stored();
		const mark = resealed.secret.slice(0, 16);
		expect(mark).not.toBe(kept.secret.slice(0, 16));
		expect(resealed.previous?.slice(0, 16)).toBe(mark);
		await at.run("delete from webhook_deliveries");
		at.world.received.length = 0;
		await at.send(at.freshUrl());
		await at.world.until(1);
		const [received] = at.world.received;
		if (!received) throw new Error("Nothing was received");
		expect(verified(received, secret)).toEqual(verified(received, before));
	});

	it("delays the delivery if it cannot be decrypted", async () => {
		await newWebhookSecret(at.member);
		await at.run(
			"update webhook_secrets set secret = 'sealed:unknown1:' || substr(secret, 17), previous = null where member_id = ?",
			at.member.id,
		);
		const analysis_id = await at.send(at.freshUrl());
		expect(await at.settled(analysis_id, "pending")).toMatchObject({
			attempts: 1,
			error: "The secret to sign with cannot be read at the moment.",
		});
	});
});
