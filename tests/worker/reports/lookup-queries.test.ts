import { expect, it } from "vitest";
import { publish } from "#features/analysis/publication-queries.ts";
import { lookUpIds, lookUpPrefix } from "#features/reports/lookup.ts";
import { idHash } from "#features/reports/write-video.ts";
import {
	aCompletedRun,
	aFailedRun,
	aStatement,
	aTranscript,
	freshVideoId,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const LIVE = { simulated: false };

describeOnBothDatabases("result lookup", (database) => {
	it("finds only listed results by id and by hash prefix", async () => {
		const db = database().open();
		const run = aCompletedRun({ bs_score: 71, statements: [aStatement()] });
		const { video_id } = run;
		const demo = aCompletedRun({ simulated: true });
		const hidden = aCompletedRun({ transcript: aTranscript("member") });
		const failed = aFailedRun();
		for (const each of [run, demo, hidden, failed]) await publish(db, each);
		const entry = {
			id: video_id,
			bs_score: 71,
			confidence_level: 80,
			claims_count: 1,
			simulated: false,
			version: 1,
			updated_at: run.ended_at,
			basis: "memory",
			coverage: { checkable: 1, checked: 0 },
			evidence_sources: [],
		};
		const ids = [
			freshVideoId(),
			demo.video_id,
			hidden.video_id,
			failed.video_id,
			video_id,
			video_id,
		];
		expect(await lookUpIds(db, ids, LIVE)).toEqual({
			results: [entry],
			truncated: false,
		});
		for (const length of [4, 5, 63, 64]) {
			const found = await lookUpPrefix(db, idHash(video_id).slice(0, length), {
				limit: 9,
				view: LIVE,
			});
			expect(found.results).toContainEqual(entry);
		}
		for (const other of [demo, hidden, failed]) {
			const prefix = idHash(other.video_id);
			const found = await lookUpPrefix(db, prefix, { limit: 9, view: LIVE });
			expect(found.results).toEqual([]);
		}
	});

	it("reports when there are more results than the limit", async () => {
		const db = database().open();
		const runs = [aCompletedRun(), aCompletedRun(), aCompletedRun()];
		for (const run of runs) await publish(db, run);
		await database().rows(
			"update videos set id_hash = 'abcd' || substr(id_hash, 5) where id in (?, ?, ?)",
			...runs.map(({ video_id }) => video_id),
		);
		const ask = (limit: number) => lookUpPrefix(db, "abcd", { limit, view: LIVE });
		expect(await ask(2)).toMatchObject({ truncated: true });
		expect((await ask(2)).results).toHaveLength(2);
		expect(await ask(3)).toMatchObject({ truncated: false });
	});

	it("uses the hash index", async () => {
		const plan = await database().rows(
			"explain query plan select id from videos where id_hash >= ? and id_hash < ? and analysis_status = 'completed' and listed = 1 order by id_hash limit 9",
			"abcd",
			"abcdg",
		);
		expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining("videos_by_hash")]);
	});
});
