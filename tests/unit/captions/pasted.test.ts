import { describe, expect, it } from "vitest";
import { pastedProblem, readPastedTranscript } from "#features/captions/pasted-transcript.ts";

describe("readPastedTranscript", () => {
	it("reads the cues of SRT and joins their text", () => {
		const srt =
			"1\r\n00:00:01,000 --> 00:00:02,500\r\nThe sea\r\nis deep.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n- Is it?\r\n";
		expect(readPastedTranscript(srt)).toMatchObject({
			cues: [
				{ start: 1, text: "The sea is deep." },
				{ start: 3, text: "\n\nIs it?" },
			],
			text: "The sea is deep. \n\nIs it?",
		});
	});

	it("reads the cues of WebVTT", () => {
		const read = readPastedTranscript("WEBVTT\n\n00:01.000 --> 00:02.000\nThe sea is deep.");
		expect(read?.cues).toEqual([{ start: 1, text: "The sea is deep." }]);
	});

	it("reads the cues of a transcript copied from YouTube's panel", () => {
		const panel = "0:00\nThe sea\nis deep.\n0:05\n[Music]\n1:02:03\nAnd wide.";
		expect(readPastedTranscript(panel)?.cues).toEqual([
			{ start: 0, text: "The sea is deep." },
			{ start: 5, text: "[Music]" },
			{ start: 3723, text: "And wide." },
		]);
	});

	it("reads the cues of lines that begin with a time", () => {
		const notes = "[0:01] The sea is deep.\n[0:09] And wide.\n[1:10] - Truly?";
		expect(readPastedTranscript(notes)?.cues.map((cue) => cue.start)).toEqual([1, 9, 70]);
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
			"on the line with the time",
			"0:00 0 seconds The sea is deep.\n2:29 2 minutes, 29 seconds congratulations\n1:00:05 1 hour, 5 seconds so long",
		],
		[
			"in German",
			"0:000 SekundenThe sea is deep.\n2:292 Minuten, 29 Sekundencongratulations\n1:00:051 Stunde, 5 Sekundenso long",
		],
		[
			"in Japanese",
			"0:000 秒The sea is deep.\n2:292 分 29 秒congratulations\n1:00:051 時間 5 秒so long",
		],
		[
			"in Korean",
			"0:00\n0초\nThe sea is deep.\n2:29\n2분 29초\ncongratulations\n1:00:05\n1시간 5초\nso long",
		],
		[
			"in Russian",
			"0:000 секундThe sea is deep.\n2:292 минуты 29 секундcongratulations\n1:00:051 час 5 секундso long",
		],
		[
			"in Polish",
			"0:000 sekundThe sea is deep.\n2:292 minuty i 29 sekundcongratulations\n1:00:051 godzina i 5 sekundso long",
		],
		[
			"in French",
			"0:000 secondeThe sea is deep.\n2:292 minutes et 29 secondescongratulations\n1:00:051 heure et 5 secondesso long",
		],
	])("reads cues copied with a spoken label of each time: %s", (_, panel) => {
		expect(readPastedTranscript(panel)?.cues).toEqual([
			{ start: 0, text: "The sea is deep." },
			{ start: 149, text: "congratulations" },
			{ start: 3605, text: "so long" },
		]);
	});

	it.each([
		[
			"English",
			"0:011 secondone day\n1:011 minute, 1 secondinto the sea\n1:031 minute, 3 secondsand on",
			["one day", "into the sea"],
		],
		[
			"Italian",
			"0:011 secondobuongiorno\n1:011 minuto, 1 secondoa tutti\n1:021 minuto, 2 secondiciao",
			["buongiorno", "a tutti", "ciao"],
		],
		[
			"Russian",
			"0:011 секундаа вот\n1:021 минута 2 секундыи вот\n1:051 минута 5 секунда потом",
			["а вот", "и вот", "а потом"],
		],
	])("removes the label of a time before a vowel in %s", (_, panel, words) => {
		const found = readPastedTranscript(panel)?.cues.map(({ text }) => text);
		expect(found?.slice(0, words.length)).toEqual(words);
	});

	it("keeps words that only resemble the label of a time", () => {
		const panel = "0:00\n5 seconds is long\n0:05\n1 secondso what\n0:09\nAnd on.";
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
	])("reads the cues of time ranges: %j", (ranges) => {
		expect(readPastedTranscript(ranges)?.cues).toEqual([
			{ start: 0, text: "The sea." },
			{ start: 4, text: "Is deep." },
			{ start: 9, text: "Truly." },
		]);
	});

	it.each([
		["0:00 - 0:04 The sea.\n\n0:04 - 0:09 Is deep."],
		["[00:00:00.000 --> 00:00:04.000]  The sea.\n[00:00:04.000 --> 00:00:09.000]  Is deep."],
	])("reads the cues of two lines that each begin with a time range: %j", (ranges) => {
		expect(readPastedTranscript(ranges)?.cues).toEqual([
			{ start: 0, text: "The sea." },
			{ start: 4, text: "Is deep." },
		]);
	});

	it.each([
		["0:00\nThe sea is deep.\n0:05\nAnd wide."],
		["0:00 The sea is deep.\n0:05 And wide."],
		["[0:00] The sea is deep.\n[0:05] And wide."],
		["0:000 secondsThe sea is deep.\n0:055 secondsAnd wide."],
		["[00:00.00]The sea is deep.\n[00:05.00]And wide."],
		["【0:00】The sea is deep.\n【0:05】And wide."],
		["- 0:00 The sea is deep.\n- 0:05 And wide."],
		["**0:00** The sea is deep.\n**0:05** And wide."],
	])("reads the cues of a paste with two times: %j", (pasted) => {
		expect(readPastedTranscript(pasted)?.cues).toEqual([
			{ start: 0, text: "The sea is deep." },
			{ start: 5, text: "And wide." },
		]);
	});

	it.each([
		["2:29\nThe sea is deep."],
		["[2:29] The sea is deep."],
		["2:292 minutes, 29 secondsThe sea is deep."],
	])("reads the cue of a paste with one time: %j", (pasted) => {
		expect(readPastedTranscript(pasted)?.cues).toEqual([{ start: 149, text: "The sea is deep." }]);
	});

	it.each([
		["0:04 - 0:09 is the first heat.\nThe sea is deep."],
		["0:04 is the first time.\n0:09 is the second."],
		["0:04 - 0:09 is the only heat."],
		["0:30 - 0:40 is the last heat.\n0:04 - 0:09 is the first."],
	])("reads text with too few times for a transcript as plain text: %j", (prose) => {
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
			"Advanced SubStation Alpha",
			"[Script Info]\nTitle: Sea\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nComment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,not shown\nDialogue: 0,0:00:01.50,0:00:03.00,Default,,0,0,0,,{\\an8\\k20}The sea\\N{\\i1}is{\\i0} deep.\nDialogue: 0,0:00:02.00,0:00:03.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0 100 100\nDialogue: 0,0:00:04.00,0:00:06.00,Default,,0,0,0,,Truly & wide.\n",
		],
		[
			"SubStation Alpha without its head",
			"Dialogue: Marked=0,0:00:01.50,0:00:03.00,Default,,0000,0000,0000,,The sea is deep.\r\nDialogue: Marked=0,0:00:04.00,0:00:06.00,Default,,0000,0000,0000,,Truly & wide.\r\n",
		],
		[
			"a JSON list of cues",
			`[{"text":"The sea is deep.","start":1.5,"duration":1},{"text":"Truly & wide.","start":4,"duration":2}]`,
		],
	])("reads the cues of %s", (_, pasted) => {
		expect(readPastedTranscript(pasted)?.cues).toEqual([
			{ start: 1.5, text: "The sea is deep." },
			{ start: 4, text: "Truly & wide." },
		]);
	});

	it("reads the cues of SRT with times finer than milliseconds", () => {
		const srt =
			"1\n00:00:01,5000001 --> 00:00:04,560.0000000001\nThe sea is deep.\n\n2\n00:00:04,560.0000000001 --> 00:00:06,000\nTruly.\n";
		expect(readPastedTranscript(srt)?.cues).toEqual([
			{ start: 1.5, text: "The sea is deep." },
			{ start: 4.56, text: "Truly." },
		]);
	});

	it("keeps each word of scrolling lines once if a converter joined them", () => {
		const lines = [
			"we went to the sea",
			"it was very deep",
			"and it was wide",
			"so we came back",
			"and told no one",
		];
		const shown = lines.flatMap((line, at) => [at === 0 ? line : `${lines[at - 1]} ${line}`, line]);
		const srt = shown
			.map(
				(text, at) =>
					`${at + 1}\n00:00:${String(at + 10)},000 --> 00:00:${String(at + 11)},000\n${text}\n`,
			)
			.join("\n");
		expect(readPastedTranscript(srt)?.text).toBe(lines.join(" "));
	});

	it("keeps the words of speakers who repeat themselves", () => {
		const lines = ["no no no", "no no no more", "I said no more of it", "no more of it now", "yes"];
		const srt = lines
			.map(
				(text, at) =>
					`${at + 1}\n00:00:${String(at * 2 + 10)},000 --> 00:00:${String(at * 2 + 11)},000\n${text}\n`,
			)
			.join("\n");
		expect(readPastedTranscript(srt)?.text).toBe(lines.join(" "));
	});

	it("reads text with occasional clock times as plain text", () => {
		const text = "We met.\n9:30\nwas too late.\nSo we left.";
		expect(readPastedTranscript(text)?.cues).toEqual([]);
	});

	it("keeps the paragraphs of plain text and joins wrapped lines", () => {
		const text = "\ufeffThe sea is\r\ndeep.\r\n\r\n  It is &amp; was wide.\n>> Truly?";
		expect(readPastedTranscript(text)).toMatchObject({
			cues: [],
			text: "The sea is deep.\n\nIt is & was wide.\n\nTruly?",
		});
	});

	it("keeps text in a script without spaces intact", () => {
		const text = "海は深い。とても広い。";
		expect(readPastedTranscript(text)?.text).toBe(text);
	});

	it.each([
		["nothing", "", /has no readable text/],
		["blanks", " \n\t\u200b ", /has no readable text/],
		["no words", "[Music]\n♪♪\n123", /has no readable text/],
		["one letter", "a", /too short/],
		["one letter with a time", "0:00\na", /too short/],
		[
			"an empty WebVTT file",
			"WEBVTT\nKind: captions\nLanguage: en\n\n",
			/captions contain no words/,
		],
		[
			"an empty SubStation file",
			"[Script Info]\nTitle: Sea\n\n[Events]\n",
			/captions contain no words/,
		],
		[
			"times without words",
			"1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:02,000 --> 00:00:03,000\n",
			/captions contain no words/,
		],
		[
			"a web page",
			"<!DOCTYPE html><html><body><p>The sea is deep.</p></body></html>",
			/HTML of a web page/,
		],
		["a part of a web page", "<p>The sea is deep.</p>\n<p>And wide.</p>", /HTML of a web page/],
		[
			"words in the middle of a web page",
			'The sea is deep.</span></div><div class="next">And wide.',
			/HTML of a web page/,
		],
		["other XML", '<?xml version="1.0"?><rss><item>The sea is deep.</item></rss>', /is XML/],
		["other JSON", '{"title":"The sea","text":"The sea is deep."}', /is JSON/],
		["a JSON list of something else", '["The sea is deep.","Truly."]', /is JSON/],
		[
			"json3 that was cut off",
			'{"events":[{"tStartMs":1500,"segs":[{"utf8":"The sea is',
			/JSON that is cut off/,
		],
		["rich text", "{\\rtf1\\ansi The sea is deep.}", /rich text/],
		["MicroDVD", "{0}{25}The sea is deep.\n{26}{50}Truly.", /count frames/],
		[
			"another kind of file",
			`PK\u0003\u0004${"\u0000\u0001\ufffdab".repeat(50)}`,
			/another kind of file/,
		],
	])("refuses %s and says why", (_, pasted, why) => {
		expect(readPastedTranscript(pasted)).toBeNull();
		expect(pastedProblem(pasted)).toMatch(why);
	});
});
