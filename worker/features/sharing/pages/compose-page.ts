import type { Problem } from "#contract/problem.ts";
import { fullTitle } from "#contract/site.ts";
import { escapeMarkup } from "#text/markup.ts";
import { headTags, type PageHead, scriptJson } from "./head-tags.ts";
import type { Shell } from "./shell.ts";

/** Where the app finds the answers that came with the page. */
const DATA_ID = "page-data";

export type Page = {
	head: PageHead;
	/** What the address can say before the app runs; null leaves the place empty. */
	body: string | null;
	/** What the API would say, by its paths, so that the app need not ask. */
	data: {
		answers: Record<string, unknown>;
		problems: Record<string, Problem>;
	};
	/** For machines; null where there is nothing to tell them. */
	json_ld: unknown;
};

/** A page as the pieces that go into the shell, each put into words once. */
export type WrittenPage = {
	/** Text. */
	title: string;
	/** The rest is markup. */
	head: string;
	body: string | null;
	data: string;
};

export function writePage({ head, body, data, json_ld }: Page): WrittenPage {
	return {
		title: fullTitle(head.title),
		head: headTags(head) + structured(json_ld),
		body,
		data: dataScript("application/json", data, DATA_ID),
	};
}

/** The shell with a page in it, as HTML. */
export function composePage(shell: Shell, page: WrittenPage): string {
	const { start, title_end, head_end, root_end, between, note, end } = shell;
	const { title, head, body, data } = page;
	// Right after the title: some readers of previews take no more than the first bytes.
	const top = `${start}${escapeMarkup(title)}${title_end}${head}${head_end}`;
	const bottom = `${root_end}${data}${between}${body === null ? note : ""}${end}`;
	return top + (body ?? "") + bottom;
}

function structured(json_ld: unknown): string {
	return json_ld === null ? "" : dataScript("application/ld+json", json_ld);
}

/** Not a script to a browser: data blocks are never run, so the policy lets them stand. */
function dataScript(type: string, value: unknown, id?: string): string {
	const named = id === undefined ? "" : ` id="${id}"`;
	return `<script type="${type}"${named}>${scriptJson(value)}</script>`;
}
