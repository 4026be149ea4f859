import { expect, it } from "vitest";
import type { MemberId, StatementId } from "#contract/ids.ts";
import type { ActivityItem } from "#contract/me.ts";
import { readActivity, readActivityStats } from "#features/accounts/activity-queries.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { writeVote } from "#features/votes/queries.ts";
import { pageOf } from "#tests/support/fixtures/claims.ts";
import {
	aCompletedRun,
	aFailedRun,
	aStatement,
	instant,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases, type TestDb } from "#tests/support/world/databases.ts";
import { addMember, votingCredential } from "#tests/support/world/signed-in.ts";

const LIVE = { simulated: false };
const DEMO = { simulated: true };

describeOnBothDatabases("a member's activity", (database) => {
	const read = async (member_id: MemberId, query: object = {}) =>
		pageOf(
			readActivity(database().open(), {
				member_id,
				filter: "all",
				q: "",
				cursor: null,
				limit: 20,
				view: LIVE,
				...query,
			}),
		);

	it("returns the member's own votes and analyses, newest first", async () => {
		const { member, statement_id, video_id } = await aWorld(database());
		const other = await addMember(database().open());
		await vote(database(), other, statement_id, 3);
		await vote(database(), member, statement_id, 4);
		await publish(database().open(), aFailedRun({ started_by: member, ended_at: instant(5) }));
		const { items, next_cursor } = await read(member);
		expect(next_cursor).toBeNull();
		expect(items).toMatchObject([
			{ type: "analysis", outcome: "failed", created_at: instant(5) },
			{
				type: "vote",
				vote_type: "upvote",
				created_at: instant(4),
				statement: { id: statement_id, retired: false },
				video: { id: video_id, title: "How the bridge was built" },
			},
			{
				type: "analysis",
				outcome: "completed",
				created_at: instant(1),
				video: { id: video_id },
			},
		]);
		expect(await types(read(member, { filter: "votes" }))).toEqual(["vote"]);
		expect(await types(read(member, { filter: "analyses" }))).toEqual(["analysis", "analysis"]);
		expect(await readActivityStats(database().open(), member, LIVE)).toEqual({
			total_votes: 1,
			agree_votes: 1,
			disagree_votes: 0,
			analyses: 2,
		});
		expect((await read(other)).items).toHaveLength(1);
	});

	it("includes votes on statements that were retired since", async () => {
		const { member, statement_id, video_id } = await aWorld(database());
		await vote(database(), member, statement_id, 4);
		await publish(database().open(), aCompletedRun({ video_id }));
		const { items } = await read(member, { filter: "votes" });
		expect(items).toMatchObject([{ statement: { id: statement_id, retired: true } }]);
	});

	it("is paged without gaps or repeats, even among items of the same time", async () => {
		const { member, video_id } = await aWorld(database());
		const statements = Array.from({ length: 9 }, () => aStatement());
		await publish(database().open(), aCompletedRun({ video_id, statements, started_by: member }));
		for (const { id } of statements) await vote(database(), member, id, 1);
		const whole = (await read(member)).items;
		expect(whole).toHaveLength(11);
		for (const limit of [1, 3, 4]) {
			const seen: ActivityItem[] = [];
			let cursor: string | null = null;
			do {
				const page: Awaited<ReturnType<typeof read>> = await read(member, {
					cursor,
					limit,
				});
				expect(page.items.length).toBeLessThanOrEqual(limit);
				seen.push(...page.items);
				cursor = page.next_cursor;
			} while (cursor !== null);
			expect(seen).toEqual(whole);
		}
	});

	it("is searched in statements and titles, ignoring case, in any script", async () => {
		const { member, video_id } = await aWorld(database());
		const wanted = aStatement({ content: "Der Zürichsee misst 88 km²." });
		const others = [aStatement(), aStatement({ content: "100% of it" })];
		await publish(
			database().open(),
			aCompletedRun({
				video_id,
				statements: [wanted, ...others],
				metadata: someMetadata({ title: "ΟΔΟΣ und Brücken" }),
				started_by: member,
			}),
		);
		for (const { id } of [wanted, ...others]) await vote(database(), member, id, 3);
		const found = async (q: string) => (await read(member, { q, filter: "votes" })).items.length;
		expect(await found("zÜRICHSEE")).toBe(1);
		expect(await found("88  km")).toBe(1);
		expect(await found("οδος")).toBe(3);
		expect(await found("%")).toBe(1);
		expect(await found("nothing of the kind")).toBe(0);
		expect(await types(read(member, { q: "brücken" }))).toContain("analysis");
	});

	it("is searched far back in portions", async () => {
		const { member, statement_id, video_id } = await aWorld(database());
		await vote(database(), member, statement_id, 2);
		await addVotes(database(), member, video_id, 1_200);
		const seen: ActivityItem[] = [];
		let cursor: string | null = null;
		let pages = 0;
		do {
			const page: Awaited<ReturnType<typeof read>> = await read(member, {
				q: "bridge was built in 1931",
				filter: "votes",
				cursor,
			});
			seen.push(...page.items);
			cursor = page.next_cursor;
			pages += 1;
		} while (cursor !== null);
		expect(seen).toMatchObject([{ statement: { id: statement_id } }]);
		expect(pages).toBe(2);
	});

	it("omits simulated items once there are real providers", async () => {
		const member = await addMember(database().open());
		const demo = aCompletedRun({
			simulated: true,
			started_by: member,
			statements: [aStatement()],
		});
		await publish(database().open(), demo);
		const id = demo.statements[0]?.id as StatementId;
		await vote(database(), member, id, 3, DEMO);
		expect((await read(member)).items).toEqual([]);
		expect((await read(member, { view: DEMO })).items).toHaveLength(2);
		expect(await readActivityStats(database().open(), member, LIVE)).toMatchObject({
			total_votes: 0,
			analyses: 0,
		});
	});

	it("rejects an invalid cursor", async () => {
		const member = await addMember(database().open());
		for (const cursor of ["", "?", btoa("[]"), "x".repeat(500)])
			await expect(read(member, { cursor })).rejects.toThrow("cursor");
	});
});

async function types(page: Promise<{ items: ActivityItem[] }>) {
	return (await page).items.map(({ type }) => type);
}

/** A member who has started the analysis of a video with one statement. */
async function aWorld(database: TestDb) {
	const db = database.open();
	const member = await addMember(db);
	const statement = aStatement();
	const run = aCompletedRun({ statements: [statement], started_by: member });
	await publish(db, run);
	return { member, statement_id: statement.id, video_id: run.video_id };
}

async function vote(
	database: TestDb,
	member_id: MemberId,
	statement_id: StatementId,
	minute: number,
	view = LIVE,
) {
	const counts = await writeVote(database.open(), {
		network: null,
		statement_id,
		member_id,
		credential: await votingCredential(database.open(), member_id),
		vote_type: "upvote",
		now: instant(minute),
		view,
	});
	if (typeof counts === "string") throw new Error(counts);
}

/** That many newer votes, each on a further statement about something else. */
async function addVotes(database: TestDb, member_id: MemberId, video_id: string, count: number) {
	const numbers = `with recursive n(value) as (select 1 union all select value + 1 from n where value < ${count})`;
	await database.rows(
		`${numbers} insert into statements (id, video_id, content, quote, quote_key, timestamp, timestamp_source, ai_score, confidence_level, openai_score, claude_score, gemini_score, explanation, sources, upvotes, downvotes, created_at, retired_at, aimed_at_raters, basis, independent_sources, claim_key) select video_id || '-' || value, video_id, 'Water is wet.', quote, quote_key, timestamp, timestamp_source, ai_score, confidence_level, openai_score, claude_score, gemini_score, explanation, sources, 0, 0, created_at, null, 0, basis, independent_sources, claim_key from n, (select * from statements where video_id = ? limit 1)`,
		video_id,
	);
	await database.rows(
		"insert into votes (user_id, statement_id, vote_type, created_at) select ?, id, 'upvote', ? from statements where content = 'Water is wet.' and video_id = ?",
		member_id,
		instant(9),
		video_id,
	);
}
