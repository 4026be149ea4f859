import { describe, expect, it } from "vitest";
import { isSameLanguage, originalTrack, readOriginalSound } from "#contract/original-sound.ts";

const ADDRESS = "https://www.youtube.com/api/timedtext?v=Abc_123-xYz";

/** "a.en" is automatic, ".en" manual. */
function track(vssId: string) {
	const [mark, languageCode] = vssId.split(".");
	const baseUrl = `${ADDRESS}&lang=${languageCode}`;
	return { baseUrl, languageCode, vssId, ...(mark === "a" && { kind: "asr" }) };
}

/** A player's answer, as an app and the page's own player give it. */
function answer({
	tracks,
	sounds = [],
	formats = [],
	list = {},
}: {
	tracks: string[];
	/** Ids of audio tracks; none for one sound alone, which has no id. */
	sounds?: string[];
	formats?: object[];
	list?: object;
}) {
	const captionTrackIndices = tracks.map((_, index) => index);
	const ids: object[] = sounds.map((audioTrackId) => ({ audioTrackId, captionTrackIndices }));
	return {
		captions: {
			playerCaptionsTracklistRenderer: {
				captionTracks: tracks.map(track),
				audioTracks: ids.length > 0 ? ids : [{ captionTrackIndices, defaultCaptionTrackIndex: 0 }],
				defaultAudioTrackIndex: 0,
				...list,
			},
		},
		streamingData: { adaptiveFormats: [{ itag: 137 }, ...formats] },
	};
}

/** The tags of a format as YouTube packs them: pairs in protobuf, in base64 for addresses. */
function tags(pairs: Record<string, string>): string {
	const field = (tag: number, text: string) => String.fromCharCode(tag, text.length) + text;
	const packed = Object.entries(pairs).map(([key, value]) =>
		field(10, field(10, key) + field(18, value)),
	);
	return btoa(packed.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const format = (id: string, content: string) => ({
	itag: 251,
	audioTrack: { id, displayName: id, audioIsDefault: id.startsWith("de") },
	xtags: tags({ acont: content, lang: id.split(".")[0] ?? "" }),
});

type Case = [name: string, answer: unknown, language: string | null, vss_id: string | null];

describe("the original sound and its captions", () => {
	it.each<Case>([
		["one sound", answer({ tracks: [".de", "a.en"] }), "en", "a.en"],
		["one sound, manual captions first", answer({ tracks: ["a.en", ".en-GB"] }), "en", ".en-GB"],
		["one sound that nothing recognised", answer({ tracks: [".ja"] }), "ja", ".ja"],
		["one sound with translations alone", answer({ tracks: [".ja", ".ko"] }), null, null],
		["no captions", answer({ tracks: [] }), null, null],
		[
			"dubs by a machine, which the player begins with",
			answer({ tracks: ["a.de", "a.es", "a.pt"], sounds: ["de-DE.10", "es-US.10", "pt-BR.4"] }),
			"pt-BR",
			"a.pt",
		],
		[
			"dubs by people, and captions that people wrote",
			answer({ tracks: [".es", "a.es", "a.en", ".en"], sounds: ["en-US.4", "es.3"] }),
			"en-US",
			".en",
		],
		[
			"dubs alone with captions",
			answer({ tracks: ["a.es"], sounds: ["en-US.4", "es.10"] }),
			"en-US",
			null,
		],
		["no mark of an original", answer({ tracks: ["a.en"], sounds: ["en.0", "es.0"] }), null, null],
		["a dub alone", answer({ tracks: ["a.es"], sounds: ["es.10"] }), null, null],
		["two originals", answer({ tracks: ["a.en", "a.es"], sounds: ["en.4", "es.4"] }), null, null],
		["captions of two sounds without ids", answer({ tracks: ["a.es", "a.en"] }), null, null],
		[
			"marks in the formats alone",
			answer({
				tracks: ["a.de", "a.fr"],
				formats: [format("de.10", "dubbed-auto"), format("fr.4", "original")],
			}),
			"fr",
			"a.fr",
		],
		[
			"tags alone",
			answer({
				tracks: ["a.de", "a.fr"],
				formats: [
					{ xtags: tags({ acont: "dubbed-auto", lang: "de" }) },
					{ xtags: tags({ acont: "original", lang: "fr-FR" }) },
				],
			}),
			"fr-FR",
			"a.fr",
		],
		[
			"tags in words",
			answer({ tracks: ["a.de"], formats: [{ xtags: "acont=dubbed:lang=de" }] }),
			null,
			null,
		],
		[
			"audio descriptions beside the original",
			answer({ tracks: ["a.en"], sounds: ["en.4", "en.2"] }),
			"en",
			"a.en",
		],
	])("with %s", (_, given, language, vss_id) => {
		const sound = readOriginalSound(given);
		expect(sound.language).toBe(language);
		expect(originalTrack(sound)?.vss_id ?? null).toBe(vss_id);
	});

	it("leave out translations by machine and keep what YouTube shows first if nothing tells", () => {
		const translated = { ...track(".en"), baseUrl: `${ADDRESS}&lang=en&tlang=en` };
		const tracks = [translated, track(".zh"), track(".it"), null, { baseUrl: 7 }];
		const list = {
			captionTracks: tracks,
			audioTracks: [{ captionTrackIndices: [0, 1, 2], defaultCaptionTrackIndex: 2 }],
		};
		const sound = readOriginalSound(answer({ tracks: [], list }));
		expect(sound.language).toBeNull();
		expect(sound.tracks.map(({ vss_id }) => vss_id)).toEqual([".it", ".zh"]);
	});

	it.each([
		null,
		7,
		"captions",
		[],
		{ captions: [] },
		{ captions: { playerCaptionsTracklistRenderer: { captionTracks: {}, audioTracks: "x" } } },
		answer({ tracks: ["a."], sounds: [".4"], formats: [{ xtags: "%%%" }, { audioTrack: 4 }] }),
	])("are unknown for %j", (given) => {
		expect(originalTrack(readOriginalSound(given))).toBeNull();
	});

	it("are read in a moment however many there are", () => {
		const many = answer({
			tracks: Array.from({ length: 5_000 }, () => "a.en"),
			formats: Array.from({ length: 5_000 }, () => ({ xtags: "acont".repeat(90) })),
		});
		const start = performance.now();
		expect(readOriginalSound(many).tracks).toHaveLength(300);
		expect(performance.now() - start).toBeLessThan(1_000);
	});
});

it.each([
	["en", "en-US", true],
	["iw", "he", true],
	["zh-Hans", "zh-TW", true],
	["en", "es", false],
	["not a code", "not a code", true],
])("%s and %s are one language: %s", (a, b, same) => {
	expect(isSameLanguage(a, b)).toBe(same);
});
