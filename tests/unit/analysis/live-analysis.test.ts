import { describe, expect, it } from "vitest";
import { StatementId } from "#contract/ids.ts";
import type { Rating } from "#contract/statement.ts";
import { describeRun } from "#features/analysis/live-analysis.ts";
import { LiveRun } from "#features/analysis/live-run.ts";
import { readRunInput } from "#features/analysis/run-input.ts";
import { ratingKey } from "#features/analysis/task.ts";
import { WITHOUT_PAGES } from "#features/raters/consensus.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

const PANEL = ["openai", "claude", "gemini"] as const;
const STATEMENTS = 8;

const { input } = readRunInput({
	run_id: "run1",
	video_id: "abcdefghijk",
	panel: [...PANEL],
	url: "https://youtu.be/abcdefghijk",
	started_by: null,
	started_at_ms: 0,
	simulated: false,
	member_transcript: null,
	captions_read_by: null,
	earlier_source: null,
});

const chosen = Array.from({ length: STATEMENTS }, (_, index) => ({
	content: "A claim.",
	quote: "a claim",
	quote_key: "aclaim",
	timestamp: index,
	timestamp_source: "cue" as const,
	earlier: null,
	out_of_budget: false,
	new_id: StatementId.parse(`s${index}`),
}));

function stepWith(ratings: ReadonlyMap<string, Rating>) {
	const transcript = { source: "captions", language: "en", track: null, cues: [], text: "A" };
	const read = { transcript, extract_windows: 1, extracted: new Set([0]) };
	const run = Object.assign(new LiveRun(input), { chosen, ratings, ...read });
	return describeRun(run).analysis_step;
}

describe("step of a run during its ratings", () => {
	it.each([1, 2, 3, 4, 5])(
		"never goes back, in whatever order the answers arrive (seed %i)",
		(seed) => {
			const random = seededRandom(seed);
			const waiting = PANEL.flatMap((provider) => chosen.map((_, index) => ({ provider, index })));
			const ratings = new Map<string, Rating>();
			const steps = [stepWith(ratings)];
			while (waiting.length > 0) {
				const at = Math.floor(random() * waiting.length);
				const [next] = waiting.splice(at, 1);
				if (!next) throw new Error("Nothing is waiting");
				ratings.set(ratingKey(next.index, next.provider), {
					provider: next.provider,
					model: "m",
					status: "ok",
					score: 50,
					confidence: 50,
					explanation: "",
					sources: [],
					...WITHOUT_PAGES,
				});
				steps.push(stepWith(ratings));
			}
			const order = [...PANEL, "finalizing"];
			const places = steps.map((step) => order.indexOf(step ?? ""));
			expect(places).not.toContain(-1);
			expect(places).toEqual([...places].sort((a, b) => a - b));
			expect(steps.at(-1)).toBe("finalizing");
		},
	);
});

describe("what a run has found", () => {
	const run = (change: object) => describeRun(Object.assign(new LiveRun(input), change));

	it("is at most 24 quotes with their times, not their wordings", () => {
		const many = Array.from({ length: 30 }, (_, at) => ({
			...chosen[0],
			quote: `said ${at}`,
			timestamp: at,
			timestamp_source: at === 1 ? "estimated" : "cue",
		}));
		const { found } = run({ chosen: many });
		expect(found).toHaveLength(24);
		expect(found.slice(0, 2)).toEqual([
			{ quote: "said 0", timestamp: 0 },
			{ quote: "said 1", timestamp: null },
		]);
	});

	it("is empty before the choice and after the end", () => {
		expect(run({}).found).toEqual([]);
		expect(run({ chosen, published: true }).found).toEqual([]);
	});
});

describe("activity of a run", () => {
	const plan = {
		neutral: "harbour wall",
		opposing: "no harbour wall",
		kind: "other" as const,
		time_sensitive: false,
	};
	const search = (statement: number) => ({ kind: "search", statement, round: 1 }) as const;
	const rate = { kind: "rate", statement: 0 } as const;
	const nothing = { searches: [], hits: [], reviews: [], calls: [] };

	function aRun() {
		const run = new LiveRun(input);
		run.plans = [plan, { ...plan, neutral: "sea level" }];
		return run;
	}

	it("is the latest lookup that has not ended", () => {
		const run = aRun();
		run.note(search(0));
		run.note(search(1));
		expect(run.activity).toEqual({ kind: "search", text: "sea level" });
		run.apply(search(1), nothing);
		expect(run.activity).toEqual({ kind: "search", text: "harbour wall" });
	});

	it("is null while models rate and no lookup is under way", () => {
		const run = aRun();
		run.note(search(0));
		run.apply(search(0), nothing);
		run.note({ ...rate, provider: "openai" });
		expect(run.activity).toBeNull();
	});
});
