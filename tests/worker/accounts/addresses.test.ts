import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Community } from "#contract/community.ts";
import type { Me } from "#contract/me.ts";
import type { Problem } from "#contract/problem.ts";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import {
	type Browser,
	type MailProduct,
	startMailProduct,
	tokenIn,
} from "#tests/support/world/mail-product.ts";
import {
	addedHash,
	addMember,
	databaseOf,
	PASSWORD,
	published,
} from "#tests/support/world/signed-in.ts";

/** What Firefox, Chromium and a phone's keyboard send for one address. */
const FORMS = (name: string) =>
	[
		`${name}@münchen.example`,
		`${name}@xn--mnchen-3ya.example`,
		`${name}＠münchen．example`,
	] as const;

describe("one mailbox", () => {
	let site: MailProduct;
	beforeAll(async () => {
		site = await startMailProduct({ ADMIN_EMAILS: "chef@münchen.example" });
	});
	afterAll(() => site?.stop());

	const browser = () => site.browser();
	/** Passes over the mails that warn of a sign-in. */
	async function mailAbout(email: string, subject: string): Promise<void> {
		let { mail } = await site.sink.next(email);
		while (!mail.subject?.includes(subject)) ({ mail } = await site.sink.next(email));
	}
	const signIn = (email: string, from: Browser = browser()) =>
		from.post<Problem>("/api/auth/sign-in", { email, password: PASSWORD });

	it("is one member in every form of its domain", async () => {
		const [unicode, ascii, wide] = FORMS("ada");
		const first = browser();
		const sign_up = { full_name: "Ada", password: PASSWORD };
		await first.post("/api/auth/sign-up", { ...sign_up, email: unicode });
		const mail = await site.sink.next(unicode);
		await first.post("/api/auth/confirm", { token: tokenIn(mail) });
		for (const form of [unicode, ascii, wide, unicode.toUpperCase()])
			expect((await signIn(form)).status).toBe(200);
		await browser().post("/api/auth/sign-up", { ...sign_up, email: ascii });
		await mailAbout(unicode, "already have an account");
		await browser().post("/api/auth/forgot-password", { email: ascii });
		await mailAbout(unicode, "new password");
		expect(await site.rows("select id from members where full_name = 'Ada'")).toHaveLength(1);
	});

	it("leaves accounts of release 1.0.0 theirs, in the form that they were stored", async () => {
		const db = await databaseOf(site.product);
		const [unicode, ascii, wide] = FORMS("bea");
		const confirmed = { email_confirmed_at: "2026-01-01T00:00:00.000Z" };
		const old = await addMember(db, { ...confirmed, email: ascii, full_name: "Old" });
		await site.rows("update members set email = ?1, email_key = ?1 where id = ?2", unicode, old);
		for (const form of [unicode, ascii, wide]) expect((await signIn(form)).status).toBe(200);
		await browser().post("/api/auth/sign-up", {
			full_name: "Bea",
			password: PASSWORD,
			email: ascii,
		});
		await mailAbout(unicode, "already have an account");
		// Before, the other browser's form made a second account.
		await site.rows(
			"insert into members (id, email, email_key, full_name, password_hash, email_confirmed_at, created_at) values ('second', ?1, ?1, 'Second', ?2, ?3, ?3)",
			ascii,
			addedHash(),
			confirmed.email_confirmed_at,
		);
		const named = async (form: string) => {
			const from = browser();
			await signIn(form, from);
			return (await from.get<Me>("/api/me")).body.full_name;
		};
		expect([await named(unicode), await named(ascii)]).toEqual(["Old", "Second"]);
	});

	it("is an admin's in every form", async () => {
		const db = await databaseOf(site.product);
		const chief = await addMember(db, {
			email: "Chef@xn--mnchen-3ya.example",
			full_name: "Chef Sache",
			email_confirmed_at: "2026-01-01T00:00:00.000Z",
		});
		const from = browser();
		await signIn("chef@münchen.example", from);
		expect((await from.get<Me>("/api/me")).body).toMatchObject({ id: chief, is_admin: true });
	});

	it("that no mail reaches is refused with a sentence, and cleaned where it can be", async () => {
		const refused = await browser().post<Problem>("/api/auth/sign-up", {
			full_name: "Ada",
			email: "a@b..example",
			password: PASSWORD,
		});
		expect(refused.status).toBe(400);
		expect(JSON.stringify(refused.body)).toContain("A dot behind the @ has no name");
		const cleaned = { full_name: "Cy", email: "\u202acy@clean.example\u202c.", password: PASSWORD };
		expect((await browser().post("/api/auth/sign-up", cleaned)).status).toBe(202);
		await site.sink.next("cy@clean.example");
	});

	it("shows who admins are, and that a name like theirs is a member's", async () => {
		const db = await databaseOf(site.product);
		const named = (full_name: string, email: string) =>
			addMember(db, { full_name, email, email_confirmed_at: "2026-01-01T00:00:00.000Z" });
		const people = [
			await named("Sache, Chеf", "fake@elsewhere.example"),
			await named("BS Detector Team", "team@elsewhere.example"),
			await named("Ordinary", "ordinary@elsewhere.example"),
		];
		const [chief] = await site.rows<{ id: string }>(
			"select id from members where full_name = 'Chef Sache'",
		);
		for (const started_by of [...people, chief?.id ?? ""])
			await published(site.product, { started_by, statements: [aStatement()] });
		const { body } = await browser().get<Community>("/api/community");
		const roles = new Map(body.recent.map(({ full_name, role }) => [full_name, role]));
		expect(Object.fromEntries(roles)).toMatchObject({
			"Chef Sache": "admin",
			"Sache, Chеf": "member",
			"BS Detector Team": "member",
			Ordinary: null,
		});
		expect(JSON.stringify(body)).not.toContain("elsewhere.example");
	});
});
