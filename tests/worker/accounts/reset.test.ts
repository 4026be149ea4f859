import { describe, expect, it } from "vitest";
import type { NewApiKey } from "#contract/me.ts";
import { untilAnswered } from "#tests/support/world/client.ts";
import {
	linkIn,
	PASSWORD,
	shareMailProduct,
	startMailProduct,
	tokenIn,
} from "#tests/support/world/mail-product.ts";
import { opened, shared } from "#tests/support/world/opened.ts";

const NEXT = "a new and better phrase";
const world = shared(() => shareMailProduct());

const forgot = (email: string) => world.browser().post("/api/auth/forgot-password", { email });
const reset = (token: string, password = NEXT, browser = world.browser()) =>
	browser.post("/api/auth/reset-password", { token, password });

async function resetLink(email: string): Promise<string> {
	await forgot(email);
	return tokenIn(await world.sink.next(email));
}

describe("password reset", () => {
	it("answers every address alike and sends mail only to members", async () => {
		const { email } = await world.member();
		const unknown = world.newEmail();
		const known = await forgot(email);
		const answer = await forgot(unknown);
		expect(known.status).toBe(202);
		expect({ ...answer.body, status: answer.status, delivery_id: "" }).toEqual({
			...known.body,
			status: known.status,
			delivery_id: "",
		});
		const received = await world.sink.next(email);
		expect(linkIn(received).pathname).toBe("/reset-password");
		expect(world.sink.waiting(unknown)).toEqual([]);
	});

	it("sets the password through the link and signs in", async () => {
		const { email } = await world.member();
		const browser = world.browser();
		expect((await reset(await resetLink(email), NEXT, browser)).status).toBe(200);
		expect(await browser.user()).toMatchObject({ email });
		expect((await world.signInWith(email)).status).toBe(401);
		expect((await world.signInWith(email, NEXT)).status).toBe(200);
	});

	it("ends all sessions, API keys and the webhook secret and notifies the member", async () => {
		const { email, browser } = await world.member();
		const { body } = await browser.post<NewApiKey>("/api/keys", { name: "a" });
		await world.sink.next(email);
		const withKey = () =>
			world.browser().get("/api/me", { headers: { authorization: `Bearer ${body.key}` } });
		expect((await withKey()).status).toBe(200);
		await browser.post("/api/webhooks/secret", {});
		const fresh = world.browser();
		await reset(await resetLink(email), NEXT, fresh);
		expect(await browser.user()).toBeNull();
		expect((await withKey()).status).toBe(401);
		const secret = await fresh.get("/api/webhooks/secret");
		expect(secret.body).toMatchObject({ created_at: null });
		const notice = await world.sink.next(email);
		expect(notice.mail.subject).toBe("BS Detector: Your password was changed");
	});

	it("succeeds for exactly one of ten simultaneous requests with one link", async () => {
		const { email } = await world.member();
		const token = await resetLink(email);
		const answers = await Promise.all(
			Array.from({ length: 10 }, (_, index) =>
				untilAnswered(() => reset(token, `${NEXT} ${index}`)),
			),
		);
		const winners = answers.filter(({ status }) => status === 200);
		expect(winners).toHaveLength(1);
		const place = answers.findIndex(({ status }) => status === 200);
		expect((await world.signInWith(email, `${NEXT} ${place}`)).status).toBe(200);
		expect((await reset(token)).body).toMatchObject({ code: "link_unusable" });
	});

	it("invalidates the member's other reset links", async () => {
		const { email } = await world.member();
		const first = await resetLink(email);
		const second = await resetLink(email);
		expect((await reset(second)).status).toBe(200);
		expect((await reset(first, "yet another phrase")).status).toBe(400);
	});

	it("stores the link as a hash and lets it expire after 30 minutes", async () => {
		const { email } = await world.member();
		const token = await resetLink(email);
		const [row] = await world.rows(
			"select * from auth_tokens where purpose = 'reset' and member_id = (select id from members where email_key = ?)",
			email,
		);
		expect(JSON.stringify(row)).not.toContain(token);
		const life_ms = Date.parse(String(row?.expires_at)) - Date.parse(String(row?.created_at));
		expect(life_ms).toBe(30 * 60 * 1_000);
		await world.rows(
			"update auth_tokens set expires_at = ? where hash = ?",
			new Date(Date.now() - 1_000).toISOString(),
			String(row?.hash),
		);
		expect((await reset(token)).status).toBe(400);
		expect((await world.signInWith(email)).status).toBe(200);
	});

	it("also confirms the address", async () => {
		const email = world.newEmail();
		await world.signUp(email);
		const earlier = tokenIn(await world.sink.next(email));
		await reset(await resetLink(email));
		expect((await world.signInWith(email, NEXT)).status).toBe(200);
		const late = await world.browser().post("/api/auth/confirm", { token: earlier });
		expect(late.status).toBe(400);
	});

	it("refuses a weak password and leaves the link usable", async () => {
		const { email } = await world.member();
		const token = await resetLink(email);
		for (const weak of ["iloveyou", "Password1", email, email.split("@")[0]]) {
			const answer = await reset(token, weak);
			expect(answer.status).toBe(400);
			expect(answer.body).toMatchObject({
				code: "weak_password",
				errors: [{ pointer: "/password" }],
			});
		}
		expect((await reset(token)).status).toBe(200);
	});
});

describe("LIMIT_SIGN_IN for requested mails", () => {
	const LIMIT = 3;
	/** Across all networks. */
	const CEILING = 4 * LIMIT;
	const limited = opened(() => startMailProduct({ LIMIT_SIGN_IN: String(LIMIT) }));

	let addresses = 0;
	const fromElsewhere = () => ({ headers: { "cf-connecting-ip": `2001:db8:${++addresses}::1` } });

	it.each(["forgot-password", "resend"])(
		"limits the mails to one address, known or not (%s)",
		async (path) => {
			const ask = (email: string, from = fromElsewhere()) =>
				limited.browser().post(`/api/auth/${path}`, { email }, from);
			const email = limited.newEmail();
			const from = fromElsewhere();
			for (let sent = 0; sent < LIMIT; sent++) expect((await ask(email, from)).status).toBe(202);
			const refused = await ask(email, from);
			expect(refused.status).toBe(429);
			const wait_s = Number(refused.headers.get("retry-after"));
			expect(wait_s).toBeGreaterThan(0);
			expect(wait_s).toBeLessThanOrEqual(15 * 60);
			expect((await ask(limited.newEmail(), from)).status).toBe(202);
			for (let sent = LIMIT; sent < CEILING; sent++) expect((await ask(email)).status).toBe(202);
			expect((await ask(email)).status).toBe(429);
		},
	);

	it("limits the mails that sign-ups send to one address", async () => {
		const email = limited.newEmail();
		const ask = () =>
			limited
				.browser()
				.post(
					"/api/auth/sign-up",
					{ full_name: "Some One", email, password: PASSWORD },
					fromElsewhere(),
				);
		for (let sent = 0; sent < CEILING; sent++) expect((await ask()).status).toBe(202);
		expect((await ask()).status).toBe(429);
		// A stranger's sign-ups do not keep the owner from getting a working link.
		const reset = await limited
			.browser()
			.post("/api/auth/forgot-password", { email }, fromElsewhere());
		expect(reset.status).toBe(202);
	});

	it("limits the requests from one network address across all recipients", async () => {
		const from = fromElsewhere();
		const ask = () =>
			limited.browser().post("/api/auth/resend", { email: limited.newEmail() }, from);
		for (let sent = 0; sent < 4 * LIMIT; sent++) expect((await ask()).status).toBe(202);
		expect((await ask()).status).toBe(429);
	});
});

it("Endpoints that send or use mailed links reject requests from other sites", async () => {
	for (const path of ["forgot-password", "resend", "confirm", "reset-password"]) {
		const foreign = await world
			.browser()
			.post(
				`/api/auth/${path}`,
				{ email: world.newEmail() },
				{ headers: { origin: "https://evil.test" } },
			);
		expect(foreign.status).toBe(403);
		const form = await fetch(`${world.product.url}/api/auth/${path}`, {
			method: "POST",
			headers: { "content-type": "text/plain" },
			body: JSON.stringify({ email: world.newEmail() }),
		});
		expect(form.status).toBe(415);
	}
});
