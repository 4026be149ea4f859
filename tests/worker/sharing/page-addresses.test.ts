import { beforeAll, describe, expect, it } from "vitest";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";

let id: string;
let statement_id: string;
const product = shared(() => shareProduct());
beforeAll(async () => {
	const run = await published(product, { statements: [aStatement()] });
	id = run.video_id;
	statement_id = run.statements[0]?.id ?? "";
});

const ask = (path: string) => fetch(product.url + path, { redirect: "manual" });
/** The first letter as an escape that is not needed. */
const escaped = (text: string) => text.replace(/^./, (it) => `%${it.charCodeAt(0).toString(16)}`);

describe("a page's address in another spelling", () => {
	it.each([
		["a report", () => `/results/${id}`, () => `/results/${escaped(id)}`],
		["a report with slashes", () => `/results/${id}`, () => `/results/${id}//`],
		["an escaped folder", () => `/results/${id}`, () => `/%72esults/${id}`],
		[
			"a statement",
			() => `/results/${id}/statements/${statement_id}`,
			() => `/results/${id}/statements/${escaped(statement_id)}/`,
		],
		["the archive", () => "/results", () => "/results/"],
		["a page of the site", () => "/about", () => "/%61bout"],
		["the API's page", () => "/api", () => "/api/"],
		["the versions", () => `/results/${id}/versions`, () => `/results/${escaped(id)}/versions/`],
	])("is redirected once: %s", async (_, canonical, spelled) => {
		const answer = await ask(`${spelled()}?q=a%20b&q=c`);
		expect(answer.status).toBe(308);
		expect(answer.headers.get("location")).toBe(`${canonical()}?q=a%20b&q=c`);
		expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
		expect((await ask(canonical())).status).toBe(200);
	});

	it.each([
		"/results/a:b",
		"/results/%zz",
		"/results/%e0%a4%a",
		"/results/%27",
		"/results/%2Fabout",
	])("is redirected to an address that is not redirected: %s", async (path) => {
		let answer = await ask(path);
		if (answer.status === 308) answer = await ask(answer.headers.get("location") ?? "");
		expect(answer.status).toBe(404);
	});

	it("is not redirected if it has no page", async () => {
		for (const path of ["/no/such/page/", "//about.example/"])
			expect((await ask(path)).headers.get("location"), path).toBeNull();
	});
});
