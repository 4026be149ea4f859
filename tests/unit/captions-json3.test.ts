import { expect, it } from "vitest";
import { parseJson3, readTrack } from "#features/captions/tracks.ts";

function track(events: unknown[]): string {
	return JSON.stringify({ wireMagic: "pb3", pens: [{}], events });
}

function said(tStartMs: number, utf8: string, dDurationMs = 2000) {
	return { tStartMs, dDurationMs, segs: [{ utf8 }] };
}

it("words are joined within an event, and times are seconds", () => {
	const segs = [{ utf8: "two" }, { utf8: " words", tOffsetMs: 300 }];
	const cues = parseJson3(track([{ tStartMs: 1230, dDurationMs: 900, segs }]));
	expect(cues).toEqual([{ start: 1.23, text: "two words" }]);
});

it("events that scroll or contain no words are skipped", () => {
	const events = [
		{ tStartMs: 0, dDurationMs: 90_000, id: 1 },
		said(0, "first"),
		{ ...said(1500, "\n"), aAppend: 1 },
		said(1510, "second"),
		said(2000, " \n "),
	];
	expect(parseJson3(track(events)).map((cue) => cue.text)).toEqual([
		"first",
		"second",
	]);
});

it("a line that automatic captions contain twice is kept twice, even if it overlaps", () => {
	const events = [
		said(0, "yeah", 4000),
		{ ...said(1000, "\n"), aAppend: 1 },
		said(1500, "yeah", 4000),
	];
	expect(parseJson3(track(events))).toHaveLength(2);
});

it("line breaks within a caption become spaces", () => {
	expect(parseJson3(track([said(0, "some bad\nnews.")]))[0]?.text).toBe(
		"some bad news.",
	);
});

it("an event without start or duration counts from zero", () => {
	expect(parseJson3(track([{ segs: [{ utf8: "hello" }] }]))).toEqual([
		{ start: 0, text: "hello" },
	]);
});

it("entities are decoded once and tags removed", () => {
	const text = "<i>Tom</i> &amp; <b>Jerry</b> &amp;lt;";
	expect(parseJson3(track([said(0, text)]))[0]?.text).toBe("Tom & Jerry &lt;");
});

it("events out of order are put in order", () => {
	const cues = parseJson3(track([said(5000, "later"), said(1000, "sooner")]));
	expect(cues.map((cue) => cue.text)).toEqual(["sooner", "later"]);
});

it("broken events do not affect others", () => {
	const events = [null, 7, "x", { tStartMs: -5, segs: "no" }, said(10, "good")];
	const segs = [{ utf8: 4 }, null, { utf8: "half" }];
	const cues = parseJson3(track([...events, { tStartMs: 20, segs }]));
	expect(cues.map((cue) => cue.text)).toEqual(["good", "half"]);
});

it.each(["", "{", "[]", "{}", '{"events":7}', "null"])(
	"%j contains no cues",
	(body) => {
		expect(parseJson3(body)).toEqual([]);
	},
);

it("readTrack recognises json3 by its brace", () => {
	expect(readTrack(`\ufeff ${track([said(0, "hello")])}`)).toHaveLength(1);
});
