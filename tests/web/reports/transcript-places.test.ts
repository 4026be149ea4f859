import { describe, expect, it } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import type { TranscriptAnswer } from "#contract/video.ts";
import { sampleStatement } from "#tests/web/support/sample-report.ts";
import {
	byParagraph,
	cutParagraph,
	findInText,
	findSpoken,
	MAX_MATCHES,
	placeStatements,
	transcriptParagraphs,
} from "#web/features/reports/transcript/transcript-text.ts";

function answer(
	cues: [number, string][],
	transcript = cues.map(([, text]) => text).join(" "),
): TranscriptAnswer {
	return {
		source: "captions",
		language: "en",
		cues: cues.map(([start, text]) => ({ start, text, speaker: null })),
		transcript,
	};
}

const TALK = transcriptParagraphs(
	answer([
		[0, "Welcome. The bridge opened"],
		[4, "in 1781, they say."],
		[31, "It weighs 379 tonnes."],
		[64, "The bridge opened in 1781."],
	]),
);

function said(from: number, to: number): string {
	return TALK.whole.slice(from, to);
}

describe("transcriptParagraphs", () => {
	it("returns paragraphs of about half a minute that together contain the whole text", () => {
		expect(TALK.paragraphs.map(({ start }) => start)).toEqual([0, 31, 64]);
		for (const { from, text } of TALK.paragraphs) expect(said(from, from + text.length)).toBe(text);
	});

	it("splits text without times at line breaks, and splits long lines", () => {
		const long = "word ".repeat(400).trim();
		const { paragraphs, whole } = transcriptParagraphs(answer([], `One.\n\nTwo.\n${long}`));
		expect(paragraphs.slice(0, 2).map(({ text }) => text)).toEqual(["One.", "Two."]);
		expect(paragraphs.length).toBeGreaterThan(4);
		expect(whole).toBe(`One. Two. ${long}`);
	});
});

describe("findInText", () => {
	it("ignores case and spacing and matches across paragraphs", () => {
		expect(findInText(TALK.whole, "SAY. it")).toHaveLength(1);
		expect(findInText("a  b\nc", " b c ")).toEqual([{ from: 3, to: 6 }]);
	});

	it("does not treat the search text as a pattern", () => {
		expect(findInText("cost (about) $5.00?", "(about) $5.00?")).toHaveLength(1);
		expect(findInText("abc", ".")).toEqual([]);
		expect(findInText("abc", "  ")).toEqual([]);
	});

	it("returns a limited number of matches", () => {
		expect(findInText("e".repeat(5_000), "e")).toHaveLength(MAX_MATCHES);
	});
});

describe("place of a statement in the transcript", () => {
	it("is where its words are said, whatever the punctuation", () => {
		const [range] = findSpoken(TALK.whole, "“Opened in 1781 – they say!”");
		expect(said(range?.from ?? 0, range?.to ?? 0)).toBe("opened in 1781, they say");
	});

	it("is nearest to its time if the words are said twice", () => {
		const quote = "The bridge opened in 1781";
		const at = (timestamp: number) =>
			placeStatements(TALK, [sampleStatement({ quote, timestamp })])[0]?.from;
		expect(at(64)).toBeGreaterThan(at(0) ?? Number.POSITIVE_INFINITY);
	});

	it("is the start of its paragraph if the words are not found", () => {
		const [place] = placeStatements(TALK, [
			sampleStatement({ quote: "never said", timestamp: 40 }),
		]);
		expect(place).toMatchObject({ from: TALK.paragraphs[1]?.from, to: TALK.paragraphs[1]?.from });
		const estimated = sampleStatement({ quote: "never said", timestamp_source: "estimated" });
		expect(placeStatements(TALK, [estimated])).toEqual([]);
	});

	it("never overlaps another place", () => {
		const places = placeStatements(
			TALK,
			["opened in 1781, they", "1781, they say", "in 1781"].map((quote, index) =>
				sampleStatement({ id: `${index}` as StatementId, quote, timestamp: 4 }),
			),
		);
		expect(places).toHaveLength(3);
		for (const [index, place] of places.entries())
			expect(place.from).toBeGreaterThanOrEqual(places[index - 1]?.to ?? 0);
	});
});

describe("cutParagraph", () => {
	it("keeps the whole text and marks statements and matches", () => {
		const statement = sampleStatement({ quote: "say. It weighs 379 tonnes", timestamp: 4 });
		const placed = byParagraph(TALK.paragraphs, placeStatements(TALK, [statement]));
		const matches = byParagraph(
			TALK.paragraphs,
			findInText(TALK.whole, "they say. it").map((range, number) => ({ ...range, number })),
		);
		const cut = TALK.paragraphs.map((paragraph, place) =>
			cutParagraph(paragraph, placed.get(place) ?? [], matches.get(place) ?? []),
		);
		for (const [place, runs] of cut.entries())
			expect(runs.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join("")).toBe(
				TALK.paragraphs[place]?.text,
			);
		const statements = cut.map((runs) =>
			runs
				.filter((run) => run.statement !== null)
				.map(({ first, pieces }) => [first, pieces.map(({ text }) => text)]),
		);
		expect(statements).toEqual([[[true, ["say."]]], [[false, ["It", " weighs 379 tonnes"]]], []]);
		const marked = cut.map((runs) =>
			runs.flatMap(({ pieces }) =>
				pieces.filter(({ match }) => match === 0).map(({ text }) => text),
			),
		);
		expect(marked).toEqual([["they ", "say."], ["It"], []]);
	});
});

describe("speakers", () => {
	const answer = { source: "member", language: null, transcript: "" } as const;

	it("begin a paragraph, and are named where they begin to speak", () => {
		const cues = [
			{ start: 0, text: "a", speaker: "Ana" },
			{ start: 4, text: "b", speaker: "Ana" },
			{ start: 8, text: "c", speaker: "Ben" },
			{ start: 40, text: "d", speaker: "Ben" },
			{ start: 44, text: "e", speaker: null },
		];
		const { paragraphs, whole } = transcriptParagraphs({ ...answer, cues });
		expect(paragraphs.map(({ start, text, speaker }) => [start, text, speaker])).toEqual([
			[0, "a b", "Ana"],
			[8, "c", "Ben"],
			[40, "d", null],
			[44, "e", null],
		]);
		expect(whole).toBe("a b c d e");
	});

	it("begin a paragraph of a text without times", () => {
		const turns = [
			{ at: 0, speaker: "Ana" },
			{ at: 5, speaker: "Ben" },
		];
		const spoken = { ...answer, cues: [], transcript: "Yes. No. Why?", turns };
		const { paragraphs, whole } = transcriptParagraphs(spoken);
		expect(paragraphs.map(({ text, speaker }) => [text, speaker])).toEqual([
			["Yes.", "Ana"],
			["No. Why?", "Ben"],
		]);
		expect(whole).toBe("Yes. No. Why?");
	});
});
