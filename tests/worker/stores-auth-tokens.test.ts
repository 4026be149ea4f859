import { expect, it } from "vitest";
import type { Db } from "#adapters/db/open-db.ts";
import {
	confirmAddress,
	issueConfirmation,
	issueReset,
	resetOwner,
	resetPassword,
} from "#adapters/db/store-auth-tokens.ts";
import {
	findMemberForSignIn,
	registerMember,
} from "#adapters/db/store-members.ts";
import { createSession, readSession } from "#adapters/db/store-sessions.ts";
import { MemberId } from "#contract/ids.ts";
import { describeOnBothDatabases } from "../support/databases.ts";
import { instant } from "../support/publications.ts";

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
		{ hash, created_at: instant(0), expires_at: instant(60) },
	);
}

const confirm = (db: Db, hash: string, minutes = 1, session_hash = "") =>
	confirmAddress(db, { hash, now: instant(minutes), session_hash });

describeOnBothDatabases("links to confirm an address", (database) => {
	it("confirm it once, with the name and password of their own sign-up", async () => {
		const db = database().open();
		const email = `${newName()}@example.org`;
		await register(db, email, "h-first", "first");
		await register(db, email.toUpperCase(), "h-second", "second");
		expect(await confirm(db, "h-first")).toMatchObject({
			full_name: "Name first",
		});
		expect(await confirm(db, "h-first")).toBeNull();
		expect(await confirm(db, "h-second")).toBeNull();
		expect(await findMemberForSignIn(db, email)).toMatchObject({
			password_hash: "first",
			email_confirmed_at: instant(1),
		});
	});

	it("leave no password in force where two sign-ups wait, until one is confirmed", async () => {
		const db = database().open();
		const email = `${newName()}@example.org`;
		await register(db, email, newName(), "first");
		await register(db, email, newName(), "second");
		const member = await findMemberForSignIn(db, email);
		expect(member?.password_hash).toBeNull();
	});

	it("are not made for a confirmed account, which stays as it is", async () => {
		const db = database().open();
		const email = `${newName()}@example.org`;
		await register(db, email, "h-known", "first");
		await confirm(db, "h-known");
		expect(await register(db, email, "h-late", "late")).toMatchObject({
			known: true,
			full_name: "Name first",
		});
		expect(await confirm(db, "h-late")).toBeNull();
		const again = { email, hash: "h-again", keeps_password: true };
		const times = { created_at: instant(1), expires_at: instant(60) };
		expect(await issueConfirmation(db, { ...again, ...times })).toBeNull();
		const member = await findMemberForSignIn(db, email);
		expect(member?.password_hash).toBe("first");
	});

	it("expire to the millisecond", async () => {
		const db = database().open();
		await register(db, `${newName()}@example.org`, "h-expiring");
		expect(await confirm(db, "h-expiring", 60)).toBeNull();
		expect(await confirm(db, "h-expiring", 59)).not.toBeNull();
	});

	it("let one of many in who come at once, each over a connection of its own", async () => {
		await register(database().open(), `${newName()}@example.org`, "h-race");
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => confirm(database().open(), "h-race")),
		);
		expect(answers.filter((member) => member !== null)).toHaveLength(1);
	});

	it("that bring no password keep it only in a session of the account", async () => {
		const db = database().open();
		for (const own of [true, false]) {
			const email = `${newName()}@example.org`;
			await register(db, email, newName(), "chosen");
			const member = await findMemberForSignIn(db, email);
			const member_id = MemberId.parse(member?.user.id);
			const token_hash = newName();
			await createSession(db, {
				...{ token_hash, member_id, user_agent: null },
				created_at: instant(0),
				expires_at: instant(600),
			});
			const hash = newName();
			await issueConfirmation(db, {
				...{ email, hash, keeps_password: false },
				created_at: instant(1),
				expires_at: instant(60),
			});
			expect(
				await confirm(db, hash, 2, own ? token_hash : "another"),
			).not.toBeNull();
			const after = await findMemberForSignIn(db, email);
			expect(after?.password_hash).toBe(own ? "chosen" : null);
			expect(await readSession(db, token_hash, instant(3))).toBeNull();
		}
	});

	it("are swept away once they have expired", async () => {
		const db = database().open();
		await register(db, `${newName()}@example.org`, "h-swept");
		await issueReset(db, {
			...{ email: "nobody@example.org", hash: newName() },
			created_at: instant(60),
			expires_at: instant(90),
		});
		const rows = await database().rows(
			"select 1 from auth_tokens where hash = 'h-swept'",
		);
		expect(rows).toEqual([]);
	});
});

describeOnBothDatabases("links to set a password", (database) => {
	async function linked(hash: string) {
		const db = database().open();
		const email = `${newName()}@example.org`;
		await register(db, email, newName());
		const times = { created_at: instant(1), expires_at: instant(30) };
		const recipient = await issueReset(db, { email, hash, ...times });
		expect(recipient).toEqual({ email, full_name: "Name own" });
		return { db, email };
	}

	it("set it once, and confirm the address", async () => {
		const { db, email } = await linked("h-reset");
		expect((await resetOwner(db, "h-reset", instant(2)))?.email).toBe(email);
		const link = { hash: "h-reset", now: instant(2), password_hash: "new" };
		expect((await resetPassword(db, link))?.email).toBe(email);
		expect(
			await resetPassword(db, { ...link, password_hash: "newer" }),
		).toBeNull();
		expect(await resetOwner(db, "h-reset", instant(3))).toBeNull();
		expect(await findMemberForSignIn(db, email)).toMatchObject({
			password_hash: "new",
			email_confirmed_at: instant(2),
		});
	});

	it("set it for one of many who come in the same millisecond", async () => {
		const { email } = await linked("h-reset-race");
		const answers = await Promise.all(
			Array.from({ length: 10 }, async (_, index) => {
				const member = await resetPassword(database().open(), {
					hash: "h-reset-race",
					now: instant(2),
					password_hash: `new ${index}`,
				});
				return member && `new ${index}`;
			}),
		);
		const won = answers.filter((password) => password !== null);
		expect(won).toHaveLength(1);
		const member = await findMemberForSignIn(database().open(), email);
		expect(member?.password_hash).toBe(won[0]);
	});

	it("do nothing once they have expired, nor in place of the other kind", async () => {
		const { db, email } = await linked("h-late-reset");
		const link = { hash: "h-late-reset", password_hash: "new" };
		expect(await resetPassword(db, { ...link, now: instant(30) })).toBeNull();
		expect(await confirm(db, "h-late-reset", 2)).toBeNull();
		const member = await findMemberForSignIn(db, email);
		expect(member?.password_hash).toBe("own");
	});
});
