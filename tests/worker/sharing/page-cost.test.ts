import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { publish } from "#features/analysis/publication-queries.ts";
import { EDGE_COPY_S } from "#features/sharing/pages/edge-copy.ts";
import { aCompletedRun, aStatement, freshVideoId } from "#tests/support/fixtures/publications.ts";
import { expectNothingLeaked, readPage } from "#tests/support/world/answer-checks.ts";
import { startCountingProduct } from "#tests/support/world/entered-product.ts";
import { opened } from "#tests/support/world/opened.ts";

const product = opened(() => startCountingProduct());

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

/** What was measured while an edge copy is valid; a busy machine may need several tries. */
async function seenInTime<Seen>(
	see: (paths: Awaited<ReturnType<typeof aReport>>) => Promise<Seen>,
): Promise<Seen> {
	for (let tries = 1; tries <= TRIES; tries++) {
		// Finds no copy of an earlier try's or test's.
		await sleep(EDGE_COPY_S * 1_000);
		const paths = await aReport();
		const begun = Date.now();
		const seen = await see(paths);
		if (Date.now() - begun < EDGE_COPY_S * 1_000) return seen;
	}
	throw new Error(`${TRIES} times no answer came within ${EDGE_COPY_S} s`);
}

describe("database round trips of a page view", () => {
	it("are at most two without an edge copy and zero with one", async () => {
		const table = await seenInTime(async ({ report, statement }) => {
			const rows: [string, number, number][] = [];
			const see = async (view: string, path: string, headers = {}) => {
				const answer = await product.get(path, headers);
				rows.push([view, answer.status, answer.trips]);
				// The copy is kept after the answer.
				if (view.endsWith(", cold")) while ((await product.get(path)).trips > 0) await sleep(10);
				return answer.headers.get("etag") ?? "";
			};
			await see("report, cold", report);
			const etag = await see("report, from the edge", report);
			await see("report, unchanged", report, { "if-none-match": etag });
			await see("statement, cold", statement);
			await see("statement, from the edge", statement);
			const cookie = `session=${"a".repeat(43)}`;
			await see("report, for a member", report, { cookie });
			const seen = `${cookie}; seen=.${Date.now()}`;
			await see("report, for who has just voted", report, { cookie: seen });
			await see("unknown video", "/results/unknownvid1");
			await see("no video's id", "/results/nothing");
			await see("home, cold", "/");
			await see("home, from the edge", "/");
			await see("unknown page", "/nothing");
			return rows;
		});
		console.table(table.map(([view, status, trips]) => ({ view, status, "round trips": trips })));
		expect(table).toEqual([
			["report, cold", 200, 1],
			["report, from the edge", 200, 0],
			["report, unchanged", 304, 0],
			["statement, cold", 200, 1],
			["statement, from the edge", 200, 0],
			["report, for a member", 200, 0],
			["report, for who has just voted", 200, 1],
			// The second asks the primary, whose absence is believed.
			["unknown video", 404, 2],
			["no video's id", 404, 0],
			["home, cold", 200, 2],
			["home, from the edge", 200, 0],
			["unknown page", 404, 0],
		]);
	});

	it("are zero for an address to which a campaign has added parameters", async () => {
		const trips = await seenInTime(async () => {
			const seen: number[] = [];
			for (const path of [
				"/",
				"/?fbclid=a",
				"/?utm_source=b&fbclid=c",
				"/?url=",
				"/results",
				"/results?fbclid=d",
				"/results?q=+&utm_source=e",
			])
				seen.push((await product.get(path)).trips);
			return seen;
		});
		const [home, archive] = [trips.slice(1, 4), trips.slice(5)];
		expect([...home, ...archive]).toEqual([0, 0, 0, 0, 0]);
	});

	it("are one for a query that the page shows, whatever else the address has", async () => {
		const link = "https://youtu.be/abcdefghijk";
		const { html } = await product.get(`/?fbclid=a&url=${link}`);
		expect(readPage(html).document.querySelector("#root input[type=url]")).toHaveProperty(
			"value",
			link,
		);
		const found = await product.get("/results?q=%20harbour&fbclid=b");
		expect(found.trips).toBe(1);
		expect(readPage(found.html).data.answers).toHaveProperty(["/api/videos?scope=full&q=harbour"]);
	});

	it("are one for each view by someone who has just written, without leaving an edge copy for others", async () => {
		const { report } = await aReport();
		const cookie = `seen=.${Date.now()}`;
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

	it("are the same for a hundred viewers as for one", async () => {
		const views = await seenInTime(async ({ report }) => {
			const first = await product.get(report);
			const others = await Promise.all(Array.from({ length: 99 }, () => product.get(report)));
			return [first, ...others];
		});
		expect(views.map(({ trips }) => trips)).toEqual([1, ...Array(99).fill(0)]);
		for (const { status, html } of views) {
			expect(status).toBe(200);
			expect(html).toBe(views[0]?.html);
		}
	});
});

/** A port on which nothing listens. */
const NO_DATABASE = "http://127.0.0.1:9";

describe("pages while the database is down", () => {
	const product = opened(() => startCountingProduct({ LIBSQL_URL: NO_DATABASE }));

	it("serve a report's address as the app with 503, without data", async () => {
		const { status, headers, html } = await product.get("/results/abcdefghijk");
		expect(status).toBe(503);
		expect(headers.get("cache-control")).toBe("no-store");
		expect(headers.get("retry-after")).toBe("5");
		expect(headers.get("content-security-policy")).toContain("default-src");
		const page = readPage(html);
		expect(page.meta("robots")).toBe("noindex");
		expect(page.document.querySelector("script[type=module]")).not.toBeNull();
		expect(page.data.answers).not.toHaveProperty(["/api/videos/abcdefghijk"]);
		expect(page.data.problems).toEqual({});
		expectNothingLeaked(page.text, page.data, page.title);
	});

	it.each(["/", "/results", "/results?q=harbour"])(
		"show %s without its list, keep it nowhere, and log the failure",
		async (path) => {
			const before = product.logged().length;
			const { status, headers, html } = await product.get(path);
			expect(status).toBe(200);
			expect(headers.get("cache-control")).toBe("no-store");
			const { data } = readPage(html);
			expect(Object.keys(data.answers)).toEqual(["/api/health"]);
			await expect.poll(() => product.logged().slice(before)).toContain("request failed");
		},
	);

	it("include the site's own pages as usual", async () => {
		expect((await product.get("/about")).status).toBe(200);
	});
});
