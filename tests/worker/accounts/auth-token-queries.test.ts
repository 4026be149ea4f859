import { expect, it } from "vitest";
import { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { findMemberForSignIn, registerMember } from "#features/accounts/member-queries.ts";
import {
	type ComingBrowser,
	confirmAddress,
	findPendingSignUp,
	issueConfirmation,
	issueReset,
	resetOwner,
	resetPassword,
} from "#features/accounts/token-queries.ts";
import { createSession, readSession } from "#identity/sessions.ts";
import { instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

let made = 0;
const newName = () => `link-${++made}`;

function register(db: Db, email: string, hash: string, password_hash = "own") {
	return registerMember(
		db,
		{
			id: MemberId.parse(newName()),
			email,
			full_name: `Name ${password_hash}`,
			avatar_url: null,
			password_hash,
			email_confirmed_at: null,
			created_at: instant(0),
		},
		{ hash, browser_hash: `b-${hash}`, created_at: instant(0), expires_at: instant(60) },
	);
}

const confirm = (db: Db, hash: string, minutes = 1, session_hash = "") =>
	confirmAddress(
		db,
		{ hash, now: instant(minutes), session_hash },
		{ full_name: `Name ${hash}`, password_hash: `by ${hash}` },
	);

const pending = (db: Db, hash: string, browser: Partial<ComingBrowser> = {}) =>
	findPendingSignUp(db, {
		hash,
		now: instant(1),
		browser_hash: null,
		session_hash: null,
		...browser,
	});
const chose = (password_hash: string) => ({
	full_name: `Name ${password_hash}`,
	password_hash,
});

describeOnBothDatabases("confirmation links", (database) => {
	it("confirm the address once, with the owner's name and password", async () => {
		const db = database().open();
		const email = `${newName()}@example.org`;
		await register(db, email, "h-first", "first");
		await register(db, email.toUpperCase(), "h-second", "second");
		expect(await confirm(db, "h-first")).toMatchObject({
			full_name: "Name h-first",
		});
		expect(await confirm(db, "h-first")).toBeNull();
		expect(await confirm(db, "h-second")).toBeNull();
		expect(await findMemberForSignIn(db, email)).toMatchObject({
			password_hash: "by h-first",
			email_confirmed_at: instant(1),
		});
	});

	it("return the choices of the browser's own sign-up and of the link's sign-up", async () => {
		const db = database().open();
		const email = `${newName()}@example.org`;
		const [one, two, three] = [newName(), newName(), newName()];
		await register(db, email, one, "first");
		await register(db, email, two, "second");
		await issueConfirmation(db, {
			email,
			hash: three,
			created_at: instant(0),
			expires_at: instant(60),
		});
		const links = { [one]: chose("first"), [two]: chose("second") };
		for (const hash of [one, two, three]) {
			const offered = links[hash] ?? null;
			expect(await pending(db, hash)).toEqual({ email, own: null, offered });
			for (const [other, own] of Object.entries(links))
				expect(await pending(db, hash, { browser_hash: `b-${other}` })).toEqual({
					email,
					own,
					offered,
				});
		}
	});

	it("ignore another account's sign-up and session, and an expired sign-up", async () => {
		const db = database().open();
		const [mine, other, spent] = [newName(), newName(), newName()];
		await register(db, `${newName()}@example.org`, mine, "mine");
		await register(db, `${newName()}@example.org`, other, "other");
		const browser = { browser_hash: `b-${other}`, session_hash: other };
		expect((await pending(db, mine, browser))?.own).toBeNull();
		const email = `${newName()}@example.org`;
		await register(db, email, spent, "spent");
		await issueConfirmation(db, {
			email,
			hash: `${spent}-later`,
			created_at: instant(50),
			expires_at: instant(120),
		});
		const late = { browser_hash: `b-${spent}`, session_hash: null };
		const found = await findPendingSignUp(db, {
			hash: `${spent}-later`,
			now: instant(60),
			...late,
		});
		expect(found).toEqual({ email, own: null, offered: chose("spent") });
		await confirm(db, mine);
		expect(await pending(db, mine, { browser_hash: `b-${mine}` })).toBeNull();
	});

	it("leave the account without a password while two sign-ups are pending", async () => {
		const db = database().open();
		const email = `${newName()}@example.org`;
		await register(db, email, newName(), "first");
		await register(db, email, newName(), "second");
		const member = await findMemberForSignIn(db, email);
		expect(member?.password_hash).toBeNull();
	});

	it("are not issued for a confirmed account, which stays unchanged", async () => {
		const db = database().open();
		const email = `${newName()}@example.org`;
		await register(db, email, "h-known", "first");
		await confirm(db, "h-known");
		expect(await register(db, email, "h-late", "late")).toMatchObject({
			known: true,
			full_name: "Name h-known",
		});
		expect(await confirm(db, "h-late")).toBeNull();
		const again = { email, hash: "h-again" };
		const times = { created_at: instant(1), expires_at: instant(60) };
		expect(await issueConfirmation(db, { ...again, ...times })).toBeNull();
		const member = await findMemberForSignIn(db, email);
		expect(member?.password_hash).toBe("by h-known");
	});

	it("expire at their exact time", async () => {
		const db = database().open();
		await register(db, `${newName()}@example.org`, "h-expiring");
		expect(await confirm(db, "h-expiring", 60)).toBeNull();
		expect(await confirm(db, "h-expiring", 59)).not.toBeNull();
	});

	it("work for exactly one of many simultaneous requests", async () => {
		await register(database().open(), `${newName()}@example.org`, "h-race");
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => confirm(database().open(), "h-race")),
		);
		expect(answers.filter((member) => member !== null)).toHaveLength(1);
	});

	it("recognize a session of the account and end it on confirmation", async () => {
		const db = database().open();
		for (const own of [true, false]) {
			const email = `${newName()}@example.org`;
			await register(db, email, newName(), "chosen");
			const member = await findMemberForSignIn(db, email);
			const member_id = MemberId.parse(member?.user.id);
			const token_hash = newName();
			await createSession(db, {
				token_hash,
				member_id,
				user_agent: null,
				created_at: instant(0),
				expires_at: instant(600),
			});
			const hash = newName();
			await issueConfirmation(db, { email, hash, created_at: instant(1), expires_at: instant(60) });
			const session_hash = own ? token_hash : "another";
			expect(await pending(db, hash, { session_hash })).toEqual({
				email,
				own: own ? chose("chosen") : null,
				offered: chose("chosen"),
			});
			expect(await confirm(db, hash, 2, session_hash)).not.toBeNull();
			expect(await readSession(db, token_hash, instant(3))).toBeNull();
		}
	});

	it("are deleted after they expire", async () => {
		const db = database().open();
		await register(db, `${newName()}@example.org`, "h-swept");
		await issueReset(db, {
			email: "nobody@example.org",
			hash: newName(),
			created_at: instant(60),
			expires_at: instant(90),
		});
		const rows = await database().rows("select 1 from auth_tokens where hash = 'h-swept'");
		expect(rows).toEqual([]);
	});
});

describeOnBothDatabases("password reset links", (database) => {
	async function linked(hash: string) {
		const db = database().open();
		const email = `${newName()}@example.org`;
		await register(db, email, newName());
		const times = { created_at: instant(1), expires_at: instant(30) };
		const recipient = await issueReset(db, { email, hash, ...times });
		// Until the address is confirmed, the name may be someone else's choice.
		expect(recipient).toEqual({ email, full_name: null });
		return { db, email };
	}

	const nobody = { browser_hash: null, session_hash: null };
	const setting = (password_hash: string) => ({ password_hash, full_name: null });

	it("set the password once and confirm the address", async () => {
		const { db, email } = await linked("h-reset");
		expect((await resetOwner(db, "h-reset", instant(2)))?.email).toBe(email);
		const link = { hash: "h-reset", now: instant(2), ...nobody };
		expect((await resetPassword(db, link, setting("new")))?.email).toBe(email);
		expect(await resetPassword(db, link, setting("newer"))).toBeNull();
		expect(await resetOwner(db, "h-reset", instant(3))).toBeNull();
		expect(await findMemberForSignIn(db, email)).toMatchObject({
			password_hash: "new",
			email_confirmed_at: instant(2),
		});
	});

	it("work for exactly one of many requests in the same millisecond", async () => {
		const { email } = await linked("h-reset-race");
		const answers = await Promise.all(
			Array.from({ length: 10 }, async (_, index) => {
				const member = await resetPassword(
					database().open(),
					{ hash: "h-reset-race", now: instant(2), ...nobody },
					setting(`new ${index}`),
				);
				return member && `new ${index}`;
			}),
		);
		const won = answers.filter((password) => password !== null);
		expect(won).toHaveLength(1);
		const member = await findMemberForSignIn(database().open(), email);
		expect(member?.password_hash).toBe(won[0]);
	});

	it("name an unconfirmed account by the given name, else by the browser's own sign-up", async () => {
		const cases = [
			[null, null, "New member"],
			[null, "b-own", "Name own"],
			["Said", "b-own", "Said"],
		] as const;
		for (const [full_name, browser, name] of cases) {
			const db = database().open();
			const [email, own, hash] = [newName(), newName(), newName()];
			await register(db, email, own);
			const times = { created_at: instant(1), expires_at: instant(30) };
			await issueReset(db, { email, hash, ...times });
			const browser_hash = browser && `b-${own}`;
			const link = { hash, now: instant(2), ...nobody, browser_hash };
			const set = { password_hash: "new", full_name };
			const member = await resetPassword(db, link, set);
			expect(member?.full_name).toBe(name);
			const later = { ...times, email, hash: `${hash}-later` };
			await issueReset(db, later);
			const again = await resetPassword(
				db,
				{ ...link, hash: later.hash },
				{ ...set, full_name: "Other" },
			);
			expect(again?.full_name).toBe(name);
		}
	});

	it("do nothing after they expire and cannot confirm an address", async () => {
		const { db, email } = await linked("h-late-reset");
		const link = { hash: "h-late-reset", now: instant(30), ...nobody };
		expect(await resetPassword(db, link, setting("new"))).toBeNull();
		expect(await confirm(db, "h-late-reset", 2)).toBeNull();
		const member = await findMemberForSignIn(db, email);
		expect(member?.password_hash).toBe("own");
	});
});
