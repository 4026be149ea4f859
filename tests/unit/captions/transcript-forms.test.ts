import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printable, readPastedTranscript } from "#features/captions/pasted-transcript.ts";
import {
	type KnownCue,
	SPOKEN_FORMS,
	short,
	TIMED_FORMS,
} from "#tests/support/fixtures/transcript-forms.ts";

/** What people say, with the numbers, colons and times that look like something else. */
const SAYINGS = [
	"France adopted the metre in 1795 and most countries followed.",
	"The EU: In 2004 it had 25 members.",
	"Doctors gave vitamin C: 40 mg per day.",
	"World War II: 70 million people died.",
	"The tower was finished in 1889",
	"MAY 1945: Germany surrendered.",
	"We met at 9:30 in the morning with 300 people.",
	"and that was 3.50 metres",
	"It fell to -5 degrees, a record.",
	"Франция приняла метр в 1795 году.",
	"फ्रांस ने 1795 में मीटर अपनाया।",
	"1960年に名前が変わった。",
	"בשנת 1960 שונה שמו.",
];
const NAMES = ["Jane Miller", "Ben Okafor", "SPEAKER_00", "Speaker 2"];

/** Cues of a video that begins at once, at least three seconds apart. */
const knownCues: fc.Arbitrary<KnownCue[]> = fc
	.uniqueArray(
		fc.record({
			gap: fc.integer({ min: 3, max: 200 }),
			text: fc.constantFrom(...SAYINGS),
			speaker: fc.nat({ max: 1 }),
		}),
		{ minLength: 4, maxLength: 12, selector: ({ text }) => text },
	)
	.chain((parts) =>
		fc.shuffledSubarray(NAMES, { minLength: 2, maxLength: 2 }).map((names) => ({ parts, names })),
	)
	.map(({ parts, names }) => {
		let start = -3;
		return parts.map(({ gap, text, speaker }, at) => {
			start += at === 0 ? 3 : gap;
			// Both speak twice, as in a conversation.
			const index = at < 4 ? at % 2 : speaker;
			return { start, text, speaker: names[index] ?? "" };
		});
	});

function words(text: string): string {
	return text.replace(/\s+/gu, " ").trim();
}

describe("a transcript of known cues is read back from", () => {
	it.each(TIMED_FORMS)("$name", ({ write, speakers = false }) => {
		fc.assert(
			fc.property(knownCues, (cues) => {
				const read = readPastedTranscript(printable(write(cues)).trim());
				const expected = cues.map(({ start, text, speaker }) => ({
					start,
					text,
					...(speakers ? { speaker } : {}),
				}));
				const found = read?.cues.map((cue) => ({
					...cue,
					start: Math.floor(cue.start),
					text: words(cue.text),
				}));
				expect(found).toEqual(expected);
				expect(read?.untimed).toBe(0);
			}),
			{ numRuns: 40 },
		);
	});

	it.each(SPOKEN_FORMS)("speech without times: $name", ({ write }) => {
		fc.assert(
			fc.property(knownCues, (cues) => {
				const read = readPastedTranscript(write(cues));
				expect(read?.cues).toEqual([]);
				expect(words(read?.text ?? "")).toBe(words(cues.map(({ text }) => text).join(" ")));
				const named = read?.turns.map(({ speaker }) => speaker);
				expect(named).toEqual(
					cues.map(({ speaker }) => speaker).filter((it, at, all) => it !== all[at - 1]),
				);
			}),
			{ numRuns: 40 },
		);
	});
});

describe("a time that cannot be right", () => {
	it("loses itself alone and is named", () => {
		fc.assert(
			fc.property(knownCues, fc.nat(), (cues, place) => {
				const wrong = 1 + (place % (cues.length - 2));
				const late = (cues.at(-1)?.start ?? 0) + 60;
				const times = cues.map(({ start }, at) => (at === wrong ? late : start));
				const text = cues.map((cue, at) => `[${short(times[at] ?? 0)}] ${cue.text}`).join("\n");
				const read = readPastedTranscript(text);
				expect(read?.cues.map((cue) => words(cue.text))).toEqual(cues.map((cue) => cue.text));
				expect(read?.not_understood).toEqual([`[${short(late)}] ${cues[wrong]?.text}`]);
				expect(read?.untimed).toBe(1);
				const others = read?.cues.filter((_, at) => at !== wrong).map(({ start }) => start);
				expect(others).toEqual(cues.filter((_, at) => at !== wrong).map(({ start }) => start));
			}),
			{ numRuns: 100 },
		);
	});
});
