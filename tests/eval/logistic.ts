import { seededRandom } from "#tests/support/world/seeded-random.ts";
import { computeFigures, type Graded } from "./metrics.ts";

/** One verdict that was given: its terms (the first is the logit of the confidence), and whether it was right. */
export type Case = { terms: number[]; right: boolean };

/** P(right) = 1 / (1 + e^-(intercept + Σ weight·term)). */
export type Curve = { intercept: number; weights: number[] };

/**
 * Half of this times the sum of squared weights is added to the loss, as libraries do by default. It
 * keeps the curve of few answers from promising certainty.
 */
const RIDGE = 1;
/** Enough to keep the intercept finite where all verdicts were right. */
const INTERCEPT_RIDGE = 1e-6;
const STEPS = 50;

/** The most likely curve under the ridge, by Newton's method. Throws for no cases. */
export function fitCurve(cases: readonly Case[]): Curve {
	const [first] = cases;
	if (first === undefined) throw new Error("A curve needs at least one case.");
	const size = first.terms.length + 1;
	let weights = Array.from({ length: size }, () => 0);
	for (let step = 0; step < STEPS; step += 1) {
		const penalties: number[] = weights.map((_, at) => (at === 0 ? INTERCEPT_RIDGE : RIDGE));
		const gradient = weights.map((weight, at) => weight * (penalties[at] ?? 0));
		const curvature = penalties.map((penalty, row) =>
			penalties.map((_, column) => (row === column ? penalty : 0)),
		);
		for (const { terms, right } of cases) {
			const row = [1, ...terms];
			const p = sigmoid(dot(weights, row));
			row.forEach((value, at) => {
				gradient[at] = (gradient[at] ?? 0) + (p - (right ? 1 : 0)) * value;
				row.forEach((other, column) => {
					const line = curvature[at];
					if (line) line[column] = (line[column] ?? 0) + p * (1 - p) * value * other;
				});
			});
		}
		const change = solve(curvature, gradient);
		weights = weights.map((weight, at) => weight - (change[at] ?? 0));
		if (change.every((it) => Math.abs(it) < 1e-10)) break;
	}
	const [intercept = 0, ...rest] = weights;
	return { intercept, weights: rest };
}

export function probability({ intercept, weights }: Curve, terms: readonly number[]): number {
	return sigmoid(intercept + dot(weights, terms));
}

/** -ln P(what happened). */
export function logLoss(curve: Curve, { terms, right }: Case): number {
	const p = probability(curve, terms);
	return -Math.log(right ? p : 1 - p);
}

/**
 * Each case's number of a fold, drawn by the seed. Folds have nearly as many right ones: otherwise a
 * fold with many has a curve that was fitted on few, and promises less than the others.
 */
export function drawFolds(right: readonly boolean[], folds: number, seed: number): number[] {
	const random = seededRandom(seed);
	const order = right.map((it, at) => ({ at, by: random() + (it ? 1 : 0) }));
	const assigned: number[] = right.map(() => 0);
	order
		.sort((a, b) => a.by - b.by)
		.forEach(({ at }, place) => {
			assigned[at] = place % folds;
		});
	return assigned;
}

/** ECE and AURC of the probabilities, as metrics.ts computes them for verdicts. */
export function calibrationFigures(probabilities: readonly number[], right: readonly boolean[]) {
	const graded = probabilities.map(
		(confidence, at): Graded => ({
			gold: right[at] ? "supported" : "refuted",
			given: "supported",
			confidence,
			interval: null,
		}),
	);
	const { ece, aurc } = computeFigures(graded);
	return { ece: ece ?? 0, aurc: aurc ?? 0 };
}

/**
 * The ECE of outcomes that are drawn with exactly these probabilities: what chance alone makes of a
 * perfect curve with this many cases.
 */
export function perfectEce(probabilities: readonly number[], draws: number, seed: number) {
	const random = seededRandom(seed);
	const drawn = Array.from({ length: draws }, () => {
		const right = probabilities.map((p) => random() < p);
		return calibrationFigures(probabilities, right).ece;
	}).sort((a, b) => a - b);
	return { median: drawn[Math.floor(draws / 2)] ?? 0, high: drawn[Math.floor(draws * 0.95)] ?? 0 };
}

function sigmoid(x: number): number {
	return 1 / (1 + Math.exp(-x));
}

function dot(a: readonly number[], b: readonly number[]): number {
	return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

/** Solves `matrix · x = vector` by elimination with the largest pivot. */
function solve(matrix: readonly number[][], vector: readonly number[]): number[] {
	const rows = matrix.map((row, at) => [...row, vector[at] ?? 0]);
	const size = rows.length;
	for (let column = 0; column < size; column += 1) {
		const pivot = rows
			.slice(column)
			.reduce((best, row) =>
				Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best,
			);
		rows.splice(rows.indexOf(pivot), 1);
		rows.splice(column, 0, pivot);
		for (const row of rows.slice(column + 1)) {
			const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
			pivot.forEach((value, at) => {
				row[at] = (row[at] ?? 0) - factor * value;
			});
		}
	}
	const solution = Array.from({ length: size }, () => 0);
	for (let at = size - 1; at >= 0; at -= 1) {
		const row = rows[at] ?? [];
		const known = solution.reduce((sum, value, column) => sum + value * (row[column] ?? 0), 0);
		solution[at] = ((row[size] ?? 0) - known) / (row[at] ?? 1);
	}
	return solution;
}
