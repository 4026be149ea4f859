import { fullTitle, SITE_NAME } from "#contract/site.ts";
import { escapeMarkup } from "#text/markup.ts";

export type PageHead = {
	/** Without the site's name. */
	title: string;
	/** The title in previews; null for the title itself. */
	headline: string | null;
	description: string;
	/** Absolute; null if the page has no canonical address. */
	canonical: string | null;
	indexable: boolean;
	kind: "website" | "article";
	/** 1200 × 630, absolute. */
	image: { url: string; alt: string } | null;
	/** ISO 8601, of an article. */
	published_at?: string;
	modified_at?: string;
	/** The same content in other formats. */
	alternates: { type: string; href: string; title: string }[];
};

/** All head tags except the title, whose place is in the shell. */
export function headTags(head: PageHead): string {
	return [
		element("meta", { name: "description", content: head.description }),
		...(head.indexable ? [] : [element("meta", { name: "robots", content: "noindex" })]),
		...(head.canonical === null
			? []
			: [element("link", { rel: "canonical", href: head.canonical })]),
		...openGraph(head),
		...head.alternates.map((alternate) => element("link", { rel: "alternate", ...alternate })),
	].join("");
}

function openGraph(head: PageHead): string[] {
	const { image } = head;
	const properties: [string, string | null | undefined][] = [
		["og:site_name", SITE_NAME],
		["og:type", head.kind],
		["og:title", head.headline ?? fullTitle(head.title)],
		["og:description", head.description],
		["og:url", head.canonical],
		["og:locale", "en_US"],
		["og:image", image?.url],
		["og:image:type", image && "image/png"],
		["og:image:width", image && "1200"],
		["og:image:height", image && "630"],
		["og:image:alt", image?.alt],
		["article:published_time", head.published_at],
		["article:modified_time", head.modified_at],
	];
	return [
		...properties.flatMap(([property, content]) =>
			content ? [element("meta", { property, content })] : [],
		),
		element("meta", {
			name: "twitter:card",
			content: image ? "summary_large_image" : "summary",
		}),
	];
}

function element(name: string, attributes: Record<string, string>): string {
	const written = Object.entries(attributes)
		.map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`)
		.join("");
	return `<${name}${written}>`;
}

/** JSON for a script element with data: it cannot contain markup. */
export function scriptJson(value: unknown): string {
	return JSON.stringify(value).replace(/</g, "\\u003c");
}
