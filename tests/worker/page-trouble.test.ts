import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	expectNothingLeaked,
	readPage,
} from "#tests/support/world/answer-checks.ts";
import {
	type CountingProduct,
	startCountingProduct,
} from "#tests/support/world/entered-product.ts";

/** Nothing listens there. */
const NO_DATABASE = "http://127.0.0.1:9";

let product: CountingProduct;
beforeAll(async () => {
	product = await startCountingProduct({ LIBSQL_URL: NO_DATABASE });
});
afterAll(() => product?.stop());

describe("While the database gives no answer", () => {
	it("a report's page still brings the app, which asks again itself", async () => {
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

	it("the site's own pages are as always", async () => {
		expect((await product.get("/about")).status).toBe(200);
	});
});
