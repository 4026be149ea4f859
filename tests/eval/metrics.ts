import { VERDICT_RANGES, VERDICTS, type Verdict } from "#contract/verdicts.ts";

/** One statement of a set: what is right, and what was answered. */
export type Graded = {
	/** "unverified" if the right answer is to give no verdict. */
	gold: Verdict;
	given: Verdict;
	/** Of the given verdict, 0 to 1. */
	confidence: number;
	/** null without a verdict. */
	interval: { low: number; high: number } | null;
};

/** A figure is null if nothing it is computed over occurs. docs/accuracy.md has the formulas. */
export type Figures = {
	/** Supported taken for refuted, or the reverse. */
	flip_rate: number | null;
	coverage: number | null;
	accuracy: number | null;
	accuracy_checked: number | null;
	macro_f1: number | null;
	false_decisive_rate: number | null;
	aurc: number | null;
	brier: number | null;
	ece: number | null;
	interval_hit_rate: number | null;
};
export type FigureName = keyof Figures;

/** Bins of as many statements each; fewer say too little, more have too few statements in them. */
const ECE_BINS = 10;

export function computeFigures(graded: readonly Graded[]): Figures {
	const checked = graded.filter(isChecked);
	const decidable = graded.filter(({ gold }) => gold !== "unverified");
	const undecidable = graded.filter(({ gold }) => gold === "unverified");
	const ranked = byConfidence(checked);
	const banded = checked.filter(({ gold, interval }) => gold !== "unverified" && interval !== null);
	const sided = graded.filter(({ gold }) => sideOf(gold) !== null);
	return {
		flip_rate: share(sided, isFlip),
		coverage: share(graded, isChecked),
		accuracy: share(decidable, isRight),
		accuracy_checked: share(checked, isRight),
		macro_f1: macroF1(graded),
		false_decisive_rate: share(undecidable, isChecked),
		aurc: areaUnderRisk(ranked),
		brier: mean(checked.map(brierScore)),
		ece: calibrationError(ranked),
		interval_hit_rate: share(banded, isHit),
	};
}

function isChecked({ given }: Graded): boolean {
	return given !== "unverified";
}

/** A verdict that says the reverse of the right one. */
function isFlip({ gold, given }: Graded): boolean {
	const [right, said] = [sideOf(gold), sideOf(given)];
	return right !== null && said !== null && right !== said;
}

/** Whether a verdict says that the statement was true when it was made; null if neither. */
function sideOf(verdict: Verdict): boolean | null {
	if (verdict === "refuted") return false;
	return verdict === "supported" || verdict === "outdated" ? true : null;
}

/** To give no verdict is never right: coverage counts it. */
function isRight({ gold, given }: Graded): boolean {
	return given === gold && given !== "unverified";
}

function share(graded: readonly Graded[], fits: (it: Graded) => boolean): number | null {
	return graded.length === 0 ? null : graded.filter(fits).length / graded.length;
}

function mean(values: readonly number[]): number | null {
	if (values.length === 0) return null;
	return values.reduce((sum, it) => sum + it, 0) / values.length;
}

/** The mean of F1 over the verdicts that are right for some statement. */
function macroF1(graded: readonly Graded[]): number | null {
	const present = VERDICTS.filter(
		(verdict) => verdict !== "unverified" && graded.some(({ gold }) => gold === verdict),
	);
	return mean(
		present.map((verdict) => {
			const hits = graded.filter((it) => it.gold === verdict && it.given === verdict).length;
			const right = graded.filter((it) => it.gold === verdict).length;
			const given = graded.filter((it) => it.given === verdict).length;
			return (2 * hits) / (right + given);
		}),
	);
}

/** The answered verdict has the confidence, the others share what is left evenly. */
function brierScore({ gold, given, confidence }: Graded): number {
	const other = (1 - confidence) / (VERDICTS.length - 1);
	return VERDICTS.reduce((sum, verdict) => {
		const said = verdict === given ? confidence : other;
		return sum + (said - (verdict === gold ? 1 : 0)) ** 2;
	}, 0);
}

/** Whether the interval reaches the scores that the right verdict may have. */
function isHit({ gold, interval }: Graded): boolean {
	if (interval === null || gold === "unverified") return false;
	const { low, high } = VERDICT_RANGES[gold];
	return interval.low <= high && interval.high >= low;
}

type Ranked = { confidence: number; right: number };

/**
 * The most confident first. Statements of one confidence have no order, so each counts with
 * the share of them that is right: figures do not depend on the order of the file.
 */
function byConfidence(checked: readonly Graded[]): Ranked[] {
	const groups = new Map<number, { count: number; right: number }>();
	for (const it of checked) {
		const group = groups.get(it.confidence) ?? { count: 0, right: 0 };
		group.count += 1;
		group.right += isRight(it) ? 1 : 0;
		groups.set(it.confidence, group);
	}
	return [...groups]
		.sort(([a], [b]) => b - a)
		.flatMap(([confidence, { count, right }]) =>
			Array.from({ length: count }, () => ({ confidence, right: right / count })),
		);
}

function areaUnderRisk(ranked: readonly Ranked[]): number | null {
	return mean(risks(ranked));
}

/** The share of errors among the first one, two, three … statements. */
function risks(ranked: readonly Ranked[]): number[] {
	let errors = 0;
	return ranked.map(({ right }, at) => {
		errors += 1 - right;
		return errors / (at + 1);
	});
}

function calibrationError(ranked: readonly Ranked[]): number | null {
	const { length } = ranked;
	if (length === 0) return null;
	let error = 0;
	for (let bin = 0; bin < ECE_BINS; bin += 1) {
		const from = Math.floor((bin * length) / ECE_BINS);
		const to = Math.floor(((bin + 1) * length) / ECE_BINS);
		const inside = ranked.slice(from, to);
		const right = mean(inside.map((it) => it.right)) ?? 0;
		const confidence = mean(inside.map((it) => it.confidence)) ?? 0;
		error += (inside.length / length) * Math.abs(right - confidence);
	}
	return error;
}

/** Of all statements the share that is answered, and how many of those are wrong. */
export type RiskPoint = { confidence: number; coverage: number; risk: number };

/** One point for each confidence that occurs: what is left if everything below it is not answered. */
export function riskCoverage(graded: readonly Graded[]): RiskPoint[] {
	const ranked = byConfidence(graded.filter(isChecked));
	const risk = risks(ranked);
	return ranked.flatMap(({ confidence }, at) =>
		ranked[at + 1]?.confidence === confidence
			? []
			: [{ confidence, coverage: (at + 1) / graded.length, risk: risk[at] ?? 0 }],
	);
}

export type Confusion = Partial<Record<Verdict, Partial<Record<Verdict, number>>>>;

/** By the right verdict, how often each was given; what does not occur is left out. */
export function confusion(graded: readonly Graded[]): Confusion {
	const table: Confusion = {};
	for (const gold of VERDICTS) {
		const row: Partial<Record<Verdict, number>> = {};
		for (const given of VERDICTS) {
			const count = graded.filter((it) => it.gold === gold && it.given === given).length;
			if (count > 0) row[given] = count;
		}
		if (Object.keys(row).length > 0) table[gold] = row;
	}
	return table;
}

/** The accuracy of giving the most common verdict to every statement. */
export function majorityClass(
	graded: readonly Graded[],
): { verdict: Verdict; accuracy: number } | null {
	const decidable = graded.filter(({ gold }) => gold !== "unverified");
	if (decidable.length === 0) return null;
	const [first] = VERDICTS.map((verdict) => ({
		verdict,
		count: decidable.filter(({ gold }) => gold === verdict).length,
	})).sort((a, b) => b.count - a.count);
	return first ? { verdict: first.verdict, accuracy: first.count / decidable.length } : null;
}
