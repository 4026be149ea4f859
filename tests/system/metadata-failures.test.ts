import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runFailure } from "#http/run-failures.ts";
import type { FakeVideo, FakeYoutubeFault } from "#tests/support/fakes/youtube-answers.ts";
import { expectNothingLeaked } from "#tests/support/world/answer-checks.ts";
import type { Client } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const KEY = "data-service-key";
/** Fails only for the first app; another one still gets the captions. */
const PLAYER_DOWN: Partial<FakeVideo> = {
	as_client: { IOS: { fault: { player: { status: 500 } } } },
};

let product: Product;
let member: Client;

afterAll(() => product?.stop());

function asked(id: string) {
	return product.youtube.calls
		.filter((call) => call.id === id && call.kind !== "timedtext")
		.map(({ kind }) => kind);
}

describe("metadata with a YouTube API key", () => {
	beforeAll(async () => {
		product = await startProduct({ YOUTUBE_API_KEY: KEY });
		member = await product.member();
	});

	it("comes from the data API first", async () => {
		const id = product.newVideo({ title: "Tides & times", duration: 3_725, view_count: 98_765 });
		const { report } = await runToEnd(member, id);
		expect(report.video).toMatchObject({
			title: "Tides & times",
			channel_name: "Harbour Talks",
			channel_id: "UCharbourtalks0123456789",
			duration: 3_725,
			view_count: 98_765,
			published_at: "2025-05-04T18:30:00.000Z",
			analysis_status: "completed",
		});
		expect(asked(id)).toEqual(["videos", "player"]);
		const [call] = product.youtube.calls.filter((it) => it.id === id);
		expect(call?.path).toContain(`key=${KEY}`);
	});

	it("fails with 'Video not found' for an empty list, without asking another source", async () => {
		const id = product.newVideo({ playability: "gone" });
		const { ending, report, analysis } = await runToEnd(member, id);
		expect(ending).toMatchObject({
			event: "failed",
			data: { ...runFailure("video_not_found"), detail: "Video not found" },
		});
		expect(report.video.error?.transcript_wanted).toBe(false);
		expect(analysis?.progress).toBe(0);
		expect(asked(id)).toEqual(["videos"]);
	});

	it.each<[string, FakeYoutubeFault]>([
		["a spent quota", quota("old")],
		["half an answer", "not_json"],
	])("falls back to the player after %s", async (_, fault) => {
		const id = product.newVideo({ title: "By the player", fault: { videos: fault } });
		const run = await runToEnd(member, id);
		expect(run.report.video).toMatchObject({
			analysis_status: "completed",
			title: "By the player",
			duration: 20,
		});
		expect(asked(id)).toEqual(["videos", "player"]);
		expectNothingLeaked(run);
	});

	it("falls back to oEmbed if the player fails as well", async () => {
		const id = product.newVideo({
			...PLAYER_DOWN,
			title: "By oEmbed",
			fault: { videos: quota("new") },
		});
		const { report } = await runToEnd(member, id);
		expect(report.video).toMatchObject({
			analysis_status: "completed",
			title: "By oEmbed",
			channel_name: "Harbour Talks",
			duration: null,
			view_count: null,
		});
		expect(asked(id).slice(0, 3)).toEqual(["videos", "player", "oembed"]);
	});

	it("fails with the data API's error if all sources fail", async () => {
		const detail = "YouTube API error: 403 Forbidden";
		const id = product.newVideo(allDown(quota("new")));
		const run = await runToEnd(member, id);
		expect(run.ending).toMatchObject({
			event: "failed",
			data: { code: "metadata_failed", detail, transcript_wanted: true },
		});
		expect(run.report.video.error?.detail).toBe(detail);
		expect(JSON.stringify(run)).not.toContain(KEY);
		expectNothingLeaked(run);
	});

	it("fails with youtube_unreachable if no connection can be made", async () => {
		const id = product.newVideo(allDown("reset", "reset"));
		const run = await runToEnd(member, id);
		expect(run.ending).toMatchObject({ event: "failed", data: UNREACHABLE });
		expect(run.report.video.error).toMatchObject({ detail: UNREACHABLE.detail });
		expectNothingLeaked(run);
	});
});

const UNREACHABLE = {
	code: "youtube_unreachable",
	detail:
		"YouTube could not be reached, so nothing could be read about this video. Try again in a few minutes, or paste the transcript.",
	transcript_wanted: true,
};

describe("metadata without a YouTube API key", () => {
	beforeAll(() => product.restart());

	it("comes from the player, and the data API is never called", async () => {
		const id = product.newVideo({ title: "By the player" });
		const { report } = await runToEnd(member, id);
		expect(report.video.title).toBe("By the player");
		expect(asked(id)).toEqual(["player"]);
	});

	it("falls back to oEmbed if the player fails", async () => {
		const id = product.newVideo({ ...PLAYER_DOWN, title: "By oEmbed" });
		const { report } = await runToEnd(member, id);
		expect(report.video).toMatchObject({ analysis_status: "completed", title: "By oEmbed" });
		expect(asked(id).slice(0, 2)).toEqual(["player", "oembed"]);
	});

	it("fails with a hint to configure the key if all sources fail", async () => {
		const id = product.newVideo(allDown({ status: 500 }));
		const run = await runToEnd(member, id);
		expect(run.ending).toMatchObject({
			event: "failed",
			data: {
				code: "metadata_not_configured",
				detail:
					"YouTube Data API is not configured. Add YOUTUBE_API_KEY to your .env file to extract real video data.",
			},
		});
		expect(asked(id)).toEqual(["player", "oembed"]);
		expectNothingLeaked(run);
	});

	it("fails with youtube_unreachable if no connection can be made", async () => {
		const id = product.newVideo(allDown("reset", "reset"));
		const run = await runToEnd(member, id);
		expect(run.ending).toMatchObject({ event: "failed", data: UNREACHABLE });
		expectNothingLeaked(run);
	});

	it("keeps hostile titles as text without breaking lists", async () => {
		const title = `<img src=x onerror=alert(1)> \u202e"quoted" 🚀\u0000`;
		const id = product.newVideo({ title });
		const { report } = await runToEnd(member, id);
		expect(report.video.title).toContain("<img src=x onerror=alert(1)>");
		expect(report.video.title).not.toContain("\u0000");
		expect((await member.get("/api/videos/recent")).status).toBe(200);
	});
});

function quota(form: "old" | "new"): FakeYoutubeFault {
	return { status: 403, reason: "quotaExceeded", form };
}

function allDown(
	videos: FakeYoutubeFault,
	site: FakeYoutubeFault = { status: 500 },
): Partial<FakeVideo> {
	return { fault: { videos, player: site, oembed: site } };
}
