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

	it("that mentions times now and then is plain text", () => {
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
			"another kind of file",
			`PK\u0003\u0004${"\u0000\u0001\ufffdab".repeat(50)}`,
		],
	])("of %s is not readable", (_, pasted) => {
		expect(readPastedTranscript(pasted)).toBeNull();
	});
});
