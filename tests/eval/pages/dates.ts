import { decodePage } from "#features/evidence/decode-page.ts";
import { publicationDate } from "#features/evidence/publication-date.ts";
import { readHtml } from "#features/evidence/read-html.ts";
import {
	HTMLDATE,
	READABILITY,
	readHtmldate,
	readReadability,
	type SavedPage,
} from "./public-pages.ts";
import { type Row, share, type Topic } from "./topic.ts";

/** How often a page's publication date is right, wrong or missing, against what people noted. */
export const DATES: Topic = {
	name: "publication dates",
	needs: [HTMLDATE, READABILITY],
	async measure(pathOf, half) {
		const noted = readHtmldate(pathOf(HTMLDATE), half);
		const declared = readReadability(pathOf(READABILITY), half);
		return [
			...ratesOf("htmldate", noted, true),
			...ratesOf("readability, dates declared in the page", declared, false),
		];
	},
};

function ratesOf(set: string, pages: readonly SavedPage[], aimed: boolean): Row[] {
	const today = new Date().toISOString().slice(0, 10);
	const dated = pages.filter(({ date }) => date !== null);
	const found = dated.map(({ url, bytes, date }) => {
		const { published_at } = publicationDate(
			url,
			readHtml(decodePage(bytes, "text/html")),
			null,
			today,
		);
		return published_at === null ? "missing" : published_at === date ? "right" : "wrong";
	});
	const rate = (figure: string, aim: Row["aim"]) =>
		share(
			{ figure, set, aim: aimed ? aim : null },
			found.map((it) => it === figure),
		);
	return [
		rate("right", { at_least: 0.8 }),
		rate("wrong", { at_most: 0.04 }),
		rate("missing", null),
	];
}
