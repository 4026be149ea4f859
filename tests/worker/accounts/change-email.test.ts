import { describe, expect, it } from "vitest";
import type { AccountExport } from "#contract/account-export.ts";
import type { Me, NewApiKey } from "#contract/me.ts";
import {
	type Browser,
	linkIn,
	PASSWORD,
	shareMailProduct,
	startMailProduct,
	tokenIn,
} from "#tests/support/world/mail-product.ts";
import { opened, shared } from "#tests/support/world/opened.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const world = shared(() => shareMailProduct());

const ask = (browser: Browser, email: string) =>
	browser.send<Me>("PATCH", "/api/me", { email, password: PASSWORD });
const confirm = (browser: Browser, token: string) => browser.post<Me>("/api/me/email", { token });

/** A member who asked for a new address, and the token of the link sent to it. */
async function asked() {
	const { browser, email } = await world.member();
	const next = world.newEmail("next");
	const answer = await ask(browser, next);
	expect(answer.status).toBe(200);
	const received = await world.sink.next(next);
	return { browser, email, next, answer, received, token: tokenIn(received) };
}

/** The first mail to the address whose subject matches. */
async function mailAbout(email: string, subject: RegExp) {
	for (;;) {
		const received = await world.sink.next(email);
		if (subject.test(received.mail.subject ?? "")) return received;
	}
}

/** Asks for the newsletter, and then confirms or leaves it. */
async function subscribe(email: string, state: "asked" | "confirmed" | "left") {
	await world.browser().post("/api/newsletter", { email });
	const visit = async () => {
		const link = linkIn(await mailAbout(email, /newsletter|subscri/i));
		const token = link.hash.replace("#token=", "");
		const browser = world.browser();
		if (link.pathname === "/newsletter/confirm")
			await browser.post("/api/newsletter/confirm", { token });
		else await browser.post(`/api/newsletter/unsubscribe?token=${token}`, {});
	};
	if (state !== "asked") await visit();
	if (state === "left") await visit();
}

async function subscription(email: string) {
	const [row] = await world.rows(
		"select confirmed_at, unsubscribed_at from newsletter_subscribers where email_key = ?",
		email,
	);
	if (row === undefined) return "none";
	if (row.unsubscribed_at !== null) return "left";
	return row.confirmed_at === null ? "asked" : "subscribed";
}

describe("a new email address", () => {
	it("is told to both addresses, and counts once the new one confirms it", async () => {
		const { browser, email, next, answer, received, token } = await asked();
		expect(answer.body).toMatchObject({ email, pending_email: next });
		expect(linkIn(received)).toMatchObject({ pathname: "/confirm-new-email", search: "" });
		expect(received.mail.text).not.toContain(email);
		const notice = await world.sink.next(email);
		expect(notice.mail.subject).toBe("BS Detector: A new email address was requested");
		expect(notice.mail.text).toContain(next);
		expect((await world.signInWith(email)).status).toBe(200);

		const changed = await confirm(browser, token);
		expect(changed.status).toBe(200);
		expect(changed.body).toMatchObject({ email: next, email_confirmed: true, pending_email: null });
		const last = await world.sink.next(email);
		expect(last.mail.subject).toBe("BS Detector: Your email address was changed");
		expect(last.mail.text).toContain(next);
		expect(linkIn(last).pathname).toBe("/contact");
		expect((await world.signInWith(email)).status).toBe(401);
		expect((await world.signInWith(next)).status).toBe(200);
		expect((await confirm(browser, token)).body).toMatchObject({ code: "link_unusable" });
	});

	it.each([
		["confirmed", "none", ["none", "subscribed"]],
		["confirmed", "asked", ["none", "subscribed"]],
		["confirmed", "left", ["none", "left"]],
		["asked", "none", ["asked", "none"]],
	] as const)(
		"takes a subscription that is %s along, if the new address has %s",
		async (old, own, after) => {
			const { browser, email } = await world.member();
			const next = world.newEmail("next");
			await subscribe(email, old);
			if (own !== "none") await subscribe(next, own);
			await ask(browser, next);
			const token = tokenIn(await mailAbout(next, /: Confirm your new/));
			expect((await confirm(browser, token)).status).toBe(200);
			expect(await Promise.all([email, next].map(subscription))).toEqual(after);
		},
	);

	it("ends every other session and link, and keeps keys", async () => {
		const { browser, email, token } = await asked();
		const { body: key } = await browser.post<NewApiKey>("/api/keys", { name: "a" });
		const elsewhere = world.browser();
		await elsewhere.post("/api/auth/sign-in", { email, password: PASSWORD });
		expect(await elsewhere.user()).not.toBeNull();
		await world.browser().post("/api/auth/forgot-password", { email });
		await expect
			.poll(() => world.sink.waiting(email).map(({ mail }) => mail.subject))
			.toContain("BS Detector: Choose a new password");
		const reset = world.sink.waiting(email).find(({ mail }) => /: Choose/.test(mail.subject ?? ""));
		if (!reset) throw new Error("no mail");
		expect((await confirm(browser, token)).status).toBe(200);
		expect(await browser.user()).not.toBeNull();
		expect(await elsewhere.user()).toBeNull();
		const late = await world
			.browser()
			.post("/api/auth/reset-password", { token: tokenIn(reset), password: "yet another phrase" });
		expect(late.body).toMatchObject({ code: "link_unusable" });
		const headers = { authorization: `Bearer ${key.key}` };
		expect((await world.browser().get("/api/me", { headers })).status).toBe(200);
	});

	it("is confirmed only in a session of its account", async () => {
		const { browser, email, token } = await asked();
		const stranger = await world.member();
		expect((await confirm(world.browser(), token)).status).toBe(401);
		expect((await confirm(stranger.browser, token)).body).toMatchObject({ code: "link_unusable" });
		for (const path of ["/api/auth/confirm", "/api/auth/reset-password"]) {
			const body = path.endsWith("confirm") ? { token } : { token, password: "a new phrase" };
			expect((await world.browser().post(path, body)).body).toMatchObject({
				code: "link_unusable",
			});
		}
		expect((await browser.get<Me>("/api/me")).body.email).toBe(email);
		expect((await confirm(browser, token)).status).toBe(200);
	});

	it("gets the same answer if it has an account, but no link", async () => {
		const taken = await world.member();
		const { browser, email } = await world.member();
		const free = await ask(browser, world.newEmail());
		const known = await ask(browser, taken.email);
		const same = ({ status, body }: typeof known) => ({
			status,
			body: { ...body, pending_email: "", delivery_id: "" },
		});
		expect(same(known)).toEqual(same(free));
		expect(known.body.pending_email).toBe(taken.email);
		const received = await world.sink.next(taken.email);
		expect(received.mail.subject).toBe("BS Detector: This address has an account");
		expect(linkIn(received)).toMatchObject({ pathname: "/forgot-password", hash: "" });
		const [count] = await world.rows(
			"select count(*) as links from auth_tokens where purpose = 'change' and member_id = (select id from members where email = ?)",
			email,
		);
		expect(count).toEqual({ links: 1 });
	});

	it("stays the old one if another account took it meanwhile", async () => {
		const { browser, email, next, token } = await asked();
		await world.member(next);
		const late = await confirm(browser, token);
		expect(late.status).toBe(409);
		expect(late.body).toMatchObject({ code: "email_taken" });
		expect((await browser.get<Me>("/api/me")).body.email).toBe(email);
	});

	it("is forgotten with a later request, a new password and after a day", async () => {
		const first = await asked();
		const later = world.newEmail();
		await ask(first.browser, later);
		expect((await confirm(first.browser, first.token)).status).toBe(400);

		const second = await asked();
		const password = { current: PASSWORD, next: "a new and better phrase" };
		expect((await second.browser.send("PATCH", "/api/me", { password })).status).toBe(200);
		expect((await second.browser.get<Me>("/api/me")).body.pending_email).toBeNull();
		expect((await confirm(second.browser, second.token)).status).toBe(400);

		const third = await asked();
		const [row] = await world.rows("select * from auth_tokens where new_email = ?", third.next);
		expect(JSON.stringify(row)).not.toContain(third.token);
		expect(Date.parse(String(row?.expires_at)) - Date.parse(String(row?.created_at))).toBe(DAY_MS);
		const past = new Date(Date.now() - 1_000).toISOString();
		await world.rows("update auth_tokens set expires_at = ? where new_email = ?", past, third.next);
		expect((await confirm(third.browser, third.token)).status).toBe(400);
		expect((await third.browser.get<Me>("/api/me")).body.pending_email).toBeNull();
	});

	it("is in the account's export and deleted with the account", async () => {
		const { browser, next } = await asked();
		const { body } = await browser.get<AccountExport>("/api/me/export");
		expect(body.account.pending_email).toBe(next);
		await browser.send("DELETE", "/api/me", { password: PASSWORD });
		expect(await world.rows("select 1 from auth_tokens where new_email = ?", next)).toEqual([]);
	});

	it.each([
		["a wrong password", { password: "something else" }, 403, "wrong_password", "/password"],
		["no password", { password: undefined }, 403, "wrong_password", "/password"],
		[
			"a password that changes",
			{ password: { next: "a new phrase" } },
			400,
			"invalid_body",
			"/password",
		],
		["a malformed address", { email: "next" }, 400, "invalid_body", "/email"],
		["the same address", { email: "SAME" }, 422, "email_unchanged", "/email"],
	])("is refused with %s", async (_, change, status, code, pointer) => {
		const { browser, email } = await world.member();
		const body = { email: world.newEmail(), password: PASSWORD, ...change };
		if (body.email === "SAME") body.email = email.toUpperCase();
		const refused = await browser.send("PATCH", "/api/me", body);
		expect(refused.status).toBe(status);
		expect(refused.body).toMatchObject({ code, errors: [{ pointer }] });
		expect(world.sink.waiting(email)).toEqual([]);
	});

	it("is refused to an API key, and after five requests a day", async () => {
		const { browser, email } = await world.member();
		const { body: key } = await browser.post<NewApiKey>("/api/keys", { name: "a" });
		const headers = { authorization: `Bearer ${key.key}` };
		const body = { email: world.newEmail(), password: PASSWORD };
		const byKey = await world.browser().send("PATCH", "/api/me", body, { headers });
		expect(byKey.body).toMatchObject({ code: "not_allowed" });
		const statuses = [];
		for (let time = 0; time < 6; time += 1)
			statuses.push((await ask(browser, world.newEmail())).status);
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
		expect((await browser.get<Me>("/api/me")).body.email).toBe(email);
	});
});

describe("a site with limits", () => {
	const limited = opened(() => startMailProduct({ LIMIT_SIGN_IN: "5" }));

	it("sends an address only so many links, whoever asks", async () => {
		const victim = limited.newEmail();
		const statuses = [];
		for (let time = 0; time < 6; time += 1) {
			const { browser } = await limited.member();
			statuses.push((await ask(browser, victim)).status);
		}
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
	});
});
