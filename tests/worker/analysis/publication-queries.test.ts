import { expect, it } from "vitest";
import { publish, readPublication } from "#features/analysis/publication-queries.ts";
import { readTranscript } from "#features/captions/queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { claimKey } from "#features/statements/claim-key.ts";
import { statementsForMatching } from "#features/statements/queries.ts";
import {
	aCompletedRun,
	aFailedRun,
	aProviderCall,
	aRating,
	aStatement,
	aTranscript,
	instant,
	someMetadata,
	storedResult,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const LIVE = { simulated: false };

describeOnBothDatabases("publish", (database) => {
	it("stores a complete first result of 24 statements with three ratings each", async () => {
		const db = database().open();
		const statements = Array.from({ length: 24 }, (_, place) =>
			aStatement({ timestamp: 24 - place, ai_score: place * 4 }),
		);
		const extraction = { by: "claude", found: 30, chosen: 24 } as const;
		const run = aCompletedRun({ statements, extraction, bs_score: 46 });

		expect(await publish(db, run)).toBe("published");

		const report = await readReport(db, run.video_id, LIVE);
		// The description only checks wordings.
		const { description: unstored, ...stored } = run.metadata;
		expect(report.video).toEqual({
			id: run.video_id,
			url: run.url,
			...stored,
			language: "en",
			bs_score: 46,
			confidence_level: 80,
			lean: null,
			basis: "memory",
			scope: "full",
			made_by: {
				kind: "ai_models",
				models: ["claude-model", "gemini-model", "openai-model"],
				evidence: "none",
				reviewed_by: null,
			},
			coverage: { checkable: 24, checked: 0 },
			// By their bands: 0 to 29, 30 to 69, 70 and more.
			finding: {
				holds: 8,
				outdated: 0,
				lacks_context: 10,
				sources_disagree: 0,
				refuted: 6,
				unverified: 0,
			},
			interval: null,
			evidence_sources: [],
			extraction: { by: "claude", found: 30, chosen: 24 },
			analysis_status: "completed",
			claims_count: 24,
			total_votes: 0,
			community_agreement: null,
			transcript_source: "captions",
			captions_read_by: null,
			panel: ["openai", "claude", "gemini"],
			simulated: false,
			version: 1,
			created_at: run.started_at,
			updated_at: run.ended_at,
			transcript_chars: run.transcript.text.length,
			aimed_at_raters: [],
			error: null,
			metadata_read_at: run.ended_at,
			unavailable_since: null,
			evidence_changed_at: null,
			earlier_version: null,
		});
		expect(report.run).toEqual({ run_id: run.run_id, last_seq: 40 });
		expect(report.statements.map((it) => it.id)).toEqual(statements.map((it) => it.id).reverse());
		const { quote_key, replaces: _, ...published } = statements[3] ?? aStatement();
		expect(report.statements.find((it) => it.id === published.id)).toEqual({
			...published,
			video_id: run.video_id,
			speaker: null,
			key: claimKey(published.content, "en"),
			openai_score: 12,
			claude_score: 12,
			gemini_score: 12,
			upvotes: 0,
			downvotes: 0,
			created_at: run.ended_at,
		});
		expect(quote_key).not.toBe("");
	});

	it("keeps ids, votes and creation times of matched statements and retires the others", async () => {
		const db = database().open();
		const held = aStatement({ quote_key: "held" });
		const gone = aStatement({ quote_key: "gone" });
		const first = aCompletedRun({ statements: [held, gone] });
		await publish(db, first);
		await database().rows(
			"update statements set upvotes = 3, downvotes = 1 where video_id = ?",
			first.video_id,
		);

		const fresh = aStatement({ quote_key: "fresh", timestamp: 99 });
		const second = aCompletedRun({
			video_id: first.video_id,
			started_at: instant(10),
			ended_at: instant(11),
			statements: [{ ...held, content: "Said better.", ai_score: 55 }, fresh],
		});
		await publish(db, second);

		const report = await readReport(db, first.video_id, LIVE);
		expect(report.statements).toMatchObject([
			{
				id: held.id,
				content: "Said better.",
				ai_score: 55,
				verdict: null,
				upvotes: 3,
				downvotes: 1,
				created_at: first.ended_at,
			},
			{ id: fresh.id, upvotes: 0, created_at: second.ended_at },
		]);
		expect(report.video).toMatchObject({
			version: 2,
			claims_count: 2,
			total_votes: 4,
			community_agreement: 75,
			created_at: first.started_at,
			updated_at: second.ended_at,
		});
		const [retired] = await database().rows(
			"select retired_at, upvotes from statements where id = ?",
			gone.id,
		);
		expect(retired).toEqual({ retired_at: second.ended_at, upvotes: 3 });
		expect(await statementsForMatching(db, first.video_id, LIVE)).toEqual([
			{
				id: held.id,
				quote_key: "held",
				timestamp: 12.5,
				ai_score: 55,
				verdict: null,
				upvotes: 3,
				downvotes: 1,
				created_at: first.ended_at,
			},
			{
				id: fresh.id,
				quote_key: "fresh",
				timestamp: 99,
				ai_score: 50,
				verdict: null,
				upvotes: 0,
				downvotes: 0,
				created_at: second.ended_at,
			},
		]);
	});

	it("stores when a statement was first retired", async () => {
		const db = database().open();
		const gone = aStatement();
		const first = aCompletedRun({ statements: [gone] });
		const { video_id } = first;
		await publish(db, first);
		await publish(db, aCompletedRun({ video_id, ended_at: instant(5) }));
		await publish(db, aCompletedRun({ video_id, ended_at: instant(9) }));
		const [row] = await database().rows("select retired_at from statements where id = ?", gone.id);
		expect(row).toEqual({ retired_at: instant(5) });
	});

	it("keeps known metadata that a later source lacks", async () => {
		const db = database().open();
		const first = aCompletedRun();
		await publish(db, first);
		await publish(
			db,
			aCompletedRun({
				video_id: first.video_id,
				metadata: someMetadata({ duration: null, view_count: 7, title: "" }),
			}),
		);
		const report = await readReport(db, first.video_id, LIVE);
		expect(report.video).toMatchObject({
			title: first.metadata.title,
			duration: 612.4,
			view_count: 7,
		});
	});

	it("replaces characters that the database cannot store", async () => {
		const db = database().open();
		const statement = aStatement({
			content: "half an emoji \ud83d and a nul \0.",
			sources: ["\udc00"],
			ratings: [{ ...aRating("openai", 5), explanation: "\ud83d" }],
		});
		const run = aCompletedRun({
			metadata: someMetadata({ title: "cut \ud83d" }),
			statements: [statement],
			transcript: { ...aTranscript(), cues: [{ start: 0, text: "\ud83d" }], text: "\ud83d" },
		});
		await publish(db, run);
		const report = await readReport(db, run.video_id, LIVE);
		expect(report.video?.title).toBe("cut \ufffd");
		expect(report.statements[0]).toMatchObject({
			content: "half an emoji \ufffd and a nul .",
			sources: ["\ufffd"],
			ratings: [{ explanation: "\ufffd" }],
		});
		expect((await readTranscript(db, run.video_id, LIVE))?.transcript).toBe("\ufffd");
	});
});

const DEMO = { simulated: true };

describeOnBothDatabases("publish over an earlier outcome", (database) => {
	it.each([
		["a real result", "a later failure", false, aFailedRun],
		["a simulated result", "a later simulated failure", true, aFailedRun],
		["a real result", "a simulated one", false, aCompletedRun],
	])("leaves %s unchanged by %s", async (_, what, simulated, next) => {
		const db = database().open();
		const first = aCompletedRun({ simulated, statements: [aStatement()] });
		const { video_id } = first;
		await publish(db, first);
		const before = await storedResult(database(), video_id);
		const ended_at = instant(20);
		const later = { video_id, ended_at, simulated: what.includes("simulated") };
		const run = next({ ...later, calls: [aProviderCall("extract:0", "openai")] });
		expect(await publish(db, run)).toBe("published");
		expect(await storedResult(database(), video_id)).toEqual(before);
		const { outcome, last_seq } = run;
		const record = { video_id, outcome, applied: false, ended_at, last_seq };
		expect(await readPublication(db, run.run_id)).toEqual(record);
		const billed = "select task from provider_calls where run_id = ?";
		expect(await database().rows(billed, run.run_id)).toEqual([{ task: "extract:0" }]);
	});

	it("stores the latest failure and keeps a known title", async () => {
		const db = database().open();
		const first = aFailedRun({ metadata: someMetadata({ title: "Known" }) });
		await publish(db, first);
		const second = aFailedRun({ video_id: first.video_id, ended_at: instant(9) });
		await publish(db, second);

		const report = await readReport(db, first.video_id, LIVE);
		expect(report.video).toMatchObject({
			title: "Known",
			analysis_status: "failed",
			error: second.error,
			panel: [],
			transcript_source: null,
			bs_score: null,
			updated_at: instant(9),
		});
		expect(report.run).toEqual({ run_id: second.run_id, last_seq: 7 });
	});

	it("replaces a simulated result with a real one and retires its statements", async () => {
		const db = database().open();
		const demo = aCompletedRun({
			simulated: true,
			statements: [aStatement({ ratings: [aRating("openai", 40, "simulated")] })],
		});
		await publish(db, demo);
		expect((await readReport(db, demo.video_id, DEMO)).video?.simulated).toBe(true);
		expect(await readReport(db, demo.video_id, LIVE)).toMatchObject({
			video: null,
			statements: [],
			run: null,
		});
		expect(await readTranscript(db, demo.video_id, LIVE)).toBeNull();
		expect(await statementsForMatching(db, demo.video_id, LIVE)).toEqual([]);
		const [before] = await database().rows(
			"select id from search_docs where video_id = ?",
			demo.video_id,
		);

		const real = aCompletedRun({
			video_id: demo.video_id,
			ended_at: instant(30),
			statements: [aStatement()],
		});
		await publish(db, real);

		const report = await readReport(db, demo.video_id, LIVE);
		expect(report.video).toMatchObject({ simulated: false, version: 2 });
		expect(report.statements.map((it) => it.id)).toEqual(real.statements.map((it) => it.id));
		const [after] = await database().rows(
			"select d.id, v.first_completed_at from search_docs d join videos v on v.id = d.video_id where v.id = ?",
			demo.video_id,
		);
		expect(after?.first_completed_at).toBe(instant(30));
		expect(Number(after?.id)).toBeGreaterThan(Number(before?.id));
	});

	it("replaces a simulated result with a real failure", async () => {
		const db = database().open();
		const demo = aCompletedRun({ simulated: true, statements: [aStatement()] });
		await publish(db, demo);
		await publish(db, aFailedRun({ video_id: demo.video_id }));

		const report = await readReport(db, demo.video_id, LIVE);
		expect(report.video).toMatchObject({
			analysis_status: "failed",
			title: demo.metadata.title,
			claims_count: 0,
		});
		expect(report.statements).toEqual([]);
		expect(await readTranscript(db, demo.video_id, LIVE)).toBeNull();
	});
});

describeOnBothDatabases("database", (database) => {
	const unverified = () => aStatement({ verdict: "unverified" });

	it.each([
		["a score of an unverified statement", { ...unverified(), ai_score: 40, confidence_level: 60 }],
		["an unverified statement's rating", { ...unverified(), ratings: [aRating("openai", 40)] }],
		["a verdict without a score", { ...unverified(), verdict: "refuted" as const }],
		["a score without a confidence", aStatement({ confidence_level: null })],
	])("refuses %s", async (_, statement) => {
		const run = aCompletedRun({ statements: [statement] });
		await expect(publish(database().open(), run)).rejects.toThrow();
		expect(await storedResult(database(), run.video_id)).toMatchObject({ videos: [] });
	});

	it("refuses a video without a score that rests on evidence", async () => {
		const fields = { bs_score: null, confidence_level: null, basis: "evidence" as const };
		await expect(publish(database().open(), aCompletedRun(fields))).rejects.toThrow();
	});
});
