import { expect, it } from "vitest";
import { rankTracks } from "#contract/original-sound.ts";

/** "a.en" is automatic, ".en" manual. */
function track(vss_id: string) {
	const [mark = "", language = ""] = vss_id.split(".");
	return { language, kind: mark === "a" ? ("asr" as const) : ("manual" as const), vss_id };
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

it("automatic captions in another language, or if the original's is unknown, are not used", () => {
	expect(ranked(["a.es", "a.en", ".ja"], "en")).toEqual(["a.en", ".ja"]);
	expect(ranked(["a.en", ".ja", ".ko"], null)).toEqual([".ja", ".ko"]);
});

it("no tracks yield an empty ranking", () => {
	expect(ranked([], "en")).toEqual([]);
});
