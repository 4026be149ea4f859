import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publish } from "#features/analysis/publication-queries.ts";
import { EDGE_COPY_S } from "#features/sharing/pages/edge-copy.ts";
import {
	aCompletedRun,
	aStatement,
	freshVideoId,
} from "#tests/support/fixtures/publications.ts";
import {
	type CountingProduct,
	startCountingProduct,
} from "#tests/support/world/entered-product.ts";

let product: CountingProduct;
beforeAll(async () => {
	product = await startCountingProduct();
});
afterAll(() => product?.stop());

async function aReport() {
	const video_id = freshVideoId();
	const statements = Array.from({ length: 12 }, (_, place) =>
		aStatement({ timestamp: place * 10, ai_score: place * 8 }),
	);
	await publish(product.db, aCompletedRun({ video_id, statements }));
	const report = `/results/${video_id}`;
	return { report, statement: `${report}/statements/${statements[0]?.id}` };
}

const TRIES = 5;

/** What was seen while a copy lives; on a machine too busy for that, seen once more. */
async function seenInTime<Seen>(
	see: (paths: Awaited<ReturnType<typeof aReport>>) => Promise<Seen>,
): Promise<Seen> {
	for (let tries = 1; tries <= TRIES; tries++) {
		const paths = await aReport();
		const begun = Date.now();
		const seen = await see(paths);
		if (Date.now() - begun < EDGE_COPY_S * 1_000) return seen;
	}
	throw new Error(`${TRIES} times no answer came within ${EDGE_COPY_S} s`);
}

describe("Of the database, a page view asks for", () => {
	it("one round trip where there is no copy, and none where there is one", async () => {
		const table = await seenInTime(async ({ report, statement }) => {
			const rows: [string, number, number][] = [];
			const see = async (view: string, path: string, headers = {}) => {
				const answer = await product.get(path, headers);
				rows.push([view, answer.status, answer.trips]);
				return answer.headers.get("etag") ?? "";
			};
			await see("report, cold", report);
			const etag = await see("report, from the edge", report);
			await see("report, unchanged", report, { "if-none-match": etag });
			await see("statement, cold", statement);
			await see("statement, from the edge", statement);
			const cookie = `session=${"a".repeat(43)}`;
			await see("report, for a member", report, { cookie });
			await see("unknown video", "/results/unknownvid1");
			await see("no video's id", "/results/nothing");
			await see("home, cold", "/");
			await see("home, from the edge", "/");
			await see("unknown page", "/nothing");
			return rows;
		});
		console.table(
			table.map(([view, status, trips]) => ({
				view,
				status,
				"round trips": trips,
			})),
		);
		expect(table).toEqual([
			["report, cold", 200, 1],
			["report, from the edge", 200, 0],
			["report, unchanged", 304, 0],
			["statement, cold", 200, 1],
			["statement, from the edge", 200, 0],
			["report, for a member", 200, 1],
			["unknown video", 404, 1],
			["no video's id", 404, 0],
			["home, cold", 200, 2],
			["home, from the edge", 200, 0],
			["unknown page", 404, 0],
		]);
	});

	it("one round trip for a member each time, who leaves no copy to others", async () => {
		const { report } = await aReport();
		const cookie = `session=${"a".repeat(43)}`;
		const first = await product.get(report, { cookie });
		const etag = first.headers.get("etag") ?? "";
		const again = { cookie, "if-none-match": etag };
		const unchanged = await product.get(report, again);
		const visitor = await product.get(report);
		const seen = [first, unchanged, visitor];
		expect(seen.map(({ status, trips }) => [status, trips])).toEqual([
			[200, 1],
			[304, 1],
			[200, 1],
		]);
		expect(visitor.html).toBe(first.html);
		expect(visitor.headers.get("etag")).toBe(etag);
	});

	it("no more for a hundred viewers than for one", async () => {
		const views = await seenInTime(async ({ report }) => {
			const first = await product.get(report);
			const others = await Promise.all(
				Array.from({ length: 99 }, () => product.get(report)),
			);
			return [first, ...others];
		});
		expect(views.map(({ trips }) => trips)).toEqual([1, ...Array(99).fill(0)]);
		for (const { status, html } of views) {
			expect(status).toBe(200);
			expect(html).toBe(views[0]?.html);
		}
	});
});
