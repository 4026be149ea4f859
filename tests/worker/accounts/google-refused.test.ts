import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionAnswer } from "#contract/account.ts";
import type { NewApiKey } from "#contract/me.ts";
import {
	type GoogleWorld,
	REDIRECT_URI,
	startGoogleWorld,
	userOf,
} from "#tests/support/fakes/google.ts";
import { type Browser, startMailProduct } from "#tests/support/world/mail-product.ts";

const FAILED = "/?auth_error=google_failed";

let world: GoogleWorld;
beforeAll(async () => {
	world = await startGoogleWorld();
});
afterAll(() => world?.stop());

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
		const away = await startMailProduct({
			...world.settings,
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
			const { body } = await attacker.post<NewApiKey>("/api/keys", {
				name: "in wait",
			});
			const { browser } = await world.signIn(world.newPerson({ email }), plain.browser());
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
