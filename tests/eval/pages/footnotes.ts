import { decodePage } from "#features/evidence/decode-page.ts";
import { readHtml } from "#features/evidence/read-html.ts";
import { PAGE_SETS, readAllPages } from "./all-pages.ts";
import { share, type Topic } from "./topic.ts";

/** MediaWiki's markup of a footnote sign. */
const SIGN = /<sup[^>]*\bclass="[^"]*\breference\b[^>]*>.*?<\/sup>/gs;
/** A mark in the sign's place, which no page has. */
const MARK = "\u{e000}";
const SENTENCE = /[^.!?\n]*\u{e000}[^.!?\n]*[.!?]?/gu;

/** How many sentences with footnote signs can be quoted without them. */
export const FOOTNOTES: Topic = {
	name: "footnote signs",
	needs: PAGE_SETS,
	async measure(pathOf, half) {
		const found: boolean[] = [];
		let pages = 0;
		for (const { bytes } of readAllPages(pathOf, half)) {
			const html = decodePage(bytes, "text/html");
			if (!html.includes("mw-parser-output") && !html.includes("cite_ref")) continue;
			pages += 1;
			const { text } = readHtml(html);
			const marked = readHtml(html.replace(SIGN, MARK)).text;
			for (const [sentence] of marked.matchAll(SENTENCE))
				found.push(text.includes(sentence.replaceAll(MARK, "").trim()));
		}
		const row = {
			figure: "sentences that can be quoted without signs",
			set: `${pages} pages of wikis`,
			aim: { at_least: 1 },
		};
		return [share(row, found)];
	},
};
