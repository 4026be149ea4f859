import { canonicalPlainText, canonicalTable } from "#features/evidence/canonical-text.ts";
import { decodePage } from "#features/evidence/decode-page.ts";
import { selectGivenPassages } from "#features/evidence/given-passages.ts";
import { clusterPages, transcriptCopies } from "#features/evidence/independence.ts";
import { pageKind } from "#features/evidence/page-kind.ts";
import { purposeOfAddress } from "#features/evidence/page-purpose.ts";
import { isOwnSite, siteOf } from "#features/evidence/page-site.ts";
import { parseEvidenceAnswer } from "#features/evidence/parse-judgement.ts";
import { indexPage, selectPassages } from "#features/evidence/passages.ts";
import { publicationDate } from "#features/evidence/publication-date.ts";
import { sameClaimReviews } from "#features/evidence/published-reviews.ts";
import { readPaper } from "#features/evidence/pubmed.ts";
import { checkQuote, isOnPage } from "#features/evidence/quote-check.ts";
import { evidenceQuestion } from "#features/evidence/rate-question.ts";
import { readHtml } from "#features/evidence/read-html.ts";
import { cleanQuery, parsePlans, planQuestion } from "#features/evidence/search-plan.ts";
import { findTextProblem } from "#features/evidence/walls.ts";
import { readDay } from "#features/evidence/written-day.ts";
import { pageKey } from "#text/page-key.ts";

const QUOTE = "the moon is made of green cheese";
const SAID = { content: QUOTE, language: "en" };
const PAGE = { title: "", language: "en" };

function passage(text: string) {
	return { start: 0, end: text.length, text, before: "", after: "" };
}

function saidIn(text: string) {
	return {
		spoken: { quote: text, before: text, after: text },
		video: { title: text, channel: text },
	};
}

/**
 * Every evidence function that reads untrusted text; an entry also covers the functions it calls.
 */
export const PAGE_READERS: Record<string, (text: string) => unknown> = {
	evidenceQuestion: (text) => {
		const candidate = {
			page_id: text,
			title: text,
			site: text,
			kind: "news" as const,
			known_kind: "news" as const,
			cluster: 1,
			published_at: null,
			language: null,
			by_member: false,
			passage: passage(text),
		};
		const { given } = selectGivenPassages([candidate], text);
		const input = { statement: text, said_on: null, today: "2026-01-01", ...saidIn(text) };
		return evidenceQuestion({ ...input, passages: given }, () => 0);
	},
	parseEvidenceAnswer: (text) =>
		parseEvidenceAnswer(
			JSON.stringify({
				verdict: "refuted",
				score: 90,
				explanation: text,
				missing: text,
				citations: [{ passage: "P1", stance: "refutes", quote: text }],
				next_query: text,
			}),
		),
	planQuestion: (text) => {
		const { spoken, video } = saidIn(text);
		const statements = [{ content: text, spoken }];
		return planQuestion({ statements, video, said_on: null }, () => 0);
	},
	parsePlans: (text) => {
		const plans = [{ statement: 1, neutral: text, opposing: text, kind: text }];
		const { spoken, video } = saidIn(text);
		return parsePlans(JSON.stringify({ plans }), {
			statements: [{ content: text, spoken }],
			video,
		});
	},
	cleanQuery,
	// Web pages and their quotes.
	canonicalPlainText,
	canonicalTable,
	"canonicalTable of cells": (text) => canonicalTable(text.replaceAll(/\w/g, '"",')),
	findTextProblem: (text) =>
		findTextProblem(text, { title: text, headings: [{ level: 1, text }], site: text }),
	purposeOfAddress: (text) => purposeOfAddress(`https://a.org/${text}?${text}`),
	readHtml,
	"readHtml of elements": (text) =>
		// Longer than the parser's stopping point, up to which the work grows with the depth.
		readHtml(`<p>${text.replaceAll(/[\p{L}\p{N}]/gu, "<div>").repeat(8)}`),
	"readHtml of attributes": (text) => readHtml(`<p lang="${text}" ${text}>a`),
	"readHtml of styles": (text) => readHtml(`<p style="${text}">a<p style=";${text}:${text}0">b`),
	"readHtml of style sheets": (text) =>
		readHtml(
			`<style>${text}{${text}}.a,#b{display:${text}}</style><p class="${text}" id="${text}">a`,
		),
	"readHtml of rules": (text) =>
		readHtml(`<style>${text.replaceAll(/\w/g, ".a{display:none}")}</style><p class="a">${text}`),
	"readHtml of formulas": (text) =>
		readHtml(`<math><msup><mi>${text}</mi><mn>${text.replaceAll(/\w/g, "<mfrac><mn>1</mn>")}`),
	"readHtml of raised marks": (text) =>
		readHtml(`<p>${text.replaceAll(/\w/g, "<sup>1</sup>,<sub>2</sub>")}<sup>${text}</sup>`),
	"readHtml of footnote signs": (text) => readHtml(`<a><sup><a>[${text}`.repeat(4)),
	"readHtml of signs without an end": (text) =>
		readHtml(`<sup><a>[${text.replaceAll(/\w/g, "<b>a</b>")}`),
	"readHtml of noscript": (text) => readHtml(`<noscript>${text}</noscript>`.repeat(4)),
	"readHtml of dates": (text) => {
		const shown = `<h1>${text}</h1><time class="date">${text}</time><p>${text}`;
		return publicationDate("https://a.org/", readHtml(shown), null, "2026-01-01");
	},
	"readHtml of linked data": (text) =>
		readHtml(
			`<script type="application/ld+json">{"a":"${text}","@type":${JSON.stringify([text])},"datePublished":${JSON.stringify(text)}}</script>`,
		),
	"readHtml of fact checks": (text) => {
		const word = JSON.stringify(text);
		const review = `{"@type":"ClaimReview","claimReviewed":${word},"author":{"name":${word}},"reviewRating":{"alternateName":${word}},"datePublished":${word},"url":${word}}`;
		return readHtml(`<script type="application/ld+json">[${review},${review}]</script>`);
	},
	sameClaimReviews: (text) => {
		const review = { claim: text, publisher: text, rating: text, reviewed_at: null };
		const found = [{ ...review, url: `https://a.org/${text}` }];
		return sameClaimReviews({ content: text, quote: text }, "en", found, "2026-01-01");
	},
	readPaper: (text) =>
		readPaper(`<PubmedArticle><ArticleTitle>${text}</ArticleTitle><AbstractText>${text}`),
	decodePage: (text) => decodePage(new TextEncoder().encode(`<meta charset=${text}`), text),
	selectPassages: (text) => selectPassages(indexPage(text, "en"), [text], transcriptCopies(text)),
	"checkQuote of a quote": (text) => checkQuote(text, passage(QUOTE), SAID, PAGE),
	"checkQuote of a passage": (text) => checkQuote(QUOTE, passage(text), SAID, PAGE),
	"checkQuote of the same": (text) => checkQuote(text.slice(0, 800), passage(text), SAID, PAGE),
	"checkQuote of parts": (text) =>
		checkQuote(
			`${QUOTE} … ${text.slice(0, 300)} [it] is 5% cheese`,
			passage(`${QUOTE} ${text} is five percent cheese ${text}`),
			SAID,
			PAGE,
		),
	isOnPage: (text) => [isOnPage(text.slice(0, 800), text), isOnPage(QUOTE, text)],
	clusterPages: (text) =>
		clusterPages([
			{ id: "a", site: "a.org", by_member: false, passages: [text] },
			{ id: "b", site: "b.org", by_member: false, passages: [`${text} moon`] },
			{ id: "c", site: "c.org", by_member: true, passages: [text] },
		]),
	pageSite: (text) => [
		siteOf(`https://a${text}.org/`),
		pageKey(`https://a.org/${text}`),
		isOwnSite(`https://a${text}.org/`, text),
	],
	pageKind: (text) => [
		pageKind(`https://a${text}.org/`, null),
		pageKind(`https://a.org/${text}/fact-${text}`, null),
		pageKind(`https://web.archive.org/web/2020/https://a.org/${text}`, null),
		pageKind(`https://web.archive.org/${"web/2020/".repeat(99)}${text}`, null),
	],
	publicationDate: (text) => [
		readDay(text),
		publicationDate(`https://a.org/${text}`, null, text, "2026-01-01"),
	],
};
