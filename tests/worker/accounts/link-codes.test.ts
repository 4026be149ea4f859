import { describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import {
	type Browser,
	codeIn,
	PASSWORD,
	shareMailProduct,
	startMailProduct,
	tokenIn,
} from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";

const world = opened(async () => ({ ...(await shareMailProduct()), stop: async () => {} }));

type Exchanged = { status: number; body: Problem & { token: string } };
type Purpose = "confirm" | "reset" | "change";

function exchange(from: Browser, purpose: Purpose, email: string, code: string) {
	return from.post("/api/auth/link-code", { purpose, email, code }) as Promise<Exchanged>;
}

/** As phones, hands and other keyboards type it. */
const FORMS: [string, (code: string) => string][] = [
	["as it is", (code) => code],
	["in lower case with spaces", (code) => ` ${code.toLowerCase().replace("-", " ")} `],
	[
		"in full width",
		(code) => code.replace(/[!-~]/g, (it) => String.fromCharCode(it.charCodeAt(0) + 0xfee0)),
	],
	["with another dash", (code) => code.replace("-", "–")],
];

describe("the code beside a mailed link", () => {
	it.each(FORMS)("confirms an account, typed %s", async (_, typed) => {
		const email = world.newEmail();
		const own = world.browser();
		await world.signUp(email, {}, own);
		const code = codeIn(await world.sink.next(email));
		expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
		const { status, body } = await exchange(own, "confirm", email.toUpperCase(), typed(code));
		expect(status).toBe(200);
		const confirmed = await own.post("/api/auth/confirm", { token: body.token });
		expect(confirmed).toMatchObject({ status: 200, body: { user: { email } } });
	});

	it("does what the link does in a stranger's browser: asks for the password", async () => {
		const email = world.newEmail();
		await world.signUp(email);
		const code = codeIn(await world.sink.next(email));
		const other = world.browser();
		const { token } = (await exchange(other, "confirm", email, code)).body;
		const asked = await other.post("/api/auth/confirm", { token });
		expect(asked.body).toMatchObject({ user: null, needs_password: true });
		expect((await other.post("/api/auth/confirm", { token, password: PASSWORD })).status).toBe(200);
	});

	it("works once, and its link still works", async () => {
		const email = world.newEmail();
		const own = world.browser();
		await world.signUp(email, {}, own);
		const mail = await world.sink.next(email);
		expect((await exchange(own, "confirm", email, codeIn(mail))).status).toBe(200);
		expect(await exchange(own, "confirm", email, codeIn(mail))).toMatchObject({
			status: 403,
			body: { code: "wrong_code" },
		});
		expect((await own.post("/api/auth/confirm", { token: tokenIn(mail) })).status).toBe(200);
	});

	it("chooses a new password, and ends with the link", async () => {
		const { email } = await world.member();
		await world.browser().post("/api/auth/forgot-password", { email });
		const mail = await world.sink.next(email);
		const from = world.browser();
		const { token } = (await exchange(from, "reset", email, codeIn(mail))).body;
		const password = "another long password";
		expect((await from.post("/api/auth/reset-password", { token, password })).status).toBe(200);
		expect((await world.signInWith(email, password)).status).toBe(200);
		expect((await exchange(from, "reset", email, codeIn(mail))).status).toBe(403);
		expect(
			(await from.post("/api/auth/reset-password", { token: tokenIn(mail), password })).status,
		).toBe(400);
	});

	it("changes an address in its account alone", async () => {
		const { browser } = await world.member();
		const next = world.newEmail();
		await browser.send("PATCH", "/api/me", { email: next, password: PASSWORD });
		const code = codeIn(await world.sink.next(next));
		const { browser: other } = await world.member();
		for (const from of [other, world.browser()])
			expect((await exchange(from, "change", next, code)).status).toBe(403);
		const { token } = (await exchange(browser, "change", next, code)).body;
		expect(await browser.post("/api/me/email", { token })).toMatchObject({
			status: 200,
			body: { email: next },
		});
	});

	it("subscribes to the newsletter, and ends it without breaking the mail's one press", async () => {
		const email = world.newEmail();
		const reader = world.browser();
		const codeFor = async (code: string) =>
			(await reader.post("/api/newsletter/code", { email, code })) as Exchanged;
		await reader.post("/api/newsletter", { email });
		const { token } = (await codeFor(codeIn(await world.sink.next(email)))).body;
		expect((await reader.post("/api/newsletter/confirm", { token })).status).toBe(204);
		const welcome = await world.sink.next(email);
		const leaving = (await codeFor(codeIn(welcome))).body.token;
		for (const each of [leaving, tokenIn(welcome)]) {
			const left = await reader.post(`/api/newsletter/unsubscribe?token=${each}`, {});
			expect(left.status).toBe(204);
		}
	});

	it("is of one page, one address and one mail", async () => {
		const email = world.newEmail();
		await world.signUp(email);
		const code = codeIn(await world.sink.next(email));
		const { email: other } = await world.member();
		const from = world.browser();
		for (const [purpose, address] of [
			["confirm", other],
			["confirm", world.newEmail()],
			["change", email],
		] as const)
			expect((await exchange(from, purpose, address, code)).status).toBe(403);
		expect((await exchange(from, "confirm", email, "BCDF-GHJK")).status).toBe(403);
	});

	it("is stored as a hash only", async () => {
		const email = world.newEmail();
		await world.signUp(email);
		const code = codeIn(await world.sink.next(email));
		const rows = JSON.stringify(await world.rows("select * from auth_tokens"));
		expect(rows).not.toContain(code);
		expect(rows).not.toContain(code.replace("-", "").toLowerCase());
	});
});

describe("tries at a code", () => {
	const limited = opened(() => startMailProduct({ LIMIT_SIGN_IN: "3", LIMIT_SIGN_UP: "0" }));

	it("are counted for the signed-in member, whichever address is named", async () => {
		const member = await limited.member();
		const answers: number[] = [];
		for (const at of [1, 2, 3, 4])
			answers.push(
				(await exchange(member.browser, "change", `other${at}@example.org`, "BCDF-GHJK")).status,
			);
		expect(answers).toEqual([403, 403, 403, 429]);
	});

	it("are counted for the address, all its spellings together", async () => {
		const email = "a.d.a@gmail.com";
		const from = limited.browser();
		const spelled = [email, "ada@gmail.com", "ada+x@googlemail.com", email];
		const answers: number[] = [];
		for (const each of spelled)
			answers.push((await exchange(from, "confirm", each, "BCDF-GHJK")).status);
		expect(answers).toEqual([403, 403, 403, 429]);
	});
});
