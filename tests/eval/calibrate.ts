import {
	type CalibrationFile,
	type FittedCurve,
	halfWidth,
	shareRight,
} from "#contract/confidence.ts";
import { VERDICT_RANGES, type Verdict } from "#contract/verdicts.ts";
import { judge, type RecordedAnswer, readAnswers } from "./answers.ts";
import { SetError } from "./load-set.ts";
import {
	type Case,
	type Curve,
	calibrationFigures,
	drawFolds,
	fitCurve,
	logLoss,
	perfectEce,
	probability,
} from "./logistic.ts";

/**
 * Fits the share of right verdicts to the confidence of recorded answers. What it returns is the
 * file that the product computes each confidence with, and that /accuracy shows.
 */

/** The product computes confidences with it; `--calibrate` writes it. */
export const CALIBRATION_FILE = "worker/contract/calibration.json";

const FOLDS = 10;
const SEEDS = 20;
const DRAWS = 2_000;
/** A curve of fewer verdicts promises what chance made. */
const LEAST_VERDICTS = 30;

/**
 * What a curve may depend on, the fewest terms first. The choice is made inside each fold, so that
 * the figures include what choosing costs.
 */
const TERM_SETS = [
	{ name: "confidence", of: (it: Given) => [it.logit] },
	{ name: "confidence and second reading", of: (it: Given) => [it.logit, it.reading] },
	{ name: "confidence and number of sites", of: (it: Given) => [it.logit, Math.log(it.sites)] },
] as const;
type TermSet = (typeof TERM_SETS)[number];

/** A verdict that was given. */
type Given = {
	set: string;
	/** Of the model, in percent. */
	said: number;
	logit: number;
	/** The logit of the second reading's probability. */
	reading: number;
	sites: number;
	right: boolean;
};

export type Calibration = {
	file: CalibrationFile;
	/** By curve, how many of the folds chose each set of terms. */
	chosen: Record<string, Record<string, number>>;
};

/**
 * Throws SetError if a file cannot be read, or has too few verdicts. `model` and `asked_on`
 * (YYYY-MM-DD) describe what answered which version of the product's questions.
 */
export function calibrate(
	files: readonly string[],
	{ model, asked_on }: { model: string; asked_on: string },
): Calibration {
	const judged = readAnswers(files).records.map((record) => ({ record, ...judge(record) }));
	const read = judged.flatMap((it) => givenOf(it, it.outcome.given));
	const unread = judged.flatMap((it) => givenOf(it, it.unread));
	const cases = {
		// One page was named for each statement, or a search found several sites.
		open_web: read.filter(({ sites }) => sites > 1),
		named_page: read.filter(({ sites }) => sites === 1),
		all: read,
		not_read: unread,
	};
	const chosen: Calibration["chosen"] = {};
	const curves: Record<string, FittedCurve> = {};
	for (const [name, given] of Object.entries(cases)) {
		if (given.length < LEAST_VERDICTS && name !== "open_web") continue;
		if (given.length < LEAST_VERDICTS)
			throw new SetError(
				`${given.length} verdicts on pages of several sites are too few for a curve: at least ${LEAST_VERDICTS}.`,
			);
		const { curve, counts } = measureCurve(given);
		curves[name] = curve;
		chosen[name] = counts;
	}
	const { open_web, not_read, ...compared } = curves;
	if (!open_web || !not_read) throw new SetError("There are too few verdicts for a curve.");
	return {
		file: {
			model,
			asked_on,
			interval: measureInterval(
				judged.filter((it) => it.outcome.given !== "unverified"),
				open_web,
			),
			curves: { open_web, not_read },
			compared,
			published: PUBLISHED,
		},
		chosen,
	};
}

/**
 * Measured by others: of the claims on which two models gave different verdicts, how many of the
 * first model's were right.
 */
const PUBLISHED: CalibrationFile["published"] = {
	raters_differ: { n: 97, right: 45, source: "500 claims of AVeriTeC, two models" },
};

function givenOf(
	{ record, said }: { record: RecordedAnswer; said: number },
	verdict: Verdict,
): Given[] {
	if (verdict === "unverified") return [];
	const probability = Number(record.support?.probability ?? 50);
	return [
		{
			set: record.category.split("-")[0] ?? "",
			said: Math.round(said * 100),
			logit: logitOf(said * 100),
			reading: logitOf(probability),
			sites: sitesOf(record),
			right: verdict === record.label,
		},
	];
}

/** Of a percentage; 0 and 100 are taken for 1 and 99. */
function logitOf(percent: number): number {
	const share = Math.min(Math.max(percent, 1), 99) / 100;
	return Math.log(share / (1 - share));
}

function measureCurve(given: readonly Given[]): {
	curve: FittedCurve;
	counts: Record<string, number>;
} {
	const right = given.map((it) => it.right);
	const counts: Record<string, number> = {};
	/** Whether every fold's curve rises with the confidence and depends on nothing else. */
	let keeps_order = true;
	const runs = Array.from({ length: SEEDS }, (_, at) => {
		const held_back = crossValidate(given, at + 1, (terms, { weights }) => {
			counts[terms.name] = (counts[terms.name] ?? 0) + 1;
			keeps_order &&= weights.length === 1 && Number(weights[0]) > 0;
		});
		return { held_back, ...calibrationFigures(held_back, right) };
	});
	const pooled_aurc = mean(runs.map(({ aurc }) => aurc));
	const eces = runs.map(({ ece }) => ece);
	const { intercept, weights } = fitCurve(given.map((it) => caseOf(TERM_SETS[0], it)));
	const by_chance = perfectEce(runs[0]?.held_back ?? [], DRAWS, 1);
	const said = given.map((it) => it.said / 100);
	const own = calibrationFigures(said, right);
	return {
		counts,
		curve: {
			intercept: rounded(intercept, 2),
			slope: rounded(weights[0] ?? 0, 2),
			n: given.length,
			right: right.filter(Boolean).length,
			sets: countBy(given.map(({ set }) => set)),
			answers: countAnswers(given),
			figures: {
				ece: rounded(mean(eces)),
				ece_low: rounded(Math.min(...eces)),
				ece_high: rounded(Math.max(...eces)),
				// Then nothing of the order was fitted. Pooled, verdicts of different folds are ordered by
				// different curves, which no report does.
				aurc: rounded(keeps_order ? own.aurc : pooled_aurc),
				pooled_aurc: rounded(pooled_aurc),
				perfect_ece: rounded(by_chance.median),
				perfect_ece_high: rounded(by_chance.high),
				own_ece: rounded(own.ece),
				own_aurc: rounded(own.aurc),
			},
		},
	};
}

/** For each verdict the probability by a curve that was fitted without its fold. */
function crossValidate(
	given: readonly Given[],
	seed: number,
	note: (terms: TermSet, curve: Curve) => void,
): number[] {
	const folds = drawFolds(
		given.map(({ right }) => right),
		FOLDS,
		seed,
	);
	const result: number[] = [];
	for (let fold = 0; fold < FOLDS; fold += 1) {
		const kept = given.filter((_, at) => folds[at] !== fold);
		const terms = chooseTerms(kept, seed);
		const curve = fitCurve(kept.map((it) => caseOf(terms, it)));
		note(terms, curve);
		given.forEach((it, at) => {
			if (folds[at] === fold) result[at] = probability(curve, terms.of(it));
		});
	}
	return result;
}

/**
 * The first set of terms that predicts held-back verdicts within one standard error of the best one:
 * a term more has to show that it is needed.
 */
function chooseTerms(given: readonly Given[], seed: number): TermSet {
	const folds = drawFolds(
		given.map(({ right }) => right),
		FOLDS,
		seed,
	);
	const tried = TERM_SETS.map((terms) => {
		const losses = Array.from({ length: FOLDS }, (_, fold) => {
			const kept = given.filter((__, at) => folds[at] !== fold);
			const curve = fitCurve(kept.map((it) => caseOf(terms, it)));
			const held_back = given.filter((__, at) => folds[at] === fold);
			return held_back.map((it) => logLoss(curve, caseOf(terms, it)));
		}).flat();
		return { terms, losses, loss: mean(losses) };
	});
	const best = tried.reduce((least, it) => (it.loss < least.loss ? it : least));
	const most = best.loss + standardError(best.losses);
	return tried.find(({ loss }) => loss <= most)?.terms ?? best.terms;
}

function caseOf(terms: TermSet, given: Given): Case {
	return { terms: terms.of(given), right: given.right };
}

const WIDTHS = Array.from({ length: 20 }, (_, at) => (at + 1) / 20);
/** An interval that holds the truth less often says too much, one that always does says nothing. */
const HOLDS_AT_LEAST = 0.9;

/**
 * The least width at which the interval holds the right verdict's scores in nine of ten checked
 * and decidable statements, of all and of those from the open web.
 */
function measureInterval(
	checked: readonly { record: RecordedAnswer; said: number; score: number }[],
	curve: FittedCurve,
): CalibrationFile["interval"] {
	const cases = checked.flatMap(({ record, said, score }) => {
		if (record.label === "unverified") return [];
		const confidence = Math.round(100 * shareRight(curve, said * 100));
		const { low, high } = VERDICT_RANGES[record.label];
		return { confidence, score, low, high, open: sitesOf(record) > 1 };
	});
	const holds = (of: typeof cases, width: number) => {
		const held = of.filter(({ confidence, score, low, high }) => {
			const half = halfWidth(confidence, width);
			return Math.round(score - half) <= high && Math.round(score + half) >= low;
		});
		return of.length === 0 ? 1 : held.length / of.length;
	};
	const open = cases.filter((it) => it.open);
	const width =
		WIDTHS.find((it) => Math.min(holds(cases, it), holds(open, it)) >= HOLDS_AT_LEAST) ?? 1;
	return { width, n: cases.length, holds: rounded(holds(cases, width)) };
}

function sitesOf({ passages }: RecordedAnswer): number {
	return new Set(passages.map(({ site }) => site)).size;
}

function countBy(names: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}

function countAnswers(given: readonly Given[]): FittedCurve["answers"] {
	const confidences = [...new Set(given.map(({ said }) => said))].sort((a, b) => a - b);
	return confidences.map((said) => {
		const same = given.filter((it) => it.said === said);
		return [said, same.length, same.filter(({ right }) => right).length];
	});
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, it) => sum + it, 0) / values.length;
}

function standardError(values: readonly number[]): number {
	const middle = mean(values);
	const squares = values.reduce((sum, it) => sum + (it - middle) ** 2, 0);
	return Math.sqrt(squares / (values.length - 1) / values.length);
}

function rounded(value: number, digits = 3): number {
	return Number(value.toFixed(digits));
}

/** As formatted as the rest of the repository: short lists are on one line. */
export function calibrationText(file: CalibrationFile): string {
	const text = JSON.stringify(file, null, "\t");
	return `${text.replaceAll(/\[\s+(\d+),\s+(\d+),\s+(\d+)\s+\]/g, "[$1, $2, $3]")}\n`;
}
