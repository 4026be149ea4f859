import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { VideoId } from "#contract/ids.ts";
import { openMetadataSources, readMetadata } from "#features/youtube/metadata.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import { plainFetch } from "#tests/support/fakes/network.ts";
import { type FakeYoutube, startFakeYoutube } from "#tests/support/fakes/youtube.ts";
import type { FakeYoutubeFault } from "#tests/support/fakes/youtube-answers.ts";

const ID = VideoId.parse("Abc_123-xYz");
/** What the Data API says of private and deleted videos. */
const UNLISTED = { status: 200, body: JSON.stringify({ items: [] }) };
const NOW = Date.parse("2026-03-04T05:06:07Z");

let youtube: FakeYoutube;
beforeAll(async () => {
	youtube = await startFakeYoutube();
});
beforeEach(() => youtube.reset());
afterAll(() => youtube.close());

const PATIENT_MS = 5_000;

/** `player_ms` is the deadline of requests to the player alone. */
function read({ key = "", player_ms = PATIENT_MS } = {}) {
	const settings = {
		YOUTUBE_API_KEY: key,
		YOUTUBE_API_BASE_URL: youtube.data_api_url,
		YOUTUBE_BASE_URL: youtube.origin,
	};
	const fetch: OutboundFetch = (url, ...rest) => {
		const is_player = url.toString().includes("/youtubei/v1/player");
		const timeout_ms = is_player ? player_ms : PATIENT_MS;
		return plainFetch({ timeout_ms })(url, ...rest);
	};
	const metadata = openMetadataSources(settings, fetch, () => NOW);
	return readMetadata(metadata, ID);
}

const asked = () => youtube.calls.map((call) => call.kind);

describe("readMetadata with a key", () => {
	const withKey = () => read({ key: "secret-key" });

	it("asks only the Data API if its answer is complete", async () => {
		youtube.set(ID, { duration: 3_725, description: "A talk." });
		expect(await withKey()).toEqual({
			ok: true,
			metadata: {
				title: "An evening at the lighthouse",
				channel_name: "Harbour Talks",
				channel_id: "UCharbourtalks0123456789",
				thumbnail_url: `https://i.ytimg.com/vi/${ID}/maxresdefault.jpg`,
				duration: 3_725,
				view_count: 1234,
				published_at: "2025-05-04T18:30:00.000Z",
				description: "A talk.",
			},
			player: null,
		});
		expect(asked()).toEqual(["videos"]);
		const query = new URL(youtube.calls[0]?.path ?? "", "http://x").searchParams;
		expect(Object.fromEntries(query)).toEqual({
			id: ID,
			key: "secret-key",
			part: "snippet,statistics,contentDetails",
		});
	});

	it("returns null for a hidden view count without asking other sources", async () => {
		youtube.set(ID, { view_count: null });
		expect(await withKey()).toMatchObject({ metadata: { view_count: null } });
		expect(asked()).toEqual(["videos"]);
	});

	it.each([
		["en-GB", "en-GB"],
		["zxx", undefined],
		["a language", undefined],
	])("reads %s as the spoken language %s", async (audio_language, expected) => {
		youtube.set(ID, { audio_language });
		const reading = await withKey();
		expect(reading.ok && reading.metadata.audio_language).toBe(expected);
	});

	it('reports "Video not found" for an empty list of which nobody knows the reason', async () => {
		youtube.set(ID, { fault: { videos: UNLISTED, player: "reset", oembed: { status: 500 } } });
		expect(await withKey()).toMatchObject({
			ok: false,
			error: { code: "video_not_found", detail: "Video not found" },
		});
	});

	it.each([
		["video_private", "private", 404],
		["video_gone", "gone", 404],
		["video_private", "gone", 403],
	] as const)(
		"adds that another source says %s, and what to do",
		async (code, playability, status) => {
			youtube.set(ID, { playability, fault: { videos: UNLISTED, oembed: { status } } });
			const reading = await withKey();
			expect(reading).toMatchObject({
				ok: false,
				error: {
					code,
					transcript_wanted: true,
					detail: expect.stringMatching(/^Video not found\. .+ paste it to have it checked\.$/),
				},
			});
		},
	);

	it("also asks the player about a live stream without a length", async () => {
		youtube.set(ID, { playability: "live_offline" });
		expect(await withKey()).toMatchObject({
			ok: true,
			metadata: { duration: null, published_at: "2025-05-04T18:30:00.000Z" },
			player: { playability: "live_offline" },
		});
		expect(asked()).toEqual(["videos", "player"]);
	});

	it.each<FakeYoutubeFault>([
		{ status: 400, reason: "keyInvalid" },
		{ status: 403, reason: "quotaExceeded" },
		{ status: 429, reason: "rateLimitExceeded", form: "new" },
		{ status: 500 },
		"empty",
		"html",
		"not_json",
		"huge",
		"reset",
		"redirect",
	])("falls back to the player if the Data API fails: %j", async (fault) => {
		youtube.set(ID, { fault: { videos: fault } });
		expect(await withKey()).toMatchObject({
			ok: true,
			metadata: { title: "An evening at the lighthouse", duration: 20 },
			player: { playability: "ok", client: "IOS" },
		});
	});

	it.each([
		[{ status: 403, reason: "quotaExceeded" }, "403 Forbidden"],
		[{ status: 400, reason: "API_KEY_INVALID", form: "new" }, "400 Bad Request"],
		[{ status: 500, body: "<html>oops</html>" }, "500 Internal Server Error"],
	] as const)(
		"reports the Data API's HTTP failure if no source answers: %j",
		async (fault, told) => {
			youtube.set(ID, { fault: { videos: fault, player: "captcha", oembed: { status: 429 } } });
			const reading = await withKey();
			expect(reading).toMatchObject({
				ok: false,
				error: { code: "metadata_failed", detail: `YouTube API error: ${told}` },
			});
			expect(JSON.stringify(reading)).not.toContain("Project");
		},
	);

	it("reports that YouTube could not be reached if every connection fails", async () => {
		const fault = { videos: "reset", player: "reset", oembed: "reset" } as const;
		youtube.set(ID, { fault });
		expect(await withKey()).toMatchObject({
			error: {
				code: "youtube_unreachable",
				detail: expect.stringContaining("YouTube could not be reached"),
			},
		});
	});
});

describe("readMetadata without a key", () => {
	it("uses the player and keeps its answer as plain JSON", async () => {
		youtube.set(ID);
		const reading = await read();
		expect(reading).toMatchObject({
			ok: true,
			metadata: { title: "An evening at the lighthouse", published_at: null },
			player: {
				client: "IOS",
				playability: "ok",
				language: "en",
				has_captions_key: true,
				duration: 20,
				fetched_at: "2026-03-04T05:06:07.000Z",
			},
		});
		expect(reading.ok && reading.player?.tracks).toHaveLength(2);
		expect(JSON.parse(JSON.stringify(reading))).toEqual(reading);
		expect(asked()).toEqual(["player"]);
	});

	it("uses the player's metadata of a video that it does not play", async () => {
		youtube.set(ID, { playability: "age_restricted" });
		expect(await read()).toMatchObject({ ok: true, player: { playability: "age_restricted" } });
		expect(asked()).toEqual(["player"]);
	});

	it.each<FakeYoutubeFault>(["captcha", "html", "reset", { status: 400 }])(
		"falls back to oEmbed if the player fails: %j",
		async (fault) => {
			youtube.set(ID, { fault: { player: fault } });
			expect(await read()).toEqual({
				ok: true,
				metadata: {
					title: "An evening at the lighthouse",
					channel_name: "Harbour Talks",
					channel_id: null,
					thumbnail_url: `https://i.ytimg.com/vi/${ID}/hqdefault.jpg`,
					duration: null,
					view_count: null,
					published_at: null,
					description: "",
				},
				player: null,
			});
		},
	);

	it("falls back to oEmbed after a bot check and keeps the check for the captions", async () => {
		youtube.set(ID, { playability: "bot_check" });
		expect(await read()).toMatchObject({
			ok: true,
			metadata: { title: "An evening at the lighthouse" },
			player: { playability: "bot_check", tracks: [] },
		});
	});

	it.each([
		["video_private", { playability: "private" }],
		["video_gone", { playability: "gone" }],
		// Apps call a private video unavailable; oEmbed distinguishes the two.
		["video_private", { playability: "gone", fault: { oembed: { status: 403 } } }],
		["video_private", { fault: { player: "reset", oembed: { status: 403 } } }],
		["video_private", { fault: { player: "reset", oembed: { status: 200, body: "Forbidden" } } }],
		["video_gone", { fault: { player: "captcha", oembed: { status: 404 } } }],
		["video_gone", { playability: "gone", fault: { oembed: "reset" } }],
		["youtube_unreachable", { fault: { player: "reset", oembed: "reset" } }],
		// YouTube answered one of the requests, so a key would help.
		["metadata_not_configured", { fault: { player: "reset", oembed: "captcha" } }],
		// A video that may not be embedded exists.
		["metadata_not_configured", { playability: "bot_check", embeddable: false }],
		["metadata_not_configured", { fault: { player: "html", oembed: "html" } }],
	] as const)("returns %s if all sources refuse: %j", async (code, video) => {
		youtube.set(ID, video);
		expect(await read()).toMatchObject({ ok: false, error: { code } });
	});

	it("reports an unknown id as gone", async () => {
		expect(await read()).toMatchObject({ error: { code: "video_gone" } });
	});

	it("ends at the deadline if the answer stalls", async () => {
		youtube.set(ID, { fault: { player: "slow_drip" } });
		expect(await read({ player_ms: 200 })).toMatchObject({ ok: true, player: null });
	});
});
