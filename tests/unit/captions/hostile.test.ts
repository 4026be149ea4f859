import { describe, expect, it } from "vitest";
import { readPastedTranscript } from "#features/captions/pasted-transcript.ts";
import { readTrack } from "#features/captions/tracks.ts";
import { cpuTime } from "#tests/support/world/command-line.ts";

/** Less than the limit for a track, to save time; non-linear work is slow enough to show. */
const CHARS = 100_000;
const PATIENCE_MS = 10_000;

const PIECES = [
	"<",
	"<c",
	"<c ",
	"<i><",
	"</",
	"<!--",
	"<![CDATA[",
	"<a b='",
	'<p t="1" ',
	"<p><s>",
	"&",
	"&#",
	"&amp;",
	">",
	">> ",
	"- ",
	"[",
	"(a ",
	"{\\",
	"\n",
	" \n",
	"\r",
	"\u200d",
	"क\u200d",
	"00:00:01.000 --> 00:00:02.000\n",
	"0:01 ",
	"0:01\n",
	"1\n",
	"NOTE\n\n",
	"-->",
];
const HEADS = [
	"",
	"WEBVTT\n\n00:01.000 --> 00:02.000\n",
	'<timedtext format="3"><body><p t="1" d="2">',
	'<timedtext format="3"><body><p ',
	'<transcript><text start="1">',
	"1\n00:00:01,000 --> 00:00:02,000\n",
];

describe("captions made to be slow", () => {
	it.each(PIECES)("are read in linear time in every format: repeated %j", (piece) => {
		for (const head of HEADS) {
			const text = head + piece.repeat(Math.ceil(CHARS / piece.length));
			const started = cpuTime();
			const cues = [readTrack(text), readPastedTranscript(text)?.cues ?? []];
			expect(cpuTime() - started).toBeLessThan(PATIENCE_MS);
			expect(cues.flat().every((cue) => cue.start >= 0)).toBe(true);
		}
	});
});
