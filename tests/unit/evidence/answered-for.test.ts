import { describe, expect, it } from "vitest";
import { articleAt, isAnsweredFor } from "#features/evidence/known-site.ts";
import { GUEST_SECTIONS, OWN_SECTIONS } from "#features/evidence/own-sections.ts";
import { isNamedBy } from "#features/evidence/page-site.ts";
import { GUESTS, OWN } from "#tests/support/fixtures/page-addresses.ts";
import {
	GUESTS_ELSEWHERE,
	OWN_ELSEWHERE,
} from "#tests/support/fixtures/page-addresses-elsewhere.ts";

const together = (groups: Record<string, string[]>) =>
	Object.entries(groups).flatMap(([what, urls]) => urls.map((url) => [what, url] as const));

describe("isAnsweredFor", () => {
	it.each([...OWN, ...OWN_ELSEWHERE])("is true for what a publisher writes: %s", (url) => {
		expect(isAnsweredFor(url)).toBe(true);
	});

	it.each([...together(GUESTS), ...together(GUESTS_ELSEWHERE)])("is false for %s: %s", (_, url) => {
		expect(isAnsweredFor(url)).toBe(false);
	});

	it("is false for each of its own sections if another name stands before the host or guests write", () => {
		for (const { sections } of OWN_SECTIONS)
			for (const section of sections) {
				const page = `${section}/a-page-of-many-words-about-bridges`;
				const [host = "", ...path] = page.split("/");
				expect(isAnsweredFor(`https://${page}`), page).toBe(true);
				expect(isAnsweredFor(`https://blogs.${page}`), page).toBe(false);
				expect(isAnsweredFor(`https://${section}`), page).toBe(false);
				expect(isAnsweredFor(`https://${host}.example.org/${path.join("/")}`), page).toBe(false);
				for (const { words } of GUEST_SECTIONS)
					for (const word of words)
						expect(isAnsweredFor(`https://${section}/${word}/ada`), `${section} ${word}`).toBe(
							false,
						);
			}
	});

	it("knows at least 320 addresses, half of them of other sites", () => {
		const count = (own: string[], guests: Record<string, string[]>) =>
			own.length + together(guests).length;
		expect(count(OWN, GUESTS)).toBeGreaterThanOrEqual(160);
		expect(count(OWN_ELSEWHERE, GUESTS_ELSEWHERE)).toBeGreaterThanOrEqual(160);
	});
});

describe("articleAt", () => {
	it.each([
		["https://en.wikipedia.org/wiki/Iron_bridge", "en", "Iron bridge"],
		["https://en.m.wikipedia.org/wiki/AC%2FDC#History", "en", "AC/DC"],
		["https://zh.wikipedia.org/zh-hans/%E6%A1%A5", "zh", "桥"],
		["https://en.wikipedia.org//wiki//What%3F", "en", "What?"],
	])("names the article at %s", (url, language, title) => {
		expect(articleAt(url)).toEqual({ language, title });
	});
});

describe("isNamedBy", () => {
	it("is true for the page that a source found, false for a copy of it in an archive", () => {
		const hit = "https://en.wikipedia.org/wiki/Iron_bridge";
		expect(isNamedBy(hit, `${hit}#History`)).toBe(true);
		expect(isNamedBy(hit, `https://web.archive.org/web/20200101000000/${hit}`)).toBe(false);
	});
});
