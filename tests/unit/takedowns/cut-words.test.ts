import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TranscriptAnswer } from "#contract/video.ts";
import { createCutter } from "#features/takedowns/cut-words.ts";

const QUOTE = "The keeper sold the lamp, and lied to the harbour board.";
const cutter = createCutter([{ quote: QUOTE }]);

const transcriptOf = (fields: Partial<TranscriptAnswer>): TranscriptAnswer => ({
	source: "captions",
	language: "en",
	cues: [],
	transcript: "",
	...fields,
});
const cuesOf = (...texts: string[]) => texts.map((text, start) => ({ start, text, speaker: null }));

describe("words that were taken down", () => {
	it("are cut from a text, whatever its case and signs", () => {
		expect(cutter.text(`Good evening. ${QUOTE} Then it rained.`)).toBe(
			"Good evening. [taken down]. Then it rained.",
		);
		expect(cutter.text("THE KEEPER SOLD — THE LAMP AND LIED TO THE HARBOUR BOARD")).toBe(
			"[taken down]",
		);
	});

	it("are cut where a text begins or ends within them", () => {
		expect(cutter.text("and lied to the harbour board. It rained.")).toBe(
			"[taken down]. It rained.",
		);
		expect(cutter.text("It rained. The keeper sold the lamp, and")).toBe("It rained. [taken down]");
	});

	it("are cut around a noise between them", () => {
		expect(
			cutter.text("The keeper sold the lamp [applause] and lied to the harbour board."),
		).not.toMatch(/keeper|lied|board/);
	});

	it("leave others' words that share a few", () => {
		const other = "The keeper sold the boat to the harbour board.";
		expect(cutter.text(other)).toBe(other);
	});

	it("are cut whole if they are few", () => {
		const short = createCutter([{ quote: "He lied." }]);
		expect(short.text("I believe he lied. She believed.")).toBe(
			"I believe [taken down]. She believed.",
		);
		expect(short.text("He relied on her.")).toBe("He relied on her.");
	});

	it("are cut in scripts without spaces", () => {
		const japanese = createCutter([{ quote: "灯台守は灯りを売ったと聞いています。" }]);
		expect(japanese.text("こんばんは。灯台守は灯りを売ったと聞いています。雨でした。")).toBe(
			"こんばんは。[taken down]。雨でした。",
		);
	});

	it("are cut across cues, which keep their times and number", () => {
		const cues = cuesOf(
			"It rained. The keeper",
			"sold the lamp, and lied",
			"to the harbour board. Then",
			"sun.",
		);
		const { cues: served } = cutter.transcript(transcriptOf({ cues }));
		expect(served.map(({ text }) => text)).toEqual([
			"It rained. [taken down]",
			"[taken down]",
			"[taken down]. Then",
			"sun.",
		]);
		expect(served.map(({ start }) => start)).toEqual([0, 1, 2, 3]);
	});

	it("move the turns of a text without times with it", () => {
		const transcript = `Anna: It rained. ${QUOTE} Bert: Then the sun shone.`;
		const served = cutter.transcript(
			transcriptOf({
				transcript,
				turns: [
					{ at: 0, speaker: "Anna" },
					{ at: transcript.indexOf("The keeper") + 4, speaker: "Within" },
					{ at: transcript.indexOf("Bert"), speaker: "Bert" },
				],
			}),
		);
		expect(served.turns?.map(({ at }) => served.transcript.slice(at, at + 6))).toEqual([
			"Anna: ",
			"[taken",
			"Bert: ",
		]);
	});

	it("are in nothing that is served, however the cues are cut, and nothing else is missing", () => {
		const words = QUOTE.split(" ");
		const others = fc.array(fc.constantFrom("rain", "sun", "wall", "tide"), { maxLength: 12 });
		fc.assert(
			fc.property(others, others, fc.array(fc.nat(30), { maxLength: 8 }), (before, after, ends) => {
				const all = [...before, ...words, ...after];
				const places = [0, ...new Set(ends.filter((it) => it < all.length)), all.length].sort(
					(a, b) => a - b,
				);
				const cues = cuesOf(
					...places.slice(1).map((end, at) => all.slice(places[at], end).join(" ")),
				);
				const served = cutter
					.transcript(transcriptOf({ cues }))
					.cues.map(({ text }) => text)
					.join(" ");
				const kept = served.replaceAll("[taken down]", "").match(/\w+/g) ?? [];
				expect(kept).toEqual([...before, ...after]);
			}),
		);
	});
});
