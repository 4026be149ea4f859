import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ConfirmAnswer } from "#contract/account.ts";
import type { NewApiKey } from "#contract/me.ts";
import {
	PASSWORD,
	shareMailProduct,
	startMailProduct,
	tokenIn,
} from "#tests/support/world/mail-product.ts";
import { shared } from "#tests/support/world/opened.ts";

const UNPROVEN = { user: null, needs_password: true };

const world = shared(() => shareMailProduct());

const confirm = (token: string, browser = world.browser(), password?: string) =>
	browser.post<ConfirmAnswer>("/api/auth/confirm", {
		token,
		...(password !== undefined && { password }),
	});
const choose = (token: string, password: string, full_name?: string) =>
	world
		.browser()
		.post<ConfirmAnswer>("/api/auth/reset-password", {
			token,
			password,
			...(full_name !== undefined && { full_name }),
		});
const resend = (email: string) => world.browser().post("/api/auth/resend", { email });

describe("sign-up browser cookie", () => {
	it("is HttpOnly, lasts as long as the link, and is stored only as a hash", async () => {
		const browser = world.browser();
		await world.signUp(world.newEmail(), {}, browser);
		const [line = "", ...more] = browser.setCookies();
		expect(more).toEqual([]);
		expect(line).toMatch(/^sign-up=[\w-]{43};/);
		for (const part of ["HttpOnly", "Path=/", "SameSite=Lax", "Max-Age=86400"])
			expect(line.split("; ")).toContain(part);
		const token = browser.cookies.get("sign-up") ?? "";
		const rows = await world.rows("select * from auth_tokens");
		expect(JSON.stringify(rows)).not.toContain(token);
		const hash = createHash("sha256").update(token).digest("base64url");
		expect(rows.map((row) => row.browser_hash)).toContain(hash);
	});

	it("is cleared once the address is confirmed", async () => {
		const { browser } = await world.member();
		expect(browser.cookies.has("sign-up")).toBe(false);
	});

	it("confirms with the name and password of the browser's latest sign-up", async () => {
		const email = world.newEmail();
		const browser = world.browser();
		await world.signUp(email, { password: "a mistyped phrase" }, browser);
		const first = tokenIn(await world.sink.next(email));
		await world.signUp(email, { full_name: "Ada" }, browser);
		const { body } = await confirm(first, browser);
		expect(body.user?.full_name).toBe("Ada");
		expect((await world.signInWith(email)).status).toBe(200);
		expect((await world.signInWith(email, "a mistyped phrase")).status).toBe(401);
	});
});

describe("confirmation link opened in another browser", () => {
	it("confirms nothing without a password and reports needs_password", async () => {
		const email = world.newEmail();
		await world.signUp(email);
		const token = tokenIn(await world.sink.next(email));
		const browser = world.browser();
		for (let time = 0; time < 2; time++) {
			const { status, body } = await confirm(token, browser);
			expect({ status, body }).toEqual({ status: 200, body: UNPROVEN });
		}
		expect(await browser.user()).toBeNull();
		expect((await world.signInWith(email)).status).toBe(403);
	});

	it("signs in with the sign-up password, exactly once", async () => {
		const email = world.newEmail();
		await world.signUp(email);
		const token = tokenIn(await world.sink.next(email));
		const browser = world.browser();
		const wrong = await confirm(token, browser, "not the password");
		expect(wrong.status).toBe(403);
		expect(wrong.body).toMatchObject({
			code: "wrong_password",
			errors: [{ pointer: "/password" }],
		});
		const { body } = await confirm(token, browser, PASSWORD);
		expect(body.user).toMatchObject({ email, full_name: "Some One" });
		expect(await browser.user()).toEqual(body.user);
		expect((await confirm(token, browser, PASSWORD)).status).toBe(400);
		expect((await choose(token, "quite another one")).status).toBe(400);
	});

	it("accepts a new password and name, exactly once", async () => {
		const email = world.newEmail();
		await world.signUp(email);
		const token = tokenIn(await world.sink.next(email));
		const { body } = await choose(token, "quite another one", "Ada");
		expect(body.user).toMatchObject({ email, full_name: "Ada" });
		expect((await world.signInWith(email)).status).toBe(401);
		expect((await world.signInWith(email, "quite another one")).status).toBe(200);
		expect((await choose(token, "yet another one")).status).toBe(400);
		expect((await confirm(token)).status).toBe(400);
	});
});

describe("sign-up with another person's address", () => {
	const THEIRS = "the attacker's phrase";
	const mallory = { password: THEIRS, full_name: "Mallory" };

	it("gives the attacker no access, password or name when the owner opens the link", async () => {
		const email = world.newEmail("victim");
		const attacker = world.browser();
		await world.signUp(email, mallory, attacker);
		const token = tokenIn(await world.sink.next(email));
		expect((await confirm(token)).body).toEqual(UNPROVEN);
		expect((await world.signInWith(email, THEIRS)).status).toBe(403);
		const { body } = await choose(token, PASSWORD);
		expect(body.user).toMatchObject({ email, full_name: "New member" });
		expect((await world.signInWith(email, THEIRS)).status).toBe(401);
		expect((await world.signInWith(email)).status).toBe(200);
		expect((await confirm(token, attacker)).status).toBe(400);
		expect(await attacker.user()).toBeNull();
	});

	it("does not make the attacker an admin", async () => {
		const admin = "chief@example.test";
		const site = await startMailProduct({ ADMIN_EMAILS: admin });
		try {
			await site.signUp(admin, mallory);
			const token = tokenIn(await site.sink.next(admin));
			await site.browser().post("/api/auth/confirm", { token });
			const theirs = await site
				.browser()
				.post("/api/auth/sign-in", { email: admin, password: THEIRS });
			expect(theirs.status).toBe(403);
		} finally {
			await site.stop();
		}
	});

	it.each([
		["own", "before them"],
		["own", "after them"],
		["attacker's", "before them"],
		["attacker's", "after them"],
	])(
		"keeps the owner's password when the owner opens the %s link and signed up %s",
		async (whose, when) => {
			const email = world.newEmail("victim");
			const owner = world.browser();
			const signUps = [
				() => world.signUp(email, { full_name: "Victor" }, owner),
				() => world.signUp(email, mallory),
			];
			const links: string[] = [];
			for (const signUp of when === "before them" ? signUps : signUps.reverse()) {
				await signUp();
				links.push(tokenIn(await world.sink.next(email)));
			}
			const first = (whose === "own") === (when === "before them");
			const { body } = await confirm(links[first ? 0 : 1] ?? "", owner);
			expect(body.user?.full_name).toBe("Victor");
			expect((await world.signInWith(email, THEIRS)).status).toBe(401);
			expect((await world.signInWith(email)).status).toBe(200);
			for (const link of links) expect((await confirm(link)).status).toBe(400);
		},
	);

	it("gives the attacker no access through a resent link, which works in the owner's browser", async () => {
		const email = world.newEmail("victim");
		const owner = world.browser();
		await world.signUp(email, mallory);
		await world.sink.next(email);
		await world.signUp(email, { full_name: "Victor" }, owner);
		await world.sink.next(email);
		await resend(email);
		const token = tokenIn(await world.sink.next(email));
		for (const password of [undefined, THEIRS])
			expect((await confirm(token, world.browser(), password)).body.user).not.toBeTruthy();
		const { body } = await confirm(token, owner);
		expect(body.user?.full_name).toBe("Victor");
		expect((await world.signInWith(email, THEIRS)).status).toBe(401);
		expect((await world.signInWith(email)).status).toBe(200);
	});

	it("gives the attacker no access through a token stored without a browser hash", async () => {
		const email = world.newEmail("victim");
		const attacker = world.browser();
		await world.signUp(email, mallory, attacker);
		await world.rows("update auth_tokens set browser_hash = null");
		const token = tokenIn(await world.sink.next(email));
		for (const browser of [world.browser(), attacker])
			expect((await confirm(token, browser)).body).toEqual(UNPROVEN);
		expect((await choose(token, PASSWORD, "Victor")).status).toBe(200);
		expect((await world.signInWith(email, THEIRS)).status).toBe(401);
	});

	it("leaves no name behind when the owner requests a password reset instead", async () => {
		const email = world.newEmail("victim");
		await world.signUp(email, mallory);
		await world.sink.next(email);
		await world.browser().post("/api/auth/forgot-password", { email });
		const token = tokenIn(await world.sink.next(email));
		const { body } = await choose(token, PASSWORD);
		expect(body.user?.full_name).toBe("New member");
	});
});

describe("unconfirmed account from before the site sent mail", () => {
	/** An account in use: with a session, an API key and a picture. */
	async function used() {
		const { browser, email } = await world.member();
		const { body } = await browser.post<NewApiKey>("/api/keys", { name: "a" });
		// Creating a key sends a mail.
		await world.sink.next(email);
		await browser.send("PATCH", "/api/me", { avatar_url: "https://example.test/a.png" });
		await world.rows("update members set email_confirmed_at = null where email_key = ?", email);
		await resend(email);
		const token = tokenIn(await world.sink.next(email));
		return { browser, email, token, key: body.key };
	}
	const withKey = (key: string) =>
		world.browser().get("/api/me", { headers: { authorization: `Bearer ${key}` } });

	it("is confirmed unchanged in a browser that is signed in to it", async () => {
		const { browser, email, token, key } = await used();
		const { body } = await confirm(token, browser);
		expect(body.user).toMatchObject({
			email,
			full_name: "Some One",
			avatar_url: "https://example.test/a.png",
		});
		expect((await withKey(key)).status).toBe(200);
		expect((await world.signInWith(email)).status).toBe(200);
	});

	it("is confirmed in another browser with its password", async () => {
		const { token, email } = await used();
		expect((await confirm(token)).body).toEqual(UNPROVEN);
		const { body } = await confirm(token, world.browser(), PASSWORD);
		expect(body.user).toMatchObject({ email, full_name: "Some One" });
	});

	it("loses its name, picture, sessions and keys when confirmed with only the link", async () => {
		const { browser, token, key } = await used();
		const { body } = await choose(token, "quite another one");
		expect(body.user).toMatchObject({ full_name: "New member", avatar_url: null });
		expect(await browser.user()).toBeNull();
		expect((await withKey(key)).status).toBe(401);
	});

	it("keeps its name when somebody else signs up with its address", async () => {
		const { browser, email } = await used();
		await world.signUp(email, { full_name: "Mallory" });
		expect((await browser.user())?.full_name).toBe("Some One");
	});
});
