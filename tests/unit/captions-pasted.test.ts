import { describe, expect, it } from "vitest";
import { readPastedTranscript } from "#features/captions/pasted-transcript.ts";

describe("a pasted transcript", () => {
	it("of SRT has cues, and their texts joined", () => {
		const srt =
			"1\r\n00:00:01,000 --> 00:00:02,500\r\nThe sea\r\nis deep.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n- Is it?\r\n";
		expect(readPastedTranscript(srt)).toEqual({
			cues: [
				{ start: 1, text: "The sea is deep." },
				{ start: 3, text: "\n\nIs it?" },
			],
			text: "The sea is deep. \n\nIs it?",
		});
	});

	it("of WebVTT has cues", () => {
		const read = readPastedTranscript("WEBVTT\n\n00:01.000 --> 00:02.000\nHi.");
		expect(read?.cues).toEqual([{ start: 1, text: "Hi." }]);
	});

	it("copied from the platform's panel has cues", () => {
		const panel = "0:00\nThe sea\nis deep.\n0:05\n[Music]\n1:02:03\nAnd wide.";
		expect(readPastedTranscript(panel)?.cues).toEqual([
			{ start: 0, text: "The sea is deep." },
			{ start: 5, text: "[Music]" },
			{ start: 3723, text: "And wide." },
		]);
	});

	it("with times in front of its lines has cues", () => {
		const notes = "[0:01] The sea is deep.\n[0:09] And wide.\n[1:10] - Truly?";
		expect(readPastedTranscript(notes)?.cues.map((cue) => cue.start)).toEqual([
			1, 9, 70,
		]);
	});

	it.each([
		[
			"on one line",
			"0:000 secondsThe sea is deep.\n2:292 minutes, 29 secondscongratulations\n1:00:051 hour, 5 secondsso long",
		],
		[
			"on three lines",
			"0:00\n0 seconds\nThe sea is deep.\n2:29\n2 minutes, 29 seconds\ncongratulations\n1:00:05\n1 hour, 5 seconds\nso long",
		],
		[
			"on two lines",
			"0:00\n0 secondsThe sea is deep.\n2:29\n2 minutes, 29 secondscongratulations\n1:00:05\n1 hour, 5 secondsso long",
		],
		[
			"on the line of the time",
			"0:00 0 seconds The sea is deep.\n2:29 2 minutes, 29 seconds congratulations\n1:00:05 1 hour, 5 seconds so long",
		],
		[
			"in German",
			"0:000 SekundenThe sea is deep.\n2:292 Minuten, 29 Sekundencongratulations\n1:00:051 Stunde, 5 Sekundenso long",
		],
	])("copied with the label of each time, %s, has cues", (_, panel) => {
		expect(readPastedTranscript(panel)?.cues).toEqual([
			{ start: 0, text: "The sea is deep." },
			{ start: 149, text: "congratulations" },
			{ start: 3605, text: "so long" },
		]);
	});

	it("keeps words that only resemble the label of another time", () => {
		const panel =
			"0:00\n5 seconds is long\n0:05\n1 secondso what\n0:09\nAnd on.";
		expect(readPastedTranscript(panel)?.cues.map((cue) => cue.text)).toEqual([
			"5 seconds is long",
			"1 secondso what",
			"And on.",
		]);
	});

	it.each([
		["0:00 - 0:04\nThe sea.\n0:04 - 0:09\nIs deep.\n0:09 - 0:12\nTruly."],
		["0:00 - 0:04 The sea.\n0:04 - 0:09 Is deep.\n0:09 - 0:12 Truly."],
		[
			"[00:00:00.000 --> 00:00:04.000]  The sea.\n[00:00:04.000 --> 00:00:09.000]  Is deep.\n[00:00:09.000 --> 00:00:12.000]  Truly.",
		],
	])("with ranges of times has cues: %j", (ranges) => {
		expect(readPastedTranscript(ranges)?.cues).toEqual([
			{ start: 0, text: "The sea." },
			{ start: 4, text: "Is deep." },
			{ start: 9, text: "Truly." },
		]);
	});

	it.each([
		["0:00 - 0:04 The sea.\n\n0:04 - 0:09 Is deep."],
		[
			"[00:00:00.000 --> 00:00:04.000]  The sea.\n[00:00:04.000 --> 00:00:09.000]  Is deep.",
		],
	])(
		"with a range of times before each of two lines has cues: %j",
		(ranges) => {
			expect(readPastedTranscript(ranges)?.cues).toEqual([
				{ start: 0, text: "The sea." },
				{ start: 4, text: "Is deep." },
			]);
		},
	);

	it.each([
		["0:04 - 0:09 is the first heat.\nThe sea is deep."],
		["0:04 is the first time.\n0:09 is the second."],
		["0:04 - 0:09 is the only heat."],
		["0:30 - 0:40 is the last heat.\n0:04 - 0:09 is the first."],
	])("with fewer times than a transcript has is plain text: %j", (prose) => {
		expect(readPastedTranscript(prose)?.cues).toEqual([]);
	});

	it.each([
		[
			"TTML",
			`<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="00:00:01.500" end="00:00:03.000">The sea<br/>is deep.</p><p begin="4s" dur="2s">Truly &amp; wide.</p></div></body></tt>`,
		],
		[
			"TTML with a prefix and ticks",
			`<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" ttp:tickRate="10"><tt:body><tt:p begin="15t" end="30t">The sea<tt:br/>is deep.</tt:p><tt:p begin="4000ms">Truly &amp; wide.</tt:p></tt:body></tt:tt>`,
		],
		[
			"YouTube's XML",
			`<?xml version="1.0"?><transcript><text start="1.5" dur="1">The sea is deep.</text><text start="4" dur="2">Truly &amp;amp; wide.</text></transcript>`,
		],
		[
			"json3",
			`{"events":[{"tStartMs":1500,"segs":[{"utf8":"The sea is deep."}]},{"tStartMs":4000,"segs":[{"utf8":"Truly & wide."}]}]}`,
		],
		[
			"a JSON list of cues",
			`[{"text":"The sea is deep.","start":1.5,"duration":1},{"text":"Truly & wide.","start":4,"duration":2}]`,
		],
	])("of %s has cues", (_, pasted) => {
		expect(readPastedTranscript(pasted)?.cues).toEqual([
			{ start: 1.5, text: "The sea is deep." },
			{ start: 4, text: "Truly & wide." },
		]);
	});

	it("of SRT with finer times than milliseconds has cues", () => {
		const srt =
			"1\n00:00:01,5000001 --> 00:00:04,560.0000009\nThe sea is deep.\n\n2\n00:00:04,560.0000009 --> 00:00:06,000\nTruly.\n";
		expect(readPastedTranscript(srt)?.cues).toEqual([
			{ start: 1.5, text: "The sea is deep." },
			{ start: 4.56, text: "Truly." },
		]);
	});

	it("with scrolling lines that a converter joined has each word once", () => {
		const lines = [
			"we went to the sea",
			"it was very deep",
			"and it was wide",
			"so we came back",
			"and told no one",
		];
		const shown = lines.flatMap((line, at) => [
			at === 0 ? line : `${lines[at - 1]} ${line}`,
			line,
		]);
		const srt = shown
			.map(
				(text, at) =>
					`${at + 1}\n00:00:${String(at + 10)},000 --> 00:00:${String(at + 11)},000\n${text}\n`,
			)
			.join("\n");
		expect(readPastedTranscript(srt)?.text).toBe(lines.join(" "));
	});

	it("in which speakers repeat themselves keeps what they say", () => {
		const lines = [
			"no no no",
			"no no no more",
			"I said no more of it",
			"no more of it now",
			"yes",
		];
		const srt = lines
			.map(
				(text, at) =>
					`${at + 1}\n00:00:${String(at * 2 + 10)},000 --> 00:00:${String(at * 2 + 11)},000\n${text}\n`,
			)
			.join("\n");
		expect(readPastedTranscript(srt)?.text).toBe(lines.join(" "));
	});

	it("that mentions a few times is plain text", () => {
		const text = "We met.\n9:30\nwas too late.\nSo we left.";
		expect(readPastedTranscript(text)?.cues).toEqual([]);
	});

	it("of plain text keeps its paragraphs and joins wrapped lines", () => {
		const text =
			"\ufeffThe sea is\r\ndeep.\r\n\r\n  It is &amp; was wide.\n>> Truly?";
		expect(readPastedTranscript(text)).toEqual({
			cues: [],
			text: "The sea is deep.\n\nIt is & was wide.\n\nTruly?",
		});
	});

	it("in a script without spaces stays intact", () => {
		const text = "海は深い。とても広い。";
		expect(readPastedTranscript(text)?.text).toBe(text);
	});

	it.each([
		["nothing", ""],
		["blanks", " \n\t\u200b "],
		["no words", "[Music]\n♪♪\n123"],
		["an empty WebVTT file", "WEBVTT\nKind: captions\nLanguage: en\n\n"],
		[
			"times without words",
			"1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:02,000 --> 00:00:03,000\n",
		],
		[
			"a web page",
			"<!DOCTYPE html><html><body><p>The sea is deep.</p></body></html>",
		],
		[
			"other XML",
			'<?xml version="1.0"?><rss><item>The sea is deep.</item></rss>',
		],
		["other JSON", '{"title":"The sea","text":"The sea is deep."}'],
		["a JSON list of something else", '["The sea is deep.","Truly."]'],
		[
			"json3 that was cut off",
			'{"events":[{"tStartMs":1500,"segs":[{"utf8":"The sea is',
		],
		[
			"another kind of file",
			`PK\u0003\u0004${"\u0000\u0001\ufffdab".repeat(50)}`,
		],
	])("of %s is not readable", (_, pasted) => {
		expect(readPastedTranscript(pasted)).toBeNull();
	});
});
