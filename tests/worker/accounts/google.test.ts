import { afterEach, describe, expect, it } from "vitest";
import type { SessionAnswer } from "#contract/account.ts";
import type { Me, NewApiKey } from "#contract/me.ts";
import { REDIRECT_URI, startGoogleWorld } from "#tests/support/fakes/google.ts";
import {
	type Browser,
	createBrowser,
	PASSWORD,
	startMailProduct,
	tokenIn,
} from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";

const world = opened(() => startGoogleWorld());

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
		const first = await (await world.signIn(person)).browser.user();
		world.issuer.add({ ...person, email: world.newEmail("moved") });
		expect(await (await world.signIn(person)).browser.user()).toEqual(first);
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
		expect(await old.user()).toBeNull();
	});

	it("creates one member from several simultaneous sign-ins", async () => {
		const person = world.newPerson();
		const answers = await Promise.all(Array.from({ length: 6 }, () => world.signIn(person)));
		const ids = await Promise.all(answers.map(async ({ browser }) => (await browser.user())?.id));
		expect(new Set(ids).size).toBe(1);
		expect(ids[0]).toBeTruthy();
	});
});

describe("Google sign-in to an existing account", () => {
	it("uses the existing account if its owner has confirmed the address", async () => {
		const { email, browser: byMail } = await world.member();
		const { browser } = await world.signIn(world.newPerson({ email }));
		expect((await browser.user())?.id).toBe((await byMail.user())?.id);
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
			expect(await browser.user()).toBeNull();
		}
		const rows = await world.rows("select 1 from oauth_identities where email = ?", email);
		expect(rows).toEqual([]);
	});

	it("ends the password and links of an attacker who signed up with the address first", async () => {
		const email = world.newEmail("victim");
		await world.signUp(email, { password: "the attacker's phrase" });
		const link = tokenIn(await world.sink.next(email));
		const { browser } = await world.signIn(world.newPerson({ email, name: "Victor" }));
		expect(await browser.user()).toMatchObject({ email, full_name: "Victor" });
		const theirs = await world
			.browser()
			.post("/api/auth/sign-in", { email, password: "the attacker's phrase" });
		expect(theirs.status).toBe(401);
		const late = await world.browser().post("/api/auth/confirm", { token: link });
		expect(late.status).toBe(400);
	});
});

const FAILED = "/?auth_error=google_failed";

describe("tampered Google sign-in", () => {
	async function expectRefused(browser: Browser, callback: URL) {
		const page = await world.comeBack(browser, callback);
		expect(page.status).toBe(302);
		expect(page.location).toBe(FAILED);
		expect(browser.cookies.has("session")).toBe(false);
	}

	it("fails with a forged or empty state", async () => {
		const browser = world.browser();
		for (const state of ["forged", ""]) {
			const url = await world.begin(browser);
			const back = await world.issuer.signIn(url.href, world.newPerson().sub);
			back.searchParams.set("state", state);
			await expectRefused(browser, back);
		}
	});

	it("cannot be started from another site", async () => {
		for (const site of ["cross-site", "same-site"]) {
			const headers = { "sec-fetch-site": site };
			const path = "/api/auth/google";
			const { location } = await world.browser().get(path, { headers });
			expect(location).toBe(FAILED);
		}
		const headers = { "sec-fetch-site": "same-origin" };
		const own = await world.browser().get("/api/auth/google", { headers });
		expect(own.location).toMatch(world.issuer.issuer);
	});

	it("fails in a browser that did not start it", async () => {
		const url = await world.begin(world.browser());
		const back = await world.issuer.signIn(url.href, world.newPerson().sub);
		await expectRefused(world.browser(), back);
	});

	it("fails with a cookie that the site did not seal", async () => {
		const browser = world.browser();
		const url = await world.begin(browser);
		const back = await world.issuer.signIn(url.href, world.newPerson().sub);
		const sealed = browser.cookies.get("google-sign-in") ?? "";
		browser.cookies.set("google-sign-in", `${sealed.slice(0, -6)}AAAAAA`);
		await expectRefused(browser, back);
	});

	it("fails with an ID token for another nonce", async () => {
		const browser = world.browser();
		const url = await world.begin(browser);
		url.searchParams.set("nonce", "somebody-elses");
		await expectRefused(browser, await world.issuer.signIn(url.href, world.newPerson().sub));
	});

	it("fails with an authorization code from another sign-in", async () => {
		const theirs = await world.begin(world.browser());
		const stolen = await world.issuer.signIn(theirs.href, world.newPerson().sub);
		const browser = world.browser();
		const own = await world.begin(browser);
		stolen.searchParams.set("state", own.searchParams.get("state") ?? "");
		await expectRefused(browser, stolen);
	});

	it("fails when the callback is replayed", async () => {
		const browser = world.browser();
		const url = await world.begin(browser);
		const back = await world.issuer.signIn(url.href, world.newPerson().sub);
		const sealed = browser.cookies.get("google-sign-in") ?? "";
		expect((await world.comeBack(browser, back)).location).toBe("/");
		expect(browser.cookies.has("google-sign-in")).toBe(false);
		const again = world.browser();
		again.cookies.set("google-sign-in", sealed);
		await expectRefused(again, back);
	});

	it("fails when the user cancels or never started it", async () => {
		const browser = world.browser();
		const url = await world.begin(browser);
		const left = await world.issuer.signIn(url.href, "");
		expect(left.searchParams.get("error")).toBe("access_denied");
		await expectRefused(browser, left);
		await expectRefused(browser, new URL(REDIRECT_URI));
		// The redirect looks like that of a success; only the log has the reason.
		const told = world.product.lines.filter((line) => line.includes("Google sign-in failed"));
		expect(told.at(-1)).toContain('"why":"google_failed"');
	});
});

describe("Google sign-in without a provider", () => {
	const UNAVAILABLE = "Google sign-in is not available. Please use email authentication.";

	it("returns 404 and is not offered if none is configured", async () => {
		const plain = await startMailProduct({ SMTP_URL: "" });
		try {
			for (const path of ["", "/callback"]) {
				const page = await plain.browser().get(`/api/auth/google${path}`);
				expect(page.status).toBe(404);
				expect(page.body.detail).toBe(UNAVAILABLE);
			}
			const { body } = await plain.browser().get<SessionAnswer>("/api/auth/session");
			expect(body.providers).toEqual({ google: false });
		} finally {
			await plain.stop();
		}
	});

	it("redirects to the app with an error if the provider is unreachable", async () => {
		const away = await startMailProduct({ ...world.settings, GOOGLE_ISSUER: "http://127.0.0.1:9" });
		try {
			const page = await away.browser().get("/api/auth/google");
			expect(page.location).toBe(FAILED);
		} finally {
			await away.stop();
		}
	});
});

describe("Google sign-in on a site without mail", () => {
	it("ends the sessions and API keys of an attacker who created the account first", async () => {
		const plain = await startMailProduct({ ...world.settings, SMTP_URL: "" });
		try {
			const email = world.newEmail("victim");
			const attacker = plain.browser();
			const made = await attacker.post("/api/auth/sign-up", {
				full_name: "Mallory",
				email,
				password: "the attacker's phrase",
			});
			expect(made.status).toBe(201);
			const { body } = await attacker.post<NewApiKey>("/api/keys", { name: "in wait" });
			const { browser } = await world.signIn(world.newPerson({ email }), plain.browser());
			expect(await browser.user()).toMatchObject({ email });
			expect(await attacker.user()).toBeNull();
			const withKey = await plain
				.browser()
				.get("/api/me", { headers: { authorization: `Bearer ${body.key}` } });
			expect(withKey.status).toBe(401);
		} finally {
			await plain.stop();
		}
	});
});

const DAY_S = 24 * 60 * 60;
const AGAIN = { status: 403, body: { code: "sign_in_again" } };

/** The full sign-in by a person who authenticated at the provider `signed_in_s` seconds ago. */
async function goToGoogle(browser: Browser, sub: string, signed_in_s?: number) {
	const url = await world.begin(browser, "/account");
	const back = await world.issuer.signIn(url.href, sub, signed_in_s);
	return (await world.comeBack(browser, back)).location;
}

function deleteAccount(browser: Browser) {
	return browser.send("DELETE", "/api/me");
}

describe("Google re-authentication for a member without a password", () => {
	afterEach(() => world.issuer.unknown.clear());

	it("requests max_age=0, which a visitor's sign-in does not", async () => {
		const browser = world.browser();
		const first = (await world.begin(browser)).searchParams;
		expect(first.get("max_age")).toBeNull();
		const { sub } = world.newPerson();
		await goToGoogle(browser, sub);
		const again = (await world.begin(browser)).searchParams;
		expect(again.get("max_age")).toBe("0");
		for (const query of [first, again])
			expect(JSON.parse(query.get("claims") ?? "")).toEqual({
				id_token: { auth_time: { essential: true } },
			});
	});

	it("does not accept yesterday's authentication, however new the session is", async () => {
		const browser = world.browser();
		const { sub } = world.newPerson();
		expect(await goToGoogle(browser, sub, DAY_S)).toBe("/account");
		expect(await deleteAccount(browser)).toMatchObject(AGAIN);
		expect(await goToGoogle(browser, sub, DAY_S)).toBe("/account");
		expect((await deleteAccount(browser)).status).toBe(204);
	});

	it("reports a provider that did not re-authenticate and keeps the session", async () => {
		world.issuer.unknown.add("max_age");
		const browser = world.browser();
		const { sub } = world.newPerson();
		await goToGoogle(browser, sub, DAY_S);
		const session = browser.cookies.get("session");
		const why = "/?auth_error=google_not_recent";
		expect(await goToGoogle(browser, sub, DAY_S)).toBe(why);
		expect(browser.cookies.get("session")).toBe(session);
		expect(await browser.user()).not.toBeNull();
		expect(await deleteAccount(browser)).toMatchObject(AGAIN);
	});

	it("asks for the second factor even if the provider did not re-authenticate", async () => {
		world.issuer.unknown.add("max_age");
		const person = world.newPerson();
		const browser = world.browser();
		await goToGoogle(browser, person.sub, DAY_S);
		await world.rows(
			"insert into second_factors select id, 'JBSWY3DPEHPK3PXP', created_at, created_at, 0 from members where email = ?",
			person.email,
		);
		expect(await goToGoogle(browser, person.sub, DAY_S)).toMatch(/^\/account#second_factor=/);
	});

	it("fails if the provider does not report auth_time", async () => {
		for (const name of ["max_age", "claims"]) world.issuer.unknown.add(name);
		const browser = world.browser();
		const { sub } = world.newPerson();
		expect(await goToGoogle(browser, sub)).toBe("/account");
		expect(await deleteAccount(browser)).toMatchObject(AGAIN);
		const why = "/?auth_error=google_not_recent";
		expect(await goToGoogle(browser, sub)).toBe(why);
	});

	it("succeeds without auth_time on a site that cannot send mail", async () => {
		for (const name of ["max_age", "claims"]) world.issuer.unknown.add(name);
		const product = await startProduct(world.settings);
		const browser = createBrowser(product.url);
		expect(await goToGoogle(browser, world.newPerson().sub)).toBe("/account");
		expect((await deleteAccount(browser)).status).toBe(204);
		await product.stop();
	});
});
