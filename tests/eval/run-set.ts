import type { Provider } from "#contract/ids.ts";
import type { UnverifiedReason } from "#contract/verdicts.ts";
import { type Estimate, type Estimates, estimateFigures, RESAMPLES } from "./bootstrap.ts";
import type { EvaluationStatement } from "./evaluation-set.ts";
import {
	type Confusion,
	confusion,
	type Graded,
	majorityClass,
	type RiskPoint,
	riskCoverage,
} from "./metrics.ts";
import { MissingAnswer, type TimedFetch } from "./recorded-calls.ts";
import { runStatement, type StatementOutcome, type StatementTools } from "./run-statement.ts";

/** Takes all statements through the product, some of them at once, in the order of the set. */
export async function runStatements(
	statements: readonly EvaluationStatement[],
	toolsFor: (item: EvaluationStatement) => StatementTools,
	at_once: number,
	note: (done: number) => void = () => {},
): Promise<StatementOutcome[]> {
	const outcomes: StatementOutcome[] = [];
	let next = 0;
	let done = 0;
	const work = async () => {
		for (;;) {
			const place = next++;
			const item = statements[place];
			if (!item) return;
			outcomes[place] = await runWhole(item, toolsFor(item));
			done += 1;
			note(done);
		}
	};
	const workers = Math.min(at_once, statements.length);
	await Promise.all(Array.from({ length: workers }, work));
	return outcomes;
}

/** A product call survives every failed fetch; that an answer is missing must end the run. */
async function runWhole(
	item: EvaluationStatement,
	tools: StatementTools,
): Promise<StatementOutcome> {
	let missing: MissingAnswer | null = null;
	const fetch: TimedFetch = async (...call) => {
		try {
			return await tools.fetch(...call);
		} catch (error) {
			if (error instanceof MissingAnswer) missing ??= error;
			throw error;
		}
	};
	const outcome = await runStatement(item, { ...tools, fetch });
	if (missing) throw missing;
	return outcome;
}

/** How a set was answered. Every figure is defined in docs/accuracy.md. */
export type SetResult = {
	statements: number;
	labels: Record<string, number>;
	resamples: number;
	figures: Estimates;
	/** Each rater as if it were the whole panel. */
	by_rater: Partial<Record<Provider, Estimates>>;
	/** The raters' words, whether their quotes were found or not. */
	without_checks: Estimates;
	majority: { verdict: string; accuracy: number } | null;
	confusion: Confusion;
	risk_coverage: RiskPoint[];
	reasons: Partial<Record<UnverifiedReason, number>>;
	categories: {
		category: string;
		statements: number;
		right: number;
		unverified: number;
		/** Of those, the ones that the pages do not settle. */
		rightly_unverified: number;
		wrong: number;
	}[];
	quote_found_rate: number | null;
	pages: { read: number; unread: number };
	calls: { requests: number; failed: number };
	usage: { tokens: number | null; cost_usd: number | null; seconds: number };
};

export function summarise(
	statements: readonly Labelled[],
	outcomes: readonly StatementOutcome[],
	seed: number,
): SetResult {
	const graded = gradeBy(statements, outcomes, (it) => it);
	const estimate = (grades: readonly Graded[]) => roundedEstimates(estimateFigures(grades, seed));
	const raters = [...new Set(outcomes.flatMap((it) => Object.keys(it.alone) as Provider[]))];
	const quotes = total(outcomes, ({ quotes: it }) => it.found + it.dropped);
	const majority = majorityClass(graded);
	return {
		statements: statements.length,
		labels: countBy(statements.map(({ label }) => label)),
		resamples: RESAMPLES,
		figures: estimate(graded),
		by_rater: Object.fromEntries(
			raters.map((provider) => [
				provider,
				estimate(gradeBy(statements, outcomes, ({ alone }) => alone[provider] ?? NO_ANSWER)),
			]),
		),
		without_checks: estimate(gradeBy(statements, outcomes, (it) => it.without_checks)),
		majority: majority && { ...majority, accuracy: round(majority.accuracy) },
		confusion: confusion(graded),
		risk_coverage: riskCoverage(graded).map(({ confidence, ...point }) => ({
			confidence: round(confidence),
			coverage: round(point.coverage),
			risk: round(point.risk),
		})),
		reasons: countBy(outcomes.flatMap(({ reason }) => reason ?? [])),
		categories: byCategory(statements, outcomes),
		quote_found_rate:
			quotes === 0 ? null : round(total(outcomes, (it) => it.quotes.found) / quotes),
		pages: {
			read: total(outcomes, (it) => it.pages.read),
			unread: total(outcomes, (it) => it.pages.unread),
		},
		calls: {
			requests: total(outcomes, (it) => it.calls.requests),
			failed: total(outcomes, (it) => it.calls.failed),
		},
		usage: {
			tokens: totalKnown(outcomes, (it) => it.usage.tokens),
			cost_usd: totalKnown(outcomes, (it) => it.usage.cost_usd),
			seconds: round(total(outcomes, (it) => it.usage.ms) / 1_000),
		},
	};
}

type Labelled = Pick<EvaluationStatement, "label" | "category">;

const NO_ANSWER = { given: "unverified", confidence: 0, interval: null } as const;

function gradeBy(
	statements: readonly Labelled[],
	outcomes: readonly StatementOutcome[],
	givenOf: (it: StatementOutcome) => Omit<Graded, "gold">,
): Graded[] {
	return statements.flatMap(({ label }, at) => {
		const outcome = outcomes[at];
		if (!outcome) return [];
		const { given, confidence, interval } = givenOf(outcome);
		return [{ gold: label, given, confidence, interval }];
	});
}

function byCategory(
	statements: readonly Labelled[],
	outcomes: readonly StatementOutcome[],
): SetResult["categories"] {
	const names = [...new Set(statements.map(({ category }) => category))];
	return names.map((category) => {
		const places = statements.flatMap((it, at) => (it.category === category ? [at] : []));
		const given = (at: number) => outcomes[at]?.given ?? "unverified";
		const unverified = places.filter((at) => given(at) === "unverified");
		const right = places.filter(
			(at) => given(at) !== "unverified" && given(at) === statements[at]?.label,
		);
		return {
			category,
			statements: places.length,
			right: right.length,
			unverified: unverified.length,
			rightly_unverified: unverified.filter((at) => statements[at]?.label === "unverified").length,
			wrong: places.length - right.length - unverified.length,
		};
	});
}

function countBy<T extends string>(values: readonly T[]): Record<T, number> {
	const counts = {} as Record<T, number>;
	for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
	return counts;
}

function total<T>(items: readonly T[], of: (it: T) => number): number {
	return items.reduce((sum, it) => sum + of(it), 0);
}

function totalKnown<T>(items: readonly T[], of: (it: T) => number | null): number | null {
	const known = items.flatMap((it) => of(it) ?? []);
	return known.length > 0 ? total(known, (it) => it) : null;
}

const DIGITS = 4;

function round(value: number): number {
	return Number(value.toFixed(DIGITS));
}

export function roundedEstimates(estimates: Estimates): Estimates {
	return Object.fromEntries(
		Object.entries(estimates).map(([name, it]: [string, Estimate | null]) => [
			name,
			it && { value: round(it.value), low: round(it.low), high: round(it.high) },
		]),
	) as Estimates;
}
