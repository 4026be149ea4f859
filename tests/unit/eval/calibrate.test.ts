import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shareRight } from "#contract/confidence.ts";
import { CALIBRATION_FILE, calibrate, calibrationText } from "#tests/eval/calibrate.ts";
import { SetError } from "#tests/eval/load-set.ts";
import {
	calibrationFigures,
	drawFolds,
	fitCurve,
	perfectEce,
	probability,
} from "#tests/eval/logistic.ts";
import { showCalibration } from "#tests/eval/print.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

const EXAMPLE = "tests/eval/own/answers.jsonl";
const RUN = { model: "model-a", asked_on: "2026-11-26" };

describe("fitCurve", () => {
	it("finds the curve that the outcomes were drawn from", () => {
		const random = seededRandom(3);
		const cases = Array.from({ length: 20_000 }, () => {
			const terms = [4 * random() - 2, 4 * random() - 2];
			const p = probability({ intercept: -0.5, weights: [1.5, 0.7] }, terms);
			return { terms, right: random() < p };
		});
		const { intercept, weights } = fitCurve(cases);
		expect(intercept).toBeCloseTo(-0.5, 1);
		expect(weights[0]).toBeCloseTo(1.5, 1);
		expect(weights[1]).toBeCloseTo(0.7, 1);
	});

	it("is at a minimum of the penalised loss", () => {
		const cases = [-2, -1, 0, 1, 2, 3].map((term) => ({ terms: [term], right: term > 0 }));
		const loss = (intercept: number, weight: number) =>
			cases.reduce(
				(sum, { terms, right }) => {
					const p = probability({ intercept, weights: [weight] }, terms);
					return sum - Math.log(right ? p : 1 - p);
				},
				weight ** 2 / 2,
			);
		const { intercept, weights } = fitCurve(cases);
		const [weight = 0] = weights;
		const least = loss(intercept, weight);
		for (const [a, b] of [
			[0.01, 0],
			[-0.01, 0],
			[0, 0.01],
			[0, -0.01],
		] as const)
			expect(loss(intercept + a, weight + b)).toBeGreaterThan(least);
	});

	it("promises no certainty where all were right", () => {
		const cases = Array.from({ length: 40 }, (_, at) => ({ terms: [at / 10], right: true }));
		expect(fitCurve(cases).weights[0]).toBeLessThan(5);
	});
});

describe("folds", () => {
	it("have nearly the same size and share of right ones, and depend on the seed", () => {
		const right = Array.from({ length: 52 }, (_, at) => at < 34);
		const folds = drawFolds(right, 10, 1);
		for (let fold = 0; fold < 10; fold += 1) {
			const inside = right.filter((_, at) => folds[at] === fold);
			expect(Math.abs(inside.length - 5.2)).toBeLessThan(1);
			expect(Math.abs(inside.filter(Boolean).length - 3.4)).toBeLessThan(1);
		}
		expect(drawFolds(right, 10, 1)).toEqual(folds);
		expect(drawFolds(right, 10, 2)).not.toEqual(folds);
	});
});

describe("perfectEce", () => {
	it("falls with the number of verdicts", () => {
		const [few, many] = [50, 2_000].map((count) =>
			perfectEce(
				Array.from({ length: count }, (_, at) => (at + 0.5) / count),
				200,
				1,
			),
		);
		expect(many?.median).toBeLessThan(few?.median ?? 0);
		expect(few?.high).toBeGreaterThan(few?.median ?? 1);
	});
});

/** Answers of the example over and over, with other confidences and sites. */
function manyAnswers(): string {
	const lines = readFileSync(EXAMPLE, "utf8").trim().split("\n");
	const records = Array.from({ length: 12 }, (_, round) =>
		lines.map((line, at) => {
			const record = JSON.parse(line);
			record.id += `-${round}`;
			// Of every fifth the answer is wrong, and less sure.
			const wrong = (round + at) % 5 === 0;
			if (wrong) record.label = "conflicting";
			record.answer.confidence = (wrong ? 55 : 80) + round;
			if (round % 2 === 0)
				record.passages.push({
					name: "P9",
					site: "other.example",
					published: "date unknown",
					kind: "other",
					text: "The ferry across the lake runs from April to October and carries bicycles for free.",
				});
			return JSON.stringify(record);
		}),
	).flat();
	const file = join(mkdtempSync(join(tmpdir(), "answers-")), "many.jsonl");
	writeFileSync(file, records.join("\n"));
	return file;
}

describe("npm run eval -- --calibrate", () => {
	it("fits a curve to each kind of evidence, from several files", () => {
		const { file, chosen } = calibrate([manyAnswers(), EXAMPLE], RUN);
		const { open_web, not_read } = file.curves;
		expect(file).toMatchObject(RUN);
		for (const curve of [open_web, not_read, file.compared.named_page]) {
			const total = (at: number) => curve?.answers.reduce((sum, it) => sum + (it[at] ?? 0), 0);
			expect([total(1), total(2)]).toEqual([curve?.n, curve?.right]);
			// The example's wrong answers are the less sure ones.
			if (curve) expect(shareRight(curve, 90)).toBeGreaterThan(shareRight(curve, 55));
		}
		expect(not_read.n).toBeGreaterThan(open_web.n);
		expect(Object.values(chosen.open_web ?? {}).reduce((sum, it) => sum + it, 0)).toBe(200);
	});

	it("measures with verdicts that the curve has not seen, and says what chance alone makes", () => {
		const { file } = calibrate([manyAnswers()], RUN);
		const { figures, answers, right, n } = file.curves.open_web;
		expect(figures.ece_low).toBeLessThanOrEqual(figures.ece);
		expect(figures.ece).toBeLessThanOrEqual(figures.ece_high);
		expect(figures.perfect_ece).toBeLessThan(figures.perfect_ece_high);
		const said = answers.flatMap(([value = 0, count = 0]) => Array(count).fill(value / 100));
		const were = answers.flatMap(([, count = 0, rights = 0]) =>
			Array.from({ length: count }, (_, at) => at < rights),
		);
		expect([said.length, were.filter(Boolean).length]).toEqual([n, right]);
		expect(figures.own_ece).toBeCloseTo(calibrationFigures(said, were).ece, 3);
	});

	it("refuses too few verdicts", () => {
		expect(() => calibrate([EXAMPLE], RUN)).toThrow(SetError);
	});

	it("prints each curve, and writes a file that formatting leaves as it is", () => {
		const result = calibrate([manyAnswers()], RUN);
		expect(showCalibration(result)).toContain("open_web");
		const text = calibrationText(result.file);
		expect(JSON.parse(text)).toEqual(result.file);
		const kept = readFileSync(CALIBRATION_FILE, "utf8");
		expect(calibrationText(JSON.parse(kept))).toBe(kept);
	});
});

describe("the intervals of the measurement in use", () => {
	it("hold the truth in 90 to 97 % of the recorded verdicts", () => {
		const { interval } = JSON.parse(readFileSync(CALIBRATION_FILE, "utf8"));
		expect(interval.holds).toBeGreaterThanOrEqual(0.9);
		expect(interval.holds).toBeLessThanOrEqual(0.97);
	});
});
