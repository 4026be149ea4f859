import { expect, it } from "vitest";
import { MemberId } from "#contract/ids.ts";
import { KeyScope } from "#contract/me.ts";
import type { Db } from "#db/client.ts";
import { deleteMember, editAccount, readAccount } from "#features/accounts/account-queries.ts";
import { exportMember } from "#features/accounts/export-queries.ts";
import { adoptIdentity } from "#features/accounts/google/identity-queries.ts";
import {
	confirmSubscription,
	listSubscribers,
	subscribe,
	unsubscribe,
} from "#features/newsletter/queries.ts";
import { createKey, findKey, listKeys, touchKey } from "#identity/api-keys.ts";
import { createSession, deleteSession, MAX_SESSIONS, readSession } from "#identity/sessions.ts";
import { instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addedHash, addMember } from "#tests/support/world/signed-in.ts";

let made = 0;
const newName = () => `account-${++made}`;

async function openSession(db: Db, member_id: MemberId): Promise<string> {
	const token_hash = newName();
	await createSession(db, {
		token_hash,
		member_id,
		user_agent: null,
		created_at: instant(0),
		expires_at: instant(600),
	});
	return token_hash;
}

describeOnBothDatabases("accounts", (database) => {
	const aSession = (member_id: MemberId) => openSession(database().open(), member_id);

	it("change the password only if the proven hash is still current, and end all sessions", async () => {
		const db = database().open();
		const id = await addMember(db);
		const [own, other] = [await aSession(id), await aSession(id)];
		const change = (hash: string, expected: string | null) =>
			editAccount(db, id, { password: { hash, expected } });
		expect(await change("next", "not this")).toBe(false);
		expect(await readSession(db, other, instant(1))).not.toBeNull();
		expect(await change("next", addedHash())).toBe(true);
		for (const ended of [own, other]) expect(await readSession(db, ended, instant(1))).toBeNull();
		expect((await readAccount(db, id))?.password_hash).toBe("next");
	});

	it("open a session only if the password hash is still current", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		const open = (password_hash: string) =>
			createSession(
				db,
				{
					token_hash: newName(),
					member_id,
					user_agent: null,
					created_at: instant(0),
					expires_at: instant(600),
				},
				{ password_hash },
			);
		expect((await open(addedHash())).opened).toBe(true);
		const password = { hash: "next", expected: addedHash() };
		await editAccount(db, member_id, { password });
		expect((await open(addedHash())).opened).toBe(false);
		expect((await open("next")).opened).toBe(true);
	});

	it("drop the oldest session beyond the maximum", async () => {
		const db = database().open();
		const [member_id, other] = [await addMember(db), await addMember(db)];
		const others = await aSession(other);
		const opened: string[] = [];
		for (let minute = 0; minute <= MAX_SESSIONS; minute++) {
			const token_hash = newName();
			const { ended } = await createSession(db, {
				token_hash,
				member_id,
				user_agent: null,
				created_at: instant(minute),
				expires_at: instant(600),
			});
			expect(ended).toEqual(minute === MAX_SESSIONS ? [member_id] : []);
			opened.push(token_hash);
		}
		const open = await Promise.all(opened.map((hash) => readSession(db, hash, instant(30))));
		expect(open.map((session) => session !== null)).toEqual([
			false,
			...Array.from({ length: MAX_SESSIONS }, () => true),
		]);
		expect(await readSession(db, others, instant(30))).not.toBeNull();
	});

	it("keep sessions open when anything else changes", async () => {
		const db = database().open();
		const id = await addMember(db);
		const other = await aSession(id);
		await editAccount(db, id, { hidden_from_community: true });
		expect((await readAccount(db, id))?.hidden_from_community).toBe(true);
		expect(await readSession(db, other, instant(1))).not.toBeNull();
	});

	it("are deleted completely, without affecting others", async () => {
		const db = database().open();
		const [gone, stays] = [await addMember(db), await addMember(db)];
		const sessions = [await aSession(gone), await aSession(stays)];
		await deleteMember(db, gone);
		expect(await readAccount(db, gone)).toBeNull();
		expect(await readSession(db, sessions[0] ?? "", instant(1))).toBeNull();
		expect(await readSession(db, sessions[1] ?? "", instant(1))).not.toBeNull();
		await deleteMember(db, gone);
	});

	it("export empty lists for a member without activity", async () => {
		const db = database().open();
		const id = await addMember(db);
		const told = await exportMember(db, id);
		expect(told).toEqual({
			sign_in_identities: [],
			sessions: [],
			api_keys: [],
			votes: [],
			analyses: [],
			claims: [],
			channels: [],
			responses: [],
			notifications: [],
			added_pages: [],
			admin_decisions: [],
			requested_analyses: [],
			webhook_deliveries: [],
			newsletter: null,
		});
	});

	it.each([
		{ account: false, subscription: false, exported: false, deleted: true },
		{ account: false, subscription: true, exported: false, deleted: false },
		{ account: true, subscription: false, exported: true, deleted: true },
		{ account: true, subscription: true, exported: true, deleted: true },
	])(
		"export a subscription of a confirmed address, and delete it unless only it is confirmed: $account, $subscription",
		async ({ account, subscription, exported, deleted }) => {
			const db = database().open();
			const email = `${newName()}@example.org`;
			const token_hash = newName();
			const id = await addMember(db, {
				email,
				email_confirmed_at: account ? instant(0) : null,
			});
			await subscribe(db, { email: email.toUpperCase(), token_hash, now: instant(1) });
			if (subscription) await confirmSubscription(db, token_hash, instant(2));
			const { newsletter } = await exportMember(db, id);
			expect(newsletter?.email ?? null).toBe(exported ? email.toUpperCase() : null);
			await deleteMember(db, id);
			const left = await listSubscribers(db, { confirmed_only: false });
			expect(left.some((one) => one.email === email.toUpperCase())).toBe(!deleted);
		},
	);
});

describeOnBothDatabases("identities", (database) => {
	const adopt = (subject: string, email: string) =>
		adoptIdentity(
			database().open(),
			{
				issuer: "https://issuer.example.org",
				subject,
				email,
				full_name: "Vouched",
				avatar_url: null,
			},
			{ member_id: MemberId.parse(newName()), now: instant(5) },
		);

	it("create one member from many simultaneous first sign-ins", async () => {
		const [subject, email] = [newName(), `${newName()}@example.org`];
		const members = await Promise.all(Array.from({ length: 10 }, () => adopt(subject, email)));
		expect(new Set(members.map(({ id }) => id)).size).toBe(1);
	});

	it("are identified by subject, not by address", async () => {
		const email = `${newName()}@example.org`;
		const one = await adopt("subject-1", email);
		expect(await adopt("subject-1", `${newName()}@example.org`)).toEqual(one);
		const other = await adopt("subject-2", `${newName()}@example.org`);
		expect(other.id).not.toBe(one.id);
	});

	it("take over an unconfirmed account once and remove its sessions, keys and password", async () => {
		const db = database().open();
		const id = await addMember(db);
		const email = `${id}@example.org`;
		const key = {
			id: newName(),
			key_hash: newName(),
			prefix: "bsd_",
			scopes: KeyScope.options,
			expires_at: null,
		};
		const created_at = instant(0);
		const token_hash = newName();
		await createSession(db, {
			token_hash,
			member_id: id,
			user_agent: null,
			created_at,
			expires_at: instant(600),
		});
		const owner = { member_id: id, session_hash: token_hash };
		await createKey(db, { ...key, ...owner, name: "a", created_at }, 10);
		expect(await listKeys(db, id)).toHaveLength(1);
		const subject = newName();
		expect(await adopt(subject, email)).toMatchObject({
			id,
			full_name: "Vouched",
		});
		const account = await readAccount(db, id);
		expect(account).toMatchObject({
			has_password: false,
			email_confirmed: true,
		});
		expect(await listKeys(db, id)).toEqual([]);
		expect(await readSession(db, token_hash, instant(1))).toBeNull();
		const password = { hash: "chosen later", expected: null };
		await editAccount(db, id, { password });
		await adopt(newName(), email);
		expect((await readAccount(db, id))?.password_hash).toBe("chosen later");
	});
});

describeOnBothDatabases("API keys", (database) => {
	async function aKey(member_id: MemberId, session_hash: string, limit = 10) {
		const key = { id: newName(), key_hash: newName(), prefix: "bsd_abc" };
		const created = await createKey(
			database().open(),
			{
				...key,
				member_id,
				session_hash,
				name: "a \ud83d",
				created_at: instant(0),
				scopes: KeyScope.options,
				expires_at: null,
			},
			limit,
		);
		return { created, ...key };
	}

	it("are not created for an ended session or another member's session", async () => {
		const db = database().open();
		const [id, other] = [await addMember(db), await addMember(db)];
		const session = await openSession(db, id);
		expect((await aKey(other, session)).created).toBe(false);
		expect((await aKey(id, session)).created).toBe(true);
		await deleteSession(db, session);
		expect((await aKey(id, session)).created).toBe(false);
	});

	it("are limited even for simultaneous requests", async () => {
		const id = await addMember(database().open());
		const session = await openSession(database().open(), id);
		const keys = await Promise.all(Array.from({ length: 8 }, () => aKey(id, session, 3)));
		expect(keys.filter(({ created }) => created)).toHaveLength(3);
		expect(await listKeys(database().open(), id)).toHaveLength(3);
	});

	it("return their member and update their last use at most once an hour", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		const session = await openSession(db, member_id);
		const { id, key_hash } = await aKey(member_id, session);
		const found = (minutes: number) => findKey(db, key_hash, instant(minutes));
		expect(await found(0)).toMatchObject({ id, touch_due: true });
		expect((await found(0))?.user.id).toBe(member_id);
		await touchKey(db, id, instant(0));
		await touchKey(db, id, instant(60));
		expect((await listKeys(db, member_id))[0]?.last_used_at).toBe(instant(0));
		expect((await found(60))?.touch_due).toBe(false);
		expect((await found(61))?.touch_due).toBe(true);
		await touchKey(db, id, instant(61));
		expect((await listKeys(db, member_id))[0]?.last_used_at).toBe(instant(61));
		expect(await findKey(db, "unheard of", instant(0))).toBeNull();
	});
});

describeOnBothDatabases("newsletter subscribers", (database) => {
	const wish = (email: string, token_hash: string, minutes = 0) =>
		subscribe(database().open(), { email, token_hash, now: instant(minutes) });

	const listed = async (confirmed_only: boolean) =>
		(await listSubscribers(database().open(), { confirmed_only })).map(({ email }) => email);

	it("need a confirmation until confirmed, and a new one after unsubscribing", async () => {
		const db = database().open();
		const email = `${newName()}@example.org`;
		expect(await wish(email, "n-1")).toBe(true);
		expect(await wish(email.toUpperCase(), "n-2", 1)).toBe(true);
		expect(await confirmSubscription(db, "n-1", instant(2))).toBeNull();
		expect(await confirmSubscription(db, "n-2", instant(2))).toEqual({
			email: email.toUpperCase(),
			first: true,
		});
		expect((await confirmSubscription(db, "n-2", instant(3)))?.first).toBe(false);
		expect(await wish(email, "n-3", 4)).toBe(false);
		expect(await unsubscribe(db, "n-2", instant(5))).toBe(true);
		expect(await confirmSubscription(db, "n-2", instant(6))).toBeNull();
		expect(await wish(email, "n-4", 7)).toBe(true);
		// Anyone can subscribe an address, so it stays unlisted until its owner confirms.
		expect(await listed(true)).not.toContain(email);
		expect(await listed(false)).not.toContain(email);
		expect((await confirmSubscription(db, "n-4", instant(8)))?.first).toBe(true);
		expect(await listed(true)).toContain(email);
	});

	it("are listed until they unsubscribe", async () => {
		const db = database().open();
		const emails = [`${newName()}@example.org`, `${newName()}@example.org`];
		await wish(emails[0] ?? "", "n-5", 8);
		await wish(emails[1] ?? "", "n-6", 9);
		await unsubscribe(db, "n-5", instant(10));
		const [all, confirmed] = [await listed(false), await listed(true)];
		expect(all).not.toContain(emails[0]);
		expect(all).toContain(emails[1]);
		expect(confirmed).not.toContain(emails[1]);
		expect(await unsubscribe(db, "unheard of", instant(10))).toBe(false);
	});
});
