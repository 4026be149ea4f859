import { beforeAll, expect, it } from "vitest";
import type { VideoId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { listVideos, readStats, recentVideos } from "#features/reports/list-queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import {
	aCompletedRun,
	aFailedRun,
	aStatement,
	aTranscript,
	freshVideoId,
	instant,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases, type TestDb } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const LIVE = { simulated: false };
const DEMO = { simulated: true };

async function allPages(
	db: Db,
	limit: number,
	channel_id: string | null = null,
): Promise<VideoId[]> {
	const ids: VideoId[] = [];
	let cursor: string | null = null;
	do {
		const page = await listVideos(db, { cursor, limit, channel_id, view: LIVE });
		if (page === "bad_cursor") throw new Error(page);
		expect(page.videos.length).toBeLessThanOrEqual(limit);
		ids.push(...page.videos.map((video) => video.id));
		cursor = page.next_cursor;
	} while (cursor);
	return ids;
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
		const search = async (q: string, limit: number) => {
			const ids: VideoId[] = [];
			let cursor: string | null = null;
			do {
				const page = await listVideos(db, { q, cursor, limit, view: LIVE });
				if (page === "bad_cursor") throw new Error(page);
				ids.push(...page.videos.map(({ id }) => id));
				cursor = page.next_cursor;
			} while (cursor);
			return ids;
		};
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

	it.each([1, 2, 4, 9, 50])(
		"is read newest first in pages of %i without gaps or repeats",
		async (limit) => {
			expect(await allPages(database().open(), limit)).toEqual(completed);
		},
	);

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
		expect(await allPages(db, 4)).toEqual(completed);
	});

	it("lists a hidden video as its newest when captions replace a pasted transcript", async () => {
		const db = database().open();
		const hidden = aCompletedRun({ transcript: aTranscript("member") });
		const { video_id } = hidden;
		await publish(db, hidden);
		await publish(db, aCompletedRun({ video_id, ended_at: instant(950) }));
		expect(await allPages(db, 50)).toEqual([video_id, ...completed]);
		completed.unshift(video_id);
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
		expect(await allPages(db, 2, channel_id)).toEqual(own);
		expect(await allPages(db, 2, freshChannelId())).toEqual([]);
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

	it("rejects invalid cursors", async () => {
		const forged = btoa(JSON.stringify(["yesterday", "x"]));
		for (const cursor of ["", "%%%", "e30", forged, "x".repeat(5_000)])
			expect(
				await listVideos(database().open(), { cursor, limit: 5, view: LIVE }),
				cursor.slice(0, 20),
			).toBe("bad_cursor");
	});
});

describeOnBothDatabases("site totals", (database) => {
	it("equal a recount after every kind of publication", async () => {
		const db = database().open();
		const scores = (...values: number[]) => values.map((ai_score) => aStatement({ ai_score }));
		const one = aCompletedRun({ statements: scores(10, 70, 95) });
		const two = aCompletedRun({ simulated: true, statements: scores(69, 79) });
		const hidden = aCompletedRun({
			transcript: aTranscript("member"),
			statements: scores(90),
		});
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
			aCompletedRun({
				evidence_sources: ["wikipedia"],
				statements: [
					aStatement({ ai_score: 85, basis: "evidence", verdict: "refuted" }),
					aStatement({ ai_score: 90, verdict: "unverified" }),
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

	it("count the creators with a verified channel", async () => {
		const db = database().open();
		const [first, second] = [await addMember(db), await addMember(db)];
		for (const [user_id, verified] of [
			[first, 1],
			[second, 0],
		] as const)
			await database().rows(
				"insert into creators values (?, ?, 'UC1', 'Channel', ?, ?)",
				`creator-${user_id}`,
				user_id,
				verified,
				instant(0),
			);
		expect((await readStats(db, LIVE)).total_creators).toBe(1);
	});
});

describeOnBothDatabases("readReport", (database) => {
	it("returns responses oldest first, withdrawn ones without their text", async () => {
		const db = database().open();
		const statement = aStatement();
		const run = aCompletedRun({ statements: [statement] });
		await publish(db, run);
		const reply = (id: string, minute: number, withdrawn_at: string | null) =>
			database().rows(
				"insert into responses values (?, ?, ?, null, 'UC1', 'Bridge Channel', 'We checked.', ?, ?, ?)",
				id,
				run.video_id,
				statement.id,
				instant(minute),
				instant(minute),
				withdrawn_at,
			);
		await reply(`late-${run.run_id}`, 9, null);
		await reply(`early-${run.run_id}`, 5, null);
		await reply(`gone-${run.run_id}`, 7, instant(8));

		const { responses } = await readReport(db, run.video_id, LIVE);
		expect(responses.map((it) => it.id)).toEqual([
			`early-${run.run_id}`,
			`gone-${run.run_id}`,
			`late-${run.run_id}`,
		]);
		expect(responses[0]).toEqual({
			id: `early-${run.run_id}`,
			video_id: run.video_id,
			statement_id: statement.id,
			retired_statement: null,
			channel_name: "Bridge Channel",
			body: "We checked.",
			created_at: instant(5),
			updated_at: instant(5),
			withdrawn_at: null,
			history: [],
		});
		expect(responses[1]).toMatchObject({ body: "", withdrawn_at: instant(8) });
	});

	it("returns nothing for an unknown video", async () => {
		expect(await readReport(database().open(), freshVideoId(), LIVE)).toEqual({
			video: null,
			statements: [],
			responses: [],
			left_out: [],
			run: null,
			active: null,
		});
	});
});

async function recounted(database: TestDb, simulated: boolean) {
	const [row] = await database.rows(
		`select count(distinct v.id) as total_videos, count(s.id) as total_claims,
			count(case when s.ai_score >= 70 and coalesce(s.verdict, '') <> 'unverified' then 1 end) as bs_claims
		from videos v left join statements s on s.video_id = v.id and s.retired_at is null
		where v.analysis_status = 'completed' and v.transcript_source <> 'member' and v.simulated = ?`,
		simulated ? 1 : 0,
	);
	return { ...row, total_creators: 0 };
}
