import { expect, it } from "vitest";
import type { VideoId } from "#contract/ids.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { readVersionBefore, readVersions } from "#features/history/queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { aCheckedTalk } from "#tests/support/fixtures/checked-talks.ts";
import {
	aCompletedRun,
	aFailedRun,
	aRating,
	aStatement,
	instant,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const LIVE = { simulated: false };

describeOnBothDatabases("versions of a result", (database) => {
	const read = (video_id: VideoId, from: number | null = null, limit = 9) =>
		readVersions(database().open(), video_id, { view: LIVE, from, limit });

	it("are stored with each publication, newest first", async () => {
		const db = database().open();
		const first = aCompletedRun({ statements: [aStatement(), aStatement({ timestamp: 40 })] });
		const { video_id } = first;
		await publish(db, first);
		await publish(db, first);
		const [kept] = first.statements;
		if (!kept) throw new Error("There is no statement");
		const failed = aStatement({
			ratings: [aRating("openai", 50), aRating("claude", 50, "failed")],
		});
		const second = aCompletedRun({
			video_id,
			ended_at: instant(5),
			bs_score: 70,
			panel: ["openai"],
			statements: [kept, failed],
		});
		await publish(db, second);
		const versions = await read(video_id);
		expect(versions).toMatchObject([
			{
				version: 2,
				published_at: instant(5),
				simulated: false,
				content: {
					bs_score: 70,
					basis: "memory",
					panel: ["openai"],
					sources: [],
					models: ["openai openai-model", "claude claude-model", "gemini gemini-model"],
				},
			},
			{ version: 1, published_at: instant(1), content: { bs_score: 50 } },
		]);
		const ids = (at: number) => versions?.[at]?.content.statements.map(({ id }) => id).sort();
		expect(ids(0)).toEqual([kept.id, failed.id].sort());
		expect(ids(1)).toEqual(first.statements.map(({ id }) => id).sort());
		expect(await read(video_id, 1)).toMatchObject([{ version: 1 }]);
		expect(await read(video_id, null, 1)).toMatchObject([{ version: 2 }]);
		const before = await readVersionBefore(db, video_id, { view: LIVE, version: 2 });
		expect(before).toEqual(versions?.[1]);
	});

	it("name the pages of each statement", async () => {
		const run = aCompletedRun(aCheckedTalk("A talk with versions"));
		await publish(database().open(), run);
		const [version] = (await read(run.video_id)) ?? [];
		for (const { id, evidence } of run.statements) {
			const stored = version?.content.statements.find((it) => it.id === id);
			expect(stored?.pages.map(({ url }) => url).sort()).toEqual(
				evidence.map(({ final_url }) => final_url).sort(),
			);
		}
		expect(run.statements.flatMap(({ evidence }) => evidence)).not.toEqual([]);
	});

	it("are not made by failed runs, and unknown without a result", async () => {
		const db = database().open();
		const failed = aFailedRun();
		await publish(db, failed);
		expect(await read(failed.video_id)).toBeNull();
		await publish(db, aCompletedRun({ video_id: failed.video_id }));
		await publish(db, aFailedRun({ video_id: failed.video_id }));
		expect(await read(failed.video_id)).toMatchObject([{ version: 1 }]);
		const { video } = await readReport(db, failed.video_id, LIVE);
		expect(video).toMatchObject({ version: 1, earlier_version: null });
	});

	it("are offered for comparison if the reader sees an earlier one", async () => {
		const db = database().open();
		const demo = aCompletedRun({ simulated: true });
		const { video_id } = demo;
		await publish(db, demo);
		const earlier = async () => (await readReport(db, video_id, LIVE)).video?.earlier_version;
		await publish(db, aCompletedRun({ video_id }));
		expect(await earlier()).toBeNull();
		await publish(db, aCompletedRun({ video_id }));
		expect(await earlier()).toBe(2);
	});
});
