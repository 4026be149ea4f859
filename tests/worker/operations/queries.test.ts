import { expect, it } from "vitest";
import {
	forgetDelivered,
	forgetSessions,
	forgetSubscribers,
	forgetTokens,
	forgetUnconfirmed,
} from "#features/accounts/forget-expired.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { noteOutcomes, readOutcomes } from "#features/operations/jobs.ts";
import { readReport } from "#features/reports/queries.ts";
import { search } from "#features/search/queries.ts";
import {
	dropOldViews,
	dueMetadata,
	markUnavailable,
	renewMetadata,
} from "#features/youtube/refresh-metadata.ts";
import {
	aCompletedRun,
	aFailedRun,
	aTranscript,
	instant,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const LIVE = { simulated: false };
const DAY = 24 * 60;
const LONG_AGO = "2020-01-01T00:00:00.000Z";
const NOW = "2026-06-01T12:00:00.000Z";

describeOnBothDatabases("site upkeep", (database) => {
	it("finds metadata due for a refresh, oldest first, without samples and failures", async () => {
		const db = database().open();
		const old = aCompletedRun({ ended_at: instant(1) });
		const older = aCompletedRun({ ended_at: instant(0) });
		const fresh = aCompletedRun({ ended_at: instant(3 * DAY) });
		const sample = aCompletedRun({ ended_at: instant(0), transcript: aTranscript("sample") });
		const failed = aFailedRun({ ended_at: instant(0) });
		for (const run of [old, older, fresh, sample, failed]) await publish(db, run);
		const due = (minute: number, limit = 9) => dueMetadata(db, { now: instant(minute), limit });
		expect(await due(28 * DAY - 1)).toEqual([]);
		expect(await due(28 * DAY + 2)).toEqual([older.video_id, old.video_id]);
		expect(await due(28 * DAY + 2, 1)).toEqual([older.video_id]);
	});

	it("refreshes metadata and its search entry, but keeps score, votes and missing fields", async () => {
		const db = database().open();
		const run = aCompletedRun({ bs_score: 63 });
		await publish(db, run);
		const before = (await readReport(db, run.video_id, LIVE)).video;
		const metadata = {
			...run.metadata,
			title: "Zephyrs, newly \ud800named",
			channel_name: "",
			duration: null,
			view_count: 99,
		};
		const renewal = { now: NOW, due_at: "2026-07-01T00:00:00.000Z" };
		const read = [{ video_id: run.video_id, metadata }];
		await renewMetadata(db, read, renewal);
		await renewMetadata(db, read, renewal);
		const { video } = await readReport(db, run.video_id, LIVE);
		expect(video).toEqual({
			...before,
			title: "Zephyrs, newly \ufffdnamed",
			view_count: 99,
			metadata_read_at: NOW,
		});
		const hits = async (words: string) =>
			(await search(db, words, { limit: 50, view: LIVE })).results.map(({ id }) => id);
		expect(await hits("zephyrs")).toEqual([run.video_id]);
		expect(await hits(run.metadata.channel_name)).toContain(run.video_id);
		expect(await hits(run.metadata.title)).not.toContain(run.video_id);
		expect(await dueMetadata(db, { now: NOW, limit: 50 })).not.toContain(run.video_id);
	});

	it("marks a video unavailable since its first failure, and available once it is back", async () => {
		const db = database().open();
		const run = aCompletedRun();
		await publish(db, run);
		const renewal = { now: NOW, due_at: "2026-07-01T00:00:00.000Z" };
		await markUnavailable(db, [run.video_id], renewal);
		const later = { ...renewal, now: "2026-07-02T00:00:00.000Z" };
		await markUnavailable(db, [run.video_id], later);
		const gone = (await readReport(db, run.video_id, LIVE)).video;
		expect(gone?.title).toBe(run.metadata.title);
		expect(gone?.view_count).toBeNull();
		expect(gone?.unavailable_since).toBe(NOW);
		const { video_id, metadata } = run;
		await renewMetadata(db, [{ video_id, metadata }], later);
		const back = (await readReport(db, video_id, LIVE)).video;
		expect(back?.unavailable_since).toBeNull();
		expect(back?.view_count).toBe(metadata.view_count);
	});

	it("drops view counts that were not refreshed in time", async () => {
		const db = database().open();
		const old = aCompletedRun({ ended_at: LONG_AGO });
		const fresh = aCompletedRun({ ended_at: NOW });
		for (const run of [old, fresh]) await publish(db, run);
		await dropOldViews(db, "2020-02-01T00:00:00.000Z", 10);
		const views = async (run: typeof old) =>
			(await readReport(db, run.video_id, LIVE)).video?.view_count;
		expect(await views(old)).toBeNull();
		expect(await views(fresh)).toBe(fresh.metadata.view_count);
	});
	const count = async (table: string) =>
		(await database().rows(`select count(*) as n from ${table}`))[0]?.n;

	async function addMember(id: string, confirmed_at: string | null) {
		await database().rows(
			"insert into members (id, email, email_key, full_name, email_confirmed_at, created_at) values (?, ?, ?, 'A member', ?, ?)",
			id,
			`${id}@example.test`,
			`${id}@example.test`,
			confirmed_at,
			LONG_AGO,
		);
	}

	it("deletes expired sessions, links, delivered messages and subscriptions in bounded batches", async () => {
		const db = database().open();
		await addMember("confirmed", LONG_AGO);
		const many = (to: number) =>
			`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to})`;
		const kept = "2026-05-31T12:00:00.000Z";
		for (const [seen, expires, from, to] of [
			[LONG_AGO, NOW, 0, 300],
			[kept, LONG_AGO, 300, 600],
			[kept, "2026-07-01T00:00:00.000Z", 600, 603],
		] as const)
			await database().rows(
				`${many(to - from)} insert into sessions (token_hash, member_id, created_at, last_seen_at, expires_at) select 's' || (i + ${from}), 'confirmed', ?, ?, ? from n`,
				LONG_AGO,
				seen,
				expires,
			);
		await forgetSessions(db, NOW);
		expect(await count("sessions")).toBe(103);
		await forgetSessions(db, NOW);
		await forgetSessions(db, NOW);
		expect(await count("sessions")).toBe(3);

		await database().rows(
			"insert into auth_tokens (hash, member_id, purpose, created_at, expires_at) values ('old', 'confirmed', 'reset', ?, ?), ('new', 'confirmed', 'reset', ?, ?)",
			LONG_AGO,
			LONG_AGO,
			NOW,
			"2026-06-01T12:30:00.000Z",
		);
		await forgetTokens(db, NOW);
		expect(await count("auth_tokens")).toBe(1);

		await database().rows(
			"insert into newsletter_subscribers (email_key, email, token_hash, created_at, confirmed_at) values ('a', 'a', 'a', ?, null), ('b', 'b', 'b', ?, ?), ('c', 'c', 'c', ?, null)",
			LONG_AGO,
			LONG_AGO,
			LONG_AGO,
			NOW,
		);
		await forgetSubscribers(db, "2026-05-01T00:00:00.000Z");
		expect(await count("newsletter_subscribers")).toBe(2);

		await database().rows(
			"insert into notification_outbox (run_id, kind, payload, created_at, delivered_at) values ('r', 'k', '{}', ?, ?), ('r', 'k', '{}', ?, null), ('r', 'k', '{}', ?, ?)",
			LONG_AGO,
			LONG_AGO,
			LONG_AGO,
			LONG_AGO,
			NOW,
		);
		await forgetDelivered(db, "2026-05-01T00:00:00.000Z");
		expect(await count("notification_outbox")).toBe(2);
	});

	it("does not delete an account that is confirmed, recent or in use", async () => {
		const db = database().open();
		const run = aCompletedRun();
		await publish(db, run);
		for (const id of ["unused", "keyed", "starter"]) await addMember(id, null);
		await database().rows(
			"insert into api_keys (id, member_id, name, key_hash, created_at, prefix, scopes) values ('k', 'keyed', 'k', 'k', ?, 'k', '[]')",
			LONG_AGO,
		);
		await database().rows(
			"update publications set started_by = 'starter' where run_id = ?",
			run.run_id,
		);
		const left = async () =>
			(await database().rows("select id from members order by id")).map(({ id }) => id);
		const all = await left();
		await forgetUnconfirmed(db, LONG_AGO);
		expect(await left()).toEqual(all);
		await forgetUnconfirmed(db, NOW);
		expect(await left()).toEqual(all.filter((id) => id !== "unused"));
	});
	const at = (minute: number) => instant(minute);

	it("records job outcomes with the last success, and seldom while nothing changes", async () => {
		const db = database().open();
		const went = (ok: boolean, duration_ms: number) => [
			{ job: "sweep", ok, duration_ms },
			{ job: "other", ok: true, duration_ms: 1 },
		];
		const sweep = async () => (await readOutcomes(db)).find(({ job }) => job === "sweep");
		await noteOutcomes(db, went(false, 3), at(0));
		expect(await sweep()).toEqual({
			job: "sweep",
			ok: false,
			duration_ms: 3,
			ended_at: at(0),
			succeeded_at: null,
		});
		await noteOutcomes(db, went(true, 4), at(1));
		await noteOutcomes(db, went(true, 5), at(2));
		expect((await sweep())?.duration_ms).toBe(4);
		await noteOutcomes(db, went(true, 6), at(6));
		expect((await sweep())?.succeeded_at).toBe(at(6));
		await noteOutcomes(db, went(false, 7), at(7));
		expect(await sweep()).toEqual({
			job: "sweep",
			ok: false,
			duration_ms: 7,
			ended_at: at(7),
			succeeded_at: at(6),
		});
		expect(await readOutcomes(db)).toHaveLength(2);
	});
});
