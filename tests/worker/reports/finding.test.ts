import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { countFinding, NO_FINDING } from "#contract/finding.ts";
import { isCounted } from "#contract/score-standing.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { recentVideos } from "#features/reports/list-queries.ts";
import { lookUpIds } from "#features/reports/lookup.ts";
import { readReport } from "#features/reports/queries.ts";
import { readMigrations } from "#scripts/data/migrations.ts";
import { layout } from "#scripts/layout.ts";
import { aCompletedRun, aStatement } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { CHECKED_STATEMENTS } from "#tests/web/support/sample-evidence.ts";

const LIVE = { simulated: false };

describeOnBothDatabases("a result's finding", (database) => {
	it("is counted by the publication, in every list", async () => {
		const db = database().open();
		const statements = [
			...CHECKED_STATEMENTS.map(({ verdict, unverified_reason, ai_score }) =>
				aStatement({ verdict, unverified_reason, ai_score, basis: "evidence" }),
			),
			...[0, 29, 30, 69, 70, 100].map((ai_score) => aStatement({ ai_score })),
			aStatement({ ai_score: 90, on_request: true }),
		];
		const run = aCompletedRun({ statements });
		await publish(db, run);
		const expected = countFinding(statements.filter(isCounted));
		expect(Object.values(expected)).not.toContain(0);
		const report = await readReport(db, run.video_id, LIVE);
		expect(report.video?.finding).toEqual(expected);
		expect(countFinding(report.statements.filter(isCounted))).toEqual(expected);
		const recent = await recentVideos(db, LIVE);
		expect(recent.find(({ id }) => id === run.video_id)?.finding).toEqual(expected);
		const { results } = await lookUpIds(db, [run.video_id], LIVE);
		expect(results[0]?.finding).toEqual(expected);
	});

	it("is counted when it is read if other software published the version", async () => {
		const db = database().open();
		const run = aCompletedRun({ statements: [aStatement({ ai_score: 10 })] });
		await publish(db, run);
		const { video_id } = run;
		await db.run(
			sql`update statements set verdict = 'refuted', ai_score = 90 where video_id = ${video_id}`,
		);
		const read = async () => (await readReport(db, video_id, LIVE)).video?.finding;
		expect(await read()).toEqual({ ...NO_FINDING, holds: 1 });
		await db.run(sql`update videos set version = version + 1 where id = ${video_id}`);
		expect(await read()).toEqual({ ...NO_FINDING, refuted: 1 });
	});

	it("is counted for stored results by the migration as by the publication", async () => {
		const db = database().open();
		const statements = CHECKED_STATEMENTS.map(({ verdict, unverified_reason, ai_score }) =>
			aStatement({ verdict, unverified_reason, ai_score, basis: "evidence" }),
		);
		const run = aCompletedRun({
			statements: [...statements, aStatement({ ai_score: 30 }), aStatement({ ai_score: 70 })],
		});
		await publish(db, run);
		const stored = () =>
			db.all<{ finding: string; finding_version: number }>(
				sql`select finding, finding_version from videos where id = ${run.video_id}`,
			);
		const before = await stored();
		await db.run(sql`update videos set finding = null, finding_version = null`);
		const migration = readMigrations(layout.migrations).find(({ name }) =>
			name.includes("count_findings"),
		);
		const update = migration?.statements.find((it) => it.startsWith("UPDATE"));
		await db.run(sql.raw(update ?? ""));
		expect(await stored()).toEqual(before);
	});
});
