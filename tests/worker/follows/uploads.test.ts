import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Following } from "#contract/follows.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import { aCompletedRun, freshVideoId } from "#tests/support/fixtures/publications.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { published, type SignedIn, signedIn } from "#tests/support/world/signed-in.ts";

let product: Product;
let members: SignedIn[];
let channel_id: string;

beforeAll(async () => {
	product = await startProduct({}, { clock: false });
});
afterAll(() => product?.stop());
beforeEach(async () => {
	product.youtube.reset();
	await product.rows("delete from channel_feeds");
	await product.rows("delete from follows");
	members = await signedIn(product, 2);
	channel_id = freshChannelId();
	await published(product, { metadata: { ...aCompletedRun().metadata, channel_id } });
});

const minute = () => product.server.runScheduled();
const follow = (place = 0) => members[place]?.put(`/api/follows/channel/${channel_id}`);
const items = async (place = 0) =>
	(await members[place]?.get<Following>("/api/following"))?.body.items ?? [];
const due = () => product.rows("update channel_feeds set due_at = '2000-01-01T00:00:00.000Z'");
const line = async () => (await product.rows("select * from channel_feeds"))[0];
const asked = () => product.youtube.count("feed");
let days = 0;
/** Newest first. */
const someUploads = (count: number) =>
	Array.from({ length: count }, () => {
		days += 1;
		const published_at = new Date(Date.UTC(2020, 0, days)).toISOString();
		return { id: freshVideoId() as string, title: `Talk ${days}`, published_at };
	}).toReversed();

describe("new uploads of followed channels", () => {
	it("appear within a minute of the first follow, each once, for every follower", async () => {
		const [first, second, third, ...older] = someUploads(6);
		if (!first || !second || !third) throw new Error("There are too few");
		product.youtube.setFeed(channel_id, { uploads: [first, second, third, ...older] });
		await follow();
		await minute();
		expect((await items()).map(({ kind, video }) => [kind, video.title])).toEqual(
			[first, second, third].map(({ title }) => ["upload", title]),
		);
		expect((await items())[0]).toMatchObject({
			path: `/results/${first.id}`,
			video: { id: first.id, channel_id, result: null },
			published_at: first.published_at,
		});
		await minute();
		expect(asked()).toBe(1);

		await follow(1);
		expect(await items(1)).toHaveLength(3);
		const [next] = someUploads(1);
		if (!next) throw new Error("There is none");
		product.youtube.setFeed(channel_id, { uploads: [next, first, second, third, ...older] });
		await due();
		await Promise.all([minute(), minute()]);
		expect(asked()).toBe(2);
		for (const place of [0, 1]) expect((await items(place))[0]?.video.title).toBe(next.title);
		expect(await items()).toHaveLength(4);
	});

	it("make way for the result", async () => {
		const [upload, other] = someUploads(2);
		if (!upload || !other) throw new Error("There are too few");
		product.youtube.setFeed(channel_id, { uploads: [upload] });
		await follow();
		await minute();
		const metadata = { ...aCompletedRun().metadata, channel_id };
		const video_id = upload.id as never;
		await published(product, { video_id, metadata });
		expect((await items()).map(({ kind, video }) => [kind, video.id])).toEqual([
			["result", upload.id],
		]);
		// A video that was checked before it is in the feed is no new one.
		await published(product, { video_id: other.id as never });
		product.youtube.setFeed(channel_id, { uploads: [other, upload] });
		await due();
		await minute();
		expect((await items()).filter(({ kind }) => kind === "upload")).toEqual([]);
	});

	it("are asked for hourly with the ETag, and not at all without a follower", async () => {
		product.youtube.setFeed(channel_id, { uploads: someUploads(2), etag: '"v1"' });
		await follow();
		await minute();
		const next = String((await line())?.due_at);
		const in_minutes = (Date.parse(next) - Date.now()) / 60_000;
		expect(in_minutes).toBeGreaterThan(50);
		expect(in_minutes).toBeLessThan(70);
		await due();
		await minute();
		const calls = product.youtube.calls.filter(({ kind }) => kind === "feed");
		expect(calls.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"v1"']);
		// An unchanged feed is read, and no failure.
		expect(await line()).toMatchObject({ failures: 0 });
		expect(await items()).toHaveLength(2);
		await members[0]?.delete(`/api/follows/channel/${channel_id}`);
		await due();
		await minute();
		expect(asked()).toBe(2);
		expect(await line()).toBeUndefined();
	});

	it("are one request and one event for ten thousand followers", async () => {
		product.youtube.setFeed(channel_id, { uploads: someUploads(1) });
		await follow();
		const crowd = JSON.stringify(Array.from({ length: 10_000 }, (_, n) => `crowd-${n}`));
		await product.rows(
			"insert into members (id, email, email_key, full_name, created_at) select value, value || '@example.org', value || '@example.org', 'A member', '2026-01-01T00:00:00.000Z' from json_each(?)",
			crowd,
		);
		await product.rows(
			"insert into follows select value, 'channel', ?, '', '2026-01-01T00:00:00.000Z' from json_each(?)",
			channel_id,
			crowd,
		);
		await minute();
		expect(asked()).toBe(1);
		expect(
			await product.rows(
				"select event_id from follow_event_subjects where subject = ?",
				channel_id,
			),
		).toHaveLength(1);
	});

	it.each([
		["fails", { status: 500 }],
		["is gone", { status: 404 }],
		["moves", { status: 301, location: "https://elsewhere.example/" }],
		["is a consent page", "html"],
		["is larger than any feed", "huge"],
	] as const)("are left as they are if the feed %s", async (_, fault) => {
		const uploads = someUploads(2);
		product.youtube.setFeed(channel_id, { uploads });
		await follow();
		await minute();
		const before = await items();
		product.youtube.setFeed(channel_id, { uploads: someUploads(3), fault });
		await due();
		await minute();
		await minute();
		expect(asked()).toBe(2);
		expect(await items()).toEqual(before);
		expect(await line()).toMatchObject({ failures: 1 });
		const wait_ms = Date.parse(String((await line())?.due_at)) - Date.now();
		expect(wait_ms).toBeGreaterThan(1.7 * 3_600_000);
		// It is read as usual when it is back.
		product.youtube.setFeed(channel_id, { uploads: [...someUploads(1), ...uploads] });
		await due();
		await minute();
		expect(await items()).toHaveLength(before.length + 1);
		expect(await line()).toMatchObject({ failures: 0 });
	});
});
