import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { type Measured, measureAnalysis } from "./measure-analysis.ts";
import { type Baseline, oneAfterAnother } from "./one-after-another.ts";
import type { Cells, Outcome, Size } from "./outcome.ts";
import { PLATFORM_MS, type Scenario, scenarios } from "./scenarios.ts";
import { type SlowSource, startSlowSource } from "./slow-source.ts";

/** What an analysis may take, times the slowest chain of its outside calls. */
const MAX_RATIO = 1.1;
const FIRST_MAX_RATIO = 1.2;
/** How much sooner it is done than with one call after another. */
const MIN_SPEED_UP = 10;

type Row = {
	scenario: Scenario;
	/** The middle one of its runs. */
	measured: Measured;
	/** Of the run that came nearest to its critical path, and of the one whose first statement did. */
	best_ratio: number;
	best_first_ratio: number;
	baseline: Baseline | null;
};

let talks = 0;

async function measure(
	product: Product,
	source: SlowSource | null,
	scenario: Scenario,
	delay_ms: number,
) {
	const { ai, youtube } = product;
	ai.reset();
	youtube.reset();
	ai.answer({ extract: extractFacts });
	ai.behave("all", { delay_ms });
	talks++;
	const video = {
		...longTalk({ number: talks, ...scenario.talk }),
		delay_ms: { player: PLATFORM_MS, timedtext: PLATFORM_MS },
	};
	if (source) {
		source.calls.length = 0;
		source.delay_ms = delay_ms && (scenario.source_ms ?? 0);
	}
	return measureAnalysis(product, video, {
		rating_concurrency: scenario.rating_concurrency,
		source,
		moment: scenario.moment,
	});
}

async function run(scenario: Scenario): Promise<Row> {
	const source = scenario.source_ms === null ? null : await startSlowSource();
	const product = await startProduct({
		...(source && {
			EVIDENCE_SOURCES: "wikipedia",
			WIKIPEDIA_BASE_URL: source.origin,
			CONTACT_EMAIL: "team@example.org",
		}),
		MAX_STATEMENTS: String(scenario.max_statements),
		RATING_CONCURRENCY: String(scenario.rating_concurrency),
		LIMIT_PROVIDER_CALLS: "0",
	});
	try {
		// A worker that has only just started compiles as it goes; it is not what is measured.
		await measure(product, source, scenario, 0);
		const runs: Measured[] = [];
		while (runs.length < scenario.repeats)
			runs.push(await measure(product, source, scenario, scenario.provider_ms));
		const { ai, youtube } = product;
		const asked = { ai: [...ai.calls], youtube: [...youtube.calls] };
		const { baseline_calls } = scenario;
		return {
			scenario,
			measured: middle(runs),
			best_ratio: Math.min(...runs.map(ratioOf)),
			best_first_ratio: Math.min(...runs.map(firstRatioOf)),
			baseline: baseline_calls ? await oneAfterAnother(product, asked, baseline_calls) : null,
		};
	} finally {
		await product.stop();
		await source?.close();
	}
}

function middle(runs: Measured[]): Measured {
	const sorted = [...runs].sort((a, b) => ratioOf(a) - ratioOf(b));
	const [measured] = sorted.slice(Math.floor(sorted.length / 2));
	if (!measured) throw new Error("Nothing was measured.");
	return { ...measured, failed: Math.max(...runs.map((it) => it.failed)) };
}

function ratioOf({ wall_ms, critical_ms }: Measured): number {
	return wall_ms / critical_ms;
}

function firstRatioOf(it: Measured): number {
	return it.first_statement_ms / it.first_critical_ms;
}

function speedUpOf({ measured, baseline }: Row): number | null {
	return baseline && baseline.total_ms / measured.wall_ms;
}

function shown(row: Row): Cells {
	const { measured, baseline } = row;
	const seconds = (ms: number) => (ms / 1_000).toFixed(2);
	const scaled = baseline && baseline.made < baseline.of;
	return {
		"wall s": seconds(measured.wall_ms),
		"critical path s": seconds(measured.critical_ms),
		ratio: ratioOf(measured).toFixed(3),
		"best ratio": row.best_ratio.toFixed(3),
		"first statement s": seconds(measured.first_statement_ms),
		"its ratio": firstRatioOf(measured).toFixed(3),
		"one by one s": baseline ? seconds(baseline.total_ms) : "",
		"speed-up": speedUpOf(row)?.toFixed(1) ?? "",
		measured: baseline
			? `${scaled ? "scaled from" : "all"} ${baseline.made} of ${baseline.of}`
			: "",
		statements: measured.statements,
		calls: measured.calls.length,
		failed: measured.failed,
		"at once": measured.max_concurrency,
	};
}

/** What falls short of the aims in every run, in words: one that does not shows that the others waited for the machine. */
function shortcomings(row: Row): string[] {
	const { scenario, measured, best_ratio, best_first_ratio } = row;
	const speed_up = speedUpOf(row);
	const missed: string[] = [];
	// Without delays there is no critical path to speak of.
	const timed = scenario.provider_ms > 0;
	if (timed && best_ratio > MAX_RATIO)
		missed.push(`takes ${best_ratio.toFixed(3)} × its critical path, aim ${MAX_RATIO}`);
	const first_max = scenario.moment ? MAX_RATIO : FIRST_MAX_RATIO;
	if (timed && best_first_ratio > first_max)
		missed.push(
			`shows its first statement after ${best_first_ratio.toFixed(3)} × its critical path, aim ${first_max}`,
		);
	if (speed_up !== null && speed_up < MIN_SPEED_UP)
		missed.push(
			`is ${speed_up.toFixed(1)} × as fast as one call after another, aim ${MIN_SPEED_UP}`,
		);
	if (measured.failed > 0) missed.push(`has ${measured.failed} failed calls`);
	return missed.map((text) => `${scenario.name}: ${text}`);
}

export async function measurePipeline(size: Size): Promise<Outcome> {
	const rows: Row[] = [];
	for (const scenario of scenarios(size)) rows.push(await run(scenario));
	return {
		baseline: "the slowest chain of its outside calls, and the same calls one after another",
		table: Object.fromEntries(rows.map((row) => [row.scenario.name, shown(row)])),
		missed: rows.flatMap(shortcomings),
	};
}
