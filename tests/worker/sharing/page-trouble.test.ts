import { describe, expect, it } from "vitest";
import { expectNothingLeaked, readPage } from "#tests/support/world/answer-checks.ts";
import { startCountingProduct } from "#tests/support/world/entered-product.ts";
import { opened } from "#tests/support/world/opened.ts";

/** A port on which nothing listens. */
const NO_DATABASE = "http://127.0.0.1:9";

const product = opened(() => startCountingProduct({ LIBSQL_URL: NO_DATABASE }));

describe("pages while the database is down", () => {
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
