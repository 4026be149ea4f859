import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { NewSecondFactor, RecoveryCodes, SecondFactorAnswer } from "#contract/account.ts";
import { EXTENSION_IDS } from "#contract/extension.ts";
import { codeOf, fromBase32 } from "#features/accounts/second-factor/totp.ts";
import { rawRequest, untilAnswered } from "#tests/support/world/client.ts";
import { type Browser, PASSWORD, startMailProduct } from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";
import { addMember, databaseOf } from "#tests/support/world/signed-in.ts";

const FAILURES = 5;
const SIGN_UPS = 4;

const world = opened(() =>
	startMailProduct({ LIMIT_SIGN_IN: String(FAILURES), LIMIT_SIGN_UP: String(SIGN_UPS) }),
);

function times(count: number): number[] {
	return Array.from({ length: count }, (_, index) => index);
}

/** Sends `count` requests, `at_once` at a time, and counts the answers by status. */
async function flood(
	count: number,
	send: (n: number) => Promise<{ status: number }>,
	at_once = 25,
): Promise<Record<number, number>> {
	const statuses: Record<number, number> = {};
	let next = 0;
	const sendNext = async () => {
		while (next < count) {
			const n = next++;
			const { status } = await untilAnswered(() => send(n));
			statuses[status] = (statuses[status] ?? 0) + 1;
		}
	};
	await Promise.all(times(at_once).map(sendNext));
	return statuses;
}

function post(path: string, body: unknown, address: string) {
	return rawRequest(`${world.product.url}/api/auth/${path}`, {
		method: "POST",
		headers: { "content-type": "application/json", "cf-connecting-ip": address },
		body: JSON.stringify(body),
	});
}

function signIn(email: string, password: string, address: string) {
	return post("sign-in", { email, password }, address);
}

function signUp(address: string) {
	const email = world.newEmail("many");
	const account = { full_name: "One of Many", email, password: PASSWORD };
	return post("sign-up", account, address);
}

/** A member with a password that is cheap to verify. */
async function newAccount(): Promise<string> {
	const email = world.newEmail("target");
	const email_confirmed_at = new Date().toISOString();
	const db = await databaseOf(world.product);
	await addMember(db, { email, email_confirmed_at });
	return email;
}

const hex = (n: number) => n.toString(16);
/** An address of the n-th /64 of a /48, each in a /56 of its own. */
const inSite = (site: string, n: number) => `2001:db8:${site}:${hex(n)}00::1`;
/** An address of the n-th /64 of one /56. */
const inCustomer = (site: string, n: number) => `2001:db8:${site}:7${hex(n).padStart(2, "0")}::1`;

describe("One IPv6 /48", () => {
	it("guesses at one account four times as often as a /64, from all of its networks together", async () => {
		const email = await newAccount();
		const guesses = await flood(250, (n) => signIn(email, "a guess", inSite("a1", n)));
		expect(guesses).toEqual({ 401: 4 * FAILURES, 429: 250 - 4 * FAILURES });
		const next = await signIn(email, PASSWORD, "2001:db8:a1:ffff::1");
		expect(next.status).toBe(429);
		expect(Number(next.headers.get("retry-after"))).toBeGreaterThan(0);
		// A neighbouring /48 is not affected.
		const other = await signIn(email, PASSWORD, "2001:db8:a2::1");
		expect(other.status).toBe(200);
	});

	it("guesses twice as often as a /64 from the networks of one /56", async () => {
		const email = await newAccount();
		const guesses = await flood(60, (n) => signIn(email, "a guess", inCustomer("a3", n)));
		expect(guesses).toEqual({ 401: 2 * FAILURES, 429: 60 - 2 * FAILURES });
		const other = await signIn(email, PASSWORD, "2001:db8:a3:800::1");
		expect(other.status).toBe(200);
	});

	it("guesses at all accounts together four times as often as a /64", async () => {
		const emails = await Promise.all(times(20).map(newAccount));
		const guesses = await flood(200, (n) =>
			signIn(emails[n % 20] ?? "", "a guess", inSite("a4", n)),
		);
		expect(guesses[401]).toBe(4 * 4 * FAILURES);
	});

	it("signs up four times as many accounts as a /64", async () => {
		const signUps = await flood(60, (n) => signUp(inSite("b1", n)));
		expect(signUps).toEqual({ 202: 4 * SIGN_UPS, 429: 60 - 4 * SIGN_UPS });
		expect((await signUp("2001:db8:b2::1")).status).toBe(202);
	});

	it("has a household's /64 counted as before", async () => {
		const household = await flood(SIGN_UPS + 3, (n) => signUp(`2001:db8:b3:7::${hex(n + 1)}`));
		expect(household).toEqual({ 202: SIGN_UPS, 429: 3 });
		expect((await signUp("2001:db8:b3:8::1")).status).toBe(202);
		const email = await newAccount();
		const address = "2001:db8:b4:7::1";
		// A successful sign-in forgets the failures before it, in the wider networks too.
		for (const _ of times(4)) {
			for (const __ of times(FAILURES - 1))
				expect((await signIn(email, "mistyped", address)).status).toBe(401);
			expect((await signIn(email, PASSWORD, address)).status).toBe(200);
		}
	});

	it("gains nothing from a 6to4 or Teredo tunnel of its IPv4 address", async () => {
		const email = await newAccount();
		const own = "198.51.100.7";
		for (const _ of times(FAILURES)) expect((await signIn(email, "a guess", own)).status).toBe(401);
		for (const tunnel of ["2002:c633:6407:1::1", "2001:0:1234::39cc:9bf8"])
			expect((await signIn(email, "a guess", tunnel)).status).toBe(429);
	});
});

describe("A flood of requests for mails from one address", () => {
	it("does not refuse the account's owner elsewhere", async () => {
		const email = world.newEmail("owner");
		const address = "203.0.113.5";
		let owner_is_done = false;
		const statuses = new Set<number>();
		const flood = async () => {
			while (!owner_is_done) {
				const ask = () => post("forgot-password", { email }, address);
				statuses.add((await untilAnswered(ask)).status);
			}
		};
		const askAsOwner = async () => {
			const answers: number[] = [];
			for (const n of times(12)) {
				const from = `198.51.100.${n + 50}`;
				const ask = () => post("forgot-password", { email }, from);
				answers.push((await untilAnswered(ask)).status);
			}
			return answers;
		};
		const [answers] = await Promise.all([
			askAsOwner().finally(() => {
				owner_is_done = true;
			}),
			...times(60).map(flood),
		]);
		expect(statuses).toEqual(new Set([202, 429]));
		expect(answers).toEqual(times(12).map(() => 202));
	});
});

describe("Mails to a stranger's address from many addresses", () => {
	it.each([
		["sign-up", { full_name: "Some One", password: PASSWORD }],
		["resend", {}],
	])("by %s are limited for a day", async (path, fields) => {
		const body = { ...fields, email: world.newEmail("stranger") };
		const most = 4 * FAILURES;
		for (const n of times(most)) {
			const answer = await post(path, body, `192.0.2.${n + 1}`);
			expect(answer.status).toBe(202);
		}
		const refused = await post(path, body, "192.0.2.99");
		expect(refused.status).toBe(429);
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_600);
	});
});

const REDIRECT = `https://${EXTENSION_IDS.chrome}.chromiumapp.org/`;
const VERIFIER = "correct-horse-battery-staple-correct-horse-battery";
const CHALLENGE = {
	redirect_uri: REDIRECT,
	code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
	code_challenge_method: "S256",
};

async function rowsOf(table: string, email: string): Promise<number> {
	const rows = await world.rows(
		`select 1 from ${table} where member_id = (select id from members where email = ?)`,
		email,
	);
	return rows.length;
}

describe("A member's requests", () => {
	it("for extension codes are limited, and leave few codes", async () => {
		const { browser, email } = await world.member();
		const codes = await flood(3_000, () => browser.post("/api/extension/codes", CHALLENGE));
		expect(codes).toEqual({ 201: 20, 429: 2_980 });
		expect(await rowsOf("extension_codes", email)).toBe(3);
		const other = (await world.member()).browser;
		const answer = await other.post("/api/extension/codes", CHALLENGE);
		expect(answer.status).toBe(201);
	});

	it("for API keys are limited with their mails, even if each key is deleted", async () => {
		const { browser, email } = await world.member();
		const makeAndDelete = async () => {
			const key = await browser.post<{ id: string }>("/api/keys", { name: "one of many" });
			if (key.status === 201) await browser.send("DELETE", `/api/keys/${key.body.id}`);
			return key;
		};
		const made = await flood(300, makeAndDelete, 5);
		expect(made).toEqual({ 201: 30, 429: 270 });
		for (const _ of times(30)) await world.sink.next(email);
		const refused = await browser.post("/api/keys", { name: "one more" });
		expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_600);
		expect(world.sink.waiting(email)).toEqual([]);
	});

	it("for password changes are limited with their mails", async () => {
		const { browser } = await world.member();
		let current = PASSWORD;
		const statuses: number[] = [];
		for (const n of times(13)) {
			const next = `quite a new phrase ${n}`;
			const { status } = await browser.send("PATCH", "/api/me", { password: { current, next } });
			statuses.push(status);
			if (status === 200) current = next;
		}
		expect(statuses).toEqual([...times(10).map(() => 200), 429, 429, 429]);
	});

	it("for a second factor are limited with their mails", async () => {
		const { browser } = await world.member();
		const statuses: number[] = [];
		for (const _ of times(13)) {
			const { status } = await browser.post("/api/me/second-factor", { password: PASSWORD });
			statuses.push(status);
		}
		expect(statuses).toEqual([...times(10).map(() => 201), 429, 429, 429]);
	});
});

describe("Right passwords", () => {
	it("are limited per account and network, except in a known browser", async () => {
		const email = await newAccount();
		const address = "203.0.113.77";
		const answers = await flood(100, () => signIn(email, PASSWORD, address), 1);
		expect(answers).toEqual({ 200: 8 * FAILURES, 429: 100 - 8 * FAILURES });
		const refused = await signIn(email, PASSWORD, address);
		expect(refused.body.detail).toMatch(
			/^You have entered passwords or codes many times within an hour\. Please try again in \d+ minutes\.$/,
		);
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(900);
		expect((await signIn(email, PASSWORD, "203.0.113.78")).status).toBe(200);
	});

	it("do not lock out a member's known browser", async () => {
		const { browser, email } = await memberWithBrowser();
		const headers = { "cf-connecting-ip": "203.0.113.79" };
		await flood(60, () => signIn(email, PASSWORD, headers["cf-connecting-ip"]));
		const again = await browser.post(
			"/api/auth/sign-in",
			{ email, password: PASSWORD },
			{ headers },
		);
		expect(again.status).toBe(200);
	});

	it("are limited in a known browser too", async () => {
		const { browser, email } = await memberWithBrowser();
		const statuses: number[] = [];
		for (const _ of times(8 * FAILURES + 2)) {
			const { status } = await browser.post("/api/auth/sign-in", { email, password: PASSWORD });
			statuses.push(status);
		}
		expect(statuses.filter((it) => it === 200)).toHaveLength(8 * FAILURES);
		expect(statuses.slice(-2)).toEqual([429, 429]);
	});
});

/** A member's browser that has signed in before. */
async function memberWithBrowser() {
	const email = await newAccount();
	const browser = world.browser();
	const headers = { "cf-connecting-ip": "203.0.113.80" };
	const first = await browser.post("/api/auth/sign-in", { email, password: PASSWORD }, { headers });
	expect(first.status).toBe(200);
	return { browser, email };
}

async function setUpFactor(browser: Browser) {
	const made = await browser.post<NewSecondFactor>("/api/me/second-factor", { password: PASSWORD });
	const secret = fromBase32(made.body.secret);
	const step = Math.floor(Date.now() / 30_000);
	const confirmed = await browser.post<RecoveryCodes>("/api/me/second-factor/confirm", {
		code: codeOf(secret, step),
	});
	expect(confirmed.status).toBe(200);
	const next = () => codeOf(secret, step + 1);
	return { codes: confirmed.body.recovery_codes, next };
}

async function passPassword(email: string): Promise<string> {
	const { body } = await world
		.browser()
		.post<SecondFactorAnswer>("/api/auth/sign-in", { email, password: PASSWORD });
	return body.token;
}

const finish = (token: string, code: string) =>
	untilAnswered(() => world.browser().post("/api/auth/second-factor", { token, code }));

describe("One first-factor token", () => {
	it("uses up one recovery code, even if four are sent at once", async () => {
		const { browser, email } = await world.member();
		const { codes } = await setUpFactor(browser);
		const token = await passPassword(email);
		const answers = await Promise.all(codes.slice(0, 4).map((code) => finish(token, code)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
		expect(await rowsOf("recovery_codes", email)).toBe(7);
	});

	it("uses up either the app's code or a recovery code", async () => {
		const { browser, email } = await world.member();
		const { codes, next } = await setUpFactor(browser);
		const token = await passPassword(email);
		const [code = ""] = codes;
		const [byApp, byCode] = await Promise.all([finish(token, next()), finish(token, code)]);
		expect([byApp?.status, byCode?.status].sort()).toEqual([200, 401]);
		const left = byCode?.status === 200 ? 7 : 8;
		expect(await rowsOf("recovery_codes", email)).toBe(left);
		// The code that came too late still works with a new token.
		const unused = byCode?.status === 200 ? next() : code;
		const again = await finish(await passPassword(email), unused);
		expect(again.status).toBe(200);
	});
});
