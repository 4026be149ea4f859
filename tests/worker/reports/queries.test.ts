import { beforeAll, expect, it } from "vitest";
import { NO_FINDING } from "#contract/finding.ts";
import type { VideoId } from "#contract/ids.ts";
import type { Scope } from "#contract/video.ts";
import type { Db } from "#db/client.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { listVideos, readStats, recentVideos } from "#features/reports/list-queries.ts";
import { lookUpIds, lookUpPrefix } from "#features/reports/lookup.ts";
import { idHash } from "#features/reports/write-video.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import {
	aCompletedRun,
	aFailedRun,
	aStatement,
	aTranscript,
	freshVideoId,
	instant,
	ONLY_MOMENTS,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases, type TestDb } from "#tests/support/world/databases.ts";
import { allPages } from "#tests/support/world/pages.ts";

const LIVE = { simulated: false };
const DEMO = { simulated: true };

/** The ids of an archive's videos, read page by page. */
async function archived(
	db: Db,
	limit: number,
	which: { channel_id?: string; q?: string; scope?: Scope } = {},
) {
	const pages = await allPages((cursor) => listVideos(db, { cursor, limit, view: LIVE, ...which }));
	return pages.flatMap(({ videos }) => videos.map(({ id }) => id));
}

describeOnBothDatabases("archive search", (database) => {
	it("matches title and channel, in pages, newest first", async () => {
		const db = database().open();
		const titled = async (title: string, channel_name: string, n: number) => {
			const metadata = someMetadata({ title, channel_name });
			const run = aCompletedRun({ metadata, ended_at: instant(9_000 + n) });
			await publish(db, run);
			return run.video_id;
		};
		const found = [
			await titled("Zeppelins over Paris", "Old Films", 1),
			await titled("A quiet evening", "The ZEPPELIN Channel", 2),
			await titled("Zeppelin, the last one", "Old Films", 2),
		].reverse();
		await titled("Balloons over Paris", "Old Films", 3);
		const search = (q: string, limit: number) => archived(db, limit, { q });
		expect(await search("zeppelin", 50)).toEqual(found);
		expect(await search("zeppelin", 1)).toEqual(found);
		expect(await search("pp", 2)).toEqual(found);
		expect(await search("nothing like it", 2)).toEqual([]);
		expect(await search("!?", 2)).toEqual([]);
	});
});

describeOnBothDatabases("archive", (database) => {
	const completed: VideoId[] = [];
	let simulated: VideoId;

	beforeAll(async () => {
		const db = database().open();
		completed.length = 0;
		for (let n = 0; n < 9; n += 1) {
			const ended_at = instant(100 + Math.floor(n / 2));
			const run = aCompletedRun({ ended_at });
			await publish(db, run);
			completed.unshift(run.video_id);
		}
		const demo = aCompletedRun({ simulated: true, ended_at: instant(500) });
		simulated = demo.video_id;
		await publish(db, demo);
		await publish(db, aFailedRun({ metadata: someMetadata({}) }));
		await publish(db, aCompletedRun({ transcript: aTranscript("member") }));
	});

	it("returns the six newest as recent, with simulated ones only in the demo", async () => {
		const db = database().open();
		const ids = (await recentVideos(db, LIVE)).map((video) => video.id);
		expect(ids).toEqual(completed.slice(0, 6));
		const demo = (await recentVideos(db, DEMO)).map((video) => video.id);
		expect(demo).toEqual([simulated, ...completed.slice(0, 5)]);
	});

	it("keeps the position of a re-analyzed video", async () => {
		const db = database().open();
		const video_id = completed[4] as VideoId;
		await publish(db, aCompletedRun({ video_id, ended_at: instant(900) }));
		expect(await archived(db, 4)).toEqual(completed);
	});

	it("lists a hidden video as its newest when captions replace a pasted transcript", async () => {
		const db = database().open();
		const hidden = aCompletedRun({ transcript: aTranscript("member") });
		const { video_id } = hidden;
		await publish(db, hidden);
		await publish(db, aCompletedRun({ video_id, ended_at: instant(950) }));
		expect(await archived(db, 50)).toEqual([video_id, ...completed]);
		completed.unshift(video_id);
	});

	it("has reports of moments, apart from the recent ones, until the whole video is analyzed", async () => {
		const db = database().open();
		const metadata = someMetadata({ title: "Only a moment of it" });
		const moment = aCompletedRun({ ...ONLY_MOMENTS, metadata, ended_at: instant(955) });
		const { video_id } = moment;
		await publish(db, moment);
		expect(await archived(db, 2)).toEqual([video_id, ...completed]);
		expect(await archived(db, 2, { scope: "moments" })).toEqual([video_id]);
		expect(await archived(db, 2, { q: "only a moment" })).toEqual([video_id]);
		expect(await archived(db, 2, { scope: "full" })).toEqual(completed);
		const recent = async () => (await recentVideos(db, LIVE)).map(({ id }) => id);
		expect(await recent()).toEqual(completed.slice(0, 6));
		await publish(db, aCompletedRun({ video_id, metadata, ended_at: instant(960) }));
		completed.unshift(video_id);
		expect(await recent()).toEqual(completed.slice(0, 6));
		expect(await archived(db, 2, { q: "only a moment" })).toEqual([video_id]);
		const plan = await database().rows(
			"explain query plan select id from videos where analysis_status = 'completed' and listed = 1 and scope = 'moments' and simulated = 0 order by first_completed_at desc, id desc limit 3",
		);
		expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining("_of_scope")]);
	});

	it("filters by channel, using an index", async () => {
		const db = database().open();
		const channel_id = freshChannelId();
		const own: VideoId[] = [];
		for (let n = 0; n < 5; n += 1) {
			const metadata = someMetadata({ channel_id });
			const run = aCompletedRun({ metadata, ended_at: instant(20 + n) });
			await publish(db, run);
			own.unshift(run.video_id);
		}
		const hidden = { metadata: someMetadata({ channel_id }) };
		await publish(db, aCompletedRun({ ...hidden, simulated: true }));
		await publish(db, aCompletedRun({ ...hidden, transcript: aTranscript("member") }));
		expect(await archived(db, 2, { channel_id })).toEqual(own);
		expect(await archived(db, 2, { channel_id: freshChannelId() })).toEqual([]);
		completed.push(...own);
		const plan = await database().rows(
			"explain query plan select id from videos where channel_id = ? and analysis_status = 'completed' and listed = 1 and (first_completed_at, id) < (?, ?) order by first_completed_at desc, id desc limit 3",
			channel_id,
			instant(99),
			"x",
		);
		expect(plan.map(({ detail }) => detail)).toEqual([
			expect.stringContaining("videos_newest_of_channel"),
		]);
	});
});

describeOnBothDatabases("site totals", (database) => {
	it("equal a recount after every kind of publication", async () => {
		const db = database().open();
		const scores = (...values: number[]) => values.map((ai_score) => aStatement({ ai_score }));
		const one = aCompletedRun({ statements: scores(10, 70, 95) });
		const two = aCompletedRun({ simulated: true, statements: scores(69, 79) });
		const hidden = aCompletedRun({ transcript: aTranscript("member"), statements: scores(90) });
		const { video_id } = one;
		const steps = [
			one,
			two,
			hidden,
			aFailedRun(),
			aFailedRun({ video_id }),
			aCompletedRun({ video_id, statements: scores(70) }),
			aCompletedRun({ video_id: two.video_id, statements: scores(80, 20) }),
			aCompletedRun({ simulated: true, statements: scores(75) }),
			aCompletedRun({ video_id: hidden.video_id, statements: scores(71, 1) }),
			aCompletedRun({ video_id, simulated: true, statements: scores(99) }),
			aCompletedRun({ statements: [] }),
			aCompletedRun({ ...ONLY_MOMENTS, statements: scores(90) }),
			aCompletedRun({
				evidence_sources: ["wikipedia"],
				statements: [
					aStatement({ ai_score: 85, basis: "evidence", verdict: "refuted" }),
					aStatement({ verdict: "unverified" }),
				],
			}),
		];
		for (const step of steps) {
			await publish(db, step);
			for (const view of [LIVE, DEMO])
				expect(await readStats(db, view)).toEqual(await recounted(database(), view.simulated));
		}
		expect(await readStats(db, LIVE)).toEqual({
			total_videos: 5,
			total_claims: 7,
			// Scores of unverified statements do not count.
			bs_claims: 4,
			total_creators: 0,
		});
	});
});

async function recounted(database: TestDb, simulated: boolean) {
	const [row] = await database.rows(
		`select count(distinct v.id) as total_videos, count(s.id) as total_claims,
			count(case when s.ai_score >= 70 and coalesce(s.verdict, '') <> 'unverified' then 1 end) as bs_claims
		from videos v left join statements s on s.video_id = v.id and s.retired_at is null
		where v.analysis_status = 'completed' and v.transcript_source <> 'member' and v.scope = 'full' and v.simulated = ?`,
		simulated ? 1 : 0,
	);
	// Simulated scores catch nothing.
	return { ...row, ...(simulated && { bs_claims: 0 }), total_creators: 0 };
}

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
			lean: null,
			claims_count: 1,
			simulated: false,
			version: 1,
			updated_at: run.ended_at,
			basis: "memory",
			scope: "full" as const,
			coverage: { checkable: 1, checked: 0 },
			finding: { ...NO_FINDING, lacks_context: 1 },
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
			invalid_ids: [],
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
