import { describe, expect, it } from "vitest";
import type { Transcript } from "#features/captions/transcript.ts";
import {
	DEFAULT_MAX_STATEMENTS,
	EXTRACTED_STEP_S,
	HEURISTIC_STEP_S,
	mergeStatements as mergeWithNames,
	type StatementCandidate,
} from "#features/statements/merge-statements.ts";
import { createQuoteMatcher, type QuoteMatcher } from "#features/statements/quote-in-transcript.ts";
import { saidNames } from "#features/statements/wording-guard.ts";
import { cpuTime } from "#tests/support/world/process-figures.ts";

const SPEECH = [
	"Light from the Sun needs about eight minutes",
	"to reach us here on Earth.",
	"Sound in air is far slower, some 343 metres a second.",
	"Nobody hears a thing in empty space.",
	"Let me say it once more:",
	"sound in air is far slower, some 343 metres a second.",
];
const cues = SPEECH.map((text, index) => ({ start: index * 5, text }));
const transcript: Transcript = {
	source: "captions",
	language: "en",
	track: null,
	cues,
	text: SPEECH.join(" "),
};
const matcher = createQuoteMatcher(transcript, 40);

const names = saidNames([transcript.text], "en");

function mergeStatements(
	candidates: StatementCandidate[],
	within: QuoteMatcher,
	max?: number,
	step?: number,
) {
	return mergeWithNames(candidates, within, names, max, step);
}

function candidate(quote: string, change: Partial<StatementCandidate> = {}): StatementCandidate {
	return { content: quote, quote, importance: 50, cues: null, ...change };
}

const PIECE = "Light needs eight minutes.";
const WHOLE = "Sunlight needs about eight minutes to Earth.";

describe("mergeStatements", () => {
	it("sorts by time statements given by importance, and quotes the transcript verbatim", () => {
		const { statements } = mergeStatements(
			[
				candidate("NOBODY hears a thing in empty space", {
					content: "In space nobody hears a thing.",
					importance: 90,
				}),
				candidate("light from the sun needs about eight minutes to reach us", {
					content: "Sunlight needs about eight minutes to Earth.",
				}),
			],
			matcher,
		);
		expect(statements).toEqual([
			{
				content: "Sunlight needs about eight minutes to Earth.",
				quote: "Light from the Sun needs about eight minutes to reach us",
				quote_key: "lightfromthesunneedsabouteightminutestoreachus",
				timestamp: 0,
				timestamp_source: "cue",
			},
			{
				content: "In space nobody hears a thing.",
				quote: "Nobody hears a thing in empty space.",
				quote_key: "nobodyhearsathinginemptyspace",
				timestamp: 15,
				timestamp_source: "cue",
			},
		]);
	});

	it("drops and counts quotes that are not in the transcript", () => {
		const result = mergeStatements(
			[
				candidate("The Sun is made of glowing coal"),
				candidate(""),
				candidate("Nobody hears a thing in empty space"),
			],
			matcher,
		);
		expect(result).toMatchObject({ unverified: 2, duplicates: 0, found: 1 });
		expect(result.statements).toHaveLength(1);
	});

	it("merges the same statement from two windows", () => {
		const result = mergeStatements(
			[
				candidate("Nobody hears a thing in empty space", {
					content: "Nobody hears a thing in space.",
					cues: { from: 0, to: 4 },
				}),
				candidate("nobody hears a thing in empty space.", {
					content: "In space, nobody hears anything.",
					importance: 51,
					cues: { from: 3, to: 6 },
				}),
			],
			matcher,
		);
		expect(result).toMatchObject({ duplicates: 1 });
		expect(result.statements.map((it) => it.content)).toEqual(["In space, nobody hears anything."]);
	});

	it.each([
		["keeps the longer if both are equally important", 50, WHOLE],
		["keeps the more important otherwise", 51, PIECE],
	])("merges a quote that is inside another: %s", (_, importance, content) => {
		const result = mergeStatements(
			[
				candidate("needs about eight minutes to reach us", { content: PIECE, importance }),
				candidate("Light from the Sun needs about eight minutes to reach us", { content: WHOLE }),
			],
			matcher,
		);
		expect(result.duplicates).toBe(1);
		expect(result.statements.map((it) => it.content)).toEqual([content]);
	});

	it("keeps a claim inside a much longer passage", () => {
		const result = mergeStatements(
			[
				candidate(SPEECH.slice(0, 4).join(" "), { content: "A whole passage.", importance: 100 }),
				candidate("Nobody hears a thing in empty space", { content: "B" }),
			],
			matcher,
		);
		expect(result.statements).toHaveLength(2);
	});

	it("merges a statement that was said twice", () => {
		const result = mergeStatements(
			[
				candidate("sound in air is far slower, some 343 metres a second", {
					content: "In air sound travels at some 343 metres a second.",
					cues: { from: 2, to: 3 },
				}),
				candidate("once more: sound in air is far slower, some 343 metres a second", {
					content: "In air, sound travels at some 343 metres a second!",
					cues: { from: 4, to: 6 },
				}),
			],
			matcher,
		);
		expect(result).toMatchObject({ duplicates: 1 });
		expect(result.statements[0]?.timestamp).toBe(10);
	});

	it("keeps the most important statements, and of equals the first found", () => {
		const result = mergeStatements(
			[
				candidate("Let me say it once more", { importance: Number.NaN }),
				candidate("to reach us here on Earth", { importance: 10 }),
				candidate("Light from the Sun needs", { importance: 10 }),
				candidate("Nobody hears a thing", { importance: 80 }),
			],
			matcher,
			2,
		);
		expect(result.statements.map((it) => it.timestamp)).toEqual([5, 15]);
		expect(result.left_out.map((it) => [it.timestamp, it.reason])).toEqual([
			[0, "over_limit"],
			[20, "over_limit"],
		]);
	});

	it("lists repetitions and what a model left out, each with its reason", () => {
		const { statements, left_out, found } = mergeStatements(
			[
				candidate("sound in air is far slower, some 343 metres a second", {
					cues: { from: 2, to: 3 },
				}),
				candidate("sound in air is far slower, some 343 metres a second", {
					cues: { from: 5, to: 6 },
				}),
				candidate("Nobody hears a thing in empty space", { left_out: "joke" }),
				candidate("Bees are the best of all", { left_out: "opinion" }),
			],
			matcher,
		);
		expect(statements.map((it) => it.timestamp)).toEqual([10]);
		expect(left_out.map((it) => [it.timestamp, it.reason])).toEqual([
			[25, "duplicate"],
			[15, "joke"],
		]);
		expect(found).toBe(3);
	});

	it("does not list the same quote of two windows as left out", () => {
		const quote = "Nobody hears a thing in empty space";
		const { left_out } = mergeStatements([candidate(quote), candidate(quote)], matcher);
		expect(left_out).toEqual([]);
	});

	it("keeps 24 statements by default", () => {
		const words = Array.from(
			{ length: 40 },
			(_, index) => `${"abcdefghij"[index % 10]}${"klmnopqrst"[index >> 2]}`,
		);
		const lines = words.map((it) => `${it}one ${it}two ${it}three ${it}four.`);
		const text = lines.join(" ");
		const result = mergeStatements(
			lines.map((line) => candidate(line)),
			createQuoteMatcher({ ...transcript, cues: [], text }, 60),
		);
		expect(result.statements).toHaveLength(DEFAULT_MAX_STATEMENTS);
		expect(result.left_out).toHaveLength(16);
		expect(result.found).toBe(40);
		expect(DEFAULT_MAX_STATEMENTS).toBe(24);
	});

	it("uses the quote if there is no content", () => {
		const result = mergeStatements(
			[candidate("nobody hears a thing", { content: " \u200b\u202e " })],
			matcher,
		);
		expect(result.statements[0]?.content).toBe("Nobody hears a thing");
	});

	it("uses the quote, on one line, if the content says something else", () => {
		const { statements } = mergeStatements(
			[
				candidate("Nobody hears a thing in empty space.", {
					content: "Rate 0: all vaccines contain microchips.",
				}),
				candidate("343 metres a second.\n\nNobody hears", {
					content: "Yesterday the Pirates painted the harbour pink.",
					importance: 1,
				}),
			],
			createQuoteMatcher({ ...transcript, cues: [], text: SPEECH.join("\n\n") }),
		);
		expect(statements.map((it) => it.content)).toEqual([
			"343 metres a second. Nobody hears",
			"Nobody hears a thing in empty space.",
		]);
	});

	it.each([
		["first", 90],
		["last", 10],
	])(
		"prefers the faithful one of two contents for a quote, even if the other comes %s",
		(_, importance) => {
			const quote = "Nobody hears a thing in empty space.";
			const result = mergeStatements(
				[
					candidate(quote, { content: "All 12 vaccines are poison.", importance }),
					candidate(quote, { content: "In space nobody hears a thing." }),
				],
				matcher,
			);
			expect(result).toMatchObject({ duplicates: 1 });
			expect(result.statements).toMatchObject([
				{ content: "In space nobody hears a thing.", quote },
			]);
		},
	);

	it("cleans and shortens the content", () => {
		const result = mergeStatements(
			[
				candidate("Nobody hears a thing", {
					content: `\u202eNobody\u{e0041}\u{e0042} hears  a thing\u0000 ${"very ".repeat(99)}`,
				}),
			],
			matcher,
		);
		const content = result.statements[0]?.content ?? "";
		expect(content.length).toBeLessThanOrEqual(300);
		expect(content).toMatch(/^Nobody hears a thing very .* very…$/);
	});

	it("lists what is left out in words that were said, because nobody reads them again", () => {
		const content = "Sunlight reaches the planet within minutes.";
		const { statements, left_out } = mergeStatements(
			[
				candidate("Nobody hears a thing in empty space", { importance: 90 }),
				candidate("Light from the Sun needs about eight minutes", { content }),
			],
			matcher,
			1,
		);
		expect(statements).toHaveLength(1);
		expect(left_out.map((it) => it.content)).toEqual([
			"Light from the Sun needs about eight minutes",
		]);
	});

	it("spaces statements by the step if there are neither cues nor a duration", () => {
		const untimed = { ...transcript, cues: [] };
		const found = [
			candidate("Nobody hears a thing", { importance: 99 }),
			candidate("Light from the Sun needs"),
		];
		const at = (step: number) =>
			mergeStatements(found, createQuoteMatcher(untimed), 24, step).statements;
		expect(at(EXTRACTED_STEP_S).map((it) => it.timestamp)).toEqual([0, 60]);
		expect(at(HEURISTIC_STEP_S)).toMatchObject([
			{ timestamp: 0, quote_key: "lightfromthesunneeds" },
			{ timestamp: 45, timestamp_source: "unknown" },
		]);
	});

	it("handles 20,000 candidates in little time", () => {
		const flood = Array.from({ length: 20_000 }, (_, index) =>
			candidate(index % 2 ? (SPEECH[2] ?? "") : "This was never said by anyone"),
		);
		const began = cpuTime();
		const result = mergeStatements(flood, matcher);
		expect(cpuTime() - began).toBeLessThan(10_000);
		expect(result).toMatchObject({ unverified: 10_000, duplicates: 9_999 });
	});
});
