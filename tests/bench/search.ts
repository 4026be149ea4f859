import type { EnteredProduct } from "#tests/support/world/entered-product.ts";
import { onBenchProduct } from "./bench-product.ts";
import { shown, timesShown } from "./figures.ts";
import { type Loaded, load } from "./load/load.ts";
import type { Cells, Outcome, Size } from "./outcome.ts";
import { OTHER_FORMS, QUERIES, seedFirst, seedVideos } from "./seed-videos.ts";

/**
 * The product's search among more and more results of a statement each, on workerd's D1, against a
 * LIKE scan of the same.
 */

const SIZES = {
	short: { sizes: [2_000], duration_ms: 20 },
	usual: { sizes: [10_000, 100_000, 1_000_000], duration_ms: 500 },
	large: { sizes: [10_000, 100_000, 1_000_000], duration_ms: 3_000 },
};
const CONNECTIONS = 2;
/** Ten results and ten statements cost a handful of rows each, whatever the size. */
export const ROWS_MOST = 100;
/** A query too short for the index looks through the newest results and statements only. */
const SHORT_QUERY = "two letters";
const SHORT_QUERY_ROWS_MOST = 10_100;

type Way = Loaded & { rows: number; found: number; said: number };
type Row = { videos: number; query: string; ours: Way; like: Way };

export function measureSearch(size: Size): Promise<Outcome> {
	return onBenchProduct((product) => searchOn(product, size));
}

export async function searchOn(product: EnteredProduct, size: Size): Promise<Outcome> {
	const { sizes, duration_ms } = SIZES[size];
	const first = await seedFirst(product);
	const rows: Row[] = [];
	const plain = Object.entries(QUERIES).map(([name, q]) => [name, { typed: q, plain: q }] as const);
	const asked = { ...Object.fromEntries(plain), ...OTHER_FORMS };
	let seeded = 1;
	for (const videos of sizes) {
		await seedVideos(product, first, seeded, videos);
		seeded = videos;
		for (const [query, { typed, plain }] of Object.entries(asked)) {
			const ask = (path: string, q: string) =>
				measure(product, `${path}?q=${encodeURIComponent(q)}`, duration_ms);
			const ours = await ask("/api/search", typed);
			rows.push({ videos, query, ours, like: await ask("/api/_baseline/like", plain) });
		}
	}
	return outcomeOf(rows);
}

async function measure(
	{ url, runtime_pid }: EnteredProduct,
	path: string,
	duration_ms: number,
): Promise<Way> {
	const counted = await fetch(url + path, {
		headers: { "x-count-rows": "1", connection: "close" },
	});
	const { results, statements } = (await counted.json()) as Record<string, unknown[]>;
	const loaded = await load({
		origin: url,
		pid: runtime_pid,
		connections: CONNECTIONS,
		duration_ms,
		next: () => ({ path }),
	});
	const rows = Number(counted.headers.get("x-rows-read"));
	return { ...loaded, rows, found: results?.length ?? 0, said: statements?.length ?? 0 };
}

function outcomeOf(rows: Row[]): Outcome {
	return {
		baseline: "a LIKE scan of the same tables, on the same D1 in workerd",
		table: Object.fromEntries(
			rows.map((row) => [`${row.videos} videos, ${row.query}`, cells(row)]),
		),
		missed: rows.flatMap(shortcomings),
	};
}

function cells({ ours, like }: Row): Cells {
	return {
		"rows read": ours.rows,
		"LIKE's": like.rows,
		"p50 ms": shown(ours.p50_ms),
		"LIKE's p50 ms": shown(like.p50_ms),
		"p99 ms": shown(ours.p99_ms),
		"LIKE's p99 ms": shown(like.p99_ms),
		"p50 of LIKE's": timesShown(ours.p50_ms / like.p50_ms),
		found: ours.found,
		statements: ours.said,
		failed: ours.failed,
	};
}

function shortcomings({ videos, query, ours, like }: Row): string[] {
	const most = query === SHORT_QUERY ? SHORT_QUERY_ROWS_MOST : ROWS_MOST;
	const missed: string[] = [];
	if (ours.rows > most) missed.push(`reads ${ours.rows} rows, aim ${most}`);
	if (ours.failed > 0) missed.push("failed");
	if (query !== SHORT_QUERY && ours.found !== like.found)
		missed.push(`finds ${ours.found}, and LIKE ${like.found}`);
	if (query !== SHORT_QUERY && ours.said !== like.said)
		missed.push(`finds ${ours.said} statements, and LIKE ${like.said}`);
	return missed.map((text) => `${query} among ${videos}: ${text}`);
}
