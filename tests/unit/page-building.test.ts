import { describe, expect, it } from "vitest";
import { readReportPath, statementPath } from "#contract/addresses.ts";
import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { SITE_PAGES } from "#contract/site.ts";
import { scriptJson } from "#features/sharing/pages/head-tags.ts";
import { paths } from "#web/paths.ts";
import { BAND_WORDS as APP_BAND_WORDS } from "#web/ui/bands.ts";

describe("What the worker writes into a page", () => {
	it("names bands as the app does", () => {
		for (const score of [0, 29, 30, 69, 70, 100]) {
			const band = bandFor(score);
			const { video, statement } = APP_BAND_WORDS[band];
			expect(BAND_WORDS[band].video).toBe(video);
			expect(BAND_WORDS[band].statement).toBe(statement.toLowerCase());
		}
	});

	it("leads to the addresses that the app has", () => {
		expect(statementPath("abcdefghijk", "a b/c")).toBe(
			paths.statement("abcdefghijk", "a b/c"),
		);
		for (const path of [
			paths.home(),
			paths.archive(),
			paths.dashboard(),
			paths.account(),
			paths.review(),
			paths.confirm(),
			paths.resetPassword(),
			paths.forgotPassword(),
		])
			expect(SITE_PAGES).toHaveProperty([path]);
	});

	it("is never markup where it is text", () => {
		const value = { "</script>": ["<!--", "<script>"] };
		expect(scriptJson(value)).not.toContain("<");
		expect(JSON.parse(scriptJson(value))).toEqual(value);
	});
});

describe("The address of a report", () => {
	it.each([
		["/results/abcdefghijk", { video_id: "abcdefghijk", statement_id: null }],
		[
			"/results/abcdefghijk/statements/a%20b",
			{ video_id: "abcdefghijk", statement_id: "a b" },
		],
		[
			"/results/abcdefghijk/statements/%E0%A4%A",
			{ video_id: "abcdefghijk", statement_id: "%E0%A4%A" },
		],
		["/results", null],
		["/results/a/b", null],
		["/results/a/statements/b/c", null],
		["/about", null],
	])("%s", (path, address) => {
		expect(readReportPath(path)).toEqual(address);
	});
});
