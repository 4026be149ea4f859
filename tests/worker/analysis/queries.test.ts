import { expect, it } from "vitest";
import type { MemberId } from "#contract/ids.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import {
	findRequest,
	forgetRequests,
	latestDurations,
	type StoredRequest,
	storeRequest,
} from "#features/analysis/request-queries.ts";
import {
	activeRun,
	endedRuns,
	forgetRun,
	readAnalysisStatus,
	registerRun,
	silentRuns,
} from "#features/analysis/run-queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { runFailure } from "#http/run-failures.ts";
import {
	aCompletedRun,
	aFailedRun,
	freshRunId,
	freshVideoId,
	instant,
	ONLY_MOMENTS,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

function aRun(minute: number, video_id = freshVideoId()) {
	return { video_id, run_id: freshRunId(), started_at: instant(minute), started_by: null };
}

describeOnBothDatabases("listed runs", (database) => {
	it("keep the latest run of a video, and registering one again changes nothing", async () => {
		const db = database().open();
		const first = aRun(1);
		await registerRun(db, first);
		await registerRun(db, { ...first, started_at: instant(2) });
		expect(await activeRun(db, first.video_id)).toEqual({
			video_id: first.video_id,
			run_id: first.run_id,
			started_at: instant(1),
			ended_at: null,
		});
		const second = aRun(3, first.video_id);
		await registerRun(db, second);
		expect((await activeRun(db, first.video_id))?.run_id).toBe(second.run_id);
	});

	it("end with their publication, even if registered afterwards", async () => {
		const db = database().open();
		const run = aRun(1);
		await registerRun(db, run);
		const { video_id, run_id } = run;
		await publish(db, aFailedRun({ video_id, run_id, ended_at: instant(4) }));
		await registerRun(db, run);
		const { active, run: shown } = await readReport(db, video_id, { simulated: false });
		expect(active).toEqual({ run_id, started_at: instant(1), ended_at: instant(4) });
		expect(shown?.run_id).toBe(run_id);

		const next = aRun(6, video_id);
		await registerRun(db, next);
		expect((await activeRun(db, video_id))?.ended_at).toBeNull();
	});

	it("are not ended by the late publication of an earlier run", async () => {
		const db = database().open();
		const late = aRun(1);
		const { video_id } = late;
		await registerRun(db, late);
		await registerRun(db, aRun(2, video_id));
		await publish(db, aFailedRun({ video_id, run_id: late.run_id }));
		expect((await activeRun(db, video_id))?.ended_at).toBeNull();
	});

	it("are silent if old and unfinished, and can be swept once ended", async () => {
		const db = database().open();
		const [old, young, done] = [aRun(-90), aRun(-10), aRun(-80)];
		const ahead = aRun(90);
		for (const run of [ahead, young, old, done]) await registerRun(db, run);
		const { video_id, run_id } = done;
		await publish(db, aFailedRun({ video_id, run_id, ended_at: instant(-70) }));

		const silent = await silentRuns(db, { older_than: instant(-30), newer_than: instant(30) });
		// This one was started by a clock that has since been set back.
		expect(silent.map((run) => run.run_id)).toEqual([old.run_id, ahead.run_id]);
		const ended = await endedRuns(db, { older_than: instant(-30) });
		expect(ended.map((run) => run.run_id)).toEqual([done.run_id]);
		expect(await endedRuns(db, { older_than: instant(-70) })).toEqual([]);
	});

	it("are removed only by their own run id", async () => {
		const db = database().open();
		const run = aRun(1);
		await registerRun(db, run);
		await forgetRun(db, run.video_id, freshRunId());
		expect(await activeRun(db, run.video_id)).not.toBeNull();
		await forgetRun(db, run.video_id, run.run_id);
		expect(await activeRun(db, run.video_id)).toBeNull();
	});
});

const REAL = { simulated: false };

describeOnBothDatabases("analysis status", (database) => {
	it("is running until the run ends, then has its result", async () => {
		const db = database().open();
		const run = aRun(1);
		const { video_id, run_id } = run;
		await registerRun(db, run);
		expect(await readAnalysisStatus(db, video_id, REAL)).toEqual({
			result: null,
			stored: null,
			running: true,
		});
		const ended_at = instant(2);
		await publish(db, aCompletedRun({ video_id, run_id, ended_at }));
		const { video } = await readReport(db, video_id, REAL);
		const stored = {
			simulated: false,
			version: video?.version,
			updated_at: video?.updated_at,
			scope: "full",
			with_sources: false,
		};
		const status = await readAnalysisStatus(db, video_id, REAL);
		expect(status).toEqual({ result: stored, stored, running: false });
	});

	it("has no result of a report of moments", async () => {
		const db = database().open();
		const run = aCompletedRun(ONLY_MOMENTS);
		await publish(db, run);
		expect(await readAnalysisStatus(db, run.video_id, REAL)).toMatchObject({
			result: null,
			stored: { scope: "moments" },
		});
	});

	it("says whether the result's run asked sources", async () => {
		const db = database().open();
		for (const [evidence_sources, with_sources] of [
			[[], false],
			[["wikipedia" as const], true],
		] as const) {
			const run = aCompletedRun({ evidence_sources: [...evidence_sources] });
			await publish(db, run);
			const { result } = await readAnalysisStatus(db, run.video_id, REAL);
			expect(result?.with_sources).toBe(with_sources);
		}
	});
});

let made = 0;

function aRequest(member_id: MemberId, fields: Partial<StoredRequest> = {}): StoredRequest {
	made += 1;
	return {
		id: `request${String(made).padStart(13, "0")}`,
		member_id,
		video_id: freshVideoId(),
		run_id: freshRunId(),
		models: ["claude", "gemini"],
		include_sources: false,
		status: "analyzing",
		error: null,
		created_at: instant(0),
		settled_at: null,
		webhook_url: null,
		...fields,
	};
}

describeOnBothDatabases("requested analyses", (database) => {
	it("are settled immediately if their run ended before they were stored", async () => {
		const db = database().open();
		const owner = await addMember(db);
		const request = aRequest(owner);
		const { video_id, run_id } = request;
		if (!run_id) throw new Error("The request waits for no run");
		await publish(db, aFailedRun({ video_id, run_id, ended_at: instant(5) }));
		expect(await storeRequest(db, request)).toEqual({
			...request,
			status: "failed",
			error: runFailure("captions_none"),
			settled_at: instant(5),
		});
	});

	it("return the durations of the latest runs, using an index", async () => {
		const db = database().open();
		const started_by = await addMember(db);
		const from = "2990-01-01T00:00:00.000Z";
		const to = "2990-01-01T00:00:42.000Z";
		await publish(db, aCompletedRun({ started_by, started_at: from, ended_at: to }));
		expect((await latestDurations(db))[0]).toBe(42_000);
		const plan = await database().rows(
			"explain query plan select started_at, ended_at from publications where outcome = 'completed' and applied = 1 and started_by is not null order by ended_at desc, run_id desc limit 21",
		);
		expect(JSON.stringify(plan)).toContain("publications_newest");
	});

	it("are deleted by age and with their member", async () => {
		const db = database().open();
		const [owner, gone] = [await addMember(db), await addMember(db)];
		const old = aRequest(owner, { created_at: instant(-10) });
		const young = aRequest(owner, { created_at: instant(-8) });
		const orphan = aRequest(gone, { created_at: instant(20) });
		for (const request of [old, young, orphan]) await storeRequest(db, request);
		await forgetRequests(db, instant(-9));
		expect(await findRequest(db, old.id, owner)).toBeNull();
		expect(await findRequest(db, young.id, owner)).toEqual(young);
		await database().rows("delete from members where id = ?", gone);
		expect(await findRequest(db, orphan.id, gone)).toBeNull();
	});
});
