import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionAnswer } from "#contract/account.ts";
import type { Me, NewApiKey } from "#contract/me.ts";
import type { Browser } from "#tests/support/cookie-browser.ts";
import {
	type MailProduct,
	PASSWORD,
	startMailProduct,
} from "#tests/support/mail-product.ts";
import {
	type OidcIssuer,
	type Person,
	startOidcIssuer,
} from "#tests/support/oidc-issuer.ts";
import { tokenIn } from "#tests/support/smtp-sink.ts";

/** As the operator names the site; the tests reach it where it runs. */
const SITE = "http://app.example.test";
const REDIRECT_URI = `${SITE}/api/auth/google/callback`;
const FAILED = "/?auth_error=google_failed";

let issuer: OidcIssuer;
let world: MailProduct;
let people = 0;

const googleEnv = () => ({
	APP_ORIGIN: SITE,
	GOOGLE_CLIENT_ID: issuer.client_id,
	GOOGLE_CLIENT_SECRET: issuer.client_secret,
	GOOGLE_ISSUER: issuer.issuer,
});

beforeAll(async () => {
	issuer = await startOidcIssuer(REDIRECT_URI);
	world = await startMailProduct(googleEnv());
});
afterAll(async () => {
	await world?.stop();
	await issuer?.close();
});

function newPerson(given: Partial<Person> = {}): Person {
	people++;
	const person = {
		sub: `person-${people}`,
		name: "Grace Hopper",
		email: world.newEmail("grace"),
		email_verified: true,
		picture: "https://pictures.example.test/grace.png",
		...given,
	};
	issuer.add(person);
	return person;
}

/** Presses the button; answers where the browser is sent. */
async function begin(browser: Browser, return_to = "/"): Promise<URL> {
	const path = `/api/auth/google?return_to=${encodeURIComponent(return_to)}`;
	const { status, location } = await browser.get(path);
	expect(status).toBe(302);
	return new URL(location ?? "", SITE);
}

async function comeBack(browser: Browser, callback: URL) {
	return browser.get(callback.pathname + callback.search);
}

async function signIn(person: Person, browser = world.browser()) {
	const url = await begin(browser);
	const page = await comeBack(
		browser,
		await issuer.signIn(url.href, person.sub),
	);
	return { page, browser };
}

async function userOf(browser: Browser) {
	const { body } = await browser.get<SessionAnswer>("/api/auth/session");
	return body.user;
}

describe("Sign-in with Google", () => {
	it("makes a confirmed member of somebody new, with their name and picture", async () => {
		const person = newPerson();
		const { page, browser } = await signIn(person);
		expect(page.location).toBe("/");
		const { body } = await browser.get<Me>("/api/me");
		expect(body).toMatchObject({
			email: person.email,
			full_name: "Grace Hopper",
			avatar_url: person.picture,
			email_confirmed: true,
			has_password: false,
		});
	});

	it("finds the member again, whatever address they have by now", async () => {
		const person = newPerson();
		const first = await userOf((await signIn(person)).browser);
		issuer.add({ ...person, email: world.newEmail("moved") });
		expect(await userOf((await signIn(person)).browser)).toEqual(first);
	});

	it("goes on where it began, on this site only", async () => {
		const browser = world.browser();
		const targets: [string, string][] = [
			["/results/abcdefghijk?tab=1#s-1", "/results/abcdefghijk?tab=1#s-1"],
			["https://evil.test/", "/"],
			["//evil.test/", "/"],
			["/\\evil.test/", "/"],
			["/api/auth/google", "/"],
		];
		for (const [return_to, landing] of targets) {
			const url = await begin(browser, return_to);
			const back = await issuer.signIn(url.href, newPerson().sub);
			expect((await comeBack(browser, back)).location).toBe(landing);
		}
	});

	it("asks with PKCE, state and nonce, and keeps them where no script reads them", async () => {
		const browser = world.browser();
		const one = await begin(browser);
		const [cookie = ""] = browser.setCookies();
		expect(one.origin).toBe(issuer.issuer);
		expect(one.searchParams.get("code_challenge_method")).toBe("S256");
		expect(one.searchParams.get("redirect_uri")).toBe(REDIRECT_URI);
		expect(cookie).toMatch(/; HttpOnly/);
		expect(cookie).toMatch(/; Path=\/api\/auth\/google;/);
		expect(cookie).toMatch(/; SameSite=Lax/);
		expect(cookie).toMatch(/; Max-Age=600;/);
		const other = await begin(world.browser());
		for (const name of ["state", "nonce", "code_challenge"]) {
			const value = one.searchParams.get(name) ?? "";
			expect(value).toMatch(/^[\w-]{43}$/);
			expect(cookie).not.toContain(value);
			expect(other.searchParams.get(name)).not.toBe(value);
		}
	});

	it("is offered where it is set up", async () => {
		const { body } = await world
			.browser()
			.get<SessionAnswer>("/api/auth/session");
		expect(body).toEqual({ user: null, providers: { google: true } });
	});

	it("gives a new session in the place of the one that was there", async () => {
		const person = newPerson();
		const { browser } = await signIn(person);
		const before = browser.cookies.get("session") ?? "";
		await signIn(person, browser);
		expect(browser.cookies.get("session")).not.toBe(before);
		const old = world.browser();
		old.cookies.set("session", before);
		expect(await userOf(old)).toBeNull();
	});

	it("makes one member of somebody who comes several times at once", async () => {
		const person = newPerson();
		const answers = await Promise.all(
			Array.from({ length: 6 }, () => signIn(person)),
		);
		const ids = await Promise.all(
			answers.map(async ({ browser }) => (await userOf(browser))?.id),
		);
		expect(new Set(ids).size).toBe(1);
		expect(ids[0]).toBeTruthy();
	});
});

describe("An account that the address has already", () => {
	it("is the same one, if its owner has confirmed the address", async () => {
		const { email, browser: byMail } = await world.member();
		const { browser } = await signIn(newPerson({ email }));
		expect((await userOf(browser))?.id).toBe((await userOf(byMail))?.id);
		const again = await world
			.browser()
			.post("/api/auth/sign-in", { email, password: PASSWORD });
		expect(again.status).toBe(200);
	});

	it("is not given to who says the address is theirs without proof", async () => {
		const { email } = await world.member();
		for (const email_verified of [false, undefined]) {
			const person = newPerson({ email });
			if (email_verified === undefined) delete person.email_verified;
			else person.email_verified = email_verified;
			const { page, browser } = await signIn(person);
			expect(page.location).toBe("/?auth_error=google_unverified");
			expect(await userOf(browser)).toBeNull();
		}
		const rows = await world.rows(
			"select 1 from oauth_identities where email = ?",
			email,
		);
		expect(rows).toEqual([]);
	});

	it("is freed of whoever made it in wait: password and links end with the proof", async () => {
		const email = world.newEmail("victim");
		await world.signUp(email, { password: "the attacker's phrase" });
		const link = tokenIn(await world.sink.next(email));
		const { browser } = await signIn(newPerson({ email, name: "Victor" }));
		expect(await userOf(browser)).toMatchObject({ email, full_name: "Victor" });
		const theirs = await world.browser().post("/api/auth/sign-in", {
			email,
			password: "the attacker's phrase",
		});
		expect(theirs.status).toBe(401);
		const late = await world
			.browser()
			.post("/api/auth/confirm", { token: link });
		expect(late.status).toBe(400);
	});
});

describe("A sign-in that was tampered with", () => {
	async function expectRefused(browser: Browser, callback: URL) {
		const page = await comeBack(browser, callback);
		expect(page.status).toBe(302);
		expect(page.location).toBe(FAILED);
		expect(browser.cookies.has("session")).toBe(false);
	}

	it("fails with another state, and with none", async () => {
		const browser = world.browser();
		for (const state of ["forged", ""]) {
			const url = await begin(browser);
			const back = await issuer.signIn(url.href, newPerson().sub);
			back.searchParams.set("state", state);
			await expectRefused(browser, back);
		}
	});

	it("fails in a browser that did not begin it", async () => {
		const url = await begin(world.browser());
		const back = await issuer.signIn(url.href, newPerson().sub);
		await expectRefused(world.browser(), back);
	});

	it("fails with a cookie that this site did not seal", async () => {
		const browser = world.browser();
		const url = await begin(browser);
		const back = await issuer.signIn(url.href, newPerson().sub);
		const sealed = browser.cookies.get("google-sign-in") ?? "";
		browser.cookies.set("google-sign-in", `${sealed.slice(0, -6)}AAAAAA`);
		await expectRefused(browser, back);
	});

	it("fails with an ID token made for another nonce", async () => {
		const browser = world.browser();
		const url = await begin(browser);
		url.searchParams.set("nonce", "somebody-elses");
		await expectRefused(
			browser,
			await issuer.signIn(url.href, newPerson().sub),
		);
	});

	it("fails with a code that was got for another sign-in", async () => {
		const theirs = await begin(world.browser());
		const stolen = await issuer.signIn(theirs.href, newPerson().sub);
		const browser = world.browser();
		const own = await begin(browser);
		stolen.searchParams.set("state", own.searchParams.get("state") ?? "");
		await expectRefused(browser, stolen);
	});

	it("fails the second time", async () => {
		const browser = world.browser();
		const url = await begin(browser);
		const back = await issuer.signIn(url.href, newPerson().sub);
		const sealed = browser.cookies.get("google-sign-in") ?? "";
		expect((await comeBack(browser, back)).location).toBe("/");
		expect(browser.cookies.has("google-sign-in")).toBe(false);
		const again = world.browser();
		again.cookies.set("google-sign-in", sealed);
		await expectRefused(again, back);
	});

	it("fails when its owner leaves it, and when nothing was begun", async () => {
		const browser = world.browser();
		const url = await begin(browser);
		const left = await issuer.signIn(url.href, "");
		expect(left.searchParams.get("error")).toBe("access_denied");
		await expectRefused(browser, left);
		await expectRefused(browser, new URL(REDIRECT_URI));
	});
});

describe("Without a provider", () => {
	const UNAVAILABLE =
		"Google sign-in is not available. Please use email authentication.";

	it("says so where none is set up, and offers none", async () => {
		const plain = await startMailProduct({ SMTP_URL: "" });
		try {
			for (const path of ["", "/callback"]) {
				const page = await plain.browser().get(`/api/auth/google${path}`);
				expect(page.status).toBe(404);
				expect(page.body.detail).toBe(UNAVAILABLE);
			}
			const { body } = await plain
				.browser()
				.get<SessionAnswer>("/api/auth/session");
			expect(body.providers).toEqual({ google: false });
		} finally {
			await plain.stop();
		}
	});

	it("leads back to the app where it cannot be reached", async () => {
		const away = await startMailProduct({
			...googleEnv(),
			GOOGLE_ISSUER: "http://127.0.0.1:9",
		});
		try {
			const page = await away.browser().get("/api/auth/google");
			expect(page.location).toBe(FAILED);
		} finally {
			await away.stop();
		}
	});
});

describe("Where the site sends no mail", () => {
	it("frees an account of the sessions and API keys of whoever made it in wait", async () => {
		const plain = await startMailProduct({ ...googleEnv(), SMTP_URL: "" });
		try {
			const email = world.newEmail("victim");
			const attacker = plain.browser();
			const made = await attacker.post("/api/auth/sign-up", {
				full_name: "Mallory",
				email,
				password: "the attacker's phrase",
			});
			expect(made.status).toBe(201);
			const { body } = await attacker.post<NewApiKey>("/api/keys", {
				name: "in wait",
			});
			const { browser } = await signIn(newPerson({ email }), plain.browser());
			expect(await userOf(browser)).toMatchObject({ email });
			expect(await userOf(attacker)).toBeNull();
			const withKey = await plain.browser().get("/api/me", {
				headers: { authorization: `Bearer ${body.key}` },
			});
			expect(withKey.status).toBe(401);
		} finally {
			await plain.stop();
		}
	});
});
