import { describe, expect, it } from "vitest";
import { purposeOfAddress } from "#features/evidence/page-purpose.ts";
import { readPage } from "#features/evidence/read-page.ts";
import { isMessageHeading } from "#features/evidence/wall-messages.ts";
import { findTextProblem } from "#features/evidence/walls.ts";
import {
	ARTICLE_ROWS,
	problemOfArticle,
	problemOfWall,
	WALL_ROWS,
} from "#tests/support/fixtures/wall-rows.ts";

const ARTICLE =
	`${"The river rose by two metres in a night, the harbour says. ".repeat(3)}\n`.repeat(8);

describe("walls", () => {
	it("refuses a page whose title or first heading is a message, however much stands beside it", () => {
		expect(WALL_ROWS).toHaveLength(60);
		const passed = WALL_ROWS.filter((row) => problemOfWall(row) !== "blocked");
		expect(passed).toEqual([]);
	});

	it("reads articles about robots, consent, missing papers and blocked access", () => {
		expect(ARTICLE_ROWS).toHaveLength(113);
		const refused = ARTICLE_ROWS.filter((row) => problemOfArticle(row) !== null);
		// "Lake to which access is denied": in scripts without spaces an unknown ending is let pass.
		expect(refused.map(({ heading }) => heading)).toEqual(["접근이 거부된 호수"]);
	});

	it.each([
		["A domain for sale", false],
		["Domain for sale", true],
		["This domain is for sale", true],
		["Eine Seite fehlt", false],
		["Diese Seite wurde nicht gefunden", true],
		["Un dominio en venta", false],
		["Este dominio está en venta", true],
		["The robots that check our food", false],
		["Missing page of the diary found", false],
		["Attention Required!", true],
		["Client Challenge", true],
		["Pardon Our Interruption", true],
		["Access to this page has been denied", true],
		["Один момент…", true],
	])("tells what is new to readers from what is at hand: %s", (heading, is_message) => {
		expect(isMessageHeading(heading, "", true)).toBe(is_message);
	});

	it.each([
		{ title: "Just a moment... | Harbour Times" },
		{ title: "Harbour Times", headings: [{ level: 1, text: "Log in" }] },
		{
			title: "Harbour Times",
			headings: [
				{ level: 1, text: "Harbour Times" },
				{ level: 1, text: "Page not found" },
			],
		},
		{ title: "The river rose", headings: [{ level: 2, text: "Log in to continue reading" }] },
		{ title: "Log in to Harbour Times" },
		{ title: "404" },
	])("refuses %j", (named) => {
		expect(findTextProblem(ARTICLE, { ...named, site: "www.harbourtimes.com" })).toBe("blocked");
	});

	it.each([
		{ title: "The river rose", headings: [{ level: 2, text: "Log in" }] },
		{
			title: "The river rose",
			headings: [
				{ level: 1, text: "The river rose" },
				{ level: 2, text: "Subscribe to read on" },
			],
		},
		{ title: "Access denied - how the town keeps its people away from the lake" },
		{ title: "Log in - Encyclopedia", is_article: true },
		{ title: "Robot - Encyclopedia" },
	])("opens %j", (named) => {
		expect(findTextProblem(ARTICLE, named)).toBeNull();
	});

	it("knows a message in capitals, with other apostrophes and in scripts without spaces", () => {
		for (const text of [
			"PAGE NOT FOUND",
			"You’re not a robot?",
			"页面不存在",
			"ページが見つかりません",
		])
			expect(isMessageHeading(text, "", true)).toBe(true);
	});

	it("takes no text of a source's API for a wall", async () => {
		const text = "We have noticed unusual activity. Please verify that you are human. ".repeat(8);
		const opened = {
			final_url: "https://example.org/a",
			content_type: "text/plain",
			bytes: new TextEncoder().encode(text),
		};
		const refusePdf = () => Promise.resolve({ ok: false as const, reason: "not_text" as const });
		const read = (is_source_text: boolean) =>
			readPage(opened, "2026-01-01", refusePdf, { is_source_text });
		expect(await read(true)).toMatchObject({ ok: true });
		expect(await read(false)).toEqual({ ok: false, reason: "blocked" });
	});
});

describe("purposeOfAddress", () => {
	it.each([
		"/fr/recherche/virologie",
		"/recherche/",
		"/ricerca/occupazione",
		"/pesquisa/emprego",
		"/haku/tutkimus",
		"/wiki/OAuth",
		"/wiki/Login",
		"/wiki/Search",
		"/wiki/Tag",
		"/glossary/sso",
		"/topic/login",
		"/themen/label",
		"/label",
		"/environnement/label/bio",
		"/news/login",
	])("has no purpose for %s", (path) => {
		expect(purposeOfAddress(`https://example.org${path}`)).toBeNull();
	});

	it.each([
		["/search/label/rivers", "list_page"],
		["/label/rivers", "list_page"],
		["/recherche?q=fleuve", "search_page"],
		["/fr/recherche?text=fleuve", "search_page"],
		["/search/rivers", "search_page"],
		["/fr/connexion", "log_in_page"],
		["/users/sign_in", "log_in_page"],
		["/oauth/login", "log_in_page"],
		["/wiki/Category:Rivers", "list_page"],
		["/wiki/User:Ann", "profile_page"],
	])("knows %s as a %s", (path, purpose) => {
		expect(purposeOfAddress(`https://example.org${path}`)).toBe(purpose);
	});
});
