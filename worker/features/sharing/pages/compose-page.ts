import type { ServedPage } from "#contract/served-page.ts";
import { fullTitle } from "#contract/site.ts";
import { escapeMarkup } from "#text/markup.ts";
import { headTags, type PageHead, scriptJson } from "./head-tags.ts";
import type { Shell } from "./shell.ts";

/** The element in which the app finds the answers that came with the page. */
export const PAGE_DATA = { type: "application/json", id: "page-data" };

export type Page = {
	head: PageHead;
	/** The API's answers by path, so that the app need not request them. */
	data: Omit<ServedPage, "rendered">;
	/** The part of the query that the page depends on; null: the browser alone renders it. */
	search: string | null;
	/** JSON-LD for search engines; null if there is none. */
	json_ld: unknown;
};

/** A page as strings for the places of the shell. */
export type WrittenPage = {
	/** Text. */
	title: string;
	/** The other fields are markup. */
	head: string;
	/** null: the browser renders the page. */
	body: string | null;
	data: string;
};

export function writePage(
	{ head, json_ld }: Page,
	body: string | null,
	data: ServedPage,
): WrittenPage {
	return {
		title: fullTitle(head.title),
		head: headTags(head) + structured(json_ld),
		body,
		data: writeData(data),
	};
}

/** A page that is rendered once has its data written once. */
const written = new WeakMap<ServedPage, string>();

function writeData(data: ServedPage): string {
	const known = written.get(data);
	if (known !== undefined) return known;
	const script = dataScript(PAGE_DATA, data);
	written.set(data, script);
	return script;
}

/** Puts a page into the shell. */
export function composePage(shell: Shell, page: WrittenPage): string {
	const { start, title_end, head_end, root_end, between, note, end } = shell;
	const { title, head, body, data } = page;
	// Directly after the title, because some preview readers read only the first bytes.
	const top = `${start}${escapeMarkup(title)}${title_end}${head}${head_end}`;
	const bottom = `${root_end}${data}${between}${body === null ? note : ""}${end}`;
	return top + (body ?? "") + bottom;
}

function structured(json_ld: unknown): string {
	return json_ld === null ? "" : dataScript({ type: "application/ld+json" }, json_ld);
}

/** A data block is not a script: browsers never run it, and the policy allows it. */
export function dataScript({ type, id }: { type: string; id?: string }, value: unknown): string {
	const named = id === undefined ? "" : ` id="${id}"`;
	return `<script type="${type}"${named}>${scriptJson(value)}</script>`;
}
