import { describe, expect, it } from "vitest";
import { StatementId } from "#contract/ids.ts";
import type { Rating } from "#contract/statement.ts";
import { ratingKey } from "#features/analysis/evidence-state.ts";
import { describeRun } from "#features/analysis/live-analysis.ts";
import { LiveRun } from "#features/analysis/live-run.ts";
import { readRunInput } from "#features/analysis/run-state.ts";
import { WITHOUT_PAGES } from "#features/raters/consensus.ts";
import { seededRandom } from "#tests/support/world/command-line.ts";

const PANEL = ["openai", "claude", "gemini"] as const;
const STATEMENTS = 8;

const { input } = readRunInput({
	...{ run_id: "run1", video_id: "abcdefghijk", panel: [...PANEL] },
	...{ url: "https://youtu.be/abcdefghijk", started_by: null },
	...{ started_at_ms: 0, simulated: false },
	...{ member_transcript: null, earlier_source: null },
});

const chosen = Array.from({ length: STATEMENTS }, (_, index) => ({
	...{ content: "A claim.", quote: "a claim", quote_key: "aclaim" },
	...{ timestamp: index, timestamp_source: "cue" as const, earlier: null },
	new_id: StatementId.parse(`s${index}`),
}));

function stepWith(ratings: ReadonlyMap<string, Rating>) {
	const { analysis_step } = describeRun({
		...{ input, chosen, ratings, begun: new Set<string>() },
		metadata: null,
		...{ transcribe_windows: null, transcribed: new Set<number>() },
		transcript: {
			source: "captions",
			language: "en",
			track: null,
			cues: [],
			text: "A",
		},
		...{ extract_windows: 1, extracted: new Set([0]) },
		...{ published: false, error: null, activity: null },
		...{ plans: null, searches: new Map(), reads: new Map() },
		judgements: new Map(),
	});
	return analysis_step;
}

describe("The step of a run during its ratings", () => {
	it.each([1, 2, 3, 4, 5])(
		"never goes back, in whatever order the answers arrive (seed %i)",
		(seed) => {
			const random = seededRandom(seed);
			const waiting = PANEL.flatMap((provider) =>
				chosen.map((_, index) => ({ provider, index })),
			);
			const ratings = new Map<string, Rating>();
			const steps = [stepWith(ratings)];
			while (waiting.length > 0) {
				const at = Math.floor(random() * waiting.length);
				const [next] = waiting.splice(at, 1);
				if (!next) throw new Error("Nothing is waiting");
				ratings.set(ratingKey(next.index, next.provider), {
					...{ provider: next.provider, model: "m", status: "ok" },
					...{ score: 50, confidence: 50, explanation: "", sources: [] },
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

describe("What a run is said to search and read", () => {
	const plan = {
		...{ neutral: "harbour wall", opposing: "no harbour wall" },
		...{ kind: "other" as const, time_sensitive: false },
	};
	const search = (statement: number) =>
		({ kind: "search", statement, round: 1 }) as const;
	const rate = { kind: "rate", statement: 0 } as const;
	const nothing = { searches: [], hits: [] };

	function aRun() {
		const run = new LiveRun(input);
		run.plans = [plan, { ...plan, neutral: "sea level" }];
		return run;
	}

	it("is the latest of the lookups that have not ended", () => {
		const run = aRun();
		run.note(search(0));
		run.note(search(1));
		expect(run.activity).toEqual({ kind: "search", text: "sea level" });
		run.apply(search(1), nothing);
		expect(run.activity).toEqual({ kind: "search", text: "harbour wall" });
	});

	it("is nothing while the models rate and no lookup is under way", () => {
		const run = aRun();
		run.note(search(0));
		run.apply(search(0), nothing);
		run.note({ ...rate, provider: "openai" });
		expect(run.activity).toBeNull();
	});
});
