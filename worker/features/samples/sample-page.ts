import type { PageFailure, Stance } from "#contract/verdicts.ts";

/** A fictional web page, written for the sample videos. */
export type SamplePage = {
	/** The last segment of its path. */
	name: string;
	/** A fictional site, used in place of a registrable domain. */
	site: `sample-${string}`;
	title: string;
	/** YYYY-MM-DD. */
	published_at: string;
	/** A schema.org type. */
	type: string;
	/** The page's paragraphs. */
	text: readonly string[];
	/** The author's marks: sentences of the page with their stance on a sample's statement. */
	says: readonly (SampleCitation & { statement: string })[];
	/** Set if the page cannot be opened. */
	unopened?: { reason: PageFailure; status: number | null };
};

export type SampleCitation = {
	stance: Stance;
	/** A passage of the page, verbatim. */
	quote: string;
	/** The text that a rater writes if it misquotes the page. */
	written?: string;
};

/** The path under which a sample page can be opened. */
function samplePagePath({ name }: Pick<SamplePage, "name">): string {
	return `/samples/sources/${name}`;
}

/**
 * A reserved host: search code needs absolute addresses, but does not know the address of this
 * site.
 */
const SAMPLE_ORIGIN = "https://samples.invalid";

/** The address that identifies a page in searches and passages. */
export function samplePageUrl(page: Pick<SamplePage, "name">): string {
	return SAMPLE_ORIGIN + samplePagePath(page);
}

/** Converts an address for display: a sample page's address becomes its path on this site. */
export function shownAddress(url: string): string {
	return url.startsWith(`${SAMPLE_ORIGIN}/`) ? url.slice(SAMPLE_ORIGIN.length) : url;
}

/** The page's HTML, for browsers and for the page reader. */
export function samplePageHtml(page: SamplePage): string {
	const { title, site, published_at, type, text } = page;
	const linked = JSON.stringify({
		"@context": "https://schema.org",
		"@type": type,
		headline: title,
		datePublished: published_at,
	});
	const paragraphs = text.map((it) => `<p>${escapeHtml(it)}</p>`).join("\n");
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<script type="application/ld+json">${linked.replaceAll("<", "\\u003c")}</script>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>A sample page, written for this project. Its site, ${site}, is made up. Published ${published_at}.</p>
${paragraphs}
</body>
</html>
`;
}

function escapeHtml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
