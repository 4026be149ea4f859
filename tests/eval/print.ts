import type { AnswersResult } from "./answers.ts";
import type { Estimate, Estimates } from "./bootstrap.ts";
import type { Calibration } from "./calibrate.ts";
import type { ChoiceFigures } from "./check-worthiness.ts";
import type { FigureName } from "./metrics.ts";
import type { SetResult } from "./run-set.ts";

const NAMES: Record<FigureName, string> = {
	flip_rate: "flips",
	coverage: "coverage",
	accuracy: "accuracy",
	accuracy_checked: "accuracy among checked",
	macro_f1: "macro-F1",
	false_decisive_rate: "false-decisive rate",
	aurc: "AURC",
	brier: "Brier score",
	ece: "ECE",
	interval_hit_rate: "interval holds the truth",
};

/** A result as lines for the terminal. */
export function showSet(result: SetResult, title: string): string {
	const { figures, without_checks, by_rater, majority, usage } = result;
	const columns: [string, Estimates][] = [
		["panel", figures],
		["words alone", without_checks],
		...(Object.entries(by_rater) as [string, Estimates][]),
	];
	return [
		`${title}: ${result.statements} statements`,
		...table(columns),
		...(majority ? [`Always "${majority.verdict}": accuracy ${percent(majority.accuracy)}`] : []),
		`Quotes found: ${percent(result.quote_found_rate)}. Pages read: ${result.pages.read}, not read: ${result.pages.unread}.`,
		`Requests: ${result.calls.requests}, calls failed: ${result.calls.failed}, seconds: ${usage.seconds}, USD: ${usage.cost_usd ?? "unknown"}.`,
		"",
	].join("\n");
}

/** Recorded answers after the rules, and by what the model itself wrote. */
export function showAnswers({ result, own_confidence }: AnswersResult, title: string): string {
	const { figures, without_checks, confusion, reasons } = result;
	const flips = (confusion.supported?.refuted ?? 0) + (confusion.refuted?.supported ?? 0);
	return [
		`${title}: ${result.statements} statements, flips: ${flips}`,
		...table([
			["the product", figures],
			["its own confidence", own_confidence],
			["its word alone", without_checks],
		]),
		`Quotes found: ${percent(result.quote_found_rate)}.`,
		`Unverified: ${Object.entries(reasons)
			.map(([reason, count]) => `${reason} ${count}`)
			.join(", ")}.`,
		"",
	].join("\n");
}

function table(columns: readonly (readonly [string, Estimates])[]): string[] {
	const names = Object.keys(NAMES) as FigureName[];
	return [
		row(
			"",
			columns.map(([name]) => name),
		),
		...names.map((name) =>
			row(
				NAMES[name],
				columns.map(([, estimates]) => shown(estimates[name])),
			),
		),
	];
}

/** The curves beside what chance makes of perfect ones, and beside the models' own confidence. */
export function showCalibration({ file, chosen }: Calibration): string {
	const curves = Object.entries({ ...file.curves, ...file.compared });
	return [
		row("", ["right of n", "P(right)", "ECE (20 seeds)", "perfect ECE (95 %)"]),
		...curves.map(([name, { n, right, intercept, slope, figures }]) =>
			row(name, [
				`${right} of ${n}`,
				`σ(${intercept} + ${slope}·logit c)`,
				`${figures.ece} (${figures.ece_low}–${figures.ece_high})`,
				`${figures.perfect_ece} (${figures.perfect_ece_high})`,
			]),
		),
		"",
		row("", ["AURC (pooled)", "AURC, own", "ECE, own", "terms chosen"]),
		...curves.map(([name, { figures }]) =>
			row(name, [
				`${figures.aurc} (${figures.pooled_aurc})`,
				`${figures.own_aurc}`,
				`${figures.own_ece}`,
				JSON.stringify(chosen[name]),
			]),
		),
		`Intervals of ${file.interval.width} a point hold the truth in ${percent(file.interval.holds)} of ${file.interval.n}.`,
		"",
	].join("\n");
}

export function showChoice(figures: ChoiceFigures, title: string): string {
	const { sentences, worthy, chosen, precision, recall, f1 } = figures;
	return [
		`${title}: ${chosen} statements chosen from ${sentences} sentences, of which ${worthy} are worth a check`,
		`precision ${percent(precision)}, recall ${percent(recall)}, F1 ${percent(f1)}`,
		`thirds covered ${percent(figures.thirds_covered)}, tenths covered ${percent(figures.tenths_covered)}`,
		"",
	].join("\n");
}

const NAME_WIDTH = 26;
const WIDTH = 24;

function row(name: string, cells: readonly string[]): string {
	const padded = cells.map((cell) => cell.padEnd(WIDTH));
	return (name.padEnd(NAME_WIDTH) + padded.join("")).trimEnd();
}

function shown(estimate: Estimate | null): string {
	if (estimate === null) return "-";
	const { value, low, high } = estimate;
	return `${value.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;
}

function percent(value: number | null): string {
	return value === null ? "-" : `${(100 * value).toFixed(1)} %`;
}
