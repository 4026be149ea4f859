import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { VideoId } from "#contract/ids.ts";
import {
	createCaptionSource,
	readCaptions,
	type WantedCaptions,
} from "#features/captions/fetch-captions.ts";
import { openMetadataSources, type PlayerSeen, readMetadata } from "#features/youtube/metadata.ts";
import { plainFetch } from "#tests/support/fakes/network.ts";
import { type FakeYoutube, startFakeYoutube } from "#tests/support/fakes/youtube.ts";
import type {
	FakeTrack,
	FakeVideo,
	FakeYoutubeFault,
} from "#tests/support/fakes/youtube-answers.ts";

const ID = VideoId.parse("Abc_123-xYz");
const NOW = Date.parse("2026-03-04T05:06:07Z");
const CUES = [
	{ start: 1, text: "The sea is deep." },
	{ start: 4.5, text: "And it is wide." },
];
const MANUAL: FakeTrack = { language: "en", cues: CUES };
const HEARD: FakeTrack = { language: "en", kind: "asr", cues: CUES };

let youtube: FakeYoutube;
beforeAll(async () => {
	youtube = await startFakeYoutube();
});
beforeEach(() => youtube.reset());
afterAll(() => youtube.close());

function sources(timeout_ms = 5_000, now = NOW) {
	const settings = { YOUTUBE_API_BASE_URL: youtube.data_api_url, YOUTUBE_BASE_URL: youtube.origin };
	const fetch = plainFetch({ timeout_ms });
	const clock = () => now;
	const metadata = openMetadataSources(settings, fetch, clock);
	const captions = createCaptionSource(fetch, youtube.origin);
	return { metadata, captions: { player: metadata.player, captions, now: clock } };
}

function read(seen: PlayerSeen | null = null, timeout_ms?: number) {
	return readCaptions(sources(timeout_ms).captions, ID, seen);
}

async function seenPlayer(): Promise<PlayerSeen | null> {
	const reading = await readMetadata(sources().metadata, ID);
	return reading.ok ? reading.player : null;
}

const clients = () =>
	youtube.calls.flatMap((call) => (call.kind === "player" ? [call.client] : []));

/** The same change for every app. */
function everyone(video: Partial<FakeVideo>): Partial<FakeVideo> {
	return { as_client: { IOS: video, ANDROID: video, VISIONOS: video } };
}

describe("readCaptions", () => {
	it("prefers manual captions and returns their provenance", async () => {
		youtube.set(ID, { tracks: [HEARD, MANUAL] });
		expect(await read()).toEqual({
			ok: true,
			transcript: {
				source: "captions",
				language: "en",
				track: { kind: "manual", vss_id: ".en" },
				cues: CUES,
				text: "The sea is deep. And it is wide.",
			},
		});
		expect(clients()).toEqual(["IOS"]);
	});

	it("returns each word of automatic captions once", async () => {
		youtube.set(ID, { tracks: [HEARD] });
		expect(await read()).toMatchObject({
			transcript: { track: { kind: "asr", vss_id: "a.en" }, cues: CUES },
		});
	});

	it("requests tracks from the configured origin with unchanged path and query", async () => {
		youtube.set(ID, { tracks: [MANUAL] });
		await read();
		const call = youtube.calls.find(({ kind }) => kind === "timedtext");
		expect(call?.path).toBe(
			`/api/timedtext?v=${ID}&caps=asr&hl=en&ip=0.0.0.0&ipbits=0&expire=1999999999&sparams=ip,ipbits,expire,v,caps&signature=0A1B.2C3D&key=yt8&c=IOS&n=0&lang=en&fmt=json3`,
		);
	});

	it("sends the app's own headers and context", async () => {
		youtube.set(ID);
		await read();
		const [call] = youtube.calls;
		expect(call?.headers["x-youtube-client-name"]).toBe("5");
		expect(call?.body).toMatchObject({
			videoId: ID,
			contentCheckOk: true,
			racyCheckOk: true,
			context: {
				client: {
					clientName: "IOS",
					clientVersion: call?.headers["x-youtube-client-version"],
					userAgent: call?.headers["user-agent"],
					hl: "en",
				},
			},
		});
	});

	it("reads a track in another format than requested", async () => {
		const body =
			'<timedtext format="3"><body><p t="1000" d="1">The sea is deep.</p></body></timedtext>';
		youtube.set(ID, { tracks: [{ language: "en", body }] });
		expect(await read()).toMatchObject({
			transcript: { cues: [{ start: 1, text: "The sea is deep." }] },
		});
	});
});

describe("player answer from the metadata step", () => {
	it("replaces the first call", async () => {
		youtube.set(ID);
		const seen = await seenPlayer();
		expect((await read(seen)).ok).toBe(true);
		expect(youtube.count("player", ID)).toBe(1);
	});

	it("is requested again when it is old", async () => {
		youtube.set(ID);
		const seen = await seenPlayer();
		const later = sources(5_000, NOW + 3_600_000).captions;
		expect((await readCaptions(later, ID, seen)).ok).toBe(true);
		expect(youtube.count("player", ID)).toBe(2);
	});

	it("is followed by the other apps if it contains no captions", async () => {
		youtube.set(ID, { as_client: { IOS: { playability: "bot_check" } } });
		const seen = await seenPlayer();
		expect((await read(seen)).ok).toBe(true);
		expect(clients()).toEqual(["IOS", "ANDROID"]);
	});
});

describe("fallback to the next app", () => {
	it.each<[string, Partial<FakeVideo>]>([
		["a bot check", { playability: "bot_check" }],
		["an outdated app's 'unavailable'", { playability: "gone" }],
		["a gated address", { tracks: [{ ...MANUAL, gated: true }] }],
		["an empty answer", { tracks: [{ ...MANUAL, withheld: true }] }],
		["no captions field", { tracks: null }],
		["no tracks", { tracks: [] }],
		["HTTP 429", { fault: { player: "captcha" } }],
		["HTTP 400", { fault: { player: { status: 400 } } }],
		["HTTP 500", { fault: { player: { status: 500 } } }],
		["a consent page", { fault: { player: "html" } }],
		["an answer that is cut off", { fault: { player: "not_json" } }],
		["an answer that is too large", { fault: { player: "huge" } }],
		["a lost connection", { fault: { player: "reset" } }],
		["a redirect", { fault: { player: "redirect" } }],
	])("happens after %s", async (_, trouble) => {
		youtube.set(ID, { tracks: [MANUAL], as_client: { IOS: trouble } });
		expect((await read()).ok).toBe(true);
		expect(clients()).toEqual(["IOS", "ANDROID"]);
	});

	it("never fetches a gated address", async () => {
		youtube.set(ID, everyone({ tracks: [{ ...MANUAL, gated: true }] }));
		await read();
		expect(youtube.count("timedtext")).toBe(0);
	});

	it("uses the next best track if the best one is gated in every app", async () => {
		youtube.set(ID, { tracks: [{ ...MANUAL, gated: true }, HEARD] });
		expect(await read()).toMatchObject({ ok: true, transcript: { track: { kind: "asr" } } });
		expect(clients()).toEqual(["IOS", "ANDROID", "VISIONOS"]);
	});

	it("uses the next best track if the best one contains no words", async () => {
		const music = { language: "en", cues: [{ start: 0, text: "[Music] ♪" }] };
		youtube.set(ID, { tracks: [music, HEARD] });
		expect(await read()).toMatchObject({ transcript: { track: { kind: "asr" } } });
	});
});

describe("a dubbed video", () => {
	const heard = (language: string, text: string): FakeTrack => ({
		language,
		kind: "asr",
		cues: [{ start: 1, text }],
	});
	const DUB = heard("es", "El mar es profundo.");
	const ORIGINAL = heard("en", "The sea is deep.");

	it("is read in the original's language, whatever the player begins with", async () => {
		youtube.set(ID, { tracks: [DUB, ORIGINAL], sounds: ["es-US.10", "en.4"] });
		expect(await read()).toMatchObject({
			transcript: { language: "en", text: "The sea is deep." },
		});
	});

	it.each<[string, Partial<FakeVideo>, string | null]>([
		["does not mark an original", { tracks: [DUB, ORIGINAL] }, null],
		["lists no captions of the original", { tracks: [DUB], sounds: ["es.3", "en.4"] }, "en"],
	])("is not read if YouTube %s", async (_, video, original) => {
		youtube.set(ID, video);
		expect(await read()).toMatchObject({ error: { code: "captions_of_dubs" }, original });
		expect(youtube.count("timedtext")).toBe(0);
	});

	it("is not read in a translation if the original's captions are withheld", async () => {
		const translation = { language: "es", cues: CUES };
		youtube.set(ID, { tracks: [translation, { ...ORIGINAL, gated: true }], sounds: ["en.4"] });
		expect(await read()).toMatchObject({ error: { code: "captions_gated" }, original: "en" });
	});
});

describe("a video with captions in several languages that people wrote", () => {
	const wrote = (language: string): FakeTrack => ({ language, cues: CUES });
	const TRACKS = [wrote("ar"), wrote("de"), wrote("en-US")];
	const readWanted = (wanted: WantedCaptions) => readCaptions(sources().captions, ID, null, wanted);

	it.each<[string, Partial<FakeVideo>, WantedCaptions, string, string | undefined]>([
		["the channel's language", {}, { audio_language: "en" }, "en-US", undefined],
		["the captions that YouTube shows", { shown_track: 1 }, {}, "de", undefined],
		["the channel's before those", { shown_track: 1 }, { audio_language: "ar" }, "ar", undefined],
		["the member's", {}, { language: "de", can_choose: true }, "de", "chosen_by_member"],
		["YouTube's before the member's", { shown_track: 0 }, { language: "de" }, "ar", undefined],
		["the first, if nobody can be asked", {}, {}, "ar", "unknown"],
		[
			"those in our own language, if nobody can be asked",
			{ shown_track: 2 },
			{},
			"en-US",
			"unknown",
		],
		["a translation, if the original has none", {}, { audio_language: "fi" }, "ar", "another"],
	])("is read in %s", async (_, video, wanted, language, spoken_language) => {
		youtube.set(ID, { tracks: TRACKS, ...video });
		const reading = await readWanted(wanted);
		expect(reading).toMatchObject({ ok: true, transcript: { language } });
		expect(reading.ok && reading.transcript.spoken_language).toBe(spoken_language);
	});

	it.each<[string, Partial<FakeVideo>, WantedCaptions]>([
		["nothing tells", {}, {}],
		["YouTube shows those in the language that we asked in", { shown_track: 2 }, {}],
		["the member's language is not among them", {}, { language: "fi" }],
		["another app lists fewer", { as_client: { ANDROID: { tracks: [wrote("de")] } } }, {}],
		["another app refuses", { as_client: { ANDROID: { playability: "private" } } }, {}],
		["another app fails", { as_client: { ANDROID: { fault: { player: "captcha" } } } }, {}],
	])("asks the member to choose if %s", async (_, video, wanted) => {
		youtube.set(ID, { tracks: TRACKS, ...video });
		expect(await readWanted({ ...wanted, can_choose: true })).toMatchObject({
			error: {
				code: "original_language_unknown",
				tracks: expect.toSatisfy(
					(tracks: { language: string }[]) =>
						tracks
							.map((it) => it.language)
							.toSorted()
							.join() === "ar,de,en-US",
				),
			},
			original: null,
		});
		expect(youtube.count("timedtext")).toBe(0);
	});

	it.each<[string, Partial<FakeVideo>]>([
		["recognises the speech", { tracks: [...TRACKS, { ...HEARD, language: "de" }] }],
		[
			"recognises it and withholds all captions",
			{ tracks: [{ ...HEARD, language: "de", gated: true }] },
		],
		["shows captions", { tracks: TRACKS, shown_track: 1 }],
	])("asks nobody if another app %s", async (_, android) => {
		youtube.set(ID, { tracks: TRACKS, as_client: { ANDROID: android } });
		expect(await readWanted({ can_choose: true })).toMatchObject({
			transcript: { language: "de" },
		});
	});

	it("needs no choice if they are variants of one language, or if one was recognised", async () => {
		youtube.set(ID, { tracks: [wrote("pt"), wrote("pt-BR")] });
		expect(await readWanted({ can_choose: true })).toMatchObject({ ok: true });
		youtube.set(ID, { tracks: [...TRACKS, { ...HEARD, language: "de" }] });
		expect(await readWanted({ can_choose: true, language: "ar" })).toMatchObject({
			transcript: { language: "de", track: { kind: "manual" } },
		});
	});
});

describe("readCaptions failures", () => {
	it.each<[string, Partial<FakeVideo>]>([
		["captions_none", { tracks: [] }],
		["captions_none", { tracks: [{ language: "en", cues: [] }] }],
		["captions_none", { tracks: [{ language: "en", body: '{"wireMagic":"pb3"}' }] }],
		["video_live", { playability: "live_now", tracks: null }],
		["video_live", { playability: "live_now", tracks: [] }],
		["video_just_ended", { playability: "live_post", tracks: [] }],
		["video_just_ended", { playability: "live_ended" }],
		["recording_unavailable", { playability: "live_not_kept" }],
		["video_premieres", { playability: "premiere" }],
		["captions_disabled", { tracks: null }],
		["captions_gated", { tracks: [{ ...MANUAL, gated: true }] }],
		["captions_gated", { tracks: [{ ...MANUAL, withheld: true }] }],
		["captions_gated", { fault: { timedtext: { status: 404 } } }],
		// YouTube sends this empty answer as HTML.
		["captions_gated", { fault: { timedtext: "empty" } }],
		["captions_gated", { fault: { timedtext: "not_json" } }],
		["captions_gated", { tracks: [{ language: "en", body: "no track" }] }],
		["captions_blocked", { playability: "bot_check" }],
		["video_unplayable", { playability: "members_only" }],
		["captions_blocked", { fault: { player: "captcha" } }],
		["captions_blocked", { fault: { player: { status: 403 } } }],
		["captions_blocked", { fault: { player: "redirect" } }],
		["captions_blocked", { fault: { timedtext: "captcha" } }],
		["captions_blocked", { fault: { timedtext: "html" } }],
		["captions_unreachable", { fault: { player: "reset" } }],
		["captions_unreachable", { fault: { player: { status: 503 } } }],
		["captions_unreachable", { fault: { timedtext: { status: 500 } } }],
		["captions_unreachable", { fault: { timedtext: "reset" } }],
		["captions_unreachable", { fault: { timedtext: "huge" } }],
		["video_age_restricted", { playability: "age_restricted" }],
		["video_private", { playability: "private" }],
		["video_gone", { playability: "gone" }],
		["video_not_started", { playability: "live_offline" }],
		["video_too_long", { duration: 6 * 3600 + 1 }],
	])("returns %s for %j", async (code, video) => {
		youtube.set(ID, video);
		expect(await read()).toMatchObject({ ok: false, error: { code } });
	});

	it("names the day of a premiere", async () => {
		youtube.set(ID, { playability: "premiere" });
		expect(await read()).toMatchObject({
			error: { detail: expect.stringContaining("(planned for Mar 4, 2026, 06:00 UTC)") },
		});
	});

	it("reads the captions of a stream that YouTube has made while it ends", async () => {
		youtube.set(ID, { playability: "live_post", tracks: [HEARD] });
		expect(await read()).toMatchObject({ ok: true });
	});

	it("accepts six hours of video and names the limit for a longer one", async () => {
		youtube.set(ID, { duration: 6 * 3600 });
		expect((await read()).ok).toBe(true);
		youtube.set(ID, { duration: 6 * 3600 + 1 });
		const reading = await read();
		expect(!reading.ok && reading.error.detail).toContain("6 hours");
	});

	it("ends at the deadline if the answer stalls", async () => {
		youtube.set(ID, { fault: { player: "slow_drip" } });
		expect(await read(null, 150)).toMatchObject({ error: { code: "captions_unreachable" } });
	});

	it.each(["private", "age_restricted", "live_offline", "premiere", "live_not_kept"] as const)(
		"stops after the first app if the video is %s",
		async (playability) => {
			youtube.set(ID, { playability });
			await read();
			expect(clients()).toEqual(["IOS"]);
		},
	);

	it("stops after two apps without captions", async () => {
		youtube.set(ID, { tracks: null });
		await read();
		expect(clients()).toEqual(["IOS", "ANDROID"]);
	});
});

describe("readCaptions with several failures", () => {
	const blocked: Partial<FakeVideo> = { playability: "bot_check" };
	const unreachable: { fault: { player: FakeYoutubeFault } } = { fault: { player: "reset" } };

	it.each<[string, Record<string, Partial<FakeVideo>>]>([
		[
			"captions_gated",
			{
				IOS: blocked,
				ANDROID: { tracks: [{ ...MANUAL, gated: true }] },
				VISIONOS: { tracks: null },
			},
		],
		["captions_none", { IOS: { tracks: null }, ANDROID: { tracks: [] }, VISIONOS: blocked }],
		["captions_disabled", { IOS: blocked, ANDROID: { tracks: null }, VISIONOS: unreachable }],
		["video_gone", { IOS: { playability: "gone" }, ANDROID: blocked, VISIONOS: unreachable }],
		["captions_blocked", { IOS: unreachable, ANDROID: unreachable, VISIONOS: blocked }],
	])("reports the most specific one: %s", async (code, as_client) => {
		youtube.set(ID, { as_client });
		expect(await read()).toMatchObject({ ok: false, error: { code } });
	});
});
