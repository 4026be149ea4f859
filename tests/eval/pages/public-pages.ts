import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { type Half, isInHalf, type PublicFolder } from "./topic.ts";

/** Public sets of saved web pages. */

export const HTMLDATE: PublicFolder = {
	folder: "htmldate",
	home: "https://github.com/adbar/htmldate",
};
export const TRAFILATURA: PublicFolder = {
	folder: "trafilatura",
	home: "https://github.com/adbar/trafilatura",
};
export const READABILITY: PublicFolder = {
	folder: "readability",
	home: "https://github.com/mozilla/readability",
};
export const ARTICLES: PublicFolder = {
	folder: "article-extraction-benchmark",
	home: "https://github.com/scrapinghub/article-extraction-benchmark",
};

export type SavedPage = {
	/** Unique within its set. */
	name: string;
	url: string;
	bytes: Uint8Array;
	/** YYYY-MM-DD; null if people noted none. */
	date: string | null;
};

const DatedList = z.record(z.string(), z.object({ file: z.string(), date: z.string().nullish() }));

/** The dated pages of htmldate, without those whose file is missing. */
export function readHtmldate(path: string, half: Half): SavedPage[] {
	const tests = join(path, "tests");
	return ["eval_default.json", "eval_mediacloud_2020.json"].flatMap((list) =>
		pagesOf(
			DatedList.parse(readJson(join(tests, list))),
			["test_set", "cache", "eval"].map((it) => join(tests, it)),
			half,
		),
	);
}

/** Pages of trafilatura; the set has no dates. */
export function readTrafilatura(path: string, half: Half): SavedPage[] {
	const tests = join(path, "tests");
	return pagesOf(
		DatedList.parse(readJson(join(tests, "evaldata.json"))),
		["cache", "eval"].map((it) => join(tests, it)),
		half,
	);
}

function pagesOf(
	list: z.infer<typeof DatedList>,
	folders: readonly string[],
	half: Half,
): SavedPage[] {
	return Object.entries(list).flatMap(([url, { file, date }]) => {
		const found = folders.map((folder) => join(folder, file)).find((it) => existsSync(it));
		if (!found || !isInHalf(file, half)) return [];
		return [{ name: file, url, bytes: readFileSync(found), date: dayOf(date) }];
	});
}

/** The day at the start of a date; null for an incomplete or missing one. */
function dayOf(text: string | null | undefined): string | null {
	return /^\d{4}-\d{2}-\d{2}/.exec(text ?? "")?.[0] ?? null;
}

const Metadata = z.object({ publishedTime: z.string().nullish() });

/** Pages of readability; some have the date that the page declares. */
export function readReadability(path: string, half: Half): SavedPage[] {
	const folder = join(path, "test", "test-pages");
	return readdirSync(folder)
		.filter((name) => isInHalf(name, half))
		.map((name) => {
			const expected = join(folder, name, "expected-metadata.json");
			const time = Metadata.parse(readJson(expected)).publishedTime;
			const bytes = readFileSync(join(folder, name, "source.html"));
			return { name, url: `https://${name}.example/page`, bytes, date: dayOf(time) };
		});
}

const ArticleList = z.record(z.string(), z.object({ url: z.string() }));

/** Pages of the article extraction benchmark; the set has no dates. */
export function readArticles(path: string, half: Half): SavedPage[] {
	return Object.entries(ArticleList.parse(readJson(join(path, "ground-truth.json"))))
		.filter(([name]) => isInHalf(name, half))
		.map(([name, { url }]) => {
			const bytes = gunzipSync(readFileSync(join(path, "html", `${name}.html.gz`)));
			return { name, url, bytes, date: null };
		});
}

/** Without pages whose bytes occurred before, because the sets share some. */
export function withoutCopies(pages: readonly SavedPage[]): SavedPage[] {
	const seen = new Set<string>();
	return pages.filter(({ bytes }) => {
		const digest = createHash("sha256").update(bytes).digest("hex");
		const is_new = !seen.has(digest);
		seen.add(digest);
		return is_new;
	});
}

function readJson(file: string): unknown {
	// Python's JSON has NaN for a page without a date.
	return JSON.parse(readFileSync(file, "utf8").replace(/: NaN([,}])/g, ": null$1"));
}
