import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "#contract/video.ts";
import type { FakeVideo } from "#tests/support/fakes/youtube-answers.ts";
import type { Client } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const HOUR_MS = 60 * 60_000;
const WEEKS_MS = 28 * 24 * HOUR_MS;
const DURATION = 40;
/** Long enough to look into the database in the meantime. */
const CAPTIONS_MS = 3_000;
const CUES = [
	{ start: 0.5, text: "Good evening and welcome to the lighthouse." },
	{ start: 6, text: "It was built in 1874 and stands 31 metres tall." },
	{ start: 14, text: "Its lamp can be seen from 26 nautical miles away." },
	{ start: 24, text: "Keepers lived here until 1983." },
];
const LAST = "Keepers lived here until 1983.";
const captions = (cues: typeof CUES): FakeVideo["tracks"] => [
	{ language: "en", cues },
	{ language: "en", kind: "asr", cues },
];
const WHOLE: Partial<FakeVideo> = { duration: DURATION, tracks: captions(CUES) };
const CUT: Partial<FakeVideo> = { duration: DURATION - 8, tracks: captions(CUES.slice(0, -1)) };

let product: Product;
let member: Client;

beforeAll(async () => {
	// Only the test runs the jobs.
	product = await startProduct({ YOUTUBE_API_KEY: "a-data-key" }, { clock: false });
	member = await product.member();
});
afterAll(() => product?.stop());

/** Runs the jobs as they run four weeks after the analysis. */
async function check(id: string): Promise<void> {
	const db = await product.server.database();
	await db.batch(
		[
			"UPDATE videos SET metadata_due_at = '2020' WHERE id = ?",
			"UPDATE video_fingerprints SET due_at = '2020' WHERE video_id = ?",
		].map((query) => db.prepare(query).bind(id)),
	);
	await product.server.runScheduled();
}

/** The time until the next comparison, in milliseconds. */
async function untilNext(id: string): Promise<number> {
	const db = await product.server.database();
	const row = await db
		.prepare(
			"SELECT f.due_at, v.metadata_due_at FROM video_fingerprints f JOIN videos v ON v.id = f.video_id WHERE f.video_id = ?",
		)
		.bind(id)
		.first<{ due_at: string; metadata_due_at: string }>();
	if (!row) throw new Error("The video has no fingerprint");
	// The job's own time: metadata that was read is due four weeks later.
	const at = Date.parse(row.metadata_due_at) - WEEKS_MS;
	return Date.parse(row.due_at) - at;
}

/** A result with one agreeing vote on each statement. */
async function aResult(): Promise<Report> {
	const id = product.newVideo(WHOLE);
	const { report } = await runToEnd(member, id);
	for (const statement of report.statements)
		await member.put(`/api/statements/${statement.id}/vote`, { vote_type: "upvote" });
	expect(report.statements.length).toBeGreaterThan(1);
	return member.report(id);
}

const countedVotes = ({ statements }: Report) =>
	Object.fromEntries(
		statements.map(({ quote, upvotes, votes_held }) => [
			quote,
			(votes_held ?? { upvotes }).upvotes,
		]),
	);
const votesOf = ({ statements }: Report, counted: (quote: string) => number) =>
	Object.fromEntries(statements.map(({ quote }) => [quote, counted(quote)]));

describe("comparison of a result with its video", () => {
	it("finds nothing in an unchanged video, and asks once in four weeks", async () => {
		const before = await aResult();
		const { id } = before.video;
		const asked = product.youtube.count("timedtext", id);
		await product.server.runScheduled();
		expect(product.youtube.count("timedtext", id)).toBe(asked);
		await check(id);
		await product.server.runScheduled();
		expect(product.youtube.count("timedtext", id)).toBe(asked + 1);
		expect(await untilNext(id)).toBe(WEEKS_MS);
		const report = await member.report(id);
		expect(report.video.edited).toBeUndefined();
		expect(report.statements).toEqual(before.statements);
	});

	it("is due hours later from its beginning, so that captions that end the process do not end it again soon", async () => {
		const { id } = (await aResult()).video;
		const asked = product.youtube.count("timedtext", id);
		product.youtube.set(id, { ...WHOLE, delay_ms: { timedtext: CAPTIONS_MS } });
		const checked = check(id);
		await expect
			.poll(() => product.youtube.count("timedtext", id), { interval: 5 })
			.toBe(asked + 1);
		expect(await untilNext(id)).toBe(6 * HOUR_MS);
		await checked;
		expect(await untilNext(id)).toBe(WEEKS_MS);
	});

	it("notices a cut, sets aside the votes on what was cut, and offers them again once it is undone", async () => {
		const before = await aResult();
		const { id } = before.video;
		product.youtube.set(id, CUT);
		await check(id);
		const report = await member.report(id);
		expect(report.video.edited).toMatchObject({
			duration: { analysed: DURATION, now: DURATION - 8 },
			affected: 1,
		});
		expect(report.video.edited?.captions_changed).toBeGreaterThan(10);
		expect(countedVotes(report)).toEqual(votesOf(report, (quote) => Number(quote !== LAST)));
		expect(report.video.total_votes).toBe(report.statements.length);
		const exported = await member.get<Report>(`/api/videos/${id}/export`);
		expect(exported.body.video.edited).toEqual(report.video.edited);

		product.youtube.set(id, WHOLE);
		await check(id);
		const undone = await member.report(id);
		expect(undone.video.edited).toBeUndefined();
		expect(countedVotes(undone)).toEqual(votesOf(undone, () => 1));
	});

	it("ends with a fresh analysis of the edited video", async () => {
		const { video } = await aResult();
		product.youtube.set(video.id, CUT);
		await check(video.id);
		expect((await member.report(video.id)).video.edited).toBeDefined();
		const { report } = await runToEnd(member, video.id, { force: true });
		expect(report.video.edited).toBeUndefined();
		expect(report.statements.map(({ quote }) => quote)).not.toContain(LAST);
		expect(countedVotes(report)).toEqual(votesOf(report, () => 1));
	});

	it("reads the track that was analysed, though a better one has come", async () => {
		const id = product.newVideo({
			duration: DURATION,
			tracks: [{ language: "en", kind: "asr", cues: CUES }],
		});
		await runToEnd(member, id);
		product.youtube.set(id, {
			duration: DURATION,
			tracks: [
				{ language: "en", cues: CUES.slice(0, 1) },
				{ language: "en", kind: "asr", cues: CUES },
			],
		});
		await check(id);
		expect((await member.report(id)).video.edited).toBeUndefined();
	});

	it("goes by the length alone if YouTube refuses the captions, and asks for them again", async () => {
		const { video } = await aResult();
		const { id } = video;
		product.youtube.set(id, { ...CUT, fault: { player: "captcha" } });
		await check(id);
		expect(await untilNext(id)).toBe(6 * HOUR_MS);
		const refused = await member.report(id);
		expect(refused.video.edited).toEqual({
			noticed_at: expect.any(String),
			duration: { analysed: DURATION, now: DURATION - 8 },
			captions_changed: null,
			affected: refused.statements.length,
		});
		expect(countedVotes(refused)).toEqual(votesOf(refused, () => 0));

		product.youtube.set(id, CUT);
		await check(id);
		const answered = await member.report(id);
		expect(answered.video.edited).toMatchObject({
			noticed_at: refused.video.edited?.noticed_at,
			affected: 1,
		});
		expect(countedVotes(answered)).toEqual(votesOf(answered, (quote) => Number(quote !== LAST)));
	});

	it("finds no edit if neither length nor captions can be read", async () => {
		const { video } = await aResult();
		product.youtube.set(video.id, {
			...CUT,
			fault: { player: "reset", oembed: "reset", videos: { status: 500 } },
		});
		await check(video.id);
		expect((await member.report(video.id)).video.edited).toBeUndefined();
	});
});
