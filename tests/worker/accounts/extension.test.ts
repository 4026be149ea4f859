import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { EXTENSION_IDS } from "#contract/extension.ts";
import type { ApiKey, Me, NewApiKey } from "#contract/me.ts";
import { type Browser, shareMailProduct } from "#tests/support/world/mail-product.ts";
import { shared } from "#tests/support/world/opened.ts";

const world = shared(() => shareMailProduct());

const REDIRECT = `https://${EXTENSION_IDS.chrome}.chromiumapp.org/`;
const FIREFOX_REDIRECT = `https://${createHash("sha1").update(EXTENSION_IDS.firefox).digest("hex")}.extensions.allizom.org/`;
const EXTENSION = `chrome-extension://${EXTENSION_IDS.chrome}`;
const VERIFIER = "correct-horse-battery-staple-correct-horse-battery";
const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");
const ASKED = {
	redirect_uri: REDIRECT,
	code_challenge: challengeOf(VERIFIER),
	code_challenge_method: "S256",
	state: "abc_123",
};

type Given = Record<string, unknown>;
const allow = (browser: Browser, over: Given = {}) =>
	browser.post<{ redirect_to: string; code: string }>("/api/extension/codes", {
		...ASKED,
		...over,
	});

async function codeFor(browser: Browser, over: Given = {}): Promise<string> {
	const { status, body } = await allow(browser, over);
	expect(status).toBe(201);
	return new URL(body.redirect_to).searchParams.get("code") ?? "";
}

const exchange = (code: string, over: Given = {}, origin = EXTENSION) =>
	world
		.browser()
		.post<NewApiKey & { code: string }>(
			"/api/extension/token",
			{ code, code_verifier: VERIFIER, redirect_uri: REDIRECT, ...over },
			{ headers: { origin, "sec-fetch-site": "cross-site" } },
		);

const keysOf = async (browser: Browser) =>
	(await browser.get<{ keys: ApiKey[] }>("/api/keys")).body.keys;
const byKey = (key: string, origin = EXTENSION) => ({
	headers: { authorization: `Bearer ${key}`, origin },
});

describe("A browser extension", () => {
	it("gets a key that its member sees and revokes as “Browser extension”", async () => {
		const { browser, email } = await world.member();
		const { body } = await allow(browser);
		const target = new URL(body.redirect_to);
		expect(target.origin + target.pathname).toBe(REDIRECT);
		expect(target.searchParams.get("state")).toBe("abc_123");
		const made = await exchange(target.searchParams.get("code") ?? "");
		expect(made.status).toBe(201);
		const { id, key } = made.body;
		const listed = await keysOf(browser);
		expect(listed).toMatchObject([{ id, name: "Browser extension" }]);
		const me = await world.browser().get<Me>("/api/me", byKey(key));
		expect(me.body.email).toBe(email);
		await browser.send("DELETE", `/api/keys/${id}`);
		expect((await world.browser().get("/api/me", byKey(key))).status).toBe(401);
		const { mail } = await world.sink.next(email);
		expect(mail.text).toContain('named "Browser extension"');
	});

	it("changes something with its key from its own origin, and from no other site", async () => {
		const { browser } = await world.member();
		const { key } = (await exchange(await codeFor(browser))).body;
		const rename = (origin: string) =>
			world.browser().send("PATCH", "/api/me", { full_name: "By Key" }, byKey(key, origin));
		expect((await rename(EXTENSION)).status).toBe(200);
		expect((await rename(`moz-extension://${crypto.randomUUID()}`)).status).toBe(200);
		for (const origin of [
			"https://elsewhere.example",
			"https://www.youtube.com",
			`chrome-extension://${"a".repeat(32)}`,
			`https://${EXTENSION_IDS.chrome}`,
			"null",
		]) {
			const { status, body } = await rename(origin);
			expect([origin, status, body.code]).toEqual([origin, 403, "cross_site"]);
		}
	});

	it("acts with no cookie, and its answers are opened to no other page", async () => {
		const { browser } = await world.member();
		const byCookie = await browser.send(
			"PATCH",
			"/api/me",
			{ full_name: "By Cookie" },
			{ headers: { origin: EXTENSION } },
		);
		expect(byCookie.status).toBe(403);
		expect(byCookie.body.code).toBe("cross_site");
		const { key } = (await exchange(await codeFor(browser))).body;
		const me = await world.browser().get("/api/me", byKey(key));
		expect(me.headers.get("access-control-allow-origin")).toBeNull();
	});

	it("ends its own key when it signs out, and never a session", async () => {
		const { browser } = await world.member();
		const { key } = (await exchange(await codeFor(browser))).body;
		const signOut = () =>
			world.browser().send("DELETE", "/api/extension/key", undefined, byKey(key));
		expect((await signOut()).status).toBe(204);
		expect((await signOut()).status).toBe(401);
		expect(await keysOf(browser)).toEqual([]);
		expect((await browser.send("DELETE", "/api/extension/key")).status).toBe(404);
		expect((await browser.get("/api/me")).status).toBe(200);
	});

	it("of Firefox comes back to Firefox's address", async () => {
		const { browser } = await world.member();
		const code = await codeFor(browser, { redirect_uri: FIREFOX_REDIRECT });
		const made = await exchange(
			code,
			{ redirect_uri: FIREFOX_REDIRECT },
			`moz-extension://${crypto.randomUUID()}`,
		);
		expect(made.status).toBe(201);
	});
});

describe("A code", () => {
	it("serves once, also when it comes many times at once", async () => {
		const { browser } = await world.member();
		const code = await codeFor(browser);
		const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(code)));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
		expect(await keysOf(browser)).toHaveLength(1);
	});

	it.each([
		["another verifier", { code_verifier: "B".repeat(43) }],
		["the challenge as the verifier", { code_verifier: ASKED.code_challenge }],
		["another address", { redirect_uri: FIREFOX_REDIRECT }],
	])("is used up by %s", async (_, over) => {
		const { browser } = await world.member();
		const code = await codeFor(browser);
		for (const given of [over, {}]) {
			const { status, body } = await exchange(code, given);
			expect(status).toBe(400);
			expect(body.code).toBe("extension_code_unusable");
		}
		expect(await keysOf(browser)).toEqual([]);
	});

	it("is stored as a hash, and expires after a minute", async () => {
		const { browser, email } = await world.member();
		const code = await codeFor(browser);
		const mine = "member_id = (select id from members where email = ?)";
		const [row] = await world.rows(`select * from extension_codes where ${mine}`, email);
		expect(JSON.stringify(row)).not.toContain(code);
		const left = Date.parse(String(row?.expires_at)) - Date.now();
		expect(left).toBeLessThanOrEqual(60_000);
		await world.rows(
			`update extension_codes set expires_at = ? where ${mine}`,
			new Date(Date.now() - 1).toISOString(),
			email,
		);
		expect((await exchange(code)).status).toBe(400);
	});

	it("ends with the session in which it was allowed", async () => {
		const { browser } = await world.member();
		const code = await codeFor(browser);
		await browser.post("/api/auth/sign-out", {});
		expect((await exchange(code)).status).toBe(400);
	});

	it("is given to members alone, in their own browser", async () => {
		expect((await allow(world.browser())).status).toBe(401);
		const { browser } = await world.member();
		const { key } = (await exchange(await codeFor(browser))).body;
		const again = await world.browser().post("/api/extension/codes", ASKED, byKey(key));
		expect(again.status).toBe(403);
		for (const origin of ["https://elsewhere.example", EXTENSION]) {
			const { status, body } = await browser.post("/api/extension/codes", ASKED, {
				headers: { origin },
			});
			expect([status, body.code]).toEqual([403, "cross_site"]);
		}
	});

	it.each([
		["no challenge", { code_challenge: undefined }],
		["a challenge in the clear", { code_challenge_method: "plain" }],
		["no method", { code_challenge_method: undefined }],
		["a short challenge", { code_challenge: "abc" }],
		["a foreign address", { redirect_uri: "https://elsewhere.example/" }],
		["another extension's address", { redirect_uri: `https://${"a".repeat(32)}.chromiumapp.org/` }],
		["a path below the address", { redirect_uri: `${REDIRECT}x` }],
		[
			"an address that only begins alike",
			{ redirect_uri: `${REDIRECT.slice(0, -1)}.elsewhere.example/` },
		],
		["an unsafe state", { state: "a b" }],
	])("is not given with %s", async (_, over) => {
		const { browser } = await world.member();
		const { status, body } = await allow(browser, over);
		expect(status).toBe(400);
		expect(["invalid_body", "extension_unknown"]).toContain(body.code);
	});

	it("is exchanged by the extension, and by no other site's page", async () => {
		const { browser } = await world.member();
		const code = await codeFor(browser);
		const foreign = await exchange(code, {}, "https://elsewhere.example");
		expect(foreign.status).toBe(403);
		expect((await exchange(code)).status).toBe(201);
	});
});
