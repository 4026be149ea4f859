import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { readReportPath, statementPath } from "#contract/addresses.ts";
import { VideoId } from "#contract/ids.ts";
import { SITE_PAGES } from "#contract/site.ts";
import { scriptJson } from "#features/sharing/pages/compose-page.ts";
import { dropReportCopy } from "#features/sharing/pages/edge-copy.ts";
import type { AppEnv } from "#http/app-env.ts";
import { paths } from "#web/paths.ts";

describe("page building in the worker", () => {
	it("links to addresses that the app has", () => {
		expect(statementPath("abcdefghijk", "a b/c")).toBe("/results/abcdefghijk/statements/a%20b%2Fc");
		for (const path of [
			paths.home(),
			paths.archive(),
			paths.dashboard(),
			paths.account(),
			paths.admin(),
			paths.confirm(),
			paths.resetPassword(),
			paths.forgotPassword(),
		])
			expect(SITE_PAGES).toHaveProperty([path]);
	});

	it("escapes markup in JSON within a script", () => {
		const value = { "</script>": ["<!--", "<script>"] };
		expect(scriptJson(value)).not.toContain("<");
		expect(JSON.parse(scriptJson(value))).toEqual(value);
	});
});

describe("cached copy of a report", () => {
	it("does not fail a run if the built page cannot be read", async () => {
		const app = new Hono<AppEnv>().post("/", async (c) => {
			await dropReportCopy(c, VideoId.parse("abcdefghijk"));
			return c.text("started", 202);
		});
		const ASSETS = { fetch: async () => new Response(null, { status: 500 }) };
		const env = { ASSETS } as unknown as AppEnv["Bindings"];
		const answer = await app.request("/", { method: "POST" }, env);
		expect(answer.status).toBe(202);
	});
});

describe("readReportPath", () => {
	it.each([
		["/results/abcdefghijk", { video_id: "abcdefghijk", statement_id: null }],
		["/results/abcdefghijk/statements/a%20b", { video_id: "abcdefghijk", statement_id: "a b" }],
		[
			"/results/abcdefghijk/statements/%E0%A4%A",
			{ video_id: "abcdefghijk", statement_id: "%E0%A4%A" },
		],
		["/results", null],
		["/results/a/b", null],
		["/results/a/statements/b/c", null],
		["/about", null],
	])("reads %s", (path, address) => {
		expect(readReportPath(path)).toEqual(address);
	});
});
