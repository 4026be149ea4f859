import { describe, expect, it } from "vitest";
import { MAX_TRANSCRIPT_CHARS } from "#contract/analysis.ts";
import { browserCaptions } from "#contract/browser-captions.ts";
import type { Problem } from "#contract/problem.ts";
import type { Statement } from "#contract/statement.ts";
import type { TranscriptAnswer, VideoPage } from "#contract/video.ts";
import { pastedProblem } from "#features/captions/pasted-transcript.ts";
import { runFailure } from "#http/run-failures.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { opened, shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const SENTENCES = ["The bridge was opened in 1932.", "It carries 160000 cars every day."] as const;
const TEXT = SENTENCES.join(" ");
const SRT = `1
00:00:12,500 --> 00:00:15,000
${SENTENCES[0]}

2
00:01:40,000 --> 00:01:44,000
${SENTENCES[1]}
`;
const VTT = `WEBVTT

NOTE written by hand

00:12.500 --> 00:15.000 align:start
<v Ana>${SENTENCES[0]}</v>

01:40.000 --> 01:44.000
${SENTENCES[1]}
`;
/** The automatic captions of English speech, as a browser names them. */
const HEARD = { language: "en", kind: "asr", vss_id: "a.en" } as const;
/** Slow enough that a stream is open before the run ends. */
const SLOW = { delay_ms: { player: 400 } };

const product = shared(() => shareProduct());
const member = opened(() => product.member());

function transcriptOf(id: string) {
	return member.get<TranscriptAnswer>(`/api/videos/${id}/transcript`);
}

describe("reading a transcript before an analysis", () => {
	const path = "/api/transcripts/read";

	it("says which times, words and speakers are understood, and stores nothing", async () => {
		const transcript = `Ana Lee  0:12\n${SENTENCES[0]}\n\nBen Okafor  1:40\n${SENTENCES[1]}`;
		const answer = await member.post(path, { transcript, duration: 200 });
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			cues: 2,
			untimed: 0,
			not_understood: [],
			first: 12,
			last: 100,
			read: [
				{ start: 12, text: SENTENCES[0], speaker: "Ana Lee" },
				{ start: 100, text: SENTENCES[1], speaker: "Ben Okafor" },
			],
		});
	});

	it("names the lines whose times are not understood, and reads their words", async () => {
		const line = "-112:-7:-40,-860 --> -112:-7:-37,-200";
		const answer = await member.post(path, { transcript: `1\n${line}\n${TEXT}\n` });
		expect(answer.body).toMatchObject({
			cues: 0,
			untimed: 1,
			not_understood: [line],
			first: null,
			read: [{ start: null, text: TEXT, speaker: null }],
		});
	});

	it("says that times do not fit the video", async () => {
		const answer = await member.post(path, { transcript: SRT, duration: 60 });
		expect(answer.body).toMatchObject({ cues: 0, times_unused: "beyond_video" });
	});

	it("says why nothing can be read", async () => {
		const transcript = "<!DOCTYPE html><html><body><p>The sea is deep.</p></body></html>";
		const answer = await member.post<Problem>(path, { transcript });
		expect(answer).toMatchObject({ status: 422, body: { code: "transcript_unreadable" } });
		expect(answer.body.detail).toBe(pastedProblem(transcript));
	});

	it("is counted for each member", async () => {
		const other = await product.member();
		const ask = () => other.post<Problem>(path, { transcript: SRT });
		const answers = await Promise.all(Array.from({ length: 121 }, ask));
		const refused = answers.filter(({ status }) => status === 429);
		expect(refused).toHaveLength(1);
		expect(refused[0]?.body.code).toBe("too_many_requests");
	});
});

describe("an analysis with a transcript", () => {
	it("answers and reports what was understood, and keeps the speakers", async () => {
		const id = product.newVideo({ tracks: null, duration: 200, ...SLOW });
		const transcript = `Ana: ${SENTENCES[0]}\n\nBen: ${SENTENCES[1]}\n\nAna: Yes.`;
		const answer = await member.analyze(watchUrl(id), { transcript });
		expect(answer).toMatchObject({
			status: 202,
			body: { transcript: { cues: 0, untimed: 3, not_understood: [] } },
		});
		const { report } = await runToEnd(member, id, { transcript });
		expect(report.transcript).toEqual({ cues: 0, untimed: 3, not_understood: [] });
		const stored = await transcriptOf(id);
		expect(stored.body.turns).toEqual([
			{ at: 0, speaker: "Ana" },
			{ at: SENTENCES[0].length + 2, speaker: "Ben" },
			{ at: SENTENCES.join("  ").length + 2, speaker: "Ana" },
		]);
		const said = report.statements.map(({ quote, speaker }) => ({ quote, speaker }));
		expect(said).toEqual([
			{ quote: SENTENCES[0], speaker: "Ana" },
			{ quote: SENTENCES[1], speaker: "Ben" },
		]);
	});

	it("gives each cue its speaker, or null", async () => {
		const id = product.newVideo({ tracks: null, duration: 200 });
		const { report } = await runToEnd(member, id, { transcript: VTT });
		const stored = await transcriptOf(id);
		expect(stored.body.cues.map(({ speaker }) => speaker)).toEqual(["Ana", null]);
		expect(report.statements.map(({ speaker }) => speaker)).toEqual(["Ana", null]);
	});

	it("leaves its times out if the member asks for it", async () => {
		const id = product.newVideo({ tracks: null, duration: 200 });
		const { report } = await runToEnd(member, id, { transcript: SRT, times: "ignore" });
		expect(places(report.statements).map((it) => it.timestamp_source)).toEqual([
			"estimated",
			"estimated",
		]);
		expect(report.transcript).toMatchObject({ cues: 0, untimed: 2 });
	});
});

function places(statements: Statement[]) {
	return statements.map(({ quote, timestamp, timestamp_source }) => ({
		quote,
		timestamp,
		timestamp_source,
	}));
}

describe("pasted transcript", () => {
	it.each([
		["SRT", SRT],
		["WebVTT", VTT],
	])("in %s keeps its own times", async (_, transcript) => {
		const id = product.newVideo({ tracks: null, duration: 200 });
		const { report } = await runToEnd(member, id, { transcript });
		expect(report.video.transcript_source).toBe("member");
		expect(places(report.statements)).toEqual([
			{ quote: SENTENCES[0], timestamp: 12.5, timestamp_source: "cue" },
			{ quote: SENTENCES[1], timestamp: 100, timestamp_source: "cue" },
		]);
	});

	it("in plain text gets estimated times within the video's length", async () => {
		const id = product.newVideo({ tracks: null, duration: 200 });
		const { report } = await runToEnd(member, id, { transcript: TEXT });
		const [first, second] = report.statements;
		expect(report.statements.map((it) => it.timestamp_source)).toEqual(["estimated", "estimated"]);
		expect(first?.timestamp).toBe(0);
		expect(second?.timestamp).toBeGreaterThan(50);
		expect(second?.timestamp).toBeLessThan(200);
	});

	it("is used instead of AI transcription", async () => {
		const id = product.newVideo({ tracks: null });
		const { report } = await runToEnd(member, id, { transcript: TEXT });
		expect(report.video.transcript_source).toBe("member");
		expect(product.ai.calls.map(({ kind }) => kind)).not.toContain("transcribe");
	});

	it("can be read by anyone with the link, but is in no list, search or count", async () => {
		const title = "Quokka evenings";
		const before = await member.get("/api/stats");
		const id = product.newVideo({ title, tracks: null });
		await runToEnd(member, id, { transcript: TEXT });
		const visitor = product.visitor();
		expect((await visitor.report(id)).video).toMatchObject({ title, analysis_status: "completed" });
		expect((await transcriptOf(id)).body).toMatchObject({ source: "member", transcript: TEXT });
		for (const path of ["/api/videos/recent", "/api/videos"]) {
			const { body } = await visitor.get<VideoPage>(path);
			expect(body.videos.map((it) => it.id)).not.toContain(id);
		}
		const { body } = await visitor.get("/api/search?q=quokka");
		expect(body).toEqual({ results: [], statements: [] });
		expect((await member.get("/api/stats")).body).toEqual(before.body);
	});

	it("is ignored if there are captions", async () => {
		const id = product.newVideo();
		const { report } = await runToEnd(member, id, { transcript: TEXT });
		expect(report.video.transcript_source).toBe("captions");
		const { body } = await transcriptOf(id);
		expect(body.transcript).toContain("lighthouse");
		expect(body.transcript).not.toContain("bridge");
	});

	it("does not replace a result made from captions", async () => {
		const id = product.newVideo(SLOW);
		const before = await runToEnd(member, id);
		product.youtube.set(id, { ...SLOW, tracks: [] });
		const after = await runToEnd(member, id, { force: true, transcript: TEXT });
		expect(after.ending).toMatchObject({ event: "failed", data: runFailure("captions_none") });
		expect(after.report).toEqual(before.report);
		expect((await transcriptOf(id)).body.source).toBe("captions");
	});

	it("does not replace another member's transcript until a second member pastes the same", async () => {
		const id = product.newVideo({ tracks: null });
		const before = await runToEnd(member, id, { transcript: TEXT });
		const [second, third] = [await product.member(), await product.member()];
		const invented = "The bridge fell down in 1931. Nobody was hurt that day.";
		const paste = (by: Client, transcript: string) =>
			by.analyze(watchUrl(id), { force: true, transcript });
		for (const _ of [1, 2]) {
			const refused = await paste(second, invented);
			expect(refused.status).toBe(409);
			expect(refused.body).toMatchObject({ code: "transcript_disputed" });
		}
		expect(await member.report(id)).toEqual(before.report);
		const confirmed = await runToEnd(third, id, {
			force: true,
			transcript: invented.toUpperCase().replaceAll(" ", "  "),
		});
		expect(confirmed.report.video.version).toBe(2);
	});

	it("is not attributed to a member who only repeats another member's analysis", async () => {
		const id = product.newVideo({ tracks: null });
		await runToEnd(member, id, { transcript: TEXT });
		const second = await product.member();
		await runToEnd(second, id, { force: true, transcript: TEXT });
		const refused = await second.analyze(watchUrl(id), {
			force: true,
			transcript: "The bridge fell down in 1931, all of it.",
		});
		expect(refused.body).toMatchObject({ code: "transcript_disputed" });
	});

	it("does not replace an AI transcription", async () => {
		const id = product.newVideo({ tracks: null, duration: 200 });
		const before = await runToEnd(member, id);
		expect(before.report.video.transcript_source).toBe("ai_transcription");
		const other = await product.member();
		const after = await runToEnd(other, id, { force: true, transcript: TEXT });
		expect(after.report.video.transcript_source).toBe("ai_transcription");
		const { body } = await transcriptOf(id);
		expect(body.transcript).not.toContain("bridge");
	});

	it("from a browser says who sent it, and is in no list", async () => {
		const title = "Axolotl afternoons";
		const id = product.newVideo({ title, tracks: null });
		const read = VTT.replace("WEBVTT", browserCaptions([], HEARD).trim());
		for (const by of [member, member, await product.member()]) {
			const { report } = await runToEnd(by, id, { force: true, transcript: read });
			expect(report.video).toMatchObject({
				transcript_source: "member",
				captions_read_by: "browser",
			});
		}
		const page = await product.visitor().get<string>(`/results/${id}`);
		expect(page.body).toContain("Captions sent by members");
		const found = await member.get("/api/search?q=axolotl");
		expect(found.body).toEqual({ results: [], statements: [] });
	});

	it("from a browser is refused in another language than the original sound's", async () => {
		const heard = (language: string) => ({ language, kind: "asr" as const, gated: true });
		const id = product.newVideo({ tracks: [heard("es"), heard("en")], sounds: ["es.10", "en.4"] });
		const read = (language: string) =>
			VTT.replace("WEBVTT", browserCaptions([], { ...HEARD, language }).trim());
		const dubbed = runFailure("captions_dubbed");
		const { ending } = await runToEnd(member, id, { transcript: read("es") });
		expect(ending).toMatchObject({ event: "failed", data: dubbed });
		const { report } = await runToEnd(member, id, { transcript: read("en-US") });
		expect(report.video).toMatchObject({ captions_read_by: "browser", language: "en-US" });
		// What that run knew is still known while YouTube refuses the server.
		product.youtube.set(id, { playability: "bot_check" });
		const refused = await member.analyze(watchUrl(id), { force: true, transcript: read("es") });
		expect(refused).toMatchObject({ status: 422, body: { code: "captions_dubbed" } });
	});

	it("from a browser is used without a language if the original's is unknown", async () => {
		const id = product.newVideo({ playability: "bot_check" });
		const { report } = await runToEnd(member, id, {
			transcript: VTT.replace("WEBVTT", browserCaptions([], HEARD).trim()),
		});
		expect(report.video.captions_read_by).toBe("browser");
		expect(report.video.language).toBeUndefined();
	});

	it("that differs between two browsers stays the first member's", async () => {
		const id = product.newVideo({ tracks: null });
		const header = browserCaptions([], HEARD).trim();
		const before = await runToEnd(member, id, { transcript: VTT.replace("WEBVTT", header) });
		const second = await product.member();
		const refused = await second.analyze(watchUrl(id), {
			force: true,
			transcript: VTT.replace("WEBVTT", header).replace("1932", "1931"),
		});
		expect(refused.body).toMatchObject({ code: "transcript_disputed" });
		expect(await member.report(id)).toEqual(before.report);
	});

	it("is replaced by captions once there are any, and the result is then listed", async () => {
		const id = product.newVideo({ title: "Narwhal noon", tracks: null });
		await runToEnd(member, id, { transcript: TEXT });
		product.youtube.set(id, { title: "Narwhal noon" });
		const { report } = await runToEnd(member, id, { force: true, transcript: TEXT });
		expect(report.video).toMatchObject({ transcript_source: "captions", version: 2 });
		const { body } = await member.get<{ results: { id: string }[] }>("/api/search?q=narwhal");
		expect(body.results.map((it) => it.id)).toEqual([id]);
	});

	it("is not read again without force", async () => {
		const id = product.newVideo({ tracks: null });
		await runToEnd(member, id, { transcript: TEXT });
		const again = await member.analyze(watchUrl(id), { transcript: SRT });
		expect(again.status).toBe(200);
		expect(again.body).toMatchObject({ status: "completed" });
	});

	it.each([
		["marks without a word", "... !!! 123 --- ???"],
		["one letter", "a"],
		["a file without cues", "WEBVTT\n\nNOTE nothing to say\n"],
		["a part of a page", "<p>The bridge fell down in 1931, all of it.</p>"],
		["bytes of another kind", `PK${"\u0003\u0000\u0001\u0014".repeat(40)}abc`],
	])("that contains %s is rejected as unreadable", async (_, transcript) => {
		const id = product.newVideo({ tracks: null });
		const { ending } = await runToEnd(member, id, { transcript });
		expect(ending).toMatchObject({
			event: "failed",
			data: runFailure("transcript_unreadable", { problem: pastedProblem(transcript) }),
		});
	});

	it("with only white space counts as none", async () => {
		const id = product.newVideo({ playability: "private" });
		const { ending } = await runToEnd(member, id, { transcript: " \n\t " });
		expect(ending.data).toEqual(runFailure("video_private"));
	});

	it.each([
		["control characters", "\u0001"],
		["halves of emoji", "\ud83d"],
		["ideographs", "塔"],
		["quotation marks", '"\\'],
	])("of the maximum length is accepted even if it is all %s", async (_, filling) => {
		const id = product.newVideo({ tracks: null });
		const begin = "The tower is 90 metres tall. ";
		const transcript = begin.padEnd(MAX_TRANSCRIPT_CHARS, filling).slice(0, MAX_TRANSCRIPT_CHARS);
		const { ending } = await runToEnd(member, id, { transcript });
		expect(["completed", "failed"]).toContain(ending.event);
		expect(ending.data).not.toMatchObject({ code: "analysis_failed" });
	});

	it("is rejected before the run starts if it is too long", async () => {
		const id = product.newVideo({ tracks: null });
		const transcript = "a ".repeat(MAX_TRANSCRIPT_CHARS / 2 + 1);
		const answer = await member.analyze(watchUrl(id), { transcript });
		expect(answer.status).toBe(400);
		expect((answer.body as Problem).errors).toMatchObject([{ pointer: "/transcript" }]);
		expect(product.youtube.count("player", id)).toBe(0);
	});

	it("is enough to analyze a video without metadata", async () => {
		const id = product.newVideo({ fault: { player: "reset", oembed: "reset" } });
		const { report } = await runToEnd(member, id, { transcript: TEXT });
		expect(report.video).toMatchObject({ analysis_status: "completed", title: "", duration: null });
		expect(report.statements.map((it) => it.quote)).toEqual(SENTENCES);
	});
});
