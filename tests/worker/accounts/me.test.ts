import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Me, NewApiKey } from "#contract/me.ts";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import {
	type Browser,
	type MailProduct,
	PASSWORD,
	startMailProduct,
	tokenIn,
} from "#tests/support/world/mail-product.ts";

const NEXT = "a new and better phrase";

let world: MailProduct;
let host: WebWorld;
beforeAll(async () => {
	host = await startWebWorld();
	world = await startMailProduct({ EVIDENCE_TRUSTED_HOSTS: host.host });
});
afterAll(async () => {
	await world?.stop();
	await host?.close();
});

const patch = (browser: Browser, edit: unknown) => browser.send<Me>("PATCH", "/api/me", edit);
const signIn = async (email: string, password = PASSWORD) => {
	const browser = world.browser();
	const answer = await browser.post("/api/auth/sign-in", { email, password });
	return { status: answer.status, browser };
};

describe("GET /api/me/picture", () => {
	const PNG = Buffer.from("89504e470d0a1a0a0000", "hex");

	/** A member whose picture has that URL, stored as a Google sign-in would store it. */
	async function pictured(url: string): Promise<Browser> {
		const { browser, email } = await world.member();
		const update = "update members set avatar_url = ? where email = ?";
		await world.rows(update, url, email);
		return browser;
	}

	it("proxies the picture, so that pages do not load it from its host", async () => {
		host.serve((_, response) => {
			response.writeHead(200, { "content-type": "image/png" }).end(PNG);
		});
		const browser = await pictured(`${host.origin}/me.png`);
		const { status, headers, body } = await browser.get("/api/me/picture?of=https%3A%2F%2Fa.test");
		expect(status).toBe(200);
		expect(headers.get("content-type")).toBe("image/png");
		expect(headers.get("cache-control")).toBe("no-store");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(String(body)).toContain("PNG");
		const asked = host.asked.find(({ path }) => path === "/me.png");
		expect(asked?.headers.cookie).toBeUndefined();
		expect(asked?.headers.referer).toBeUndefined();
	});

	it.each([
		["a page", "text/html"],
		["a drawing, which can run script", "image/svg+xml"],
	])("returns 404 for %s", async (_, type) => {
		host.serve((_path, response) => {
			response.writeHead(200, { "content-type": type }).end("<svg/>");
		});
		const browser = await pictured(`${host.origin}/other`);
		expect((await browser.get("/api/me/picture")).status).toBe(404);
	});

	it("returns 404 without a picture URL and for internal addresses", async () => {
		const { browser: none } = await world.member();
		expect((await none.get("/api/me/picture")).status).toBe(404);
		for (const url of ["https://127.0.0.1/a.png", "https://localhost/a.png"]) {
			const browser = await pictured(url);
			expect((await browser.get("/api/me/picture")).status).toBe(404);
		}
	});
});

describe("GET and PATCH /api/me", () => {
	it("returns the account without hashes and is not cached", async () => {
		const { browser, email } = await world.member();
		const { body, headers } = await browser.get<Me>("/api/me");
		expect(body).toEqual({
			id: expect.any(String),
			email,
			full_name: "Some One",
			avatar_url: null,
			created_at: expect.any(String),
			email_confirmed: true,
			pending_email: null,
			has_password: true,
			is_admin: false,
			second_factor: null,
			needs_second_factor: false,
			hidden_from_community: false,
			weekly_mail: false,
			channels: [],
		});
		expect(headers.get("cache-control")).toBe("no-store");
	});

	it("changes the given fields and keeps the others", async () => {
		const { browser } = await world.member();
		const { body } = await patch(browser, { full_name: "  Ada  ", hidden_from_community: true });
		expect(body).toMatchObject({ full_name: "Ada", hidden_from_community: true, avatar_url: null });
		const avatar_url = "https://pictures.example.test/ada.png";
		const second = await patch(browser, { avatar_url });
		expect(second.body).toMatchObject({ full_name: "Ada", avatar_url });
		expect((await patch(browser, {})).body).toEqual(second.body);
		expect((await patch(browser, { avatar_url: null })).body.avatar_url).toBe(null);
		expect(await browser.user()).toMatchObject({ full_name: "Ada" });
	});

	it.each([
		["a blank name", { full_name: " " }],
		["a script for a picture", { avatar_url: "javascript:alert(1)" }],
		["a picture without TLS", { avatar_url: "http://example.test/a.png" }],
		["a short password", { password: { current: PASSWORD, next: "12345" } }],
	])("refuses %s", async (_, edit) => {
		const { browser } = await world.member();
		expect((await patch(browser, edit)).status).toBe(400);
	});

	it("cannot change the admin flag, the confirmation or the id", async () => {
		const { browser, email } = await world.member();
		for (const edit of [{ is_admin: true }, { email_confirmed: false }, { id: "other" }])
			expect((await patch(browser, edit)).status).toBe(400);
		expect((await patch(browser, {})).body).toMatchObject({ is_admin: false, email });
	});
});

describe("password change", () => {
	it("requires the current password", async () => {
		const { browser, email } = await world.member();
		for (const current of ["not the password", undefined]) {
			const answer = await browser.send("PATCH", "/api/me", { password: { current, next: NEXT } });
			expect(answer.status).toBe(403);
			expect(answer.body).toMatchObject({
				code: "wrong_password",
				errors: [{ pointer: "/password/current" }],
			});
		}
		expect((await signIn(email, NEXT)).status).toBe(401);
	});

	it("ends all other access, renews this browser's session and notifies the member by mail", async () => {
		const { browser, email } = await world.member();
		const other = (await signIn(email)).browser;
		const earlier = browser.cookies.get("session");
		const key = await browser.post<NewApiKey>("/api/keys", { name: "a" });
		const told = await world.sink.next(email);
		expect(told.mail.subject).toBe("BS Detector: An API key was created");
		await browser.post("/api/webhooks/secret", {});
		await world.browser().post("/api/auth/forgot-password", { email });
		const link = await world.sink.next(email);
		const password = { current: PASSWORD, next: NEXT };
		expect((await patch(browser, { password })).status).toBe(200);

		expect(await other.user()).toBeNull();
		expect(await browser.user()).toMatchObject({ email });
		expect(browser.cookies.get("session")).not.toBe(earlier);
		const copied = world.browser();
		copied.cookies.set("session", earlier ?? "");
		expect(await copied.user()).toBeNull();
		const withKey = await world
			.browser()
			.get("/api/me", { headers: { authorization: `Bearer ${key.body.key}` } });
		expect(withKey.status).toBe(401);
		const secret = await browser.get("/api/webhooks/secret");
		expect(secret.body).toMatchObject({ created_at: null });
		const reset = await world
			.browser()
			.post("/api/auth/reset-password", { token: tokenIn(link), password: `${NEXT} again` });
		expect(reset.status).toBe(400);
		const notice = await world.sink.next(email);
		expect(notice.mail.subject).toBe("BS Detector: Your password was changed");
		expect((await signIn(email)).status).toBe(401);
		expect((await signIn(email, NEXT)).status).toBe(200);
	});

	it("succeeds for exactly one of several simultaneous requests", async () => {
		const { browser, email } = await world.member();
		const nexts = Array.from({ length: 4 }, (_, index) => `${NEXT} ${index}`);
		const answers = await Promise.all(
			nexts.map((next) => patch(browser, { password: { current: PASSWORD, next } })),
		);
		const won = answers.map(({ status }) => status === 200);
		expect(won.filter(Boolean)).toHaveLength(1);
		const next = nexts[won.indexOf(true)];
		expect((await signIn(email, next)).status).toBe(200);
	});

	it.each([
		["a common one", "password123"],
		["one key over and over", "zzzzzzzz"],
		["the address", "$email"],
		["the name in the address", "$local"],
	])("refuses %s", async (_, weak) => {
		const { browser, email } = await world.member();
		const next = weak
			.replace("$email", email.toUpperCase())
			.replace("$local", email.split("@")[0] ?? "");
		const answer = await browser.send("PATCH", "/api/me", {
			password: { current: PASSWORD, next },
		});
		expect(answer.status).toBe(400);
		expect(answer.body).toMatchObject({
			code: "weak_password",
			errors: [{ pointer: "/password" }],
		});
		const signUp = await world.signUp(email, { password: next });
		expect(signUp.status).toBe(400);
	});

	it("does not ask for a current password if the member has none", async () => {
		const { browser, email } = await world.member();
		await world.rows("update members set password_hash = null where email_key = ?", email);
		expect((await signIn(email)).status).toBe(401);
		const { body } = await patch(browser, { password: { next: NEXT } });
		expect(body.has_password).toBe(true);
		expect((await signIn(email, NEXT)).status).toBe(200);
	});
});

describe("security notification mails", () => {
	it("are sent for a sign-in in a new browser, but not in a known one", async () => {
		const { email } = await world.member();
		const first = await signIn(email);
		const second = await signIn(email);
		expect(second.status).toBe(200);
		const notice = await world.sink.next(email);
		expect(notice.mail.subject).toBe("BS Detector: New sign-in to your account");
		await first.browser.post("/api/auth/sign-in", { email, password: PASSWORD });
		// Mails arrive in order, so a notice for the known browser would come before this one.
		await first.browser.post("/api/keys", { name: "My <b>program</b>" });
		const next = await world.sink.next(email);
		expect(next.mail.subject).toBe("BS Detector: An API key was created");
		expect(next.mail.text).toContain('"My <b>program</b>"');
		expect(next.mail.html).not.toContain("<b>");
	});
});

describe("password guesses in an open session", () => {
	it("are limited separately from another client's failed sign-ins", async () => {
		const limited = await startMailProduct({ LIMIT_SIGN_IN: "3" });
		try {
			const { browser, email } = await limited.member();
			for (const status of [401, 401, 401, 429]) {
				const stranger = limited.browser();
				const wrong = { email, password: "not the password" };
				const answer = await stranger.post("/api/auth/sign-in", wrong);
				expect(answer.status).toBe(status);
			}
			const guess = () => browser.send("DELETE", "/api/me", { password: "not the password" });
			for (let tried = 0; tried < 3; tried++) expect((await guess()).status).toBe(403);
			const refused = await guess();
			expect(refused.status).toBe(429);
			expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
			const right = { password: { current: PASSWORD, next: NEXT } };
			expect((await patch(browser, right)).status).toBe(429);
		} finally {
			await limited.stop();
		}
	});
});
