import { expect, it } from "vitest";
import type { Evidence } from "#contract/evidence.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { registerRun } from "#features/analysis/run-queries.ts";
import { createResponse } from "#features/channels/response-queries.ts";
import { insertAddedPage } from "#features/evidence/added-page-queries.ts";
import { readReport } from "#features/reports/queries.ts";
import type { LeftOutStatement } from "#features/statements/merge-statements.ts";
import { hasMoreToRate } from "#features/statements/queries.ts";
import { freshChannelId, makeOwner } from "#tests/support/fixtures/claims.ts";
import {
	aCompletedRun,
	aProviderCall,
	aStatement,
	freshVideoId,
	instant,
	someMetadata,
	storedResult,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases, type TestDb } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const LIVE = { simulated: false };

/** A quote on a page that several results cite. */
const PIECE: Evidence = {
	id: "a".repeat(24),
	url: "https://bridges.example.org/1931",
	final_url: "https://bridges.example.org/1931",
	title: "Bridges of 1932",
	site: "example.org",
	kind: "other",
	notice: null,
	published_at: "2020-01-01",
	published_by: "meta",
	fetched_at: "2026-01-01T00:00:00.000Z",
	content_hash: "0".repeat(64),
	canonical_version: 3,
	quote: "The bridge was opened in 1932",
	quote_start: 10,
	before: "",
	after: "",
	stance: "refutes",
	cited_by: ["openai"],
	cluster: 1,
	archived_url: null,
	state: "found",
	reopened_at: null,
	reopened_hash: null,
	retracted_at: null,
	read_differently_at: null,
	review: null,
	by_member: false,
	doubted: false,
};

describeOnBothDatabases("publication record", (database) => {
	it("recognizes a replay and changes nothing", async () => {
		const run = aCompletedRun({
			statements: [aStatement({ ai_score: 90 })],
			calls: [aProviderCall("rate:1:openai", "openai")],
			outbox: [{ kind: "analysis", member_id: null, payload: { a: 1 } }],
		});
		await publish(database().open(), run);
		const before = await storedResult(database(), run.video_id);

		const answers = [await publish(database().open(), run), await publish(database().open(), run)];

		expect(answers).toEqual(["already", "already"]);
		expect(await storedResult(database(), run.video_id)).toEqual(before);
		const outbox = await database().rows(
			"select * from notification_outbox where run_id = ?",
			run.run_id,
		);
		expect(outbox).toHaveLength(1);
	});

	it("is stored once when the same run is published several times at once", async () => {
		const run = aCompletedRun({ statements: [aStatement()] });
		const answers = await Promise.all(
			Array.from({ length: 8 }, () => publish(database().open(), run)),
		);
		expect(answers.filter((it) => it === "published")).toHaveLength(1);
		const report = await readReport(database().open(), run.video_id, LIVE);
		expect(report.video?.version).toBe(1);
	});

	it("keeps the latest fetch time of a page cited by several results", async () => {
		const db = database().open();
		const opened = (id: string, fetched_at: string) =>
			aCompletedRun({
				statements: [
					aStatement({
						verdict: "refuted",
						basis: "evidence",
						evidence: [{ ...PIECE, id: id.repeat(24), fetched_at }],
					}),
				],
			});
		const first = opened("a", "2026-01-02T00:00:00.000Z");
		const later = opened("b", "2026-03-04T00:00:00.000Z");
		const earlier = opened("c", "2026-01-01T00:00:00.000Z");
		for (const run of [first, later, earlier]) await publish(db, run);
		for (const { video_id } of [first, later, earlier]) {
			const { statements } = await readReport(db, video_id, LIVE);
			expect(statements[0]?.evidence[0]).toMatchObject({
				content_hash: PIECE.content_hash,
				fetched_at: later.statements[0]?.evidence[0]?.fetched_at,
			});
		}
	});

	it("rejects a run id that belongs to another video", async () => {
		const run = aCompletedRun();
		await publish(database().open(), run);
		await expect(
			publish(database().open(), { ...run, video_id: freshVideoId() }),
		).rejects.toThrow();
	});

	it("stores the run's calls, fills the outbox and ends the listed run", async () => {
		const db = database().open();
		const member_id = await addMember(db);
		const run = aCompletedRun({
			started_by: member_id,
			calls: [
				aProviderCall("rate:0:openai", "openai"),
				aProviderCall("rate:0:openai", "openai"),
				aProviderCall("rate:1", "openai"),
			],
			outbox: [{ kind: "new_analysis", member_id, payload: { title: "A – “b”" } }],
		});
		const { video_id, run_id, started_at } = run;
		await registerRun(db, { video_id, run_id, started_at, started_by: member_id });
		await publish(db, run);

		const calls = await database().rows(
			"select task, ok, cost_usd, input_tokens, output_tokens from provider_calls where run_id = ? order by task",
			run_id,
		);
		const bill = { ok: 1, cost_usd: 0.5, input_tokens: 100, output_tokens: 20 };
		expect(calls).toEqual([
			{ task: "rate:0:openai", ...bill },
			{ task: "rate:1", ...bill },
		]);
		const [message] = await database().rows(
			"select kind, member_id, payload, delivered_at from notification_outbox where run_id = ?",
			run_id,
		);
		expect(message).toEqual({
			kind: "new_analysis",
			member_id,
			payload: JSON.stringify({ title: "A – “b”" }),
			delivered_at: null,
		});
		const report = await readReport(db, video_id, LIVE);
		expect(report.active).toEqual({ run_id, started_at, ended_at: run.ended_at });
		const [video] = await database().rows("select started_by from videos where id = ?", video_id);
		expect(video).toEqual({ started_by: member_id });
	});

	it("does not name a member who has left", async () => {
		const run = aCompletedRun({ started_by: "nobody-any-more" });
		await publish(database().open(), run);
		const [video] = await database().rows(
			"select started_by from videos where id = ?",
			run.video_id,
		);
		expect(video).toEqual({ started_by: null });
	});
});

describeOnBothDatabases("left-out statements", (database) => {
	it.each([
		["over_limit", true],
		["joke", false],
	] as const)("can be rated if only the limit left them out: %s", async (reason, more) => {
		const left: LeftOutStatement = {
			content: "The bridge is 300 metres long.",
			quote: "it is 300 metres long",
			quote_key: "itis300metreslong",
			timestamp: 40,
			timestamp_source: "cue",
			reason,
		};
		const db = database().open();
		const run = aCompletedRun({ left_out: [left] });
		await publish(db, run);
		expect(await hasMoreToRate(db, run.video_id)).toBe(more);
	});

	it("are not added to a result that another run has replaced", async () => {
		const db = database().open();
		const base = aCompletedRun({ statements: [aStatement()] });
		const { video_id } = base;
		await publish(db, base);
		const later = aCompletedRun({ video_id, statements: [aStatement()] });
		await publish(db, later);
		const before = await readReport(db, video_id, LIVE);
		await publish(
			db,
			aCompletedRun({ video_id, statements: [aStatement()], adds_to: base.run_id }),
		);
		expect(await readReport(db, video_id, LIVE)).toEqual(before);
	});
});

const URL = "https://records.example.org/";

/** A result of two statements, with its starter and the creator of its channel. */
async function aResult(database: TestDb) {
	const db = database.open();
	const [starter, creator] = [await addMember(db), await addMember(db)];
	const channel_id = freshChannelId();
	await makeOwner(db, creator, channel_id);
	const statements = [aStatement(), aStatement({ timestamp: 40 })] as const;
	const [first, second] = statements;
	const run = aCompletedRun({
		statements: [...statements],
		started_by: starter,
		metadata: someMetadata({ channel_id }),
	});
	await publish(db, run);
	/** The creator's response to the first statement, with a page. */
	const respond = (id: string, shown = channel_id) =>
		createResponse(
			db,
			{
				id,
				video_id: run.video_id,
				statement_id: first.id,
				member_id: creator,
				channel_id: shown,
				body: "Not so.",
				channel_name: "Harbour Talks",
				title: "",
				now: instant(3),
			},
			(stored) =>
				insertAddedPage(
					db,
					{
						statement_id: first.id,
						member_id: creator,
						url: URL,
						final_url: URL,
						title: "Records",
						published_at: null,
						created_at: instant(3),
						can_move: false,
					},
					stored,
				),
		);
	return { db, run, first, second, starter, creator, respond };
}

describeOnBothDatabases("statement that is checked again", (database) => {
	const pagesOf = (video_id: string) =>
		database().rows(
			"select statement_id, url from statement_pages where statement_id in (select id from statements where video_id = ?)",
			video_id,
		);

	it("is replaced alone, with its responses and pages, and keeps the analysis's starter", async () => {
		const { db, run, first, second, starter, creator, respond } = await aResult(database());
		const { video_id } = run;
		await respond(`to-${first.id}`);
		const next = aStatement({ replaces: first.id, ai_score: 90 });
		const recheck = aCompletedRun({
			video_id,
			statements: [next],
			started_by: creator,
			adds_to: run.run_id,
			rechecks: first.id,
			bs_score: 61,
		});
		expect(await publish(db, recheck)).toBe("published");
		expect(await publish(db, recheck)).toBe("already");
		const { video, statements, responses } = await readReport(db, video_id, LIVE);
		expect(statements.map(({ id }) => id).sort()).toEqual([next.id, second.id].sort());
		expect(video).toMatchObject({ bs_score: 61, version: 2, claims_count: 2 });
		expect(responses).toMatchObject([
			{ id: `to-${first.id}`, statement_id: next.id, retired_statement: null },
		]);
		expect(await pagesOf(video_id)).toEqual([{ statement_id: next.id, url: URL }]);
		expect(await database().rows("select started_by from videos where id = ?", video_id)).toEqual([
			{ started_by: starter },
		]);
	});

	it("gets no page from a response that is not stored", async () => {
		const { run, first, respond } = await aResult(database());
		expect(await respond(`lost-${first.id}`, freshChannelId())).toBe("changed");
		expect(await pagesOf(run.video_id)).toEqual([]);
		await respond(`one-${first.id}`);
		expect(await respond(`two-${first.id}`)).toBe("standing");
		expect(await pagesOf(run.video_id)).toHaveLength(1);
	});
});
