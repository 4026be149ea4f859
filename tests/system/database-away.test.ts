import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeDatabaseAway } from "#tests/chaos/database-away.ts";
import {
	type HoldingProxy,
	startHoldingProxy,
} from "#tests/support/fakes/network.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { type Sqld, startSqld } from "#tests/support/world/databases.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";

const TEST_MS = 90_000;

describe("While the database cannot be reached", () => {
	it(
		"requests are told so, and what was under way is published once it is back",
		async () => {
			const outcomes = await takeDatabaseAway({ say: () => {} }, ["refused"]);
			expect(outcomes).toMatchObject([
				{ broken: [], lost: 0, payments: { stored_again: 0 } },
			]);
		},
		TEST_MS,
	);
});

describe("Where the database is cut off within a request", () => {
	let sqld: Sqld;
	let proxy: HoldingProxy;
	let product: Product;
	let member: Client;

	beforeAll(async () => {
		sqld = await startSqld();
		proxy = await startHoldingProxy(sqld.url);
		product = await startProduct({ LIBSQL_URL: proxy.url });
		member = await product.member();
		product.ai.behave("all", { delay_ms: 2_000 });
	});
	afterAll(async () => {
		await product?.stop();
		await proxy?.close();
		await sqld?.stop();
	});

	it("a start says so; the next one joins that run, and it can be watched", async () => {
		const id = product.newVideo();
		const cut = proxy.hold(
			"cut",
			(body) => body.includes("active_runs") && /insert/i.test(body),
		);
		const first = await member.analyze(watchUrl(id));
		await cut;
		expectProblem(first, 503, "database_unreachable");
		expect(first.headers.get("retry-after")).toBe("5");
		expect((await member.analyze(watchUrl(id))).status).toBe(202);
		const stream = await member.events(id);
		expect(stream.status).toBe(200);
		expect((await member.finished(id)).video.analysis_status).toBe("completed");
		expect(product.youtube.count("player", id)).toBe(1);
	});
});
