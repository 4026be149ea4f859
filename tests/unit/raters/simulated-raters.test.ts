import { describe, expect, it } from "vitest";
import { bandFor } from "#contract/bands.ts";
import { videoScore } from "#features/raters/consensus.ts";
import type { RatingAnswer } from "#features/raters/parse-rating.ts";
import {
	createSimulatedRaters,
	createSimulatedReaders,
	SIMULATED_EXPLANATION,
} from "#features/raters/simulated-raters.ts";
import { sampleCitations } from "#features/samples/sample-pages.ts";
import { SAMPLES, sampleLabel } from "#features/samples/samples.ts";
import { createGates } from "#providers/provider-gate.ts";
import type { CallContext } from "#providers/retrying-call.ts";

const raters = createSimulatedRaters({
	label: sampleLabel,
	trait: () => null,
	citations: sampleCitations,
});

/** A context whose clock moves only by sleeping, and whose requests all fail. */
function stillContext(): CallContext & { slept: number[] } {
	const slept: number[] = [];
	return {
		slept,
		fetch: () => Promise.reject(new Error("A simulated rater called out")),
		patience_ms: 0,
		gateOf: createGates(),
		timeout_ms: 30_000,
		now: () => slept.reduce((sum, ms) => sum + ms, 0),
		random: () => 0.5,
		sleep: async (ms) => {
			slept.push(ms);
		},
	};
}

async function answers(statement: string): Promise<RatingAnswer[]> {
	const said_on = null;
	const outcomes = await Promise.all(
		raters.map((it) => it.rate({ statement, said_on, said_in: null }, stillContext())),
	);
	return outcomes.map((outcome) => {
		if (!outcome.ok) throw new Error(outcome.message);
		return outcome.answer;
	});
}

async function scores(statement: string): Promise<number[]> {
	return (await answers(statement)).map((it) => it.score);
}

describe("simulated rater", () => {
	it("replaces each provider and says that it is simulated", async () => {
		expect(raters.map((it) => [it.provider, it.model])).toEqual([
			["openai", "simulated"],
			["claude", "simulated"],
			["gemini", "simulated"],
		]);
		for (const answer of await answers("Water is wet.")) {
			expect(answer).toMatchObject({
				confidence: 75,
				sources: [],
				explanation: SIMULATED_EXPLANATION,
			});
		}
		expect(SIMULATED_EXPLANATION).toMatch(/^Simulated.*not an assessment/);
	});

	it("waits a second, sends no request and costs nothing", async () => {
		const context = stillContext();
		const input = { statement: "Water is wet.", said_on: null, said_in: null };
		expect(await raters[0]?.rate(input, context)).toMatchObject({
			ok: true,
			model: "simulated",
			attempts: 0,
			duration_ms: 1_000,
			usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
		});
		expect(context.slept).toEqual([1_000]);
	});

	it("gives the same statement the same score", async () => {
		expect(await scores("Water is wet.")).toEqual(await scores("Water is wet."));
	});

	it("returns every score from 20 to 79, at most 6 apart per statement", async () => {
		const seen = new Set<number>();
		for (let index = 0; index < 600; index += 1) {
			const panel = await scores(`Statement number ${index}`);
			expect(Math.max(...panel) - Math.min(...panel)).toBeLessThanOrEqual(6);
			for (const score of panel) seen.add(score);
		}
		expect(Math.min(...seen)).toBe(20);
		expect(Math.max(...seen)).toBe(79);
		expect(seen.size).toBe(60);
	});

	it("differs between providers on most statements", async () => {
		let differing = 0;
		for (let index = 0; index < 100; index += 1) {
			if (new Set(await scores(`Statement ${index}`)).size > 1) differing += 1;
		}
		expect(differing).toBeGreaterThan(80);
	});
});

describe("simulated rating of a sample's statement", () => {
	const ends = { true: [20, 29], mixed: [40, 60], false: [70, 79] } as const;
	const labelled = SAMPLES.flatMap((it) => Object.entries(it.labels));

	it.each(labelled)("matches its label: %s", async (sentence, label) => {
		const [lowest, highest] = ends[label];
		for (const score of await scores(sentence)) {
			expect(score).toBeGreaterThanOrEqual(lowest);
			expect(score).toBeLessThanOrEqual(highest);
		}
	});

	it("puts the three samples into the three bands", async () => {
		const bands = [];
		for (const sample of SAMPLES) {
			const rated = [];
			for (const sentence of Object.keys(sample.labels)) {
				const panel = await scores(sentence);
				const sum = panel.reduce((total, score) => total + score, 0);
				const ai_score = Math.round(sum / panel.length);
				rated.push({ ai_score, confidence_level: 75 });
			}
			bands.push(bandFor(Number(videoScore(rated).bs_score)));
		}
		expect(bands).toEqual(["factual", "moderate", "high"]);
	});
});

describe("simulated reader", () => {
	const readers = createSimulatedReaders({
		citations: () => [
			{ quote: "one says so", stance: "supports" },
			{ quote: "another denies it", stance: "refutes" },
			{ quote: "a third adds to it", stance: "context" },
		],
	});

	async function shows(...quotes: string[]): Promise<string> {
		const input = {
			statement: "x",
			said: "x",
			context: { before: "", after: "" },
			said_on: null,
			quotes: quotes.map((quote) => ({
				quote,
				site: "a.org",
				published_at: null,
				before: "",
				after: "",
			})),
		};
		const [reader] = readers;
		const outcome = await reader?.checkSupport(input, stillContext());
		if (!outcome?.ok) throw new Error("A simulated reader failed.");
		expect(outcome.answer.probability).toBe(75);
		expect(outcome.answer.missing_part !== "").toBe(outcome.answer.shows === "part");
		return outcome.answer.shows;
	}

	it("says what the sample's author marked the quotes as", async () => {
		expect(await shows("Here one says so.")).toBe("all");
		expect(await shows("Here another denies it.")).toBe("contrary");
		expect(await shows("one says so", "another denies it")).toBe("part");
		expect(await shows("a third adds to it", "one says so")).toBe("part");
		expect(await shows("words of nobody")).toBe("nothing");
	});
});
