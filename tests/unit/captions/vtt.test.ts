import { describe, expect, it } from "vitest";
import { parseVtt, readBlocks } from "#features/captions/timed-blocks.ts";

function srtCues(srt: string) {
	return readBlocks(srt, false)?.cues ?? [];
}

function texts(cues: { text: string }[]): string[] {
	return cues.map((cue) => cue.text);
}

/** Two scrolling lines, the current form of automatic captions. */
const ROLLING = `WEBVTT
Kind: captions
Language: en

00:00:00.240 --> 00:00:02.790 align:start position:0%
 
The<00:00:00.800><c> tide</c><00:00:01.120><c> comes</c><00:00:01.520><c> in</c>

00:00:02.790 --> 00:00:02.800 align:start position:0%
The tide comes in
 

00:00:02.800 --> 00:00:05.590 align:start position:0%
The tide comes in
twice<00:00:03.280><c> a</c><00:00:03.500><c> day.</c>

00:00:05.590 --> 00:00:05.600 align:start position:0%
twice a day.
 

00:00:05.600 --> 00:00:06.590 align:start position:0%
twice a day.
Really?

00:00:06.590 --> 00:00:06.600 align:start position:0%
Really?
 

00:00:06.600 --> 00:00:08.000 align:start position:0%
Really?
&gt;&gt; Really.<00:00:07.000><c> [music]</c>

00:00:08.000 --> 00:00:08.010 align:start position:0%
&gt;&gt; Really. [music]
 

00:00:09.000 --> 00:00:10.000 align:start position:0%
 
No.

00:00:10.000 --> 00:00:10.010 align:start position:0%
No.
 

00:00:10.010 --> 00:00:11.000 align:start position:0%
No.
No.

00:00:11.000 --> 00:00:11.010 align:start position:0%
No.
 
`;
const ROLLED_OUT = [
	"The tide comes in",
	"twice a day.",
	"Really?",
	"\n\nReally. [music]",
	"No.",
	"No.",
];

describe("scrolling captions", () => {
	it("count each line once, including one-word lines and real repetitions", () => {
		expect(texts(parseVtt(ROLLING))).toEqual(ROLLED_OUT);
	});

	it("start each line when it first appears", () => {
		expect(parseVtt(ROLLING).map((cue) => cue.start)).toEqual([0.24, 2.8, 5.6, 6.6, 9, 10.01]);
	});

	it("are read in the form of 2016, with three lines and colours", () => {
		const vtt = `WEBVTT
Kind: captions
Language: en
Style:
::cue(c.colorE5E5E5) { color: rgb(229,229,229);
 }
##

00:00:00.000 --> 00:00:01.000 align:start position:0%
 
 
a<00:00:00.240><c> storm</c><c.colorE5E5E5><00:00:00.459><c> hit</c></c>

00:00:01.000 --> 00:00:01.400 align:start position:0%
 
a storm<c.colorE5E5E5> hit</c>
 

00:00:01.400 --> 00:00:02.000 align:start position:0%
 
a storm<c.colorE5E5E5> hit</c>
the<00:00:01.600><c> coast</c>

00:00:02.000 --> 00:00:02.400 align:start position:0%
a storm<c.colorE5E5E5> hit</c>
the coast
 

00:00:02.400 --> 00:00:03.000 align:start position:0%
a storm<c.colorE5E5E5> hit</c>
the coast
last<00:00:02.600><c> night</c>
`;
		expect(texts(parseVtt(vtt))).toEqual(["a storm hit", "the coast", "last night"]);
	});

	it("are recognised without word times, as in a file converted to SRT", () => {
		const lines = ["one ship", "two ships", "three ships", "four ships", "five"];
		let srt = "";
		lines.forEach((line, i) => {
			const above = i === 0 ? "" : `${lines[i - 1]}\n`;
			srt += `${2 * i + 1}\n00:00:0${i},000 --> 00:00:0${i},990\n${above}${line}\n\n`;
			srt += `${2 * i + 2}\n00:00:0${i},990 --> 00:00:0${i + 1},000\n${line}\n\n`;
		});
		expect(texts(srtCues(srt))).toEqual(lines);
	});

	it("lose no line if blank lines were stripped of their space", () => {
		const stripped = ROLLING.replaceAll("\n \n", "\n\n");
		expect(texts(parseVtt(stripped)).slice(0, 4)).toEqual(ROLLED_OUT.slice(0, 4));
	});
});

describe("manual captions", () => {
	it("keep lines that are said twice", () => {
		const vtt = `WEBVTT

00:01.000 --> 00:02.000
No.

00:02.000 --> 00:03.000
No.

00:03.000 --> 00:04.000
No.
Never.

00:04.000 --> 00:05.000
Never.
No.
`;
		expect(texts(parseVtt(vtt))).toEqual(["No.", "No.", "No. Never.", "Never. No."]);
	});

	it("accept times without hours, and a dot or a comma before milliseconds", () => {
		const vtt = "WEBVTT\n\n00:11.500 --> 00:13.000\na\n\n01:00:00,250 --> 01:00:01.000\nb";
		expect(parseVtt(vtt)).toEqual([
			{ start: 11.5, text: "a" },
			{ start: 3600.25, text: "b" },
		]);
	});

	it("exclude notes, styles, regions, cue names and settings from the text", () => {
		const vtt = `\ufeffWEBVTT - a title

NOTE
a remark
of two lines

STYLE
::cue { color: red }

REGION
id:left

intro
00:01.000 --> 00:02.000 align:start line:0
Hello.

NOTE one more

2
00:02.000 --> 00:03.000
Bye.
`.replaceAll("\n", "\r\n");
		expect(texts(parseVtt(vtt))).toEqual(["Hello.", "Bye."]);
	});

	it("lose their tags but keep text that only looks like a tag", () => {
		const vtt =
			"WEBVTT\n\n00:01.000 --> 00:02.000\n<c.yellow.bg_blue>If</c> <i>x</i> < 3 <b>and</b> x<y and y>z <lang en>ok</lang> <ruby>漢<rt>kan</rt></ruby>";
		expect(texts(parseVtt(vtt))).toEqual(["If x < 3 and x<y and y>z ok 漢"]);
	});

	it("read a voice tag as the speaker, and as a change of speaker if the voice changes", () => {
		const vtt = `WEBVTT

00:01.000 --> 00:02.000
<v Ada Byron>Good day.

00:02.000 --> 00:03.000
<v Ada Byron>How are you

00:03.000 --> 00:04.000
<v.loud Charles>Well.</v> <v Ada Byron>Good.
`;
		expect(parseVtt(vtt)).toEqual([
			{ start: 1, text: "Good day.", speaker: "Ada Byron" },
			{ start: 2, text: "How are you", speaker: "Ada Byron" },
			{ start: 3, text: "\n\nWell.", speaker: "Charles" },
			{ start: 3, text: "\n\nGood.", speaker: "Ada Byron" },
		]);
	});
});

describe("readBlocks", () => {
	it("reads cues without blank lines between them", () => {
		const srt = "1\n00:00:01,000 --> 00:00:02,000\nHello\n2\n00:00:02,000 --> 00:00:03,000\nthere";
		expect(texts(srtCues(srt))).toEqual(["Hello", "there"]);
	});

	it("reads cues with a blank line inside", () => {
		const srt =
			"1\n00:00:01,000 --> 00:00:02,000\n\nHello\n\nagain\n\n2\n00:00:02,000 --> 00:00:03,000\nthere\n\n1984\n";
		expect(texts(srtCues(srt))).toEqual(["Hello again", "there 1984"]);
	});

	it("reads YouTube's SBV", () => {
		const sbv = "0:00:00.599,0:00:04.160\nHello\n\n0:00:04.160,0:00:06.770\nthere\n";
		expect(srtCues(sbv)).toEqual([
			{ start: 0.599, text: "Hello" },
			{ start: 4.16, text: "there" },
		]);
	});

	it("removes position codes and font tags", () => {
		const srt = '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="#fff">Up</font> here';
		expect(texts(srtCues(srt))).toEqual(["Up here"]);
	});
});
