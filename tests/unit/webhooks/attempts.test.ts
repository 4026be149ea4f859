import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { lostAttemptIn, MAX_ATTEMPTS, nextAttemptIn } from "#features/webhooks/deliver-webhooks.ts";
import { newWebhookSecret, signWebhook } from "#features/webhooks/post-webhook.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe("webhook signature", () => {
	const body = '{"type":"analysis.completed"}';
	const now_s = Math.floor(Date.now() / 1_000);
	const headersOf = (secrets: string[]) => ({
		"webhook-id": "msg_1",
		"webhook-timestamp": String(now_s),
		"webhook-signature": signWebhook(secrets, "msg_1", now_s, body),
	});

	it("is accepted by the reference library of the specification", () => {
		const secret = newWebhookSecret();
		expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		const sent = headersOf([secret]);
		expect(new Webhook(secret).verify(body, sent)).toEqual(JSON.parse(body));
		expect(() => new Webhook(secret).verify(`${body} `, sent)).toThrow();
		expect(() => new Webhook(newWebhookSecret()).verify(body, sent)).toThrow();
	});

	it("verifies with both the old and the new secret while both are valid", () => {
		const [now, before] = [newWebhookSecret(), newWebhookSecret()];
		const sent = headersOf([now, before]);
		for (const secret of [now, before]) expect(new Webhook(secret).verify(body, sent)).toBeTruthy();
		expect(sent["webhook-signature"].split(" ")).toHaveLength(2);
	});

	it("matches the example of the specification", () => {
		const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
		const payload = '{"test": 2432232314}';
		expect(signWebhook([secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, payload)).toBe(
			"v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
		);
	});
});

describe("next webhook attempt", () => {
	it("comes as late after an interrupted attempt, but when that has certainly ended", () => {
		const pauses = Array.from({ length: MAX_ATTEMPTS }, (_, n) => lostAttemptIn(n + 1, 0));
		expect(pauses[0]).toBe(MINUTE_MS);
		for (const [n, pause] of pauses.slice(1, -1).entries())
			expect(pause).toBe(nextAttemptIn(n + 2, 0, null));
		expect(pauses.at(-1)).toBe(MINUTE_MS);
	});

	it("is later each time, with ten attempts in about three days", () => {
		const pauses = Array.from({ length: 9 }, (_, n) => nextAttemptIn(n + 1, 0, null));
		expect(pauses[0]).toBe(5_000);
		expect(pauses[1]).toBe(5 * MINUTE_MS);
		const numbers = pauses.map(Number);
		expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
		const whole = numbers.reduce((sum, each) => sum + each, 0);
		expect(whole).toBeGreaterThan(3 * DAY_MS);
		expect(whole).toBeLessThan(3.5 * DAY_MS);
		expect(MAX_ATTEMPTS).toBe(10);
		expect(nextAttemptIn(MAX_ATTEMPTS, 0, DAY_MS)).toBeNull();
	});

	it("has jitter and respects Retry-After up to a day", () => {
		expect(nextAttemptIn(1, 0.5, null)).toBe(5_250);
		expect(nextAttemptIn(1, 0, 60_000)).toBe(60_000);
		expect(nextAttemptIn(4, 0, 60_000)).toBe(120 * MINUTE_MS);
		expect(nextAttemptIn(1, 0, 400 * DAY_MS)).toBe(DAY_MS);
	});
});
