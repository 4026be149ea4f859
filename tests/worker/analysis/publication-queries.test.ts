import { expect, it } from "vitest";
import { publish } from "#features/analysis/publication-queries.ts";
import { readTranscript } from "#features/captions/queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { statementsForMatching } from "#features/statements/queries.ts";
import {
	aCompletedRun,
	aRating,
	aStatement,
	aTranscript,
	instant,
	someMetadata,
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
		expect(report.video).toEqual({
			id: run.video_id,
			url: run.url,
			...run.metadata,
			bs_score: 46,
			confidence_level: 80,
			basis: "memory",
			coverage: { checkable: 24, checked: 0 },
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
		});
		expect(report.run).toEqual({ run_id: run.run_id, last_seq: 40 });
		expect(report.statements.map((it) => it.id)).toEqual(statements.map((it) => it.id).reverse());
		const { quote_key, replaces: _, ...published } = statements[3] ?? aStatement();
		expect(report.statements.find((it) => it.id === published.id)).toEqual({
			...published,
			video_id: run.video_id,
			openai_score: 12,
			claude_score: 12,
			gemini_score: 12,
			upvotes: 0,
			downvotes: 0,
			created_at: run.ended_at,
		});
		expect(quote_key).not.toBe("");
	});

	it("stores null for a provider not on the panel and the fallback score of a failed one", async () => {
		const db = database().open();
		const statement = aStatement({
			ratings: [aRating("openai", 20), aRating("gemini", 50, "failed")],
		});
		const run = aCompletedRun({ statements: [statement] });
		await publish(db, run);

		const report = await readReport(db, run.video_id, LIVE);
		expect(report.statements[0]).toMatchObject({
			openai_score: 20,
			claude_score: null,
			gemini_score: 50,
			ratings: statement.ratings,
		});
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

	it("publishes a video without statements", async () => {
		const db = database().open();
		const run = aCompletedRun({ bs_score: 0, confidence_level: 95 });
		await publish(db, run);
		const report = await readReport(db, run.video_id, LIVE);
		expect(report.video).toMatchObject({
			claims_count: 0,
			confidence_level: 95,
		});
		expect(report.statements).toEqual([]);
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
			transcript: {
				...aTranscript(),
				cues: [{ start: 0, text: "\ud83d" }],
				text: "\ud83d",
			},
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
