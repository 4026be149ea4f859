import { describe, expect, it } from "vitest";
import { VideoId } from "#contract/ids.ts";
import { readChannelFeed } from "#features/follows/channel-feed.ts";
import { newUploads } from "#features/follows/read-uploads.ts";
import { feedBody } from "#tests/support/fakes/youtube-answers.ts";

const CHANNEL = `UC${"a".repeat(22)}`;
const upload = (n: number, title = `Talk ${n}`) => ({
	id: `video${String(n).padStart(6, "0")}`,
	title,
	published_at: `2026-01-${String(n).padStart(2, "0")}T10:00:00+00:00`,
});
const read = (xml: string) => readChannelFeed(xml, CHANNEL);

describe("readChannelFeed", () => {
	it("reads title and uploads, newest first", () => {
		const xml = feedBody(CHANNEL, "Harbour & Talks", [upload(1), upload(3), upload(2)]);
		expect(read(xml)).toEqual({
			title: "Harbour & Talks",
			uploads: [3, 2, 1].map((n) => ({
				video_id: upload(n).id,
				title: `Talk ${n}`,
				published_at: `2026-01-0${n}T10:00:00.000Z`,
			})),
		});
	});

	it("reads a channel without videos", () => {
		expect(read(feedBody(CHANNEL, "Empty", []))).toEqual({ title: "Empty", uploads: [] });
	});

	it.each([
		["a page", "<!doctype html><html><body><feed></feed></body></html>"],
		["JSON", "{}"],
		["nothing", ""],
		["another format", "<rss><channel><item></item></channel></rss>"],
		["another channel's feed", feedBody(`UC${"b".repeat(22)}`, "Other", [upload(1)])],
		["entries without ids", "<feed><entry><title>x</title></entry></feed>"],
	])("refuses %s", (_, xml) => {
		expect(read(xml)).toBeNull();
	});

	it.each(["+275760-09-13T00:00:00Z", "-000001-01-01T00:00:00Z", "yesterday", ""])(
		"leaves out an upload that was published at %j, which no list could sort",
		(published_at) => {
			const xml = feedBody(CHANNEL, "T", [upload(1), { ...upload(2), published_at }]);
			expect(read(xml)?.uploads.map(({ video_id }) => video_id)).toEqual([upload(1).id]);
		},
	);

	it("shows titles as text: no markup, no bidirectional controls, no end in length", () => {
		const xml = feedBody(CHANNEL, "A\u202eB", [
			upload(1, `<b>x</b>\u202e\u0000 ${"y".repeat(9_000)}`),
		]);
		const feed = read(xml);
		expect(feed?.title).toBe("AB");
		expect(feed?.uploads[0]?.title).toMatch(/^<b>x<\/b> y+…$/u);
		expect(feed?.uploads[0]?.title.length).toBeLessThanOrEqual(100);
	});

	it("expands no entities of the document, and reads no file", () => {
		const lol = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};&e${n};">`);
		const declared = `<!DOCTYPE feed [<!ENTITY e0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">${lol.join("")}]>`;
		const xml = feedBody(CHANNEL, "T", [upload(1, "@")]).replace("<feed", `${declared}<feed`);
		expect(read(xml.replace("@", "&e9;&f;"))?.uploads[0]?.title).toBe("&e9;&f;");
	});

	it("takes linear time for deep, wide and unclosed documents", () => {
		const wide = feedBody(
			CHANNEL,
			"T",
			Array.from({ length: 28 }, (_, n) => upload(n + 1)),
		);
		const bombs = [
			`<feed>${"<a>".repeat(150_000)}${"</b>".repeat(20_000)}`,
			`<feed>${"<entry>".repeat(60_000)}`,
			`<feed><entry>${"<title>x</title>".repeat(30_000)}</entry></feed>`,
			`<feed ${'a="1" '.repeat(80_000)}>`,
			`<!DOCTYPE ${"<!ENTITY ".repeat(50_000)}`,
			wide + wide.repeat(20),
		];
		const started_at = performance.now();
		for (const bomb of bombs) read(bomb);
		// Quadratic work on half a megabyte takes minutes.
		expect(performance.now() - started_at).toBeLessThan(20_000);
		expect(read(wide)?.uploads).toHaveLength(28);
	});
});

describe("newUploads", () => {
	const uploads = [5, 4, 3, 2, 1].map((n) => ({
		video_id: VideoId.parse(upload(n).id),
		title: "",
		published_at: new Date(upload(n).published_at).toISOString(),
	}));
	const entries = (...ns: number[]) =>
		uploads
			.filter(({ video_id }) => ns.some((n) => upload(n).id === video_id))
			.map(({ video_id, published_at }) => [video_id as string, published_at] as const);
	const ids = (found: typeof uploads) => found.map(({ video_id }) => video_id);

	it("are the three newest of a feed that was never read", () => {
		expect(ids(newUploads(uploads, null))).toEqual([5, 4, 3].map((n) => upload(n).id));
	});

	it("are those that the last answer did not have", () => {
		expect(ids(newUploads(uploads, entries(3, 2, 1)))).toEqual([5, 4].map((n) => upload(n).id));
		expect(ids(newUploads(uploads, []))).toHaveLength(5);
	});

	it("are not those that moved up because another was removed", () => {
		expect(newUploads(uploads, entries(5, 4, 3))).toEqual([]);
	});
});
