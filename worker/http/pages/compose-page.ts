import type { Problem } from "#contract/problem.ts";
import { headTags, type PageHead } from "#domain/pages/head-tags.ts";
import { scriptJson } from "#domain/pages/script-json.ts";
import { fullTitle } from "#domain/pages/site-pages.ts";

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

/** The shell with a page in it, as HTML. */
export function composePage(shell: string, page: Page): Promise<string> {
	const { head, body } = page;
	return new HTMLRewriter()
		.on("title", {
			element: (title) => void title.setInnerContent(fullTitle(head.title)),
		})
		.on('meta[name="description"]', {
			element(description) {
				// Right here: some readers of previews take no more than the first bytes.
				description.replace(headTags(head) + structured(page.json_ld), AS_HTML);
			},
		})
		.on("#root", {
			element(root) {
				if (body !== null) root.setInnerContent(body, AS_HTML);
				root.after(dataScript("application/json", page.data, DATA_ID), AS_HTML);
			},
		})
		.on("noscript", {
			element(note) {
				if (body !== null) note.remove();
			},
		})
		.transform(new Response(shell))
		.text();
}

const AS_HTML = { html: true };

function structured(json_ld: unknown): string {
	return json_ld === null ? "" : dataScript("application/ld+json", json_ld);
}

/** Not a script to a browser: data blocks are never run, so the policy lets them stand. */
function dataScript(type: string, value: unknown, id?: string): string {
	const named = id === undefined ? "" : ` id="${id}"`;
	return `<script type="${type}"${named}>${scriptJson(value)}</script>`;
}
