import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeReading, readPastedTranscript } from "#features/captions/pasted-transcript.ts";

/** Long enough that the words can be said between the times. */
const WORDS = ["France adopted the metre.", "It was renamed.", "Only three refused.", "It spread."];

const clock = (seconds: number, hours = false) => {
	const [h, m, s] = [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
	const two = (value = 0) => String(value).padStart(2, "0");
	return hours ? `${two(h)}:${two(m)}:${two(s)}` : `${60 * (h ?? 0) + (m ?? 0)}:${two(s)}`;
};
const lines = (starts: readonly number[]) =>
	starts.map((start, at) => `${clock(start)} ${WORDS[at % WORDS.length]}`).join("\n");
const srt = (starts: readonly number[], length = 3) =>
	starts
		.map((start, at) => {
			const range = `${clock(start, true)},000 --> ${clock(start + length, true)},000`;
			return `${at + 1}\n${range}\n${WORDS[at % WORDS.length]}\n`;
		})
		.join("\n");

function read(text: string, duration: number | null) {
	const transcript = readPastedTranscript(text, { duration });
	if (!transcript) throw new Error("It cannot be read");
	return transcript;
}
const startsOf = (text: string, duration: number | null) =>
	read(text, duration).cues.map(({ start }) => start);

describe("times that are not the video's", () => {
	const STARTS = [0, 30, 65, 110];

	it("are divided by a thousand where seconds are milliseconds", () => {
		const json = JSON.stringify({
			segments: STARTS.map((start, at) => ({ start: start * 1_000, text: WORDS[at] })),
		});
		expect(startsOf(json, 120)).toEqual(STARTS);
		expect(read(json, 40)).toMatchObject({ cues: [], unused: "beyond_video" });
	});

	it.each([1, 10])("lose an offset of %i hours", (hours) => {
		const moved = STARTS.map((start) => start + hours * 3_600);
		expect(startsOf(srt(moved), 120)).toEqual(STARTS);
		const frames = moved.map((start, at) => `${clock(start, true)}:12 ${WORDS[at]}`).join("\n");
		expect(startsOf(frames, 120).map(Math.floor)).toEqual(STARTS);
		expect(startsOf(frames, null).map(Math.floor)).toEqual(STARTS);
	});

	it("stay where a video is that long", () => {
		const moved = STARTS.map((start) => start + 3_600);
		expect(startsOf(srt(moved), 4_000)).toEqual(moved);
	});

	it("are not believed where no one correction makes all fit", () => {
		const transcript = read(srt([0, 400, 900, 5_000]), 120);
		expect(transcript).toMatchObject({ cues: [], unused: "beyond_video" });
		expect(transcript.text).toBe(WORDS.join(" "));
		expect(describeReading(transcript)).toMatchObject({ cues: 0, times_unused: "beyond_video" });
	});

	it("are none where all are alike", () => {
		for (const text of [srt([0, 0, 0]), srt([7, 7, 7])]) {
			const transcript = read(text, 120);
			expect(transcript.cues).toEqual([]);
			expect(transcript.text).toBe(WORDS.slice(0, 3).join(" "));
		}
	});

	it("are corrected to the video's whatever the offset", () => {
		const gap = fc.integer({ min: 5, max: 90 });
		fc.assert(
			fc.property(
				fc.array(gap, { minLength: 3, maxLength: 30 }),
				fc.constantFrom(0, 3_600, 36_000),
				(gaps, offset) => {
					let at = 0;
					const starts = gaps.map((seconds) => {
						at += seconds;
						return at;
					});
					const moved = starts.map((start) => start + offset);
					expect(startsOf(srt(moved), at + 4)).toEqual(starts);
				},
			),
		);
	});
});

describe("parts that begin again at 0:00", () => {
	const PARTS = [
		[0, 30, 65, 110],
		[0, 20, 50, 90],
		[2, 40, 80],
	];
	const forms = {
		lines: PARTS.map(lines).join("\n"),
		srt: PARTS.map((starts) => srt(starts)).join("\n"),
	};

	it.each(Object.entries(forms))("are joined by the video's length (%s)", (_, text) => {
		const transcript = read(text, 300);
		expect(describeReading(transcript)).toMatchObject({ cues: 11, joined_parts: 3, untimed: 0 });
		const starts = transcript.cues.map(({ start }) => start);
		expect(starts).toEqual([...starts].sort((a, b) => a - b));
		expect(starts.slice(0, 4)).toEqual(PARTS[0]);
		// The second part begins after the first one's last words, the third one likewise.
		expect(starts[4]).toBeGreaterThanOrEqual(110);
		expect(starts[4]).toBeLessThan(125);
		expect(starts[8]).toBeGreaterThan(200);
		expect(starts.at(-1)).toBeLessThan(300);
	});

	it.each([
		["without the video's length", null],
		["in a video that is shorter", 150],
		["in one that is much longer", 2_000],
	])("have no times %s, which is said", (_, duration) => {
		for (const text of Object.values(forms)) {
			const transcript = read(text, duration);
			expect(transcript.cues).toEqual([]);
			expect(transcript.joined).toBeNull();
			expect(transcript.text.replace(/\s+/g, " ")).toBe(
				PARTS.map((starts) => starts.map((_, at) => WORDS[at]).join(" ")).join(" "),
			);
			expect(transcript.untimed).toBe(11);
			expect(transcript.not_understood).toHaveLength(2);
		}
	});

	it("are ignored as other times are", () => {
		const transcript = readPastedTranscript(forms.srt, { duration: 300, times: "ignore" });
		expect(transcript?.cues).toEqual([]);
	});

	it("keep every time within what the length leaves over", () => {
		const gap = fc.integer({ min: 5, max: 60 });
		const part = fc.array(gap, { minLength: 4, maxLength: 20 });
		fc.assert(
			fc.property(fc.array(part, { minLength: 2, maxLength: 5 }), (parts) => {
				let base = 0;
				const real: number[] = [];
				const own = parts.map((gaps) => {
					let at = 0;
					const starts = [0, ...gaps.map((seconds) => (at += seconds))];
					real.push(...starts.map((start) => base + start));
					base += at + 4;
					return starts;
				});
				// Fewer times behind the part before are wrong ones of a text in one part.
				const behind = own
					.slice(1)
					.map((starts, at) => starts.filter((start) => start < (own[at]?.at(-1) ?? 0)).length);
				fc.pre(behind.every((count) => count >= 3));
				const read_starts = startsOf(own.map((starts) => srt(starts)).join("\n"), base);
				expect(read_starts).toHaveLength(real.length);
				read_starts.forEach((start, at) => {
					expect(Math.abs(start - (real[at] ?? 0))).toBeLessThanOrEqual(1 + parts.length);
				});
			}),
		);
	});
});
