import { expect, it } from "vitest";
import { publish, readPublication } from "#features/analysis/publication-queries.ts";
import { readTranscript } from "#features/captions/queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { statementsForMatching } from "#features/statements/queries.ts";
import {
	aCall,
	aCompletedRun,
	aFailedRun,
	aRating,
	aStatement,
	instant,
	someMetadata,
	storedResult,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const LIVE = { simulated: false };
const DEMO = { simulated: true };

describeOnBothDatabases("publish over an earlier outcome", (database) => {
	it("leaves a result unchanged when a later run fails", async () => {
		const db = database().open();
		const run = aCompletedRun({ statements: [aStatement()] });
		await publish(db, run);
		const before = await storedResult(database(), run.video_id);

		const failed = aFailedRun({
			video_id: run.video_id,
			ended_at: instant(20),
			calls: [aCall("extract:0")],
		});
		expect(await publish(db, failed)).toBe("published");

		expect(await storedResult(database(), run.video_id)).toEqual(before);
		expect(await readPublication(db, failed.run_id)).toEqual({
			video_id: run.video_id,
			outcome: "failed",
			applied: false,
			ended_at: instant(20),
			last_seq: 7,
		});
		const calls = await database().rows(
			"select task from provider_calls where run_id = ?",
			failed.run_id,
		);
		expect(calls).toEqual([{ task: "extract:0" }]);
	});

	it("leaves a simulated result unchanged when a later simulated run fails", async () => {
		const db = database().open();
		const demo = aCompletedRun({ simulated: true, statements: [aStatement()] });
		await publish(db, demo);
		const before = await storedResult(database(), demo.video_id);
		const { video_id } = demo;
		await publish(db, aFailedRun({ video_id, simulated: true }));
		expect(await storedResult(database(), video_id)).toEqual(before);
	});

	it("stores the latest failure and keeps a known title", async () => {
		const db = database().open();
		const first = aFailedRun({ metadata: someMetadata({ title: "Known" }) });
		await publish(db, first);
		const second = aFailedRun({
			video_id: first.video_id,
			ended_at: instant(9),
		});
		await publish(db, second);

		const report = await readReport(db, first.video_id, LIVE);
		expect(report.video).toMatchObject({
			title: "Known",
			analysis_status: "failed",
			error: second.error,
			panel: [],
			transcript_source: null,
			bs_score: 0,
			updated_at: instant(9),
		});
		expect(report.run).toEqual({ run_id: second.run_id, last_seq: 7 });
	});

	it("replaces a failure with the first result", async () => {
		const db = database().open();
		const failed = aFailedRun();
		await publish(db, failed);
		await publish(db, aCompletedRun({ video_id: failed.video_id, statements: [aStatement()] }));
		const report = await readReport(db, failed.video_id, LIVE);
		expect(report.video).toMatchObject({
			analysis_status: "completed",
			error: null,
			claims_count: 1,
		});
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

	it("never replaces a real result with a simulated one", async () => {
		const db = database().open();
		const real = aCompletedRun({ statements: [aStatement()] });
		await publish(db, real);
		const before = await storedResult(database(), real.video_id);

		const demo = aCompletedRun({ video_id: real.video_id, simulated: true });
		expect(await publish(db, demo)).toBe("published");
		expect(await storedResult(database(), real.video_id)).toEqual(before);
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
