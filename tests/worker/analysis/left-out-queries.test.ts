import { expect, it } from "vitest";
import { publish } from "#features/analysis/publication-queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { hasMoreToRate } from "#features/statements/left-out-queries.ts";
import type { LeftOutStatement } from "#features/statements/merge-statements.ts";
import { aCompletedRun, aStatement, aTranscript } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const LIVE = { simulated: false };
const LEFT_OUT: LeftOutStatement = {
	content: "The bridge is 300 metres long.",
	quote: "it is 300 metres long",
	quote_key: "itis300metreslong",
	timestamp: 40,
	timestamp_source: "cue",
	reason: "over_limit",
};
const BY = { by: "openai", found: 2, chosen: 1 } as const;

describeOnBothDatabases("left-out statements", (database) => {
	it("are stored with the result until another one replaces it", async () => {
		const db = database().open();
		const run = aCompletedRun({ extraction: BY, left_out: [LEFT_OUT] });
		const { video_id } = run;
		await publish(db, run);
		expect(await readReport(db, video_id, LIVE)).toMatchObject({
			video: { extraction: BY },
			left_out: [LEFT_OUT],
		});
		expect(await hasMoreToRate(db, video_id)).toBe(true);

		const joke = { ...LEFT_OUT, reason: "joke" as const };
		await publish(db, aCompletedRun({ video_id, left_out: [joke] }));
		expect(await hasMoreToRate(db, video_id)).toBe(false);
	});

	it("are unknown for results from before they were stored", async () => {
		const db = database().open();
		const run = aCompletedRun();
		await publish(db, run);
		await database().rows(
			"update videos set extraction = null where id = ? returning id",
			run.video_id,
		);
		await database().rows(
			"delete from left_out_statements where video_id = ? returning video_id",
			run.video_id,
		);
		expect(await readReport(db, run.video_id, LIVE)).toMatchObject({
			video: { extraction: null },
			left_out: [],
		});
		expect(await hasMoreToRate(db, run.video_id)).toBe(false);
	});

	it("are added to the result when rated, without retiring its statements", async () => {
		const db = database().open();
		const [old, added] = [aStatement(), aStatement({ timestamp: 40 })];
		const base = aCompletedRun({
			statements: [old],
			extraction: BY,
			left_out: [LEFT_OUT],
		});
		const { video_id } = base;
		await publish(db, base);
		const more = aCompletedRun({
			video_id,
			statements: [added],
			adds_to: base.run_id,
			bs_score: 61,
			extraction: { ...BY, chosen: 2 },
			transcript: { ...aTranscript(), text: "another text" },
		});
		expect(await publish(db, more)).toBe("published");
		expect(await publish(db, more)).toBe("already");
		const { video, statements, left_out, run } = await readReport(db, video_id, LIVE);
		expect(statements.map(({ id }) => id)).toEqual([old.id, added.id]);
		expect(left_out).toEqual([]);
		expect(run?.run_id).toBe(more.run_id);
		expect(video).toMatchObject({
			bs_score: 61,
			version: 2,
			claims_count: 2,
			extraction: { ...BY, chosen: 2 },
			transcript_chars: base.transcript.text.length,
		});
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
