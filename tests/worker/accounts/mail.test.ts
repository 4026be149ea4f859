import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ConfirmAnswer } from "#contract/account.ts";
import {
	type Browser,
	linkIn,
	PASSWORD,
	shareMailProduct,
	tokenIn,
} from "#tests/support/world/mail-product.ts";
import { shared } from "#tests/support/world/opened.ts";

const CONFIRM_FIRST = "Please check your email to confirm your account before signing in.";
const LINK_UNUSABLE = "This link has expired or was already used. Please request a new one.";

const world = shared(() => shareMailProduct());

const confirm = (token: string, browser = world.browser(), password?: string) =>
	browser.post<ConfirmAnswer>("/api/auth/confirm", {
		token,
		...(password !== undefined && { password }),
	});
const resend = (email: string) => world.browser().post("/api/auth/resend", { email });

describe("sign-up on a site with mail", () => {
	it("opens no session until the mailed link is followed in the same browser", async () => {
		const email = world.newEmail();
		const browser = world.browser();
		const answer = await world.signUp(email, {}, browser);
		expect(answer.status).toBe(202);
		expect(answer.body).toEqual({ message: CONFIRM_FIRST, delivery_id: expect.any(String) });
		expect(await browser.user()).toBeNull();
		const received = await world.sink.next(email);
		const confirmed = await confirm(tokenIn(received), browser);
		expect(confirmed.status).toBe(200);
		expect(confirmed.body.user).toMatchObject({ email, full_name: "Some One" });
		expect(await browser.user()).toEqual(confirmed.body.user);
	});

	it("sends one mail in text and HTML with one link, to that address only", async () => {
		const email = world.newEmail();
		await world.signUp(email, { full_name: 'A <b>&"\r\nBcc: x@evil.test' });
		const received = await world.sink.next(email);
		expect(received.recipients).toEqual([email]);
		expect(received.sender).toBe("no-reply@localhost");
		expect(received.mail.subject).toBe("BS Detector: Confirm your account");
		expect(received.mail.bcc ?? []).toEqual([]);
		expect(received.raw.split(/\r?\n\r?\n/)[0]).not.toContain("evil.test");
		const link = linkIn(received);
		expect(link.origin).toBe(world.product.url);
		expect(link.pathname).toBe("/confirm-email");
		expect(received.mail.html).toContain(`href="${link.href}"`);
	});

	it("puts nothing that the visitor entered into the mail", async () => {
		const email = world.newEmail();
		await world.signUp(email, { full_name: "Win at evil.test" });
		const subjects: string[] = [];
		const readNext = async () => {
			const { mail, raw } = await world.sink.next(email);
			subjects.push(mail.subject ?? "");
			expect(mail.text).toMatch(/^Hello,\n/);
			for (const form of [raw, mail.text, mail.html]) expect(form).not.toContain("evil.test");
		};
		await readNext();
		const visitor = world.browser();
		for (const path of ["resend", "forgot-password"]) {
			await visitor.post(`/api/auth/${path}`, { email });
			await readNext();
		}
		expect(subjects).toEqual([
			"BS Detector: Confirm your account",
			"BS Detector: Confirm your account",
			"BS Detector: Choose a new password",
		]);
	});

	it("links to the site's own origin, whatever Host the request names", async () => {
		const email = world.newEmail();
		await fetch(`${world.product.url.replace("localhost", "127.0.0.1")}/api/auth/sign-up`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ full_name: "A", email, password: PASSWORD }),
		});
		const link = linkIn(await world.sink.next(email));
		expect(link.origin).toBe(world.product.url);
	});

	it("refuses sign-in until the address is confirmed, and says why only for the right password", async () => {
		const email = world.newEmail();
		const browser = world.browser();
		await world.signUp(email, {}, browser);
		const right = await world.signInWith(email);
		expect(right.status).toBe(403);
		expect(right.body.detail).toBe(CONFIRM_FIRST);
		const wrong = await world.signInWith(email, "not the password");
		expect(wrong.status).toBe(401);
		expect(wrong.body.detail).toBe("Authentication failed");
		await confirm(tokenIn(await world.sink.next(email)), browser);
		expect((await world.signInWith(email)).status).toBe(200);
	});

	it("answers a known address like a new one and notifies its owner by mail", async () => {
		const { email } = await world.member();
		const [one, other] = [world.browser(), world.browser()];
		const fresh = await world.signUp(world.newEmail(), {}, one);
		const again = await world.signUp(
			email.toUpperCase(),
			{ full_name: "Somebody Else", password: "another password" },
			other,
		);
		const seen = ({ status, body }: typeof fresh, browser: Browser) => ({
			status,
			body: { ...body, delivery_id: "" },
			cookies: browser.setCookies().map((line) => line.replace(/=[^;]+/, "=")),
		});
		expect(seen(again, other)).toEqual(seen(fresh, one));
		const received = await world.sink.next(email);
		expect(received.mail.subject).toBe("BS Detector: You already have an account");
		expect(linkIn(received).pathname).toBe("/forgot-password");
		expect((await world.signInWith(email)).status).toBe(200);
		expect((await world.signInWith(email, "another password")).status).toBe(401);
	});
});

describe("confirmation link", () => {
	it("is stored only as a hash and expires after 24 hours", async () => {
		const email = world.newEmail();
		await world.signUp(email);
		const token = tokenIn(await world.sink.next(email));
		expect(token).toMatch(/^[\w-]{43}$/);
		const rows = await world.rows("select * from auth_tokens");
		expect(JSON.stringify(rows)).not.toContain(token);
		const hash = createHash("sha256").update(token).digest("base64url");
		const row = rows.find((it) => it.hash === hash);
		const life_ms = Date.parse(String(row?.expires_at)) - Date.parse(String(row?.created_at));
		expect(life_ms).toBe(24 * 60 * 60 * 1_000);
	});

	it("works for exactly one of fifty simultaneous requests", async () => {
		const email = world.newEmail();
		const browser = world.browser();
		await world.signUp(email, {}, browser);
		const token = tokenIn(await world.sink.next(email));
		const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(token, browser)));
		const statuses = answers.map(({ status }) => status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(1);
		expect(statuses.filter((status) => status === 400)).toHaveLength(49);
		const late = await world.browser().post("/api/auth/confirm", { token });
		expect(late.body).toMatchObject({ code: "link_unusable", detail: LINK_UNUSABLE });
	});

	it("does nothing after it expires", async () => {
		const email = world.newEmail();
		const browser = world.browser();
		await world.signUp(email, {}, browser);
		const token = tokenIn(await world.sink.next(email));
		await world.rows(
			"update auth_tokens set expires_at = ? where member_id = (select id from members where email_key = ?)",
			new Date(Date.now() - 1_000).toISOString(),
			email,
		);
		expect((await confirm(token, browser)).status).toBe(400);
		expect((await confirm(token, browser, PASSWORD)).status).toBe(400);
		expect((await world.signInWith(email)).status).toBe(403);
	});

	it("cannot be guessed", async () => {
		expect((await confirm("A".repeat(43))).status).toBe(400);
	});

	it("replaces the browser's existing session", async () => {
		const { browser } = await world.member();
		const before = browser.cookies.get("session");
		const email = world.newEmail();
		await world.signUp(email, {}, browser);
		await confirm(tokenIn(await world.sink.next(email)), browser);
		expect(browser.cookies.get("session")).not.toBe(before);
		const old = world.browser();
		old.cookies.set("session", before ?? "");
		expect(await old.user()).toBeNull();
	});
});

describe("resending the confirmation link", () => {
	it("sends a link that works in the same browser or with the sign-up password", async () => {
		for (const password of [undefined, PASSWORD]) {
			const email = world.newEmail();
			const browser = world.browser();
			await world.signUp(email, {}, browser);
			await world.sink.next(email);
			expect((await resend(email)).status).toBe(202);
			const token = tokenIn(await world.sink.next(email));
			await (password ? confirm(token, undefined, password) : confirm(token, browser));
			expect((await world.signInWith(email)).status).toBe(200);
		}
	});

	it("answers every address alike and sends mail only to unconfirmed accounts", async () => {
		const { email: confirmed } = await world.member();
		const waiting = world.newEmail();
		await world.signUp(waiting);
		await world.sink.next(waiting);
		const unknown = world.newEmail();
		const answers = [await resend(waiting), await resend(confirmed), await resend(unknown)].map(
			({ status, body }) => JSON.stringify({ status, body: { ...body, delivery_id: "" } }),
		);
		expect(new Set(answers).size).toBe(1);
		await world.sink.next(waiting);
		expect(world.sink.waiting(confirmed)).toEqual([]);
		expect(world.sink.waiting(unknown)).toEqual([]);
	});
});
