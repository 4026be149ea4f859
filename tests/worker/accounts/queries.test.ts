import { expect, it } from "vitest";
import { MemberId } from "#contract/ids.ts";
import { KeyScope } from "#contract/me.ts";
import type { Db } from "#db/client.ts";
import { readActivity, readActivityStats } from "#features/accounts/activity-queries.ts";
import {
	changeEmail,
	issueEmailChange,
	readPendingEmail,
} from "#features/accounts/change-email-queries.ts";
import { exportMember } from "#features/accounts/export-queries.ts";
import { adoptIdentity } from "#features/accounts/google/finish-sign-in.ts";
import { deleteMember, editAccount, registerMember } from "#features/accounts/member-queries.ts";
import {
	confirmAddress,
	findPendingSignUp,
	issueConfirmation,
	issueReset,
	resetPassword,
} from "#features/accounts/token-queries.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { confirmSubscription, listSubscribers, subscribe } from "#features/newsletter/queries.ts";
import { createKey, listKeys, touchKey } from "#identity/api-keys.ts";
import {
	createSession,
	deleteSession,
	MAX_SESSIONS,
	readSession,
	touchSession,
} from "#identity/sessions.ts";
import { vote } from "#tests/support/fixtures/notices.ts";
import {
	aCompletedRun,
	aStatement,
	instant,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases, type TestDb } from "#tests/support/world/databases.ts";
import { allPages, pageOf } from "#tests/support/world/pages.ts";
import { addedHash, addMember } from "#tests/support/world/signed-in.ts";

const LIVE = { simulated: false };
const DEMO = { simulated: true };

let made = 0;
const newName = () => `account-${++made}`;

function aSession(member_id: MemberId, minute = 0) {
	const times = { created_at: instant(minute), expires_at: instant(600) };
	return { token_hash: newName(), member_id, user_agent: null, ...times };
}

async function aKey(db: Db, { member_id, token_hash }: ReturnType<typeof aSession>) {
	const key = { id: newName(), key_hash: newName(), prefix: "bsd_", scopes: KeyScope.options };
	const owner = { member_id, session_hash: token_hash };
	const made = { ...key, ...owner, name: "a", created_at: instant(0), expires_at: null };
	return { ...key, created: await createKey(db, made, 10) };
}

describeOnBothDatabases("sessions and keys", (database) => {
	it("are opened only if the password hash is still current", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		const open = (password_hash: string) =>
			createSession(db, aSession(member_id), { password_hash });
		expect((await open(addedHash())).opened).toBe(true);
		const password = { hash: "next", expected: addedHash() };
		await editAccount(db, member_id, { password });
		expect((await open(addedHash())).opened).toBe(false);
		expect((await open("next")).opened).toBe(true);
	});

	it("end with the oldest beyond the maximum, without affecting other members", async () => {
		const db = database().open();
		const [member_id, other] = [await addMember(db), await addMember(db)];
		const others = aSession(other);
		await createSession(db, others);
		const opened: string[] = [];
		for (let minute = 0; minute <= MAX_SESSIONS; minute++) {
			const session = aSession(member_id, minute);
			const { ended } = await createSession(db, session);
			expect(ended).toEqual(minute === MAX_SESSIONS ? [member_id] : []);
			opened.push(session.token_hash);
		}
		const open = await Promise.all(opened.map((hash) => readSession(db, hash, instant(30))));
		expect(open.map(Boolean)).toEqual([false, ...Array(MAX_SESSIONS).fill(true)]);
		expect(await readSession(db, others.token_hash, instant(30))).not.toBeNull();
	});

	it("are not created for an ended session or another member's session", async () => {
		const db = database().open();
		const [id, other] = [await addMember(db), await addMember(db)];
		const session = aSession(id);
		await createSession(db, session);
		const create = async (owner: MemberId) =>
			(await aKey(db, { ...session, member_id: owner })).created;
		expect(await create(other)).toBe(false);
		expect(await create(id)).toBe(true);
		await deleteSession(db, session.token_hash);
		expect(await create(id)).toBe(false);
	});

	it("record their use at most once an hour, also for requests at the same time", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		const session = aSession(member_id);
		await createSession(db, session);
		const { id } = await aKey(db, session);
		const used = async () => {
			const [seen] = await database().rows(
				"select last_seen_at from sessions where token_hash = ?",
				session.token_hash,
			);
			return [seen?.last_seen_at, (await listKeys(db, member_id))[0]?.last_used_at];
		};
		for (const [minute, recorded] of [
			[0, 0],
			[60, 0],
			[61, 61],
		] as const) {
			await touchSession(db, session.token_hash, instant(minute));
			await touchKey(db, id, instant(minute));
			expect(await used()).toEqual([instant(recorded), instant(recorded)]);
		}
	});
});

describeOnBothDatabases("accounts", (database) => {
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
			const typed = email.toUpperCase();
			const token_hash = newName();
			const id = await addMember(db, { email, email_confirmed_at: account ? instant(0) : null });
			await subscribe(db, { email: typed, token_hash, code_hash: "", now: instant(1) });
			if (subscription) await confirmSubscription(db, token_hash, instant(2));
			const { newsletter } = await exportMember(db, id);
			expect(newsletter?.email ?? null).toBe(exported ? typed : null);
			await deleteMember(db, id);
			const left = await listSubscribers(db, { confirmed_only: false });
			expect(left.some((one) => one.email === typed)).toBe(!deleted);
		},
	);

	it("are created once by many first sign-ins of one identity at the same time", async () => {
		const [subject, email] = [newName(), `${newName()}@example.org`];
		const vouched = { subject, email, full_name: "Vouched", avatar_url: null, owns_address: true };
		const members = await Promise.all(
			Array.from({ length: 10 }, () =>
				adoptIdentity(
					database().open(),
					{ issuer: "https://issuer.example.org", ...vouched },
					{ member_id: MemberId.parse(newName()), now: instant(5) },
				),
			),
		);
		expect(new Set(members.map((member) => member?.id)).size).toBe(1);
	});

	it("fail on a duplicate id instead of reporting a taken address", async () => {
		const db = database().open();
		const id = await addMember(db);
		await expect(addMember(db, { id, email: "another@example.org" })).rejects.toThrow(
			/Failed query|UNIQUE/,
		);
	});
});

describeOnBothDatabases("mailed links", (database) => {
	const lasting = (from: number, to: number) => ({
		created_at: instant(from),
		expires_at: instant(to),
	});

	/** Signs up with a link that lasts an hour. */
	const register = (db: Db, email: string, hash: string, name = "own") =>
		registerMember(
			db,
			{
				id: MemberId.parse(newName()),
				email,
				avatar_url: null,
				email_confirmed_at: null,
				created_at: instant(0),
				...chosen(name),
			},
			{ hash, code_hash: "", browser_hash: `b-${hash}`, ...lasting(0, 60) },
		);
	const chosen = (name: string) => ({ full_name: `Name ${name}`, password_hash: name });
	const confirm = (db: Db, hash: string, minutes = 1) =>
		confirmAddress(db, { hash, now: instant(minutes), session_hash: "" }, chosen(hash));

	it("ignore another account's sign-up and session, and an expired sign-up", async () => {
		const db = database().open();
		const [mine, other, spent] = [newName(), newName(), newName()];
		const email = `${newName()}@example.org`;
		await register(db, `${newName()}@example.org`, mine);
		await register(db, `${newName()}@example.org`, other);
		await register(db, email, spent, "spent");
		const pending = (hash: string, browser: string, minutes = 1, session_hash = "") =>
			findPendingSignUp(db, {
				hash,
				now: instant(minutes),
				browser_hash: `b-${browser}`,
				session_hash,
			});
		expect((await pending(mine, other, 1, other))?.own).toBeNull();
		const later = newName();
		await issueConfirmation(db, { email, hash: later, code_hash: "", ...lasting(50, 120) });
		expect(await pending(later, spent, 60)).toEqual({ email, own: null, offered: chosen("spent") });
		await confirm(db, mine);
		expect(await pending(mine, mine)).toBeNull();
	});

	it("expire at their exact time, and are deleted later", async () => {
		const db = database().open();
		const [expiring, swept] = [newName(), newName()];
		for (const hash of [expiring, swept]) await register(db, `${newName()}@example.org`, hash);
		expect(await confirm(db, expiring, 60)).toBeNull();
		expect(await confirm(db, expiring, 59)).not.toBeNull();
		const elsewhere = { email: "nobody@example.org", hash: newName(), code_hash: "" };
		await issueReset(db, { ...elsewhere, ...lasting(60, 90) });
		expect(await database().rows("select 1 from auth_tokens where hash = ?", swept)).toEqual([]);
	});

	it("to a new address change it for the first of two, and not to another account's", async () => {
		const db = database().open();
		const [first, second] = [await addMember(db), await addMember(db)];
		const email = `${newName()}@Example.org`;
		const ask = async (member_id: MemberId) => {
			const hash = newName();
			const issued = await issueEmailChange(db, member_id, {
				email,
				hash,
				code_hash: "",
				...lasting(0, 60),
			});
			const use = (minutes: number) =>
				changeEmail(db, member_id, { hash, now: instant(minutes), session_hash: null });
			return { ...issued, use };
		};
		const [own, other] = [await ask(first), await ask(second)];
		expect([own.taken, other.taken]).toEqual([false, false]);
		expect(await readPendingEmail(db, first, instant(59))).toBe(email);
		expect(await own.use(60)).toBeNull();
		const both = await Promise.all([own.use(59), own.use(59)]);
		expect(both.filter((used) => used !== null)).toMatchObject([{ email }]);
		expect(await readPendingEmail(db, first, instant(59))).toBeNull();
		expect(await other.use(1)).toBe("taken");
		expect((await ask(second)).taken).toBe(true);
	});

	it.each([
		[null, false, "New member"],
		[null, true, "Name own"],
		["Said", true, "Said"],
	])(
		"to reset a password name an unconfirmed account once (%s, own browser: %s)",
		async (...it) => {
			const [full_name, in_own_browser, name] = it;
			const db = database().open();
			const [email, own] = [newName(), newName()];
			await register(db, email, own);
			const reset = async (given: string | null) => {
				const hash = newName();
				await issueReset(db, { email, hash, code_hash: "", ...lasting(1, 30) });
				const browser_hash = in_own_browser ? `b-${own}` : null;
				const link = { hash, now: instant(2), browser_hash, session_hash: null };
				return resetPassword(db, link, { password_hash: "new", full_name: given });
			};
			expect((await reset(full_name))?.full_name).toBe(name);
			expect((await reset("Other"))?.full_name).toBe(name);
		},
	);
});

describeOnBothDatabases("a member's activity", (database) => {
	const ask = (member_id: MemberId, query: object = {}) =>
		readActivity(database().open(), {
			member_id,
			filter: "votes",
			q: "",
			cursor: null,
			limit: 20,
			view: LIVE,
			...query,
		});
	const read = async (member_id: MemberId, query: object = {}) =>
		(await pageOf(ask(member_id, query))).items;

	it("includes votes on statements that were retired since", async () => {
		const { member, statement_id, video_id } = await aWorld(database());
		await vote(database(), statement_id, member);
		await publish(database().open(), aCompletedRun({ video_id }));
		expect(await read(member)).toMatchObject([{ statement: { id: statement_id, retired: true } }]);
	});

	it("is searched in statements and titles, ignoring case, in any script", async () => {
		const { member, video_id } = await aWorld(database());
		const statements = [
			aStatement({ content: "Der Zürichsee misst 88 km²." }),
			aStatement(),
			aStatement({ content: "100% of it" }),
		];
		const metadata = someMetadata({ title: "ΟΔΟΣ und Brücken" });
		const run = aCompletedRun({ video_id, statements, metadata, started_by: member });
		await publish(database().open(), run);
		for (const { id } of statements) await vote(database(), id, member);
		for (const [q, found] of [
			["zÜRICHSEE", 1],
			["88  km", 1],
			["οδος", 3],
			["%", 1],
			["nothing of the kind", 0],
		] as const)
			expect(await read(member, { q }), q).toHaveLength(found);
		const all = await read(member, { q: "brücken", filter: "all" });
		expect(all.map(({ type }) => type)).toContain("analysis");
	});

	it("is searched far back in portions", async () => {
		const { member, statement_id, video_id } = await aWorld(database());
		await vote(database(), statement_id, member, 2);
		await addVotes(database(), member, video_id, 1_200);
		const q = "bridge was built in 1931";
		const pages = await allPages((cursor) => ask(member, { q, cursor }));
		expect(pages).toHaveLength(2);
		expect(pages.flatMap(({ items }) => items)).toMatchObject([
			{ statement: { id: statement_id } },
		]);
	});

	it("omits simulated items once there are real providers", async () => {
		const { member, statement_id } = await aWorld(database(), { simulated: true });
		await vote(database(), statement_id, member, 3, { view: DEMO });
		expect(await read(member, { filter: "all" })).toEqual([]);
		expect(await read(member, { filter: "all", view: DEMO })).toHaveLength(2);
		const stats = await readActivityStats(database().open(), member, LIVE);
		expect(stats).toMatchObject({ total_votes: 0, analyses: 0 });
	});
});

/** A member who has started the analysis of a video with one statement. */
async function aWorld(database: TestDb, fields = LIVE) {
	const db = database.open();
	const member = await addMember(db);
	const statement = aStatement();
	const run = aCompletedRun({ statements: [statement], started_by: member, ...fields });
	await publish(db, run);
	return { member, statement_id: statement.id, video_id: run.video_id };
}

/** That many newer votes, each on a further statement about something else. */
async function addVotes(database: TestDb, member_id: MemberId, video_id: string, count: number) {
	const numbers = `with recursive n(value) as (select 1 union all select value + 1 from n where value < ${count})`;
	await database.rows(
		`${numbers} insert into statements (id, video_id, content, quote, quote_key, timestamp, timestamp_source, ai_score, confidence_level, openai_score, claude_score, gemini_score, explanation, sources, upvotes, downvotes, created_at, retired_at, aimed_at_raters, on_request, basis, independent_sources, claim_key) select video_id || '-' || value, video_id, 'Water is wet.', quote, quote_key, timestamp, timestamp_source, ai_score, confidence_level, openai_score, claude_score, gemini_score, explanation, sources, 0, 0, created_at, null, 0, 0, basis, independent_sources, claim_key from n, (select * from statements where video_id = ? limit 1)`,
		video_id,
	);
	await database.rows(
		"insert into votes (user_id, statement_id, vote_type, created_at) select ?, id, 'upvote', ? from statements where content = 'Water is wet.' and video_id = ?",
		member_id,
		instant(9),
		video_id,
	);
}
