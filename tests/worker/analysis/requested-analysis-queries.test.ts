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
import { runFailure } from "#http/run-failures.ts";
import {
	aCompletedRun,
	aFailedRun,
	freshRunId,
	freshVideoId,
	instant,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

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
	it("are stored once and found only by their owner", async () => {
		const db = database().open();
		const [owner, other] = [await addMember(db), await addMember(db)];
		const request = aRequest(owner);
		expect(await storeRequest(db, request)).toEqual(request);
		const again = { ...request, created_at: instant(9) };
		expect(await storeRequest(db, again)).toEqual(request);
		expect(await findRequest(db, request.id, owner)).toEqual(request);
		expect(await findRequest(db, request.id, other)).toBeNull();
		const row = await database().rows(
			"select count(*) n from requested_analyses where id = ?",
			request.id,
		);
		expect(row).toEqual([{ n: 1 }]);
	});

	it("are settled only by the publication of their own run", async () => {
		const db = database().open();
		const owner = await addMember(db);
		const [done, failed, waiting] = [aRequest(owner), aRequest(owner), aRequest(owner)];
		for (const request of [done, failed, waiting]) await storeRequest(db, request);
		const of = ({ video_id, run_id }: StoredRequest) => ({
			video_id,
			run_id: run_id ?? freshRunId(),
		});
		await publish(db, aCompletedRun({ ...of(done), ended_at: instant(3) }));
		await publish(db, aFailedRun({ ...of(failed), ended_at: instant(4) }));
		expect(await findRequest(db, done.id, owner)).toEqual({
			...done,
			status: "completed",
			settled_at: instant(3),
		});
		expect(await findRequest(db, failed.id, owner)).toEqual({
			...failed,
			status: "failed",
			error: runFailure("captions_none"),
			settled_at: instant(4),
		});
		expect(await findRequest(db, waiting.id, owner)).toEqual(waiting);
	});

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
