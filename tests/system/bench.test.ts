import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBenchProduct } from "#tests/bench/bench-product.ts";
import { followingOn } from "#tests/bench/following.ts";
import { pagesOf } from "#tests/bench/pages.ts";
import { measurePipeline } from "#tests/bench/pipeline.ts";
import { ROWS_MOST, searchOn } from "#tests/bench/search.ts";
import { measureStreams } from "#tests/bench/streams.ts";
import { votesOn } from "#tests/bench/votes.ts";
import type { EnteredProduct } from "#tests/support/world/entered-product.ts";

/** Checks the benchmarks' results that do not depend on time. */

/** Whole products are started and loaded, which takes a while on a busy machine. */
const PATIENCE_MS = 120_000;

let product: EnteredProduct;
beforeAll(async () => {
	product = await startBenchProduct();
}, PATIENCE_MS);
afterAll(() => product?.stop());

const column = (table: Record<string, Record<string, unknown>>, name: string) =>
	Object.values(table).map((cells) => cells[name]);

describe("short benchmarks", { timeout: PATIENCE_MS }, () => {
	it("search reads no more rows than allowed and finds what a scan finds", async () => {
		const { table, missed } = await searchOn(product, "short");
		expect(missed).toEqual([]);
		const rows = Object.entries(table).flatMap(([name, cells]) =>
			name.includes("two letters") ? [] : [Number(cells["rows read"])],
		);
		expect(rows.length).toBeGreaterThan(3);
		expect(Math.max(...rows)).toBeLessThanOrEqual(ROWS_MOST);
		expect(column(table, "failed")).toEqual(rows.map(() => 0).concat(0));
		expect(table["2000 videos, the oldest title"]?.found).toBe(1);
	});

	it("the list of what a member follows reads as many rows among more events", async () => {
		const { table, missed } = await followingOn(product, "short");
		expect(missed).toEqual([]);
		expect(column(table, "items")).toEqual([20, 20]);
		expect(column(table, "failed")).toEqual([0, 0]);
		const [few, many] = column(table, "rows read").map(Number);
		expect(few).toBeGreaterThan(100);
		expect(many).toBe(few);
	});

	it("every page is served completely", async () => {
		const { table } = await pagesOf(product, "short");
		expect(column(table, "failed").every((failed) => failed === 0)).toBe(true);
		expect(table["report as JSON, unchanged"]?.KB).toBe("0");
		expect(table["share page, composed"]?.KB).toBe(table["share page, the edge's copy"]?.KB);
	});

	it("vote counts equal the stored rows after many votes", async () => {
		const { table } = await votesOn(product, "short");
		expect(table["a vote"]?.failed).toBe(0);
		expect(table["a vote"]?.["wrong counts"]).toBe(0);
	});

	it("every viewer of a run receives each event exactly once", async () => {
		const { table } = await measureStreams("short");
		expect(table["20 viewers"]).toMatchObject({ events: 4, lost: 0, doubled: 0 });
		expect(table["20 viewers, plain Node"]).toMatchObject({ events: 4, lost: 0 });
	});

	it("an analysis makes each outside call once and successfully", async () => {
		const { table } = await measurePipeline("short");
		expect(table["6 statements at once"]).toMatchObject({
			statements: 6,
			failed: 0,
			// Player, captions, one window to read, and three ratings per statement.
			calls: 2 + 1 + 6 * 3,
		});
	});
});
