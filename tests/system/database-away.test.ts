import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NewResponseAnswer } from "#contract/responses.ts";
import { openDb } from "#db/client.ts";
import { takeDatabaseAway } from "#tests/chaos/database-away.ts";
import { type HoldingProxy, startHoldingProxy } from "#tests/support/fakes/network.ts";
import { makeOwner } from "#tests/support/fixtures/claims.ts";
import { holdRatingsFrom } from "#tests/support/fixtures/talks.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { type Sqld, startSqld } from "#tests/support/world/databases.ts";
import { idOf, ROOF, startPageProduct } from "#tests/support/world/page-product.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { aMemberSignedIn } from "#tests/support/world/signed-in.ts";

const TEST_MS = 300_000;

describe("database outage", () => {
	it(
		"fails requests with a clear error and publishes running analyses after it ends",
		async () => {
			const outcomes = await takeDatabaseAway({ say: () => {} }, ["refused"]);
			expect(outcomes).toMatchObject([{ broken: [], lost: 0, payments: { stored_again: 0 } }]);
		},
		TEST_MS,
	);
});

describe("database connection cut during a request", () => {
	let sqld: Sqld;
	let proxy: HoldingProxy;
	let product: Product;
	let member: Client;

	beforeAll(async () => {
		sqld = await startSqld();
		proxy = await startHoldingProxy(sqld.url);
		product = await startProduct({ LIBSQL_URL: proxy.url });
		member = await product.member();
	});
	afterAll(async () => {
		await product?.stop();
		await proxy?.close();
		await sqld?.stop();
	});

	it("fails the start with 503; the next start joins that run, which can be followed", async () => {
		const id = product.newVideo();
		const goOn = holdRatingsFrom(product.ai, 1);
		const cut = proxy.hold("cut", (body) => body.includes("active_runs") && /insert/i.test(body));
		const first = await member.analyze(watchUrl(id));
		await cut;
		expectProblem(first, 503, "database_unreachable");
		expect(first.headers.get("retry-after")).toBe("5");
		expect((await member.analyze(watchUrl(id))).status).toBe(202);
		const stream = await member.events(id);
		expect(stream.status).toBe(200);
		goOn();
		expect((await member.finished(id)).video.analysis_status).toBe("completed");
		expect(product.youtube.count("player", id)).toBe(1);
	});
});

describe("database connection cut while a creator replies with a page", () => {
	it("answers that the statement's check has begun, because it goes on", async () => {
		const sqld = await startSqld();
		const proxy = await startHoldingProxy(sqld.url);
		const at = await startPageProduct({ LIBSQL_URL: proxy.url });
		try {
			const db = openDb({ libsql_url: sqld.url });
			const creator = await aMemberSignedIn(at.product.url, db);
			const { video_id, report } = await at.analysed([ROOF]);
			await makeOwner(db, creator.id, report.video.channel_id ?? "");
			const cut = proxy.hold("cut", (body) => body.includes("active_runs") && /insert/i.test(body));
			const { body } = await creator.post<NewResponseAnswer>("/api/responses", {
				video_id,
				statement_id: idOf(report, "roof"),
				body: "See here.",
				page: `${at.web.origin}/roof`,
			});
			await cut;
			expect(body.fresh_look).toBe("started");
			const next = await at.member.finished(video_id);
			expect(next.video.version).toBe(report.video.version + 1);
		} finally {
			await at.stop();
			await proxy.close();
			await sqld.stop();
		}
	});
});
