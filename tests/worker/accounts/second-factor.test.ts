import { describe, expect, it } from "vitest";
import type { NewSecondFactor, RecoveryCodes, SecondFactorAnswer } from "#contract/account.ts";
import type { Me } from "#contract/me.ts";
import {
	anAuthenticator,
	type Browser,
	PASSWORD,
	setUpSecondFactor,
	startMailProduct,
} from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";

const ADMIN = "team@example.test";
const world = opened(() => startMailProduct({ ADMIN_EMAILS: ADMIN, LIMIT_SIGN_IN: "5" }));

const PATH = "/api/me/second-factor";
async function aMemberWithFactor() {
	const { browser, email } = await world.member();
	return { browser, email, ...(await setUpSecondFactor(browser)) };
}

async function passPassword(email: string, browser = world.browser()) {
	const answer = await browser.post<SecondFactorAnswer>("/api/auth/sign-in", {
		email,
		password: PASSWORD,
	});
	expect(answer.status).toBe(200);
	expect(answer.body).toEqual({
		second_factor: ["totp"],
		token: expect.stringMatching(/^[\w-]{43}$/),
	});
	return { browser, token: answer.body.token };
}

const finish = (browser: Browser, token: string, code: string) =>
	browser.post("/api/auth/second-factor", { token, code });

const factorOf = async (browser: Browser) => (await browser.get<Me>("/api/me")).body.second_factor;

describe("second factor setup", () => {
	it("requires the password and a first code, and notifies the member by mail", async () => {
		const { browser, email } = await world.member();
		expect(await factorOf(browser)).toBeNull();
		const refused = await browser.post(PATH, { password: "not this one" });
		expect(refused.body.code).toBe("wrong_password");
		const { body } = await browser.post<NewSecondFactor>(PATH, { password: PASSWORD });
		expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
		expect(body.uri).toContain(`secret=${body.secret}`);
		const wrong = await browser.post(`${PATH}/confirm`, { code: "000000" });
		expect(wrong).toMatchObject({ status: 403, body: { code: "wrong_code" } });
		expect(await factorOf(browser)).toBeNull();
		const app = anAuthenticator(body.secret);
		const code = app.next();
		const { recovery_codes } = (await browser.post<RecoveryCodes>(`${PATH}/confirm`, { code }))
			.body;
		expect(new Set(recovery_codes).size).toBe(8);
		for (const one of recovery_codes) expect(one).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
		expect(await factorOf(browser)).toEqual({ since: expect.any(String), recovery_codes_left: 8 });
		const mail = await world.sink.next(email);
		expect(mail.mail.subject).toBe("BS Detector: A second factor was set up");
		expect(mail.raw).not.toContain(body.secret);
		const again = await browser.post(PATH, { password: PASSWORD });
		expect(again.body.code).toBe("second_factor_exists");
	});

	it("stores and exports neither the secret nor the recovery codes in plain text", async () => {
		const { browser, secret, codes } = await aMemberWithFactor();
		const rows = await world.rows("select * from second_factors");
		const hashes = await world.rows("select * from recovery_codes");
		const exported = await browser.get("/api/me/export");
		const kept = JSON.stringify([rows, hashes, exported.body]);
		expect(kept).not.toContain(secret);
		for (const code of codes) {
			expect(kept).not.toContain(code);
			expect(kept).not.toContain(code.replaceAll("-", ""));
		}
		expect(JSON.stringify(exported.body)).not.toContain("sealed:");
		const lines = world.product.lines.join("\n");
		expect(lines).not.toContain(secret);
	});
});

describe("sign-in with a second factor", () => {
	it("sets cookies only after a correct code", async () => {
		const { email, app } = await aMemberWithFactor();
		const { browser, token } = await passPassword(email);
		expect(browser.cookies.size).toBe(0);
		const wrong = await finish(browser, token, "123");
		expect(wrong).toMatchObject({ status: 403, body: { code: "wrong_code" } });
		expect(browser.cookies.size).toBe(0);
		expect((await finish(browser, token, app.next())).status).toBe(200);
		expect((await browser.get<Me>("/api/me")).body.email).toBe(email);
	});

	it("accepts each code once, even from two browsers at once", async () => {
		const { email, app } = await aMemberWithFactor();
		const code = app.next();
		const one = await passPassword(email);
		const other = await passPassword(email);
		const answers = await Promise.all([
			finish(one.browser, one.token, code),
			finish(other.browser, other.token, code),
		]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
	});

	it("rejects a token that is used, expired or of another kind", async () => {
		const { email, app, codes } = await aMemberWithFactor();
		const { browser, token } = await passPassword(email);
		await world.rows(
			"update auth_tokens set expires_at = '2020-01-01T00:00:00.000Z' where purpose = 'second_factor'",
		);
		const late = await finish(browser, token, app.next());
		expect(late).toMatchObject({ status: 401, body: { code: "sign_in_expired" } });
		const again = await passPassword(email);
		const code = codes[0] ?? "";
		expect((await finish(again.browser, again.token, code)).status).toBe(200);
		const used = await finish(again.browser, again.token, codes[1] ?? "");
		expect(used.body.code).toBe("sign_in_expired");
		const reset = await world
			.browser()
			.post("/api/auth/reset-password", { token: again.token, password: "a better phrase" });
		expect(reset.status).toBe(400);
	});

	it("accepts a recovery code once, in any spelling", async () => {
		const { browser: home, email, codes } = await aMemberWithFactor();
		const written = (codes[0] ?? "").toUpperCase().replaceAll("-", " ");
		const first = await passPassword(email);
		expect((await finish(first.browser, first.token, written)).status).toBe(200);
		const second = await passPassword(email);
		const again = await finish(second.browser, second.token, written);
		expect(again.body.code).toBe("wrong_code");
		expect((await factorOf(home))?.recovery_codes_left).toBe(7);
	});

	it("returns 429 after five wrong codes, except in a known browser", async () => {
		const { email, app, codes } = await aMemberWithFactor();
		const known = await passPassword(email);
		await finish(known.browser, known.token, codes[0] ?? "");
		const stranger = await passPassword(email);
		const statuses: number[] = [];
		for (let n = 0; n < 6; n += 1)
			statuses.push((await finish(stranger.browser, stranger.token, "nonsense")).status);
		expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
		const right = await finish(stranger.browser, stranger.token, app.next());
		expect(right.status).toBe(429);
		const back = await passPassword(email, known.browser);
		const code = codes[1] ?? "";
		expect((await finish(back.browser, back.token, code)).status).toBe(200);
	});

	it("counts wrong codes by account, whatever known-browser cookie is sent", async () => {
		const { email } = await aMemberWithFactor();
		const stranger = await passPassword(email);
		const statuses: number[] = [];
		for (let n = 0; n < 6; n += 1) {
			stranger.browser.cookies.set("known-browser", String(n).padEnd(43, "x"));
			const wrong = finish(stranger.browser, stranger.token, "nonsense");
			statuses.push((await wrong).status);
		}
		expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
	});

	it("requires the code after a password reset as well", async () => {
		const { email, codes } = await aMemberWithFactor();
		const browser = world.browser();
		await browser.post("/api/auth/forgot-password", { email });
		const subject = "BS Detector: Choose a new password";
		let { mail } = await world.sink.next(email);
		// The notification of the setup arrives first.
		while (mail.subject !== subject) ({ mail } = await world.sink.next(email));
		const token = /token=([\w-]+)/.exec(mail.text ?? "")?.[1] ?? "";
		const reset = await browser.post<SecondFactorAnswer>("/api/auth/reset-password", {
			token,
			password: "an even better phrase",
		});
		expect(reset.body.second_factor).toEqual(["totp"]);
		expect(browser.cookies.size).toBe(0);
		const code = codes[0] ?? "";
		expect((await finish(browser, reset.body.token, code)).status).toBe(200);
	});

	it("is cancelled when the password changes", async () => {
		const { browser: home, email, codes } = await aMemberWithFactor();
		const { browser, token } = await passPassword(email);
		await home.send("PATCH", "/api/me", {
			password: { current: PASSWORD, next: "a better phrase" },
		});
		const late = await finish(browser, token, codes[0] ?? "");
		expect(late.body.code).toBe("sign_in_expired");
	});
});

describe("second factor", () => {
	it("requires a code to be turned off or to renew recovery codes", async () => {
		const { browser, email, codes } = await aMemberWithFactor();
		for (const refused of [
			await browser.send("DELETE", PATH, { code: "nonsense" }),
			await browser.post(`${PATH}/recovery-codes`, { code: "nonsense" }),
		])
			expect(refused.body.code).toBe("wrong_code");
		const renewed = await browser.post<RecoveryCodes>(`${PATH}/recovery-codes`, { code: codes[0] });
		const [fresh = ""] = renewed.body.recovery_codes;
		const old = await browser.send("DELETE", PATH, { code: codes[1] });
		expect(old.body.code).toBe("wrong_code");
		expect((await browser.send("DELETE", PATH, { code: fresh })).status).toBe(204);
		expect(await factorOf(browser)).toBeNull();
		const signedIn = await world
			.browser()
			.post<{ user: { email: string } }>("/api/auth/sign-in", { email, password: PASSWORD });
		expect(signedIn.body.user.email).toBe(email);
	});

	it("is deleted with the account", async () => {
		const { browser } = await aMemberWithFactor();
		const { id } = (await browser.get<Me>("/api/me")).body;
		const left = async () => [
			...(await world.rows("select 1 from second_factors where member_id = ?", id)),
			...(await world.rows("select 1 from recovery_codes where member_id = ?", id)),
		];
		expect(await left()).toHaveLength(9);
		await browser.send("DELETE", "/api/me", { password: PASSWORD });
		expect(await left()).toEqual([]);
	});

	it("is required for admin endpoints on a site with mail", async () => {
		const { browser } = await world.member(ADMIN);
		const before = await browser.get("/api/admin/claims");
		expect(before).toMatchObject({ status: 403, body: { code: "second_factor_required" } });
		expect((await browser.get<Me>("/api/me")).body).toMatchObject({
			is_admin: true,
			needs_second_factor: true,
		});
		await setUpSecondFactor(browser);
		expect((await browser.get("/api/admin/claims")).status).toBe(200);
		expect((await browser.get<Me>("/api/me")).body).toMatchObject({ needs_second_factor: false });
	});
});
