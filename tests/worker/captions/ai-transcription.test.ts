import { beforeEach, describe, expect, it } from "vitest";
import type { Analysis } from "#contract/analysis.ts";
import type { TranscriptAnswer, VideoPage } from "#contract/video.ts";
import { type FailureCode, runFailure } from "#http/run-failures.ts";
import type { Behave } from "#tests/support/fakes/ai.ts";
import type { Fault } from "#tests/support/fakes/ai-answers.ts";
import type { FakeVideo } from "#tests/support/fakes/youtube-answers.ts";
import { expectNothingLeaked } from "#tests/support/world/answer-checks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened, shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const HOUR = 3_600;
/** Two windows of ten minutes and one of five. */
const SILENT_FILM = { tracks: [], duration: 1_500 };

const product = shared(() => shareProduct());
const member = opened(() => product.member());
beforeEach(() => product.ai.reset());

function listened() {
	return product.ai.calls.filter(({ kind }) => kind === "transcribe");
}

/** Applies the fault to the second window only. */
function inSecondWindow(fault: Fault): Behave {
	return ({ clip }) => ({ fault: clip?.start === 600 ? fault : null });
}

describe("AI transcription of a public video without captions", () => {
	it("transcribes the video's URL in windows and labels the result", async () => {
		const id = product.newVideo({ ...SILENT_FILM, title: "Okapi at dawn" });
		const { report, events } = await runToEnd(member, id);
		expect(report.video).toMatchObject({
			analysis_status: "completed",
			transcript_source: "ai_transcription",
		});
		const clips = listened().map(({ clip }) => clip);
		expect(clips.sort((a, b) => (a?.start ?? 0) - (b?.start ?? 0))).toEqual([
			{ url: watchUrl(id), start: 0, end: 600 },
			{ url: watchUrl(id), start: 600, end: 1_200 },
			{ url: watchUrl(id), start: 1_200, end: 1_500 },
		]);
		const { body } = await member.get<TranscriptAnswer>(`/api/videos/${id}/transcript`);
		expect(body).toMatchObject({ source: "ai_transcription", language: "en" });
		const starts = body.cues.map(({ start }) => start);
		expect(starts).toEqual(starts.map((_, index) => index * 10));
		expect(starts).toHaveLength(150);
		for (const { quote, timestamp, timestamp_source } of report.statements) {
			expect(quote).toContain(`At second ${timestamp} `);
			expect(timestamp_source).toBe("cue");
		}
		const steps = events.flatMap(({ event, data }) =>
			event === "progress" ? [(data as { analysis: Analysis }).analysis.progress] : [],
		);
		// Windows that finish at the same moment share one progress event.
		const listening = new Set(steps.filter((it) => it >= 40 && it <= 50));
		expect([40, 43.3, 46.7, 50]).toEqual(expect.arrayContaining([...listening]));
		expect([...listening].at(0)).toBe(40);
		expect([...listening].at(-1)).toBe(50);
		const { body: recent } = await member.get<VideoPage>("/api/videos/recent");
		expect(recent.videos.map((it) => it.id)).toContain(id);
	});

	it.each<[string, Partial<FakeVideo>]>([
		["switched off", { tracks: null }],
		["behind a gate", { tracks: [{ language: "en", gated: true }] }],
		["refused to our server", { fault: { timedtext: "captcha" } }],
		["out of reach", { fault: { timedtext: "reset" } }],
	])("also runs if the captions are %s", async (_, scenario) => {
		const id = product.newVideo({ ...scenario, duration: 30 });
		const { report } = await runToEnd(member, id);
		expect(report.video.transcript_source).toBe("ai_transcription");
		expect(listened()).toHaveLength(1);
	});

	it.each<[FailureCode, Partial<FakeVideo>]>([
		["video_private", { playability: "private" }],
		["video_age_restricted", { playability: "age_restricted" }],
		["video_gone", { playability: "gone" }],
		["video_not_started", { playability: "live_offline" }],
		["video_live", { playability: "live_now", tracks: [] }],
		["video_just_ended", { playability: "live_post", tracks: [] }],
		["recording_unavailable", { playability: "live_not_kept" }],
	])("does not run if the video is unavailable (%s)", async (code, scenario) => {
		const id = product.newVideo(scenario);
		const { ending } = await runToEnd(member, id);
		expect(ending.data).toEqual(runFailure(code));
		expect(product.ai.calls).toEqual([]);
	});

	it("is refused for videos longer than three hours", async () => {
		const id = product.newVideo({ tracks: [], duration: 3 * HOUR + 1 });
		const { ending } = await runToEnd(member, id);
		expect(ending.data).toEqual(runFailure("video_too_long", { hours: 3 }));
		expect(product.ai.calls).toEqual([]);
	});

	it("fails as without captions, with no score, if nothing is said", async () => {
		const id = product.newVideo(SILENT_FILM);
		product.ai.answer({ transcribe: () => ({ language: null, segments: [] }) });
		const { ending, report } = await runToEnd(member, id);
		expect(ending.data).toEqual(runFailure("captions_none"));
		expect(report).toMatchObject({ video: { bs_score: null }, statements: [] });
	});

	it("leaves out a silent window and uses the others", async () => {
		const id = product.newVideo(SILENT_FILM);
		product.ai.answer({
			transcribe: ({ clip }) => ({
				language: "en",
				segments: clip?.start === 0 ? [] : [{ start: "0:15", text: "The lamp burns 900 watts." }],
			}),
		});
		const { report } = await runToEnd(member, id);
		const { body } = await member.get<TranscriptAnswer>(
			`/api/videos/${report.video.id}/transcript`,
		);
		expect(body.cues.map(({ start }) => start)).toEqual([615, 1_215]);
	});
});

describe("AI transcription with a failing window", () => {
	it.each<[string, Fault]>([
		["a refusal", "refusal"],
		["a cut answer", "truncated"],
		["wrong types", "wrong_types"],
		["a page", "html"],
		["an error", { status: 400 }],
		["an error under 200", "reported_error"],
	])("fails as a whole instead of leaving a gap (%s)", async (_, fault) => {
		const id = product.newVideo(SILENT_FILM);
		product.ai.behave("gemini", inSecondWindow(fault), "transcribe");
		const run = await runToEnd(member, id);
		expect(run.ending).toMatchObject({ event: "failed", data: runFailure("transcription_failed") });
		expect(run.report).toMatchObject({
			video: { analysis_status: "failed", transcript_source: null },
			statements: [],
		});
		expect((await member.get(`/api/videos/${id}/transcript`)).status).toBe(404);
		expect(product.ai.calls.map(({ kind }) => kind)).not.toContain("rate");
		expectNothingLeaked(run);
	});

	it("fails if the times lie outside the window", async () => {
		const id = product.newVideo(SILENT_FILM);
		product.ai.answer({
			transcribe: () => ({
				language: "en",
				segments: [{ start: "9:59:59", text: "At the end of time." }],
			}),
		});
		const { ending } = await runToEnd(member, id);
		expect(ending.data).toEqual(runFailure("transcription_failed"));
	});

	it("can be replaced by a transcript that a member pastes", async () => {
		const id = product.newVideo(SILENT_FILM);
		product.ai.behave("gemini", { fault: "refusal" }, "transcribe");
		await runToEnd(member, id);
		const { report } = await runToEnd(member, id, { transcript: "The lamp burns 900 watts." });
		expect(report.video.transcript_source).toBe("member");
	});
});

describe("a transcription that failed", () => {
	const starts = () => listened().map(({ clip }) => clip?.start);
	const runs = async (id: string, times: number) => {
		const codes: unknown[] = [];
		for (let time = 0; time < times; time += 1)
			codes.push((await runToEnd(member, id)).ending.data);
		return codes.map((data) => (data as { code: FailureCode }).code);
	};

	it("is not paid again where nothing is said", async () => {
		const id = product.newVideo(SILENT_FILM);
		product.ai.answer({ transcribe: () => ({ language: null, segments: [] }) });
		expect(await runs(id, 3)).toEqual(Array(3).fill("captions_none"));
		expect(listened()).toHaveLength(3);
	});

	it.each<Fault>(["refusal", "truncated", { status: 400 }])(
		"is not paid again where a part cannot be heard (%j)",
		async (fault) => {
			const id = product.newVideo(SILENT_FILM);
			product.ai.behave("gemini", inSecondWindow(fault), "transcribe");
			await runToEnd(member, id);
			const paid = listened().length;
			expect(await runs(id, 2)).toEqual(Array(2).fill("transcription_failed"));
			expect(listened()).toHaveLength(paid);
		},
	);

	it("asks only for the part that was not answered, whose failure says nothing about it", async () => {
		const id = product.newVideo(SILENT_FILM);
		product.ai.behave("gemini", inSecondWindow({ status: 401 }), "transcribe");
		await runToEnd(member, id);
		product.ai.reset();
		const { report } = await runToEnd(member, id);
		expect(starts()).toEqual([600]);
		expect(report.video.transcript_source).toBe("ai_transcription");
	});

	it("keeps what was heard if a later step fails", async () => {
		const id = product.newVideo(SILENT_FILM);
		product.ai.behave("all", { fault: { status: 401 } }, "rate");
		const { ending } = await runToEnd(member, id);
		expect(ending.event).toBe("failed");
		product.ai.reset();
		const { report } = await runToEnd(member, id);
		expect(listened()).toEqual([]);
		expect(report.video.transcript_source).toBe("ai_transcription");
	});
});

describe("a moment of a public video without captions", () => {
	const clips = () => listened().map(({ clip }) => [clip?.start, clip?.end]);

	it("has only what is near it transcribed, which is no transcript of the video", async () => {
		const id = product.newVideo({ tracks: [], duration: 5 * HOUR });
		const { report } = await runToEnd(member, id, { at: 1_000.5 });
		expect(clips()).toEqual([[910, 1_051]]);
		expect(report.moments).toMatchObject([{ at: 1_000.5, from: 940.5, to: 1_020.5 }]);
		expect(report.statements.length).toBeGreaterThan(0);
		for (const { quote, timestamp } of report.statements)
			expect(quote).toContain(`At second ${timestamp} `);
		expect(report.video).toMatchObject({
			scope: "moments",
			transcript_source: "ai_transcription",
			language: "en",
		});
		const { body } = await member.get(`/api/videos/${id}/transcript`);
		expect(body).toEqual({ source: "ai_transcription", language: "en", cues: [], transcript: "" });
		const { report: both } = await runToEnd(member, id, { at: 5 * HOUR });
		expect(clips().at(-1)).toEqual([5 * HOUR - 90, 5 * HOUR]);
		expect(both.moments).toHaveLength(2);
		expect(both.statements).toEqual(expect.arrayContaining(report.statements));
	});

	it("is taken over by the analysis of the whole video, which transcribes all of it", async () => {
		const id = product.newVideo(SILENT_FILM);
		const { report: moments } = await runToEnd(member, id, { at: 700 });
		const { report } = await runToEnd(member, id);
		expect(clips()).toHaveLength(1 + 3);
		expect(report.video.scope).toBe("full");
		for (const { id, ratings } of moments.statements)
			expect(report.statements).toContainEqual(expect.objectContaining({ id, ratings }));
		const { body } = await member.get<TranscriptAnswer>(`/api/videos/${id}/transcript`);
		expect(body.cues).toHaveLength(150);
	});

	it("takes no text of a member, for another moment or for the whole video", async () => {
		const id = product.newVideo(SILENT_FILM);
		await runToEnd(member, id, { at: 300 });
		const invented = { transcript: "0:00 The lamp burns 900 watts. 11:40 It weighs 50 kilos." };
		for (const asked of [{ at: 700 }, {}]) {
			const { report } = await runToEnd(member, id, { ...asked, ...invented });
			expect(report.video.transcript_source).toBe("ai_transcription");
			for (const { quote } of report.statements) expect(quote).toContain("At second");
		}
		expect(listened()).toHaveLength(1 + 1 + 3);
	});

	it("leaves the whole video to a member's text if it is too long to be transcribed", async () => {
		const id = product.newVideo({ tracks: [], duration: 5 * HOUR });
		await runToEnd(member, id, { at: 300 });
		const { report } = await runToEnd(member, id, { transcript: "The lamp burns 900 watts." });
		expect(report.video).toMatchObject({ scope: "full", transcript_source: "member" });
	});

	it.each<[string, object, FailureCode]>([
		["if only its words are known", { quote: "At second 700 the lamp" }, "captions_none"],
		["beyond the end", { at: 1_501 }, "moment_out_of_range"],
	])("is refused before anything is paid %s", async (_, asked, code) => {
		const id = product.newVideo(SILENT_FILM);
		const { ending } = await runToEnd(member, id, asked);
		expect(ending).toMatchObject({ event: "failed", data: { code } });
		expect(product.ai.calls).toEqual([]);
	});

	it("has no statements if nothing is said there", async () => {
		const id = product.newVideo(SILENT_FILM);
		product.ai.answer({ transcribe: () => ({ language: null, segments: [] }) });
		const { ending, report } = await runToEnd(member, id, { at: 700 });
		expect(ending.event).toBe("completed");
		expect(report).toMatchObject({ statements: [], moments: [{ at: 700, said: "" }] });
	});

	it("fails if it cannot be transcribed", async () => {
		const id = product.newVideo(SILENT_FILM);
		product.ai.behave("gemini", { fault: "refusal" }, "transcribe");
		const { ending } = await runToEnd(member, id, { at: 700 });
		expect(ending).toMatchObject({ event: "failed", data: runFailure("transcription_failed") });
	});
});
