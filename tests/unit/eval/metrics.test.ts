import { describe, expect, it } from "vitest";
import { VERDICTS, type Verdict } from "#contract/verdicts.ts";
import { estimateFigures } from "#tests/eval/bootstrap.ts";
import {
	computeFigures,
	confusion,
	type Graded,
	majorityClass,
	riskCoverage,
} from "#tests/eval/metrics.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

const DIGITS = 9;

/** Statements of every kind with few different confidences, so that many are tied. */
function mixed(count: number, seed: number): Graded[] {
	const random = seededRandom(seed);
	const any = (): Verdict => VERDICTS[Math.floor(random() * VERDICTS.length)] ?? "unverified";
	return Array.from({ length: count }, () => {
		const gold = any();
		const given = random() < 0.6 ? gold : any();
		const low = Math.floor(random() * 80);
		return {
			gold,
			given,
			confidence: Math.round(random() * 12) / 12,
			interval: given === "unverified" ? null : { low, high: low + 15 },
		};
	});
}

const SETS = [mixed(7, 1), mixed(43, 2), mixed(200, 3)];
const isWrong = (it: Graded) => it.gold !== it.given;
const answered = (set: readonly Graded[]) => set.filter((it) => it.given !== "unverified");

function harmonicF1(set: readonly Graded[], verdict: Verdict): number {
	const given = set.filter((it) => it.given === verdict);
	const gold = set.filter((it) => it.gold === verdict);
	const precision = given.filter((it) => !isWrong(it)).length / given.length;
	const recall = gold.filter((it) => !isWrong(it)).length / gold.length;
	return recall === 0 ? 0 : 1 / ((1 / precision + 1 / recall) / 2);
}

const BANDS: Record<string, [number, number]> = {
	supported: [0, 29],
	outdated: [0, 29],
	missing_context: [30, 69],
	conflicting: [30, 69],
	refuted: [70, 100],
};

function scoresOf(verdict: Verdict): number[] {
	const [low, high] = BANDS[verdict] ?? [0, -1];
	return Array.from({ length: high - low + 1 }, (_, at) => low + at);
}

/** Each expected value is computed here in another way than in the code that is tested. */
describe("the figures agree with an independent computation", () => {
	it("for accuracy and coverage, counted by pairs of verdicts", () => {
		for (const set of SETS) {
			const pairs = set.map(({ gold, given }) => `${gold}>${given}`);
			const count = (pattern: RegExp) => pairs.filter((pair) => pattern.test(pair)).length;
			const checked = count(/>(?!unverified)/);
			const right = count(/^(?!unverified)(\w+)>\1$/);
			const decidable = count(/^(?!unverified)/);
			const figures = computeFigures(set);
			expect(figures.accuracy).toBeCloseTo(right / decidable, DIGITS);
			expect(figures.accuracy_checked).toBeCloseTo(right / checked, DIGITS);
			expect(figures.coverage).toBeCloseTo(checked / set.length, DIGITS);
			expect(figures.false_decisive_rate).toBeCloseTo(
				count(/^unverified>(?!unverified)/) / (set.length - decidable),
				DIGITS,
			);
		}
	});

	it("for macro-F1, as harmonic means of precision and recall", () => {
		for (const set of SETS) {
			const golds = [...new Set(set.map(({ gold }) => gold))];
			const scores = golds
				.filter((gold) => gold !== "unverified")
				.map((verdict) => harmonicF1(set, verdict));
			const expected = scores.reduce((a, b) => a + b) / scores.length;
			expect(computeFigures(set).macro_f1).toBeCloseTo(expected, DIGITS);
		}
	});

	it("for AURC, by the expected errors of a random order among equals", () => {
		for (const set of SETS) {
			const checked = answered(set);
			let area = 0;
			for (let first = 1; first <= checked.length; first += 1) {
				let errors = 0;
				for (const it of checked) {
					const above = checked.filter((other) => other.confidence > it.confidence).length;
					const equal = checked.filter((other) => other.confidence === it.confidence).length;
					// How likely the statement is among the first ones.
					const chance = Math.min(1, Math.max(0, (first - above) / equal));
					errors += isWrong(it) ? chance : 0;
				}
				area += errors / first;
			}
			expect(computeFigures(set).aurc).toBeCloseTo(area / checked.length, DIGITS);
		}
	});

	it("for the Brier score, written out as squares", () => {
		for (const set of SETS) {
			const checked = answered(set);
			const sum = checked.reduce((total, { gold, given, confidence: p }) => {
				const q = (1 - p) / 5;
				const squares =
					gold === given ? (1 - p) * (1 - p) + 5 * q * q : p * p + (1 - q) * (1 - q) + 4 * q * q;
				return total + squares;
			}, 0);
			expect(computeFigures(set).brier).toBeCloseTo(sum / checked.length, DIGITS);
		}
	});

	it("for ECE, by the bin that each place in the ranking belongs to", () => {
		for (const set of SETS) {
			const checked = answered(set).sort((a, b) => b.confidence - a.confidence);
			const gaps = new Array<number>(10).fill(0);
			checked.forEach((it, place) => {
				let bin = 0;
				while (Math.floor(((bin + 1) * checked.length) / 10) <= place) bin += 1;
				const equals = checked.filter((other) => other.confidence === it.confidence);
				const right = equals.filter((other) => !isWrong(other)).length / equals.length;
				gaps[bin] = (gaps[bin] ?? 0) + right - it.confidence;
			});
			const expected = gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / checked.length;
			expect(computeFigures(set).ece).toBeCloseTo(expected, DIGITS);
		}
	});

	it("for the interval's hits, by each score of the right verdict's band", () => {
		for (const set of SETS) {
			const banded = answered(set).filter((it) => it.gold !== "unverified");
			const hits = banded.filter(({ gold, interval }) =>
				scoresOf(gold).some((score) => interval && score >= interval.low && score <= interval.high),
			);
			expect(computeFigures(set).interval_hit_rate).toBeCloseTo(
				hits.length / banded.length,
				DIGITS,
			);
		}
	});

	it("for the bootstrap, with a generator and quantiles of their own", () => {
		const set = mixed(30, 4);
		const resamples = 40;
		const next = mulberry32(7n);
		const drawn: number[] = [];
		for (let sample = 0; sample < resamples; sample += 1) {
			const chosen: Graded[] = [];
			for (let at = 0; at < set.length; at += 1) {
				const it = set[Math.floor(next() * set.length)];
				if (it) chosen.push(it);
			}
			const decidable = chosen.filter((it) => it.gold !== "unverified");
			drawn.push(decidable.filter((it) => !isWrong(it)).length / decidable.length);
		}
		drawn.sort((a, b) => a - b);
		const at = (share: number) => {
			const place = share * (resamples - 1);
			const part = place % 1;
			const below = drawn[place - part] ?? 0;
			return below * (1 - part) + (drawn[place - part + 1] ?? below) * part;
		};
		const { accuracy } = estimateFigures(set, 7, resamples);
		expect(accuracy?.low).toBeCloseTo(at(0.025), DIGITS);
		expect(accuracy?.high).toBeCloseTo(at(0.975), DIGITS);
		expect(estimateFigures(set, 7, resamples).accuracy).toEqual(accuracy);
		expect(estimateFigures(set, 8, resamples).accuracy).not.toEqual(accuracy);
	});
});

/** The published generator in whole numbers of any size. */
function mulberry32(seed: bigint): () => number {
	const mask = 0xffffffffn;
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5n) & mask;
		let t = ((state ^ (state >> 15n)) * (state | 1n)) & mask;
		t = (t ^ (t + (t ^ (t >> 7n)) * (t | 61n))) & mask;
		return Number(((t ^ (t >> 14n)) & mask) % (mask + 1n)) / 2 ** 32;
	};
}

const graded = (gold: Verdict, given: Verdict, confidence = 0.5): Graded => ({
	gold,
	given,
	confidence,
	interval: null,
});

describe("the figures", () => {
	it("never count an abstention as right, even if it is what should be answered", () => {
		const figures = computeFigures([
			graded("unverified", "unverified"),
			graded("supported", "unverified"),
			graded("refuted", "refuted"),
		]);
		expect(figures.accuracy).toBe(1 / 2);
		expect(figures.accuracy_checked).toBe(1);
		expect(figures.coverage).toBe(1 / 3);
		expect(figures.false_decisive_rate).toBe(0);
	});

	it("count a verdict on what cannot be decided as wrong", () => {
		const figures = computeFigures([graded("unverified", "supported")]);
		expect(figures.accuracy).toBeNull();
		expect(figures.accuracy_checked).toBe(0);
		expect(figures.false_decisive_rate).toBe(1);
		expect(figures.aurc).toBe(1);
	});

	it("count as flips only reversed sides, of the statements that have one", () => {
		const figures = computeFigures([
			graded("supported", "refuted"),
			graded("outdated", "supported"),
			graded("refuted", "missing_context"),
			graded("refuted", "unverified"),
			graded("conflicting", "supported"),
			graded("unverified", "refuted"),
		]);
		expect(figures.flip_rate).toBe(1 / 4);
	});

	it("are null if there is nothing to compute them over", () => {
		const none = Object.values(computeFigures([]));
		expect(none.every((figure) => figure === null)).toBe(true);
		expect(majorityClass([])).toBeNull();
		expect(Object.values(estimateFigures([], 1, 3))).toEqual(none.map(() => null));
	});

	it("do not depend on the order of the statements", () => {
		const set = mixed(60, 9);
		expect(computeFigures([...set].reverse())).toEqual(computeFigures(set));
	});

	it("tell what each verdict was taken for, and what the most common one would score", () => {
		const set = [
			graded("supported", "supported"),
			graded("supported", "refuted"),
			graded("refuted", "unverified"),
			graded("unverified", "unverified"),
		];
		expect(confusion(set)).toEqual({
			supported: { supported: 1, refuted: 1 },
			refuted: { unverified: 1 },
			unverified: { unverified: 1 },
		});
		expect(majorityClass(set)).toEqual({ verdict: "supported", accuracy: 2 / 3 });
	});

	it("draw risk against coverage, one point for each confidence", () => {
		const points = riskCoverage([
			graded("supported", "supported", 0.9),
			graded("supported", "refuted", 0.6),
			graded("refuted", "refuted", 0.6),
			graded("refuted", "unverified", 0),
		]);
		expect(points).toEqual([
			{ confidence: 0.9, coverage: 1 / 4, risk: 0 },
			{ confidence: 0.6, coverage: 3 / 4, risk: 1 / 3 },
		]);
	});
});
