import { expect, it } from "vitest";
import { MemberId } from "#contract/ids.ts";
import {
	createMember,
	findMemberForSignIn,
	type NewMember,
} from "#features/accounts/member-queries.ts";
import { createSession, deleteSession, readSession, touchSession } from "#identity/sessions.ts";
import { instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

function aMember(fields: Partial<NewMember>): NewMember {
	return {
		id: MemberId.parse(crypto.randomUUID()),
		email: "Ada@Example.org",
		full_name: "Ada Lovelace",
		avatar_url: null,
		password_hash: "scrypt$1",
		email_confirmed_at: null,
		created_at: instant(0),
		...fields,
	};
}

describeOnBothDatabases("members", (database) => {
	it("have a unique address, ignoring case", async () => {
		const db = database().open();
		const member = aMember({});
		const user = {
			id: member.id,
			email: "Ada@Example.org",
			full_name: "Ada Lovelace",
			avatar_url: null,
			created_at: instant(0),
		};
		expect(await createMember(db, member)).toEqual(user);
		expect(await createMember(db, aMember({ email: "ada@EXAMPLE.org" }))).toBe("taken");
		expect(await findMemberForSignIn(db, "ADA@example.ORG")).toEqual({
			user,
			password_hash: "scrypt$1",
			email_confirmed_at: null,
		});
		expect(await findMemberForSignIn(db, "ada@example.or_")).toBeNull();
	});

	it("create exactly one account from simultaneous sign-ups with one address", async () => {
		const answers = await Promise.all(
			Array.from({ length: 5 }, () =>
				createMember(database().open(), aMember({ email: "race@example.org" })),
			),
		);
		expect(answers.filter((answer) => answer !== "taken")).toHaveLength(1);
	});

	it("fail on a duplicate id instead of reporting a taken address", async () => {
		const db = database().open();
		const member = aMember({ email: "one@example.org" });
		await createMember(db, member);
		await expect(createMember(db, { ...member, email: "two@example.org" })).rejects.toThrow();
	});

	it("accept any name, replacing invalid characters", async () => {
		const db = database().open();
		const email = "name@example.org";
		await createMember(db, aMember({ email, full_name: "Zoë 😀 \ud83d" }));
		const found = await findMemberForSignIn(db, email);
		expect(found?.user.full_name).toBe("Zoë 😀 \ufffd");
	});
});

describeOnBothDatabases("sessions", (database) => {
	async function aSession(token_hash: string, expires_at = instant(60)) {
		const db = database().open();
		const member_id = await addMember(db);
		await createSession(db, {
			token_hash,
			member_id,
			created_at: instant(0),
			expires_at,
			user_agent: "curl/8",
		});
		return { db, member_id };
	}

	it("return their member until they expire", async () => {
		const { db, member_id } = await aSession("expiring");
		expect((await readSession(db, "expiring", instant(59)))?.user.id).toBe(member_id);
		expect(await readSession(db, "expiring", instant(60))).toBeNull();
		expect(await readSession(db, "unheard of", instant(1))).toBeNull();
	});

	it("end when deleted, without affecting other sessions", async () => {
		const { db } = await aSession("closed");
		const other = await aSession("open");
		await deleteSession(db, "closed");
		expect(await readSession(db, "closed", instant(1))).toBeNull();
		expect((await readSession(db, "open", instant(1)))?.user.id).toBe(other.member_id);
	});

	it("update their last use at most once an hour", async () => {
		const { db } = await aSession("touched", instant(600));
		const seen = async () => {
			const [row] = await database().rows(
				"select last_seen_at from sessions where token_hash = ?",
				"touched",
			);
			return row?.last_seen_at;
		};
		await touchSession(db, "touched", instant(60));
		expect(await seen()).toBe(instant(0));
		await touchSession(db, "touched", instant(61));
		expect(await seen()).toBe(instant(61));
	});

	it("are deleted with their member", async () => {
		const { db, member_id } = await aSession("orphan");
		await database().rows("delete from members where id = ?", member_id);
		expect(await readSession(db, "orphan", instant(1))).toBeNull();
	});
});
