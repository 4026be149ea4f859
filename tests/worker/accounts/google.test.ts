import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionAnswer } from "#contract/account.ts";
import type { Me } from "#contract/me.ts";
import {
	type GoogleWorld,
	REDIRECT_URI,
	startGoogleWorld,
	userOf,
} from "#tests/support/fakes/google.ts";
import { PASSWORD, tokenIn } from "#tests/support/world/mail-product.ts";

let world: GoogleWorld;
beforeAll(async () => {
	world = await startGoogleWorld();
});
afterAll(() => world?.stop());

describe("Google sign-in", () => {
	it("creates a confirmed member with the person's name and picture", async () => {
		const person = world.newPerson();
		const { location, browser } = await world.signIn(person);
		expect(location).toBe("/");
		const { body } = await browser.get<Me>("/api/me");
		expect(body).toMatchObject({
			email: person.email,
			full_name: "Grace Hopper",
			avatar_url: person.picture,
			email_confirmed: true,
			has_password: false,
		});
	});

	it("finds the existing member after the person's address has changed", async () => {
		const person = world.newPerson();
		const first = await userOf((await world.signIn(person)).browser);
		world.issuer.add({ ...person, email: world.newEmail("moved") });
		expect(await userOf((await world.signIn(person)).browser)).toEqual(first);
	});

	it("returns to the page it started from, on this site only", async () => {
		const browser = world.browser();
		const targets: [string, string][] = [
			["/results/abcdefghijk?tab=1#s-1", "/results/abcdefghijk?tab=1#s-1"],
			["https://evil.test/", "/"],
			["//evil.test/", "/"],
			["/\\evil.test/", "/"],
			["/api/auth/google", "/"],
		];
		for (const [return_to, landing] of targets) {
			const url = await world.begin(browser, return_to);
			const back = await world.issuer.signIn(url.href, world.newPerson().sub);
			expect((await world.comeBack(browser, back)).location).toBe(landing);
		}
	});

	it("uses PKCE, state and nonce, and keeps them in a sealed HttpOnly cookie", async () => {
		const browser = world.browser();
		const one = await world.begin(browser);
		const [cookie = ""] = browser.setCookies();
		expect(one.origin).toBe(world.issuer.issuer);
		expect(one.searchParams.get("code_challenge_method")).toBe("S256");
		expect(one.searchParams.get("redirect_uri")).toBe(REDIRECT_URI);
		expect(cookie).toMatch(/; HttpOnly/);
		expect(cookie).toMatch(/; Path=\/api\/auth\/google;/);
		expect(cookie).toMatch(/; SameSite=Lax/);
		expect(cookie).toMatch(/; Max-Age=600;/);
		const other = await world.begin(world.browser());
		for (const name of ["state", "nonce", "code_challenge"]) {
			const value = one.searchParams.get(name) ?? "";
			expect(value).toMatch(/^[\w-]{43}$/);
			expect(cookie).not.toContain(value);
			expect(other.searchParams.get(name)).not.toBe(value);
		}
	});

	it("is offered when configured", async () => {
		const { body } = await world.browser().get<SessionAnswer>("/api/auth/session");
		expect(body).toEqual({ user: null, providers: { google: true } });
	});

	it("replaces the browser's existing session", async () => {
		const person = world.newPerson();
		const { browser } = await world.signIn(person);
		const before = browser.cookies.get("session") ?? "";
		await world.signIn(person, browser);
		expect(browser.cookies.get("session")).not.toBe(before);
		const old = world.browser();
		old.cookies.set("session", before);
		expect(await userOf(old)).toBeNull();
	});

	it("creates one member from several simultaneous sign-ins", async () => {
		const person = world.newPerson();
		const answers = await Promise.all(Array.from({ length: 6 }, () => world.signIn(person)));
		const ids = await Promise.all(answers.map(async ({ browser }) => (await userOf(browser))?.id));
		expect(new Set(ids).size).toBe(1);
		expect(ids[0]).toBeTruthy();
	});
});

describe("Google sign-in to an existing account", () => {
	it("uses the existing account if its owner has confirmed the address", async () => {
		const { email, browser: byMail } = await world.member();
		const { browser } = await world.signIn(world.newPerson({ email }));
		expect((await userOf(browser))?.id).toBe((await userOf(byMail))?.id);
		const again = await world.browser().post("/api/auth/sign-in", { email, password: PASSWORD });
		expect(again.status).toBe(200);
	});

	it("is refused if the provider has not verified the address", async () => {
		const { email } = await world.member();
		for (const email_verified of [false, undefined]) {
			const person = world.newPerson({ email });
			if (email_verified === undefined) delete person.email_verified;
			else person.email_verified = email_verified;
			const { location, browser } = await world.signIn(person);
			expect(location).toBe("/?auth_error=google_unverified");
			expect(await userOf(browser)).toBeNull();
		}
		const rows = await world.rows("select 1 from oauth_identities where email = ?", email);
		expect(rows).toEqual([]);
	});

	it("ends the password and links of an attacker who signed up with the address first", async () => {
		const email = world.newEmail("victim");
		await world.signUp(email, { password: "the attacker's phrase" });
		const link = tokenIn(await world.sink.next(email));
		const { browser } = await world.signIn(world.newPerson({ email, name: "Victor" }));
		expect(await userOf(browser)).toMatchObject({ email, full_name: "Victor" });
		const theirs = await world.browser().post("/api/auth/sign-in", {
			email,
			password: "the attacker's phrase",
		});
		expect(theirs.status).toBe(401);
		const late = await world.browser().post("/api/auth/confirm", { token: link });
		expect(late.status).toBe(400);
	});
});
