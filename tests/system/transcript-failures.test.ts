import { beforeAll, describe, expect, it } from "vitest";
import type { VideoPage } from "#contract/video.ts";
import { type FailureCode, runFailure } from "#http/run-failures.ts";
import type { FakeVideo } from "#tests/support/fakes/youtube-answers.ts";
import { expectNothingLeaked } from "#tests/support/world/answer-checks.ts";
import type { Client } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const SIX_HOURS = 6 * 3_600;
const CUES = [{ start: 0, text: "The tower has 199 steps." }];
const PASTED =
	"The lighthouse has 199 steps. Its keeper retired in 1983. Nobody has lived there since.";

type State = [
	name: string,
	code: FailureCode,
	scenario: Partial<FakeVideo> | null,
	values?: Record<string, string | number>,
];

const PLANNED = { planned: " (planned for Mar 4, 2026, 06:00 UTC)" };

const STATES: State[] = [
	["no captions", "captions_none", { tracks: [] }],
	["captions without a word", "captions_none", trackOf({ cues: music() })],
	["a running live stream", "video_live", live("live_now")],
	["a stream that has just ended", "video_just_ended", live("live_post")],
	["an ended stream that cannot be watched yet", "video_just_ended", live("live_ended")],
	["a stream whose recording was not kept", "recording_unavailable", live("live_not_kept")],
	["a premiere", "video_premieres", live("premiere"), PLANNED],
	["captions not offered", "captions_disabled", { tracks: null }],
	["captions behind a gate", "captions_gated", trackOf({ gated: true })],
	["captions that come empty", "captions_gated", trackOf({ withheld: true })],
	["a bot check", "captions_blocked", { playability: "bot_check" }],
	["a consent page", "captions_blocked", { fault: { timedtext: "html" } }],
	["a captcha", "captions_blocked", { fault: { player: "captcha" } }],
	["a redirect", "captions_blocked", { fault: { player: "redirect" } }],
	["no answer", "captions_unreachable", { fault: { player: "reset" } }],
	["trouble", "captions_unreachable", { fault: { player: { status: 503 } } }],
	["half an answer", "captions_unreachable", { fault: { player: "not_json" } }],
	["too much", "captions_unreachable", { fault: { timedtext: "huge" } }],
	["adults only", "video_age_restricted", { playability: "age_restricted" }],
	["a private video", "video_private", { playability: "private" }],
	["a removed video", "video_gone", { playability: "gone" }],
	["an id that nobody has", "video_gone", null],
	["a stream not begun", "video_not_started", live("live_offline")],
	["more than six hours", "video_too_long", { duration: SIX_HOURS + 1 }, { hours: 6 }],
];

function trackOf(track: Partial<NonNullable<FakeVideo["tracks"]>[number]>): Partial<FakeVideo> {
	return { tracks: [{ language: "en", cues: CUES, ...track }] };
}

function live(playability: FakeVideo["playability"]): Partial<FakeVideo> {
	return { playability, tracks: [] };
}

function music() {
	return [{ start: 0, text: "[Music]" }];
}

// Without the provider that can transcribe the video itself.
const product = opened(() => startProduct({ GEMINI_API_KEY: "" }));
let member: Client;

beforeAll(async () => {
	member = await product.member();
});

function newVideo(scenario: Partial<FakeVideo> | null): string {
	return scenario ? product.newVideo(scenario) : "nobodyhasit";
}

describe("video whose captions are unavailable", () => {
	it.each(STATES)(
		"(%s) fails with %s, can be retried and completes with a pasted transcript",
		async (_, code, scenario, values) => {
			const id = newVideo(scenario);
			const problem = runFailure(code, values);
			const first = await runToEnd(member, id);
			expect(first.ending).toMatchObject({ event: "failed", data: problem });
			expect(problem.transcript_wanted).toBe(true);
			expect(first.analysis).toMatchObject({
				status: "failed",
				analysis_step: null,
				progress: 0,
				bs_score: 0,
				error: problem,
			});
			expect(first.report).toMatchObject({
				video: { analysis_status: "failed", error: problem, bs_score: null },
				statements: [],
				analysis: null,
			});

			const second = await runToEnd(member, id);
			expect(second.ending).toMatchObject({ event: "failed", data: problem });
			expect(runOf(second.ending.id)).not.toBe(runOf(first.ending.id));

			const third = await runToEnd(member, id, { transcript: PASTED });
			expect(third.ending.event).toBe("completed");
			expect(third.report.video).toMatchObject({
				analysis_status: "completed",
				transcript_source: "member",
				error: null,
			});
			expect(third.report.statements.map(({ quote }) => quote)).toEqual(PASTED.split(/(?<=\.) /));
			expectNothingLeaked(first, second, third);
		},
	);

	it("has a different message for each failure code", () => {
		const codes = new Set(STATES.map(([, code]) => code));
		const sentences = STATES.map(([, code, , values]) => runFailure(code, values).detail);
		expect(new Set(sentences).size).toBe(codes.size);
	});

	it("is not transcribed by a provider that does not support it", () => {
		expect(product.ai.calls.map(({ kind }) => kind)).not.toContain("transcribe");
	});

	it("is not listed anywhere after failing", async () => {
		const id = product.newVideo({ title: "Zeppelin archive", tracks: [] });
		await runToEnd(member, id);
		const { body: recent } = await member.get<VideoPage>("/api/videos/recent");
		const { body: page } = await member.get<VideoPage>("/api/videos");
		const { body: found } = await member.get("/api/search?q=zeppelin");
		expect(recent.videos).toEqual([]);
		expect(page).toEqual({ videos: [], next_cursor: null });
		expect(found).toEqual({ results: [], statements: [] });
		const { body: stats } = await member.get("/api/stats");
		expect(stats).toMatchObject({ total_videos: 0, total_claims: 0 });
	});
});

describe("captions that are partly unavailable", () => {
	it("are read as another app if one is refused", async () => {
		const id = product.newVideo({ as_client: { IOS: { playability: "bot_check" } } });
		const { report } = await runToEnd(member, id);
		expect(report.video.transcript_source).toBe("captions");
	});

	it("are read from the next best track if the best is withheld", async () => {
		const cues = [{ start: 3, text: "The harbour froze over in 1929." }];
		const id = product.newVideo({
			tracks: [
				{ language: "en", cues: CUES, gated: true },
				{ language: "en", kind: "asr", cues },
			],
		});
		const { report } = await runToEnd(member, id);
		expect(report.statements).toMatchObject([
			{ quote: "The harbour froze over in 1929.", timestamp: 3 },
		]);
	});
});

function runOf(event_id: string): string {
	return event_id.split("-")[0] ?? "";
}
