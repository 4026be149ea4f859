import { describe, expect, it } from "vitest";
import type { PageNotice } from "#contract/verdicts.ts";
import { readPaper } from "#features/evidence/pubmed.ts";
import { readHtml } from "#features/evidence/read-html.ts";

/** A record as efetch gives it, with these publication types, links and further elements. */
function record({
	types = [],
	links = [],
	title = "A daily dose.",
	ids = "",
}: {
	types?: string[];
	links?: string[];
	title?: string;
	ids?: string;
}): string {
	const listed = ["Journal Article", ...types].map(
		(type) => `<PublicationType UI="D0">${type}</PublicationType>`,
	);
	const corrections = links.map(
		(type) =>
			`<CommentsCorrections RefType="${type}"><RefSource>J. 2016;246:385</RefSource><PMID Version="1">2</PMID></CommentsCorrections>`,
	);
	return `<?xml version="1.0"?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">1</PMID><Article><ArticleTitle>${title}</ArticleTitle><Abstract><AbstractText>The extract halved the risk of 10<sup>6</sup> strokes in 5 percent<sup>2</sup> of patients, CO<sub>2</sub> apart.</AbstractText></Abstract><PublicationTypeList>${listed.join("")}</PublicationTypeList></Article><CommentsCorrectionsList>${corrections.join("")}</CommentsCorrectionsList></MedlineCitation><PubmedData>${ids}<ReferenceList><Reference><Citation>B.</Citation><ArticleIdList><ArticleId IdType="doi">10.1000/other</ArticleId></ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle><PubmedArticle><MedlineCitation><CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"/></CommentsCorrectionsList></MedlineCitation></PubmedArticle></PubmedArticleSet>`;
}

describe("a record of PubMed", () => {
	it.each<[string, Parameters<typeof record>[0], PageNotice | null]>([
		["nothing", {}, null],
		["other types and links", { types: ["Review"], links: ["CommentIn", "Cites"] }, null],
		["a retracted publication", { types: ["Retracted Publication"] }, "retracted"],
		["a retraction", { links: ["RetractionIn"] }, "retracted"],
		["a retraction with another form", { links: ["RetractedandRepublishedIn"] }, "retracted"],
		["a notice", { types: ["Retraction of Publication"] }, "retraction_notice"],
		["a notice's link", { links: ["RetractionOf"] }, "retraction_notice"],
		["a concern", { links: ["ExpressionOfConcernIn"] }, "expression_of_concern"],
		["a corrected form", { links: ["CorrectedandRepublishedIn"] }, "corrected"],
		["an erratum", { links: ["ErratumIn"] }, "corrected"],
		["the corrected form", { links: ["CorrectedandRepublishedFrom"] }, null],
		["a preprint", { types: ["Preprint"] }, "preprint"],
		["a preprint's final form", { types: ["Preprint"], links: ["UpdateIn"] }, "preprint_published"],
		["an updated review", { links: ["UpdateIn"] }, null],
		["the gravest", { types: ["Preprint"], links: ["ErratumIn", "RetractionIn"] }, "retracted"],
		["a title", { title: "RETRACTED: A daily dose." }, "retracted"],
	])("tells of %s", (_, given, notice) => {
		expect(readPaper(record(given))?.notice).toBe(notice);
	});

	it("reads raised and lowered text as a page does", () => {
		const [line = ""] = readPaper(record({}))?.lines ?? [];
		expect(readHtml(`<p>${line}</p>`).text).toBe(
			"The extract halved the risk of 10^6 strokes in 5 percent^2 of patients, CO2 apart.",
		);
	});

	it("has the paper's own DOI", () => {
		const ids = `<ArticleIdList><ArticleId IdType="pubmed">1</ArticleId><ArticleId IdType="doi">10.1000/182</ArticleId></ArticleIdList>`;
		expect(readPaper(record({ ids }))?.doi).toBe("10.1000/182");
		expect(readPaper(record({}))?.doi).toBe(null);
	});
});
