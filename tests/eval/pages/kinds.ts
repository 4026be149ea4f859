import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pageKind } from "#features/evidence/page-kind.ts";
import { parseUrl } from "#text/parse-url.ts";
import { count, type Half, isInHalf, type PublicFolder, share, type Topic } from "./topic.ts";

const MULTIFC: PublicFolder = {
	folder: "MultiFCscrapper",
	home: "https://github.com/lcschv/MultiFCscrapper",
};
const CRAWLER: PublicFolder = {
	folder: "intelligent_crawler",
	home: "https://github.com/TUB-NLP-OpenData/intelligent_crawler",
};
const COAID: PublicFolder = { folder: "CoAID", home: "https://github.com/cuilimeng/CoAID" };
const SETS = [MULTIFC, CRAWLER, COAID];

/** A set of ten sites must not be a set of one. */
const MAX_OF_SITE = 12;

/** Which fact checks are recognised by their address, and which other articles are taken for some. */
export const KINDS: Topic = {
	name: "kinds of pages",
	needs: SETS,
	async measure(pathOf, half) {
		const isFactCheck = (url: string) => pageKind(url, null) === "fact_check";
		const checks = [...readMultiFc(pathOf(MULTIFC)), ...readCrawler(pathOf(CRAWLER))];
		const articles = readArticles(pathOf(COAID));
		return [
			share(
				{
					figure: "fact checks recognised by address",
					set: `MultiFC, intelligent_crawler: at most ${MAX_OF_SITE} of a site, halves by site`,
					aim: { at_least: 0.8 },
				},
				pickedOf(checks, half).map(isFactCheck),
			),
			count(
				{ figure: "other articles taken for fact checks", set: "CoAID, true news", aim: null },
				pickedOf(articles, half, Number.POSITIVE_INFINITY).map(isFactCheck),
			),
		];
	},
};

/** At most `most` addresses of each site in the half. */
function pickedOf(urls: readonly string[], half: Half, most = MAX_OF_SITE): string[] {
	const by_site = new Map<string, string[]>();
	for (const url of new Set(urls)) {
		const site = siteName(url);
		if (site === "" || !isInHalf(site, half)) continue;
		const known = by_site.get(site) ?? [];
		by_site.set(site, known);
		if (known.length < most) known.push(url);
	}
	return [...by_site.values()].flat();
}

function siteName(url: string): string {
	return (parseUrl(url)?.hostname ?? "").replace(/^www\./, "");
}

/** One file of a fact-checking site each, a claim a line, with the article's address in a column. */
function readMultiFc(path: string): string[] {
	const folder = join(path, "scrappers", "seeds", "schemas");
	return readdirSync(folder).flatMap((name) =>
		readFileSync(join(folder, name), "utf8")
			.split("\n")
			.flatMap((line) => /\s{2,}(https?:\/\/\S+)/.exec(line)?.[1] ?? []),
	);
}

/** Newspapers whose whole feed the set has. */
const NEWSPAPERS = /(?:^|\.)(?:suara|thequint)\.com$/;

function readCrawler(path: string): string[] {
	const output = join(path, "code", "FakeNewsCrawler", "Output");
	const file = readFileSync(join(output, "rss_feed_other_languages_out.json"), "utf8");
	return [...file.matchAll(/^ {10}"link": "([^"]+)"/gm)]
		.flatMap(([, url]) => url ?? [])
		.filter((url) => !NEWSPAPERS.test(siteName(url)));
}

const EDITIONS = ["05-01-2020", "07-01-2020", "09-01-2020", "11-01-2020"];

function readArticles(path: string): string[] {
	return EDITIONS.flatMap((edition) =>
		readFileSync(join(path, edition, "NewsRealCOVID-19.csv"), "utf8")
			.split("\n")
			.flatMap((line) => /^\d+,[^,]*,[^,]*,(https?:\/\/[^,\s]+)/.exec(line)?.[1] ?? []),
	);
}
