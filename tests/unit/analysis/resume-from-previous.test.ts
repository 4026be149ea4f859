import { describe, expect, it } from "vitest";
import { RunId, StatementId, VideoId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { LIMIT_LEFT_NO_TIME, LIMIT_REACHED, OUT_OF_TIME } from "#contract/unfinished.ts";
import {
	holdsResults,
	KEPT_FOR_MS,
	resumableUntil,
	resumeFromPrevious,
	resumeFromRuns,
	selectionOf,
	UNFINISHED_FOR_MS,
	UNHEARD_FOR_MS,
} from "#features/analysis/resume-from-previous.ts";
import type { RunInput } from "#features/analysis/run-input.ts";
import type { DoneTask } from "#features/analysis/run-store.ts";
import { UNANSWERED_SEARCH } from "#features/evidence/find-pages.ts";
import { ratingFallback } from "#features/raters/consensus.ts";
import { runFailure } from "#http/run-failures.ts";
import { aProviderCall } from "#tests/support/fixtures/publications.ts";

const input: RunInput = {
	run_id: RunId.parse("run1"),
	video_id: VideoId.parse("abcdefghijk"),
	url: "https://www.youtube.com/watch?v=abcdefghijk",
	started_by: "member",
	started_at_ms: 1_000,
	panel: ["openai"],
	simulated: false,
	member_transcript: null,
	captions_read_by: null,
	earlier_source: null,
	evidence: [],
	second_reading: false,
	selected: null,
	adds_to: null,
	rechecks: null,
	moment: null,
	keeps: null,
	keeps_asked: null,
	searches_afresh: false,
	origin: "",
};
const later = { ...input, run_id: RunId.parse("run2"), started_at_ms: 2_000 };
const SPENT = runFailure("provider_budget_spent");
const call = aProviderCall("extract:0:openai", "openai");

const transcript: DoneTask = {
	key: "transcript",
	input: { kind: "transcript" },
	output: {
		transcript: { source: "captions", language: "en", track: null, cues: [], text: "Water boils." },
	},
};
const read: DoneTask = {
	key: "extract:0",
	input: { kind: "extract", window: 0 },
	output: { provider: "openai", found: [], calls: [call] },
};
const refused: DoneTask = {
	key: "extract:1",
	input: { kind: "extract", window: 1 },
	output: { refused: SPENT, calls: [call] },
};
const ending: DoneTask[] = [
	{ key: "choose", input: { kind: "choose" }, output: { error: SPENT } },
	{ key: "publish", input: { kind: "publish" }, output: { done: true } },
	{ key: "retire", input: { kind: "retire" }, output: { done: true } },
];
const done = [transcript, read, refused, ...ending];

const of = (error: RunError | null) => ({ input, error });

const rating = (statement: number, message: string | null): DoneTask => ({
	key: `rate:${statement}:openai`,
	input: { kind: "rate", statement, provider: "openai" },
	output: {
		rating:
			message === null
				? { ...ratingFallback("openai", "m", ""), status: "ok" }
				: ratingFallback("openai", "m", message),
		judgement: null,
		next_query: null,
		calls: [call],
	},
});

describe("a run that lacked time", () => {
	const chosen = { chosen: [], extraction: null, left_out: [], kept: [], rechosen: [] };
	const choice: DoneTask = { key: "choose", input: { kind: "choose" }, output: chosen };
	const rated = [
		rating(0, null),
		rating(1, LIMIT_REACHED),
		rating(2, OUT_OF_TIME),
		rating(3, "timed out after 30 s"),
	];
	const checks = [0, 1].map(
		(statement): DoneTask => ({
			key: `check_support:${statement}`,
			input: { kind: "check_support", statement },
			output: {
				support: { shows: "all", missing_part: "", probability: 9, by: "openai" },
				calls: [],
			},
		}),
	);
	const published = [transcript, read, choice, ...rated, ...checks, ...ending.slice(1)];

	it("passes on all but the ratings that it had no time for, and what followed from them", () => {
		const keys = resumeFromPrevious(of(null), published, later).map(({ key }) => key);
		const kept = ["rate:0:openai", "rate:3:openai", "check_support:0"];
		expect(keys).toEqual(["transcript", "extract:0", ...kept]);
	});

	it("is kept for a day, and by a check of one statement it is forgotten", () => {
		const ended = { input, error: null, done: published };
		expect(resumableUntil(ended, published)).toBe(input.started_at_ms + UNFINISHED_FOR_MS);
		expect(holdsResults([ended], 2_000)).toBe(false);
		const rechecks = StatementId.parse("one");
		expect(resumeFromRuns([ended], { ...later, rechecks })).toMatchObject({
			answers: [],
			kept: [],
		});
		expect(resumeFromRuns([ended], { ...later, moment: { at: 1, quote: null } }).kept).toEqual([
			input.run_id,
		]);
	});

	it("passes on what it has paid for if it ended before it chose, or no rating was left time for", () => {
		const late = of(runFailure("run_deadline"));
		expect(resumeFromPrevious(late, [transcript, read], later)).toHaveLength(2);
		const unrated = [transcript, read, choice, rating(0, LIMIT_LEFT_NO_TIME)];
		const failed = of(runFailure("ratings_failed"));
		expect(resumeFromPrevious(failed, unrated, later)).toHaveLength(2);
		const refused_key = [transcript, read, choice, rating(0, "the key was refused")];
		expect(resumeFromPrevious(failed, refused_key, later)).toEqual([]);
	});

	it("passes on neither a page that was not read to its end nor a search that was given up", () => {
		const given_up: DoneTask[] = [
			{
				key: "search:2",
				input: { kind: "search", statement: 2, round: 1 },
				output: UNANSWERED_SEARCH,
			},
			{
				key: "read:a",
				input: { kind: "read", page: "a" },
				output: { ok: false, reason: "interrupted", status: null },
			},
		];
		const keys = resumeFromPrevious(of(null), [...published, ...given_up], later);
		expect(keys.map(({ key }) => key)).not.toContain("search:2");
		expect(keys.map(({ key }) => key)).not.toContain("read:a");
	});
});

describe("resumeFromPrevious", () => {
	it("passes the answers of a run ended by the daily limit to the next, without their cost", () => {
		expect(resumeFromPrevious(of(SPENT), done, later)).toEqual([
			transcript,
			{ ...read, output: { provider: "openai", found: [], calls: [] } },
		]);
	});

	it("passes second readings on, but not those without an answer", () => {
		const support = { shows: "all", missing_part: "", probability: 90, by: "openai" };
		const checks: DoneTask[] = [support, null].map((it, statement) => ({
			key: `check_support:${statement}`,
			input: { kind: "check_support", statement },
			output: { support: it, calls: [call] },
		}));
		const passed = resumeFromPrevious(of(SPENT), [...done, ...checks], later);
		expect(passed.slice(2)).toEqual([{ ...checks[0], output: { support, calls: [] } }]);
	});

	it.each([
		["the spending limit", "spending_budget_spent", 2],
		["another error", "captions_none", 0],
	] as const)("after %s (%s) passes %i answers to the next run", (_, code, tasks) => {
		const earlier = of(runFailure(code));
		expect(resumeFromPrevious(earlier, done, later)).toHaveLength(tasks);
	});

	it("keeps answers for a week, and only if something was paid for", () => {
		const until = input.started_at_ms + KEPT_FOR_MS;
		expect(resumableUntil(of(SPENT), done)).toBe(until);
		expect(resumableUntil(of(SPENT), [transcript, refused, ...ending])).toBeNull();
		expect(resumableUntil(of(null), done)).toBeNull();
		const [in_time, late] = [until, until + 1].map((started_at_ms) =>
			resumeFromPrevious(of(SPENT), done, { ...later, started_at_ms }),
		);
		expect(in_time).toHaveLength(2);
		expect(late).toEqual([]);
	});

	it.each([
		{ member_transcript: "Another text." },
		{ simulated: true },
		{ earlier_source: "captions" as const },
		{ rechecks: StatementId.parse("one") },
	])("passes nothing to a run with different input: %j", (change) => {
		expect(resumeFromPrevious(of(SPENT), done, { ...later, ...change })).toEqual([]);
	});

	it("passes nothing if an answer has an incompatible format", () => {
		const other = { ...read, output: { provider: "openai", calls: [call] } };
		const answers = [transcript, other, refused, ...ending];
		expect(resumeFromPrevious(of(SPENT), answers, later)).toEqual([]);
	});

	it("passes nothing without an earlier run, or if it ended without an error", () => {
		expect(resumeFromPrevious(null, [], later)).toEqual([]);
		expect(resumeFromPrevious(of(null), done, later)).toEqual([]);
	});
});

describe("resumeFromPrevious after a result with statements that did not fit the budget", () => {
	const selected = {
		content: "Water boils.",
		quote: "water boils",
		quote_key: "water",
		timestamp: 1,
		timestamp_source: "cue" as const,
	};
	const choice = (...out_of_budget: boolean[]): DoneTask => ({
		key: "choose",
		input: { kind: "choose" },
		output: {
			chosen: out_of_budget.map((out) => ({
				...selected,
				context: { before: "", after: "" },
				out_of_budget: out,
				new_id: StatementId.parse("s1"),
				earlier: null,
			})),
			extraction: null,
			left_out: [],
			kept: [],
			rechosen: [],
		},
	});
	const search: DoneTask = {
		key: "search:0",
		input: { kind: "search", statement: 0, round: 1 },
		output: { searches: [], hits: [], reviews: [], calls: [] },
	};
	const wordings: DoneTask = {
		key: "check_wording:0",
		input: { kind: "check_wording", batch: 0 },
		output: { wordings: [{ statement: 0, stands: false }], calls: [call] },
	};
	const published = (...out: boolean[]) => [
		transcript,
		read,
		choice(...out),
		search,
		...ending.slice(1),
	];
	// The next run replaces the result that this run published.
	const next = { ...later, earlier_source: "captions" as const };

	it("passes everything but its choice to the next run, which rates the same statements", () => {
		const done = published(false, true);
		expect(resumeFromPrevious(of(null), done, next).map(({ key }) => key)).toEqual([
			"transcript",
			"extract:0",
			"search:0",
		]);
		expect(selectionOf(done)).toEqual([selected, selected]);
		expect(resumableUntil(of(null), done)).toBe(input.started_at_ms + KEPT_FOR_MS);
	});

	it("passes the wordings that were read, which are not read again, without their cost", () => {
		const kept = resumeFromPrevious(of(null), [...published(false, true), wordings], next);
		expect(kept.at(-1)).toEqual({
			...wordings,
			output: { wordings: [{ statement: 0, stands: false }], calls: [] },
		});
	});

	it("leaves no search that the day had no room for, nor what was rated without it", () => {
		const searches = [{ source: "brave", query: "water", hits: 0, failure: "budget" }];
		const cut: DoneTask = { ...search, output: { searches, hits: [], calls: [] } };
		const done = [...published(false, true).slice(0, 3), cut];
		expect(resumeFromPrevious(of(null), done, next).map(({ key }) => key)).toEqual([
			"transcript",
			"extract:0",
		]);
	});

	it.each([
		["if all statements fit the budget", [false, false], {}],
		["to a run with another panel", [false, true], { panel: ["claude"] }],
		["to a run that reads wordings a second time", [true], { second_reading: true }],
		["to a run with other sources", [true], { evidence: ["pubmed"] }],
	] as const)("passes nothing %s", (_, out, change) => {
		const done = published(...out);
		const run = { ...next, ...change } as RunInput;
		expect(resumeFromPrevious(of(null), done, run)).toEqual([]);
	});
});

describe("resumeFromRuns", () => {
	const ended = [{ ...of(SPENT), done }];

	it("keeps the answers for the run that can use them", () => {
		const moment = { ...later, moment: { at: 10, quote: null } };
		expect(resumeFromRuns(ended, moment)).toEqual({ input: moment, answers: [], kept: ["run1"] });
		const { answers, kept } = resumeFromRuns(ended, later);
		expect([answers.map(({ key }) => key), kept]).toEqual([["transcript", "extract:0"], []]);
	});

	it("keeps none beyond their time", () => {
		const late = { ...later, started_at_ms: input.started_at_ms + KEPT_FOR_MS + 1 };
		expect(resumeFromRuns(ended, late)).toMatchObject({ answers: [], kept: [] });
	});
});

describe("a run whose transcription failed", () => {
	const FAILED = runFailure("transcription_failed");
	const part = (window: number, output: object): DoneTask => ({
		key: `transcribe:${window}`,
		input: { kind: "transcribe", window },
		output: { language: "en", asked_at_ms: 1_000, calls: [call], ...output },
	});
	const heard = part(0, { cues: [{ start: 1, text: "Water boils." }] });
	const silent = part(1, { cues: [] });
	const unheard = part(2, { cues: null, unanswered: false });
	const unanswered = part(3, { cues: null, unanswered: true });
	const parts = [heard, silent, unheard, unanswered];
	const failed = { ...of(FAILED), done: [transcript, ...parts, ...ending.slice(1)] };
	const at = (started_at_ms: number) => ({ ...later, started_at_ms });
	const taken = (run: RunInput, from = failed) =>
		resumeFromPrevious(from, from.done, run).map(({ key }) => key);

	it("passes on what was heard, and for a day that a part cannot be, or has no speech", () => {
		expect(taken(later)).toEqual(["transcribe:0", "transcribe:1", "transcribe:2"]);
		expect(taken(at(1_000 + UNHEARD_FOR_MS + 1))).toEqual(["transcribe:0"]);
		expect(taken(at(1_000 + KEPT_FOR_MS + 1))).toEqual([]);
		expect(resumableUntil(failed, failed.done)).toBe(1_000 + KEPT_FOR_MS);
	});

	it("does not prolong the day by asking again", () => {
		const second = { ...failed, input: at(1_000 + UNHEARD_FOR_MS - 1) };
		expect(taken(at(1_000 + UNHEARD_FOR_MS + 1), second)).toEqual(["transcribe:0"]);
	});

	it("is not forgotten for any number of moments", () => {
		const moments = Array.from({ length: 20 }, (_, n) => ({
			...failed,
			input: { ...input, run_id: RunId.parse(`moment${n}`), moment: { at: n, quote: null } },
		}));
		const { answers } = resumeFromRuns([...moments, failed], at(3_000));
		expect(answers.map(({ key }) => key)).toEqual(taken(later));
		const other = { ...at(3_000), moment: { at: 50, quote: null } };
		expect(resumeFromRuns([...moments, failed], other).kept).toContain(input.run_id);
	});

	it("holds no result that could come back", () => {
		expect(holdsResults([failed], 2_000)).toBe(false);
	});
});
