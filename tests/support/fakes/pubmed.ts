import type { Site } from "./web-sites.ts";

export type Paper = {
	id: string;
	title: string;
	/** YYYY-MM-DD. */
	published_at: string;
	abstract: string;
};

/**
 * NCBI's esearch and efetch as their documentation has them: a search answers with ids in JSON, a
 * paper comes as XML.
 */
export function fakePubMed(papers: readonly Paper[]): Site {
	return (path, response) => {
		const url = new URL(path, "http://eutils.invalid");
		const asked = url.searchParams;
		if (url.pathname.endsWith("/esearch.fcgi")) {
			const words = asked.get("term")?.toLowerCase().split(/\W+/) ?? [];
			const idlist = papers
				.filter(({ title }) =>
					words.includes(title.toLowerCase().split(" ")[0] ?? ""),
				)
				.map(({ id }) => id);
			const count = String(idlist.length);
			response.writeHead(200, { "content-type": "application/json" }).end(
				JSON.stringify({
					header: { type: "esearch", version: "0.3" },
					esearchresult: { count, retmax: count, retstart: "0", idlist },
				}),
			);
			return;
		}
		const paper = papers.find(({ id }) => id === asked.get("id"));
		if (!url.pathname.endsWith("/efetch.fcgi") || !paper)
			return void response.writeHead(400).end();
		response
			.writeHead(200, { "content-type": "text/xml; charset=UTF-8" })
			.end(paperXml(paper));
	};
}

function paperXml({ id, title, published_at, abstract }: Paper): string {
	const [year, month, day] = published_at.split("-");
	return `<?xml version="1.0" ?><!DOCTYPE PubmedArticleSet><PubmedArticleSet><PubmedArticle>
<MedlineCitation><PMID Version="1">${id}</PMID><Article><ArticleTitle>${title}.</ArticleTitle>
<Abstract><AbstractText Label="RESULTS">${abstract}</AbstractText></Abstract>
<ArticleDate DateType="Electronic"><Year>${year}</Year><Month>${month}</Month><Day>${day}</Day></ArticleDate>
</Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`;
}
