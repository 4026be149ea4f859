import { describe, expect, it } from "vitest";
import { isNamedBy } from "#features/evidence/page-site.ts";
import { isAnsweredFor } from "#features/evidence/site-kind.ts";

describe("isAnsweredFor", () => {
	it.each([
		"https://www.nasa.gov/a?id=12&lang=en",
		"https://apnews.com/article/no-ballots-were-found-in-the-river-12",
		"https://en.wikipedia.org/wiki/Iron_bridge",
		"https://en.m.wikipedia.org/wiki/Z%C3%BCrich",
		"https://zh.wikipedia.org/zh-hans/%E6%A1%A5",
		"https://www.britannica.com/topic/bridge-engineering",
		"https://web.archive.org/web/2020/https://www.nasa.gov/a",
	])("is true for what a known site publishes: %s", (url) => {
		expect(isAnsweredFor(url)).toBe(true);
	});

	it.each([
		["an unknown site", "https://example.org/wiki/Iron_bridge"],
		["a page of a user", "https://en.wikipedia.org/wiki/User:Ada/sandbox"],
		["a page of a user in another language", "https://nl.wikipedia.org/wiki/Gebruiker:Ada/Brug"],
		["an encoded name", "https://en.wikipedia.org/wiki/Draft%3aIron_bridge"],
		["a revision", "https://en.wikipedia.org/w/index.php?title=Iron_bridge&oldid=7"],
		["a revision of the API", "https://en.wikipedia.org/api/rest_v1/page/html/Iron_bridge/7"],
		["a page by its number", "https://en.wikipedia.org/?curid=7"],
		[
			"a revision in an archive",
			"https://web.archive.org/web/2020/https://en.wikipedia.org/wiki/A",
		],
		[
			"an archived name before another",
			"https://web.archive.org/web/2020/https://a.org%2F@nasa.gov/",
		],
		["a wiki for trying things out", "https://test.wikipedia.org/wiki/Iron_bridge"],
		["another one, for phones", "https://test2.m.wikipedia.org/wiki/Iron_bridge"],
		["petitions", "https://petition.parliament.uk/petitions/7"],
		[
			"a page that may repeat what it is asked",
			"https://pubmed.ncbi.nlm.nih.gov/?term=No+iron+bridge+was+opened+in+1781",
		],
		[
			"an archived one",
			"https://web.archive.org/web/2020/https://www.nasa.gov/a?text=No+iron+bridge+was+opened",
		],
		[
			"a sentence as the name of a parameter",
			"https://www.nasa.gov/a?No_iron_bridge_was_opened_then",
		],
	])("is false for %s", (_, url) => {
		expect(isAnsweredFor(url)).toBe(false);
	});
});

describe("isNamedBy", () => {
	it("is true for the page that a source found, false for a copy of it in an archive", () => {
		const hit = "https://en.wikipedia.org/wiki/Iron_bridge";
		expect(isNamedBy(hit, `${hit}#History`)).toBe(true);
		expect(isNamedBy(hit, `https://web.archive.org/web/20200101000000/${hit}`)).toBe(false);
	});
});
