import { expect, it } from "vitest";
import { rankTracks } from "#features/captions/select-track.ts";
import type { CaptionTrack } from "#features/youtube/caption-track.ts";

/** "a.en" is automatic, ".en" a person's. */
function track(vss_id: string): CaptionTrack {
	const [mark = "", language = ""] = vss_id.split(".");
	const kind = mark === "a" ? "asr" : "manual";
	const base_url = "https://www.youtube.com/api/timedtext?v=x";
	return { base_url, language, kind, vss_id, gated: false };
}

function ranked(ids: string[], spoken: string | null): string[] {
	return rankTracks(ids.map(track), spoken).map(({ vss_id }) => vss_id);
}

it("a person's captions in the spoken language come first, then the machine's", () => {
	expect(ranked([".de", "a.en", ".en", ".fr"], "en")).toEqual([
		".en",
		"a.en",
		".de",
		".fr",
	]);
});

it("the spoken language by machine goes before another one by a person", () => {
	expect(ranked([".en", "a.de"], "de")[0]).toBe("a.de");
});

it("a variant of the spoken language counts, after the exact one", () => {
	expect(ranked([".en-GB", "a.en", ".en"], "en")).toEqual([
		".en",
		".en-GB",
		"a.en",
	]);
	expect(ranked([".fr", ".pt"], "pt-BR")[0]).toBe(".pt");
});

it("where the spoken language is unknown any person's go first", () => {
	expect(ranked(["a.en", ".ja", ".ko"], null)).toEqual([".ja", ".ko", "a.en"]);
});

it("no tracks are no choice", () => {
	expect(ranked([], "en")).toEqual([]);
});
