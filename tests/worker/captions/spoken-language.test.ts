import { describe, expect, it } from "vitest";
import type { RequestedAnalysis } from "#contract/public-api.ts";
import type { FakeTrack } from "#tests/support/fakes/youtube-answers.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened, shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const product = shared(() => shareProduct());
const member = opened(() => product.member());

function wrote(language: string, text: string): FakeTrack {
	return { language, cues: [{ start: 0, text }] };
}

const GERMAN = wrote("de", "Der Turm hat 199 Stufen.");
const ENGLISH = wrote("en", "The tower has 199 steps.");
const TRACKS = [GERMAN, ENGLISH];

describe("captions in several languages of which YouTube does not say which is spoken", () => {
	it("wait for the member to choose, and are read in the language that was chosen", async () => {
		const id = product.newVideo({ tracks: TRACKS });
		const first = await runToEnd(member, id);
		expect(first.report.video.error).toMatchObject({
			code: "original_language_unknown",
			transcript_wanted: true,
			tracks: [
				{ language: "de", kind: "manual" },
				{ language: "en", kind: "manual" },
			],
		});
		const second = await runToEnd(member, id, { language: "en" });
		expect(second.report.video).toMatchObject({
			analysis_status: "completed",
			language: "en",
			spoken_language: "chosen_by_member",
		});
		expect(second.report.statements[0]?.quote).toBe("The tower has 199 steps.");
	});

	it("are read in YouTube's choice for a program and for a moment, which says so", async () => {
		const id = product.newVideo({ tracks: TRACKS, shown_track: 1 });
		const body = { url: watchUrl(id) };
		await member.post<RequestedAnalysis>("/api/v1/analyze", body);
		await expect
			.poll(async () => (await member.report(id)).video, { timeout: 20_000 })
			.toMatchObject({ analysis_status: "completed", language: "en", spoken_language: "unknown" });
		const other = product.newVideo({ tracks: TRACKS });
		const { report } = await runToEnd(member, other, { at: 0 });
		expect(report.video).toMatchObject({ language: "de", spoken_language: "unknown" });
	});

	it("say nothing of it if YouTube or the channel tells", async () => {
		const id = product.newVideo({ tracks: TRACKS, shown_track: 0 });
		const { report } = await runToEnd(member, id);
		expect(report.video.language).toBe("de");
		expect(report.video).not.toHaveProperty("spoken_language");
	});

	it("take a language of letters alone", async () => {
		const url = watchUrl(product.newVideo({ tracks: TRACKS }));
		const refused = await member.post("/api/analyze", { url, language: "the one they speak" });
		expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/language" }] } });
	});
});
