import { describe, expect, it } from "vitest";
import type { Transcript } from "#features/captions/transcript.ts";
import {
	transcriptWindows,
	WINDOW_CHARS,
	WINDOW_OVERLAP_CHARS,
} from "#features/statements/transcript-windows.ts";
import { cpuTime } from "#tests/support/world/process-figures.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

function timed(texts: string[]): Transcript {
	const cues = texts.map((text, index) => ({ start: index * 3, text }));
	return { ...untimed(texts.join(" ")), cues };
}

function untimed(text: string): Transcript {
	return { source: "member", language: null, track: null, cues: [], text };
}

/** Numbered, so that each word occurs once in the text. */
function numberedCues(words: number, perCue: number, stop: boolean): string[] {
	const cues: string[] = [];
	for (let word = 0; word < words; word += perCue) {
		const spoken = Array.from(
			{ length: Math.min(perCue, words - word) },
			(_, index) => `w${(word + index).toString(36)}`,
		);
		cues.push(spoken.join(" ") + (stop && cues.length % 3 === 2 ? "." : ""));
	}
	return cues;
}

/** Words of all lengths, some followed by a full stop. */
function randomText(random: () => number): string {
	let text = "";
	for (let word = 0; text.length < 30_000; word += 1) {
		const long = random() < 0.02 ? "x".repeat(random() * 3_000) : "";
		text += `w${word}${long}${random() < 0.1 ? ". " : " "}`;
	}
	return text;
}

describe("transcriptWindows", () => {
	it("keeps a short transcript in one window", () => {
		expect(transcriptWindows(timed(["One.", "Two."]))).toEqual([
			{ text: "One. Two.", cues: { from: 0, to: 2 } },
		]);
		expect(transcriptWindows(untimed("One. Two."))).toEqual([{ text: "One. Two.", cues: null }]);
	});

	it.each(["", "   \n "])("returns no window for %j", (text) => {
		expect(transcriptWindows(untimed(text))).toEqual([]);
		expect(transcriptWindows(timed([text]))).toEqual([]);
	});

	it("splits three hours of 30,000 words into at most 20 windows", () => {
		const words = Array.from({ length: 3_000 }, () =>
			"well these ten words are about as long as usual ok".split(" ").slice(1),
		).flat();
		const cues = Array.from({ length: 3_000 }, (_, index) =>
			words.slice(index * 10, index * 10 + 10).join(" "),
		);
		expect(words).toHaveLength(30_000);
		expect(transcriptWindows(timed(cues)).length).toBeLessThanOrEqual(20);
		expect(transcriptWindows(untimed(cues.join(". "))).length).toBeLessThanOrEqual(20);
	});

	it.each([
		{ stop: true, perCue: 8 },
		{ stop: false, perCue: 8 },
		{ stop: false, perCue: 700 },
		{ stop: true, perCue: 40_000 },
	])("covers every cue in order, within the length limit: %j", (shape) => {
		const cues = numberedCues(20_000, shape.perCue, shape.stop);
		const windows = transcriptWindows(timed(cues));
		let covered = 0;
		for (const window of windows) {
			expect(window.text.length).toBeLessThanOrEqual(WINDOW_CHARS);
			expect(window.cues?.from).toBeLessThanOrEqual(covered);
			covered = window.cues?.to ?? 0;
			const first = cues[window.cues?.from ?? -1] ?? "";
			expect(first).toContain(window.text.split(" ")[0]);
		}
		expect(covered).toBe(cues.length);
		const heard = new Set(windows.flatMap((it) => it.text.split(" ")));
		expect(cues.flatMap((it) => it.split(" ")).every((it) => heard.has(it))).toBe(true);
	});

	it("overlaps neighbours by about 800 characters", () => {
		const text = numberedCues(12_000, 9, true).join(" ");
		const windows = transcriptWindows(untimed(text));
		expect(windows.length).toBeGreaterThan(3);
		for (const [index, window] of windows.slice(1).entries()) {
			const end = windows[index]?.text ?? "";
			const common = end.length - end.indexOf(window.text.slice(0, 60));
			expect(common).toBeGreaterThanOrEqual(WINDOW_OVERLAP_CHARS / 2);
			expect(common).toBeLessThanOrEqual(WINDOW_OVERLAP_CHARS);
		}
	});

	it("cuts after a sentence if possible", () => {
		const windows = transcriptWindows(timed(numberedCues(12_000, 9, true)));
		expect(windows.length).toBeGreaterThan(3);
		for (const window of windows.slice(0, -1)) expect(window.text).toMatch(/\.$/);
	});

	it("cuts unspaced scripts after their own full stop", () => {
		const text = "地球绕着太阳转一圈需要一年的时间。".repeat(2_000);
		const windows = transcriptWindows(untimed(text));
		expect(windows.length).toBeGreaterThan(2);
		for (const window of windows) {
			expect(window.text.startsWith("地球")).toBe(true);
			expect(window.text.endsWith("。")).toBe(true);
		}
	});

	it("never splits a character", () => {
		const text = `a${"😀".repeat(20_000)}`;
		const joined = transcriptWindows(untimed(text)).map((it) => it.text);
		expect(joined.length).toBeGreaterThan(2);
		for (const window of joined) expect(window).not.toMatch(/\p{Cs}/u);
	});

	it("leaves out no part of random texts", () => {
		const random = seededRandom(7);
		for (let round = 0; round < 20; round += 1) {
			const text = randomText(random);
			let covered = 0;
			for (const { text: piece } of transcriptWindows(untimed(text))) {
				const at = text.indexOf(piece, Math.max(0, covered - WINDOW_CHARS));
				expect(at).toBeGreaterThanOrEqual(0);
				expect(text.slice(covered, Math.max(covered, at)).trim()).toBe("");
				covered = at + piece.length;
			}
			expect(text.slice(covered).trim()).toBe("");
		}
	});

	it("takes linear time for 600,000 characters of any kind", () => {
		for (const unit of [".", "a", "。", " ", "[", "a. ", "\n"]) {
			const text = unit.repeat(600_000 / unit.length);
			const began = cpuTime();
			transcriptWindows(untimed(text));
			transcriptWindows(timed(text.match(/[\s\S]{1,40}/g) ?? []));
			expect(cpuTime() - began).toBeLessThan(10_000);
		}
	});
});
