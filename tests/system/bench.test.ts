import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBenchProduct } from "#tests/bench/bench-product.ts";
import { pagesOf } from "#tests/bench/pages.ts";
import { measurePipeline } from "#tests/bench/pipeline.ts";
import { ROWS_MOST, searchOn } from "#tests/bench/search.ts";
import { measureStreams } from "#tests/bench/streams.ts";
import { votesOn } from "#tests/bench/votes.ts";
import type { EnteredProduct } from "#tests/support/world/entered-product.ts";

/** What the bench holds the product to whatever the machine is doing: nothing here looks at a clock. */

/** Whole products are set up and rushed; a busy machine takes its time. */
const PATIENCE_MS = 120_000;

let product: EnteredProduct;
beforeAll(async () => {
	product = await startBenchProduct();
}, PATIENCE_MS);
afterAll(() => product?.stop());

const column = (table: Record<string, Record<string, unknown>>, name: string) =>
	Object.values(table).map((cells) => cells[name]);

describe("The bench, in a short form,", { timeout: PATIENCE_MS }, () => {
	it("sees every kind of search read no more rows than it may, and find what a scan finds", async () => {
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

	it("sees every page answered, whole", async () => {
		const { table } = await pagesOf(product, "short");
		expect(column(table, "failed").every((failed) => failed === 0)).toBe(true);
		expect(table["report as JSON, unchanged"]?.KB).toBe("0");
		expect(table["share page, composed"]?.KB).toBe(
			table["share page, the edge's copy"]?.KB,
		);
	});

	it("counts as many votes as there are rows after a rush of them", async () => {
		const { table } = await votesOn(product, "short");
		expect(table["a vote"]?.failed).toBe(0);
		expect(table["a vote"]?.["wrong counts"]).toBe(0);
	});

	it("loses no event of a run on the way to any of many viewers, and doubles none", async () => {
		const { table } = await measureStreams("short");
		expect(table["20 viewers"]).toMatchObject({
			events: 4,
			lost: 0,
			doubled: 0,
		});
		expect(table["20 viewers, plain Node"]).toMatchObject({
			events: 4,
			lost: 0,
		});
	});

	it("makes no outside call of an analysis fail, or twice", async () => {
		const { table } = await measurePipeline("short");
		expect(table["6 statements at once"]).toMatchObject({
			statements: 6,
			failed: 0,
			// Player, captions, one window to read, and three ratings a statement.
			calls: 2 + 1 + 6 * 3,
		});
	});
});
