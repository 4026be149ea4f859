import { expect, it } from "vitest";
import { type CaptionTrack, rankTracks } from "#features/youtube/caption-track.ts";

/** "a.en" is automatic, ".en" manual. */
function track(vss_id: string): CaptionTrack {
	const [mark = "", language = ""] = vss_id.split(".");
	const kind = mark === "a" ? "asr" : "manual";
	const base_url = "https://www.youtube.com/api/timedtext?v=x";
	return { base_url, language, kind, vss_id, gated: false };
}

function ranked(ids: string[], spoken: string | null): string[] {
	return rankTracks(ids.map(track), spoken).map(({ vss_id }) => vss_id);
}

it("manual captions in the spoken language come first, then automatic ones", () => {
	expect(ranked([".de", "a.en", ".en", ".fr"], "en")).toEqual([".en", "a.en", ".de", ".fr"]);
});

it("automatic captions in the spoken language come before manual ones in another", () => {
	expect(ranked([".en", "a.de"], "de")[0]).toBe("a.de");
});

it("a variant of the spoken language counts, after the exact one", () => {
	expect(ranked([".en-GB", "a.en", ".en"], "en")).toEqual([".en", ".en-GB", "a.en"]);
	expect(ranked([".fr", ".pt"], "pt-BR")[0]).toBe(".pt");
});

it("manual captions come first if the spoken language is unknown", () => {
	expect(ranked(["a.en", ".ja", ".ko"], null)).toEqual([".ja", ".ko", "a.en"]);
});

it("no tracks yield an empty ranking", () => {
	expect(ranked([], "en")).toEqual([]);
});
