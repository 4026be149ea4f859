import { expect, it } from "vitest";
import { parseJson3, readTrack } from "#features/captions/tracks.ts";

function track(events: unknown[]): string {
	return JSON.stringify({ wireMagic: "pb3", pens: [{}], events });
}

function said(tStartMs: number, utf8: string, dDurationMs = 2000) {
	return { tStartMs, dDurationMs, segs: [{ utf8 }] };
}

it("parseJson3 joins the words of an event and converts times to seconds", () => {
	const segs = [{ utf8: "two" }, { utf8: " words", tOffsetMs: 300 }];
	const cues = parseJson3(track([{ tStartMs: 1230, dDurationMs: 900, segs }]));
	expect(cues).toEqual([{ start: 1.23, text: "two words" }]);
});

it("parseJson3 skips events that only scroll or contain no words", () => {
	const events = [
		{ tStartMs: 0, dDurationMs: 90_000, id: 1 },
		said(0, "first"),
		{ ...said(1500, "\n"), aAppend: 1 },
		said(1510, "second"),
		said(2000, " \n "),
	];
	expect(parseJson3(track(events)).map((cue) => cue.text)).toEqual(["first", "second"]);
});

it("parseJson3 keeps both copies of a line that automatic captions repeat, even if they overlap", () => {
	const events = [
		said(0, "yeah", 4000),
		{ ...said(1000, "\n"), aAppend: 1 },
		said(1500, "yeah", 4000),
	];
	expect(parseJson3(track(events))).toHaveLength(2);
});

it("parseJson3 turns line breaks within a caption into spaces", () => {
	expect(parseJson3(track([said(0, "some bad\nnews.")]))[0]?.text).toBe("some bad news.");
});

it("parseJson3 gives an event without start or duration the start 0", () => {
	expect(parseJson3(track([{ segs: [{ utf8: "hello" }] }]))).toEqual([{ start: 0, text: "hello" }]);
});

it("parseJson3 decodes entities once and removes tags", () => {
	const text = "<i>Tom</i> &amp; <b>Jerry</b> &amp;lt;";
	expect(parseJson3(track([said(0, text)]))[0]?.text).toBe("Tom & Jerry &lt;");
});

it("parseJson3 sorts events by time", () => {
	const cues = parseJson3(track([said(5000, "later"), said(1000, "sooner")]));
	expect(cues.map((cue) => cue.text)).toEqual(["sooner", "later"]);
});

it("parseJson3 skips broken events and keeps the others", () => {
	const events = [null, 7, "x", { tStartMs: -5, segs: "no" }, said(10, "good")];
	const segs = [{ utf8: 4 }, null, { utf8: "half" }];
	const cues = parseJson3(track([...events, { tStartMs: 20, segs }]));
	expect(cues.map((cue) => cue.text)).toEqual(["good", "half"]);
});

it.each(["", "{", "[]", "{}", '{"events":7}', "null"])("parseJson3 finds no cues in %j", (body) => {
	expect(parseJson3(body)).toEqual([]);
});

it("readTrack recognises json3 by its brace", () => {
	expect(readTrack(`\ufeff ${track([said(0, "hello")])}`)).toHaveLength(1);
});
