import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import {
	indexPage,
	type Passage,
	searchTerms,
	selectPassages,
} from "#features/evidence/passages.ts";
import { type HtmlPage, readHtml } from "#features/evidence/read-html.ts";
import { READABILITY } from "./public-pages.ts";
import { isInHalf, share, type Topic } from "./topic.ts";

const Metadata = z.object({ title: z.string().nullish(), excerpt: z.string().nullish() });

type Case = { page: HtmlPage; article: Set<string>; statement: string };

/**
 * How many of the passages that are chosen for a page's own summary, and for that of another page,
 * are furniture: most of their words stand outside of the page's article, in lines that are too short
 * for a sentence. What the article is, people noted.
 */
export const FURNITURE: Topic = {
	name: "passages",
	needs: [READABILITY],
	async measure(pathOf, half) {
		const cases = readCases(pathOf(READABILITY), half);
		const own = cases.flatMap((it) => furnitureOf(it, it.statement));
		const foreign = cases.flatMap((it, at) =>
			furnitureOf(it, cases[(at + 1) % cases.length]?.statement ?? ""),
		);
		const set = `readability, ${cases.length} pages`;
		return [
			share({ figure: "menus, for the page's own summary", set, aim: null }, own),
			share({ figure: "menus, for another page's summary", set, aim: null }, foreign),
		];
	},
};

function readCases(path: string, half: "dev" | "test" | "all"): Case[] {
	const folder = join(path, "test", "test-pages");
	const read = (name: string, file: string) => readFileSync(join(folder, name, file), "utf8");
	return readdirSync(folder)
		.filter((name) => isInHalf(name, half))
		.flatMap((name) => {
			const { title, excerpt } = Metadata.parse(JSON.parse(read(name, "expected-metadata.json")));
			const article = linesOf(readHtml(read(name, "expected.html")).text);
			const statement = excerpt || title;
			const page = readHtml(read(name, "source.html"));
			return statement ? [{ page, article: new Set(article), statement }] : [];
		});
}

const MIN_SENTENCE_CHARS = 40;

const linesOf = (text: string) => text.split("\n").map((line) => searchTerms(line).join(" "));

function furnitureOf({ page, article }: Case, statement: string): boolean[] {
	const { text, borders, language } = page;
	const chosen = selectPassages(indexPage(text, language, borders), [statement]);
	return chosen.map((passage) => isFurniture(passage, article));
}

function isFurniture({ text }: Passage, article: ReadonlySet<string>): boolean {
	const lines = text.split("\n");
	const keys = linesOf(text);
	const outside = lines.filter(
		(line, at) => line.length < MIN_SENTENCE_CHARS && !article.has(keys[at] ?? ""),
	);
	return outside.join("").length * 2 > lines.join("").length;
}
