import type { ServedPage } from "#contract/served-page.ts";
import { fullTitle, SITE_NAME } from "#contract/site.ts";
import { escapeMarkup } from "#text/markup.ts";
import type { Shell } from "./shell.ts";

export type PageHead = {
	/** Without the site's name. */
	title: string;
	/** The title in previews; null for the title itself. */
	headline: string | null;
	description: string;
	/** Absolute; null if the page has no canonical address. */
	canonical: string | null;
	indexable: boolean;
	/** Whether AI models wrote what the page shows. */
	ai_written: boolean;
	kind: "website" | "article";
	/** 1200 × 630, absolute. */
	image: { url: string; alt: string } | null;
	/** ISO 8601, of an article. */
	published_at?: string;
	modified_at?: string;
	/** The same content in other formats. */
	alternates: { type: string; href: string; title: string }[];
};

/** The API's answers that come with a page. */
type PageData = Omit<ServedPage, "rendered">;

export type Page = {
	head: PageHead;
	data: PageData;
	/** The part of the query that the page depends on; null: the browser alone renders it. */
	search: string | null;
	/** JSON-LD for search engines; null if there is none. */
	json_ld: unknown;
};

type Address = { pathname: string; origin: string };

/** The page in the shell. Throws if it cannot be rendered. */
export async function composePage(shell: Shell, page: Page, address: Address): Promise<string> {
	const { data, search } = page;
	if (search === null) return composeUnrendered(shell, page);
	const rendered = await render(data, { ...address, search });
	return putIntoShell(shell, page, rendered.html, rendered.data);
}

/** The page without content, which the browser renders. */
export function composeUnrendered(shell: Shell, page: Page): string {
	return putIntoShell(shell, page, null, { ...page.data, rendered: null });
}

/** The app's code is loaded with the first page that is rendered: the API does not need it. */
async function render(
	data: PageData,
	{ pathname, search, origin }: Address & { search: string },
): Promise<{ html: string; data: ServedPage }> {
	const { renderPage } = await import("#web/server.tsx");
	const address = { search, origin };
	const { html, parts } = renderPage(pathname, data, address);
	return { html, data: { ...data, rendered: { ...address, parts } } };
}

/** `body` is markup. */
function putIntoShell(
	{ start, title_end, head_end, root_end, between, note, end }: Shell,
	{ head, json_ld }: Page,
	body: string | null,
	data: ServedPage,
): string {
	// Directly after the title, because some preview readers read only the first bytes.
	const top = `${start}${escapeMarkup(fullTitle(head.title))}${title_end}${headTags(head)}`;
	const structured = json_ld === null ? "" : dataScript({ type: "application/ld+json" }, json_ld);
	const bottom = `${root_end}${writeData(data)}${between}${body === null ? note : ""}${end}`;
	return top + structured + head_end + (body ?? "") + bottom;
}

/** All head tags except the title, whose place is in the shell. */
function headTags(head: PageHead): string {
	return [
		element("meta", { name: "description", content: head.description }),
		...(head.indexable ? [] : [element("meta", { name: "robots", content: "noindex" })]),
		...(head.ai_written ? [element("meta", { name: "generator-kind", content: "ai_models" })] : []),
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
		element("meta", { name: "twitter:card", content: image ? "summary_large_image" : "summary" }),
	];
}

function element(name: string, attributes: Record<string, string>): string {
	const written = Object.entries(attributes)
		.map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`)
		.join("");
	return `<${name}${written}>`;
}

/** The element in which the app finds the answers that came with the page. */
const PAGE_DATA = { type: "application/json", id: "page-data" };

const writeData = (data: ServedPage) => dataScript(PAGE_DATA, data);

/** A data block is not a script: browsers never run it, and the policy allows it. */
function dataScript({ type, id }: { type: string; id?: string }, value: unknown): string {
	const named = id === undefined ? "" : ` id="${id}"`;
	return `<script type="${type}"${named}>${scriptJson(value)}</script>`;
}

/** JSON for a script element with data: it cannot contain markup. */
export function scriptJson(value: unknown): string {
	return JSON.stringify(value).replace(/</g, "\\u003c");
}

/**
 * A composed page with its age in it, rendered like any page: with the age among its data, so that
 * the app shows it too. Throws if the page was not composed with this shell.
 */
export async function sayAge(
	html: string,
	shell: Shell,
	{ pathname, age_min }: { pathname: string; age_min: number },
): Promise<string> {
	const { top, body, json, bottom } = takeApart(html, shell);
	const { rendered, ...data } = JSON.parse(json) as ServedPage;
	const aged = { ...data, age_min };
	// The browser renders what the server could not.
	if (rendered === null)
		return top + body + shell.root_end + writeData({ ...aged, rendered }) + bottom;
	const page = await render(aged, { pathname, ...rendered });
	return top + page.html + shell.root_end + writeData(page.data) + bottom;
}

/** The parts of a composed page. Text in it cannot contain these, because markup is escaped. */
function takeApart(html: string, { head_end, root_end }: Shell) {
	const [begin = "", end = ""] = dataScript(PAGE_DATA, null).split("null");
	const body_from = html.indexOf(head_end) + head_end.length;
	const data_from = html.indexOf(begin, body_from);
	const data_to = html.indexOf(end, data_from);
	if (body_from < head_end.length || data_from < 0 || data_to < 0)
		throw new Error("A kept page is not composed as expected");
	return {
		top: html.slice(0, body_from),
		body: html.slice(body_from, data_from - root_end.length),
		json: html.slice(data_from + begin.length, data_to),
		bottom: html.slice(data_to + end.length),
	};
}
