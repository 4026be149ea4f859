import { publish } from "#features/analysis/publication-queries.ts";
import { encodeSeen } from "#http/reading.ts";
import { freshVideoId } from "#tests/support/fixtures/publications.ts";
import type { EnteredProduct } from "#tests/support/world/entered-product.ts";
import { onBenchProduct } from "./bench-product.ts";
import { byTurns } from "./figures.ts";
import type { Ask } from "./load/connection.ts";
import { type Loaded, load } from "./load/load.ts";
import { longReport } from "./long-report.ts";
import type { Outcome, Size } from "./outcome.ts";
import { type Aim, routesOutcome } from "./routes-outcome.ts";

/** Reads of one report with a full panel's statements, each against bare routes that do the least. */

const CONNECTIONS = 16;
const SIZES = {
	short: { rounds: 1, duration_ms: 50 },
	usual: { rounds: 3, duration_ms: 1_200 },
	large: { rounds: 5, duration_ms: 3_000 },
};
/** The first requests compile as they go; they are not what is measured. */
const WARM_UP_MS = 700;
/** Who has just written something reads past the edge's copy. */
const afterWrite = () => ({ cookie: `seen=${encodeSeen({ bookmark: null, at_ms: Date.now() })}` });
const AIMS: Aim[] = [
	{ name: "report as JSON", floor: "its queries alone", most: 1.2 },
	{ name: "report as JSON, unchanged", floor: "its queries alone", most: 1.2 },
	{ name: "share page, the edge's copy", floor: "its bytes alone", most: 1.3 },
	{ name: "share page, composed", floor: "its queries and bytes alone", most: 1.5 },
];

export function measurePages(size: Size): Promise<Outcome> {
	return onBenchProduct((product) => pagesOf(product, size));
}

export async function pagesOf(product: EnteredProduct, size: Size): Promise<Outcome> {
	const { rounds, duration_ms } = SIZES[size];
	const video_id = freshVideoId();
	await publish(product.db, longReport(video_id));
	const asks = Object.entries(await asksFor(product, video_id));
	const measures = (ms: number) =>
		asks.map(
			([, ask]) =>
				() =>
					read(product, ask, ms),
		);
	await byTurns(1, measures(Math.min(WARM_UP_MS, duration_ms)));
	const taken = await byTurns(rounds, measures(duration_ms));
	return {
		baseline: "bare Hono routes in the same workerd, on the same database",
		...routesOutcome(new Map(asks.map(([name], at) => [name, taken[at] ?? []])), AIMS),
	};
}

function read(
	{ url, runtime_pid }: EnteredProduct,
	ask: Ask,
	duration_ms: number,
): Promise<Loaded> {
	return load({
		origin: url,
		pid: runtime_pid,
		connections: CONNECTIONS,
		duration_ms,
		next: () => ask,
	});
}

async function asksFor({ url }: EnteredProduct, video_id: string): Promise<Record<string, Ask>> {
	const report = { path: `/api/videos/${video_id}` };
	const page = { path: `/results/${video_id}` };
	const answer = await fetch(url + report.path);
	const etag = answer.headers.get("etag") ?? "";
	const html = await (await fetch(url + page.path)).arrayBuffer();
	return {
		"a bare Hono route": { path: "/api/_baseline/hello" },
		"its bytes alone": { path: `/api/_baseline/bytes/${html.byteLength}` },
		"its queries alone": { path: `/api/_baseline/report/${video_id}` },
		"its queries and bytes alone": { path: `/api/_baseline/report/${video_id}/${html.byteLength}` },
		"report as JSON": report,
		"report as JSON, unchanged": { ...report, headers: { "if-none-match": etag } },
		"share page, the edge's copy": page,
		"share page, composed": { ...page, headers: afterWrite() },
	};
}
