import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { VideoId } from "#contract/ids.ts";
import { createPanel } from "#features/raters/create-providers.ts";
import { type FakeAi, startFakeAi } from "#tests/support/fakes/ai.ts";
import { realCallContext } from "#tests/support/fakes/network.ts";

const WINDOW = { video_id: VideoId.parse("aB3_-xYz890"), start: 600, end: 660 };

let ai: FakeAi;
beforeAll(async () => {
	ai = await startFakeAi();
});
beforeEach(() => ai.reset());
afterAll(() => ai.close());

function transcribe(window = WINDOW, panel = ai.panel) {
	const { transcriber } = createPanel(panel);
	if (transcriber === null) throw new Error("Not configured.");
	return transcriber.transcribe(window, realCallContext());
}
const says = (...segments: [start: unknown, text: string][]) =>
	ai.answer({
		transcribe: () => ({
			language: "de-DE",
			segments: segments.map(([start, text]) => ({ start, text })),
		}),
	});

describe("transcriber", () => {
	it("requests one window of the video at the lowest resolution and temperature 0", async () => {
		const follows_temperature = { base_url: ai.origin, api_key: "k", model: "gemini-3.5-flash" };
		const outcome = await transcribe(WINDOW, { ...ai.panel, gemini: follows_temperature });
		expect(outcome.ok && outcome.answer.cues).toHaveLength(6);
		expect(ai.calls).toMatchObject([
			{
				provider: "gemini",
				kind: "transcribe",
				clip: { url: "https://www.youtube.com/watch?v=aB3_-xYz890", start: 600, end: 660 },
				body: { generationConfig: { temperature: 0, mediaResolution: "MEDIA_RESOLUTION_LOW" } },
			},
		]);
	});

	it("widens the window to whole seconds", async () => {
		await transcribe({ ...WINDOW, start: 600.7, end: 659.2 });
		expect(ai.calls[0]?.clip).toMatchObject({ start: 600, end: 660 });
	});

	it("reads times relative to the start of the window", async () => {
		says(["0:01", "eins"], ["0:20", "zwei"], ["59", "drei"]);
		expect(await transcribe()).toMatchObject({
			ok: true,
			answer: {
				language: "de-DE",
				cues: [
					{ start: 601, text: "eins" },
					{ start: 620, text: "zwei" },
					{ start: 659, text: "drei" },
				],
			},
		});
	});

	it("accepts a window without speech", async () => {
		says();
		expect(await transcribe()).toMatchObject({ ok: true, answer: { cues: [] } });
	});

	it("refuses times outside the window", async () => {
		says(["2:00:00", "a"], ["2:00:10", "b"], ["2:00:20", "c"]);
		expect(await transcribe()).toMatchObject({
			ok: false,
			kind: "bad_answer",
			message: "the answer's times do not fit the video",
			attempts: 2,
		});
	});

	it("reports a provider failure as the other calls do", async () => {
		ai.behave("gemini", { fault: { status: 503 } }, "transcribe");
		expect(await transcribe()).toMatchObject({ ok: false, kind: "unavailable" });
	});
});
