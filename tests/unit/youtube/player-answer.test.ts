import { describe, expect, it } from "vitest";
import { VideoId } from "#contract/ids.ts";
import { readPlayerAnswer } from "#features/youtube/player-answer.ts";

const ID = VideoId.parse("Abc_123-xYz");
const DETAILS = {
	videoId: ID,
	title: "An evening at the lighthouse",
	lengthSeconds: "316",
	channelId: "UCharbourtalks0123456789",
	author: "Harbour Talks",
	viewCount: "1856109",
	thumbnail: {
		thumbnails: [
			{ url: `https://i.ytimg.com/vi/${ID}/default.jpg`, width: 120 },
			{ url: `https://i.ytimg.com/vi/${ID}/sddefault.jpg?sqp=x`, width: 640 },
			{ url: "https://elsewhere.example/wide.jpg", width: 1280 },
			{ url: `https://i.ytimg.com/vi/${ID}/huge.jpg`, width: 4096 },
		],
	},
};
const OK = { playabilityStatus: { status: "OK" }, videoDetails: DETAILS };

function playability(status: object): string | undefined {
	return readPlayerAnswer({ playabilityStatus: status }, ID)?.playability;
}

function withTracks(captionTracks: unknown[]) {
	const captions = { playerCaptionsTracklistRenderer: { captionTracks } };
	return readPlayerAnswer({ ...OK, captions }, ID);
}

function track(query: string, languageCode = "en", more: object = {}) {
	const baseUrl = `https://www.youtube.com/api/timedtext?v=${ID}${query}`;
	return { baseUrl, languageCode, vssId: `.${languageCode}`, ...more };
}

describe("playability", () => {
	it.each([
		["ok", { status: "OK" }],
		["bot_check", { status: "LOGIN_REQUIRED", reason: "Sign in to confirm you’re not a bot" }],
		["bot_check", { status: "LOGIN_REQUIRED", reason: "Sign in to confirm you're not a bot" }],
		["bot_check", { status: "LOGIN_REQUIRED", reason: "Bitte anmelden" }],
		[
			"age_restricted",
			{ status: "LOGIN_REQUIRED", reason: "This video may be inappropriate for some users." },
		],
		["age_restricted", { status: "LOGIN_REQUIRED", reason: "??", desktopLegacyAgeGateReason: 1 }],
		["age_restricted", { status: "AGE_VERIFICATION_REQUIRED" }],
		["private", { status: "LOGIN_REQUIRED", messages: ["This is a private video."] }],
		[
			"private",
			{
				status: "LOGIN_REQUIRED",
				errorScreen: { playerErrorMessageRenderer: { reason: { simpleText: "Private video" } } },
			},
		],
		["private", { status: "ERROR", reason: "This video is private" }],
		["gone", { status: "ERROR", reason: "This video is unavailable" }],
		["gone", { status: "ERROR" }],
		["bot_check", { status: "ERROR", reason: "Please try again later." }],
		["bot_check", { status: "UNPLAYABLE", reason: "Try again later" }],
		["bot_check", { status: "ERROR", reason: "Please solve the captcha to go on" }],
		["bot_check", { status: "ERROR", reason: "Rate limit exceeded" }],
		["bot_check", { status: "ERROR", reason: "Verify you are human" }],
		...["ERROR", "UNPLAYABLE"].flatMap((status): [string, object][] => [
			[
				"bot_check",
				{
					status,
					reason: "Video unavailable",
					errorScreen: {
						playerErrorMessageRenderer: {
							subreason: { simpleText: "This content isn’t available, try again later." },
						},
					},
				},
			],
			[
				"bot_check",
				{ status, reason: "Video unavailable", errorScreen: { playerCaptchaViewModel: {} } },
			],
		]),
		["unplayable", { status: "ERROR", reason: "Something went wrong" }],
		["gone", { status: "UNPLAYABLE", reason: "This video has been removed by the uploader" }],
		["unplayable", { status: "UNPLAYABLE", reason: "Join this channel" }],
		["live_offline", { status: "LIVE_STREAM_OFFLINE", reason: "In 3 hours." }],
		["live_offline", { status: "UNPLAYABLE", reason: "This live event will begin in 3 hours." }],
		["live_ended", { status: "LIVE_STREAM_OFFLINE", reason: "This live event has ended." }],
		["live_ended", { status: "UNPLAYABLE", reason: "This live stream has ended." }],
		["premiere", { status: "LIVE_STREAM_OFFLINE", reason: "Premieres in 2 days" }],
		["premiere", { status: "LIVE_STREAM_OFFLINE", reason: "Premiere will begin shortly" }],
		...["UNPLAYABLE", "ERROR", "LIVE_STREAM_OFFLINE"].map((status): [string, object] => [
			"recording_unavailable",
			{ status, reason: "This live stream recording is not available." },
		]),
		["unplayable", { status: "A_NEW_ONE", reason: "Custom reason" }],
	])("is %s for %j", (expected, status) => {
		expect(playability(status)).toBe(expected);
	});

	it("prefers the reason to the text of the error screen", () => {
		const reason = { runs: [{ text: "Sign in to confirm you’re not a bot" }] };
		const subreason = { runs: [{ text: "private" }] };
		const errorScreen = { playerErrorMessageRenderer: { reason, subreason } };
		expect(playability({ status: "CUSTOM", reason: "Own", errorScreen })).toBe("unplayable");
	});

	it.each([
		["live_now", { isLive: true, isLiveContent: true }],
		["live_offline", { isUpcoming: true }],
		["live_offline", { isUpcoming: true, isLiveContent: true }],
		["premiere", { isUpcoming: true, isLiveContent: false }],
		["live_ended", { isPostLiveDvr: true, isLiveContent: true }],
		["ok", { isLive: false, isLiveContent: true, isPostLiveDvr: false }],
	])("is %s for a video that plays and has %j", (expected, details) => {
		const answer = { ...OK, videoDetails: { ...DETAILS, ...details } };
		expect(readPlayerAnswer(answer, ID)?.playability).toBe(expected);
	});

	it("takes a stream without pictures as ended once its end is known", () => {
		const liveBroadcastDetails = {
			isLiveNow: false,
			startTimestamp: "2026-03-04T05:00:00+00:00",
			endTimestamp: "2026-03-04T06:30:00+00:00",
		};
		const answer = {
			playabilityStatus: { status: "LIVE_STREAM_OFFLINE", reason: "Offline" },
			videoDetails: DETAILS,
			microformat: { playerMicroformatRenderer: { liveBroadcastDetails } },
		};
		expect(readPlayerAnswer(answer, ID)?.playability).toBe("live_ended");
		expect(readPlayerAnswer({ ...answer, microformat: {} }, ID)?.playability).toBe("live_offline");
	});

	it("knows when a stream or premiere is planned to begin", () => {
		const slate = (scheduledStartTime: unknown) => ({
			playabilityStatus: {
				status: "LIVE_STREAM_OFFLINE",
				liveStreamability: {
					liveStreamabilityRenderer: {
						offlineSlate: { liveStreamOfflineSlateRenderer: { scheduledStartTime } },
					},
				},
			},
		});
		const starts_at = "2023-02-28T14:00:00.000Z";
		expect(readPlayerAnswer(slate("1677592800"), ID)).toMatchObject({ starts_at });
		expect(readPlayerAnswer(slate("soon"), ID)).toMatchObject({ starts_at: null });
		const liveBroadcastDetails = { startTimestamp: "2023-02-28T14:00:00+00:00" };
		const microformat = { playerMicroformatRenderer: { liveBroadcastDetails } };
		expect(readPlayerAnswer({ ...OK, microformat }, ID)).toMatchObject({ starts_at });
	});
});

describe("metadata of a player answer", () => {
	it("converts numbers from text and takes the picture from YouTube's own host", () => {
		expect(readPlayerAnswer(OK, ID)?.metadata).toEqual({
			title: "An evening at the lighthouse",
			channel_name: "Harbour Talks",
			channel_id: "UCharbourtalks0123456789",
			thumbnail_url: `https://i.ytimg.com/vi/${ID}/sddefault.jpg`,
			duration: 316,
			view_count: 1856109,
			published_at: null,
			description: "",
		});
	});

	it("keeps the start of the description on one line", () => {
		const shortDescription = `With Ada Lovelace.\n\nLinks:\u202e ${"word ".repeat(400)}`;
		const videoDetails = { ...DETAILS, shortDescription };
		const { description } = readPlayerAnswer({ ...OK, videoDetails }, ID)?.metadata ?? {};
		expect(description).toMatch(/^With Ada Lovelace\. Links: word .* word$/);
		expect(description?.length).toBeLessThanOrEqual(1_000);
	});

	it("uses null for missing fields and for a length of 0", () => {
		const videoDetails = { videoId: ID, title: "Live", lengthSeconds: "0" };
		expect(readPlayerAnswer({ ...OK, videoDetails }, ID)?.metadata).toEqual({
			title: "Live",
			channel_name: "",
			channel_id: null,
			thumbnail_url: `https://i.ytimg.com/vi/${ID}/hqdefault.jpg`,
			duration: null,
			view_count: null,
			published_at: null,
			description: "",
		});
	});

	it.each([
		["2023-02-27", "2023-02-27T00:00:00.000Z"],
		["2012-05-21T07:01:37-07:00", "2012-05-21T14:01:37.000Z"],
		["yesterday", null],
		["2012-13-45", null],
	])("converts the publish date %s to %s", (publishDate, instant) => {
		const microformat = { playerMicroformatRenderer: { publishDate } };
		const answer = readPlayerAnswer({ ...OK, microformat }, ID);
		expect(answer?.metadata?.published_at).toBe(instant);
	});
});

describe("tracks of a player answer", () => {
	it("distinguish no captions from an empty list of captions", () => {
		expect(readPlayerAnswer(OK, ID)).toMatchObject({ has_captions_key: false, tracks: [] });
		expect(withTracks([])).toMatchObject({ has_captions_key: true, tracks: [] });
	});

	it.each([
		["&exp=xpe", true],
		["&exp=xpv&fmt=srv3", true],
		["&exp=abc,xpe", true],
		["&exp=abc", false],
		["&xexp=xpe", false],
	])("with %s are gated: %s", (query, gated) => {
		expect(withTracks([track(query)])?.tracks[0]?.gated).toBe(gated);
	});

	it("exclude translations and addresses outside YouTube", () => {
		const foreign = (baseUrl: string) => ({ baseUrl, languageCode: "en" });
		const answer = withTracks([
			track("&tlang=fr"),
			foreign("https://youtube.com.evil.example/api/timedtext"),
			foreign("https://evilyoutube.com/api/timedtext"),
			foreign("http://www.youtube.com/api/timedtext"),
			foreign("https://www.youtube.com@evil.example/api/timedtext"),
			foreign("http://127.0.0.1/api/timedtext"),
			foreign("http://["),
			null,
			{ baseUrl: 7 },
			foreign("/api/timedtext?v=1"),
			track("", "de", { kind: "asr", vssId: "a.de" }),
		]);
		expect(answer?.tracks.map((one) => one.base_url)).toEqual([
			"https://www.youtube.com/api/timedtext?v=1",
			`https://www.youtube.com/api/timedtext?v=${ID}`,
		]);
		expect(answer?.tracks[1]).toMatchObject({ kind: "asr", language: "de" });
	});

	it("are limited to 300", () => {
		const many = Array.from({ length: 2_000 }, () => track(""));
		expect(withTracks(many)?.tracks).toHaveLength(300);
	});
});

describe("readPlayerAnswer", () => {
	it.each([undefined, null, 7, "x", [], {}, { playabilityStatus: {} }])(
		"returns null for %j",
		(json) => {
			expect(readPlayerAnswer(json, ID)).toBeNull();
		},
	);

	it("returns null for an answer about another video", () => {
		const other = VideoId.parse("other-video");
		expect(readPlayerAnswer(OK, other)).toBeNull();
	});

	it("keeps valid parts if others are broken", () => {
		const broken = {
			playabilityStatus: { status: "OK", reason: 7, messages: "x", errorScreen: 1 },
			videoDetails: { videoId: ID, title: "T", author: 1, viewCount: "many" },
			captions: { playerCaptionsTracklistRenderer: { captionTracks: 5 } },
			microformat: [],
		};
		expect(readPlayerAnswer(broken, ID)).toMatchObject({
			playability: "ok",
			metadata: { title: "T", channel_name: "", view_count: null },
			has_captions_key: true,
			tracks: [],
		});
	});
});
