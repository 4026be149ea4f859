import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decodePage } from "#features/evidence/decode-page.ts";
import { startBrowser } from "#tests/support/world/browser.ts";
import { compareShown, type Difference } from "./compare-shown.ts";
import { OWN_PAGES, ownHtml } from "./own-pages.ts";

type ShownPage = { name: string; html: string };

export type ShownResult = { pages: number; differences: (Difference & { page: string })[] };

/** Compares the own pages and those of a folder with what a browser shows of them. */
export async function measureShown(folder: string | null): Promise<ShownResult> {
	const own = OWN_PAGES.map((page) => ({ name: page.name, html: ownHtml(page) }));
	const pages: ShownPage[] = [...own, ...(folder === null ? [] : pagesIn(folder))];
	const browser = await startBrowser();
	try {
		const context = await browser.newContext();
		const differences: ShownResult["differences"] = [];
		for (const { name, html } of pages)
			for (const difference of await compareShown(context, html))
				differences.push({ page: name, ...difference });
		return { pages: pages.length, differences };
	} finally {
		await browser.close();
	}
}

function pagesIn(folder: string): ShownPage[] {
	return readdirSync(folder)
		.filter((name) => /\.html?$/.test(name))
		.map((name) => ({
			name,
			html: decodePage(new Uint8Array(readFileSync(join(folder, name))), "text/html"),
		}));
}

const SHOWN_OF_A_KIND = 5;
const SHOWN_CHARS = 120;

/** The differences by kind, the most frequent first, with examples. */
export function showShown({ pages, differences }: ShownResult): string {
	const kinds = new Map<string, ShownResult["differences"]>();
	for (const it of differences) kinds.set(it.kind, [...(kinds.get(it.kind) ?? []), it]);
	const blocks = [...kinds]
		.sort(([, a], [, b]) => b.length - a.length)
		.map(([kind, of_kind]) => {
			const examples = of_kind
				.slice(0, SHOWN_OF_A_KIND)
				.map(
					({ only, page, sentence }) =>
						`  only ${only}, ${page}: ${sentence.slice(0, SHOWN_CHARS)}`,
				);
			return [`${kind}: ${of_kind.length}`, ...examples].join("\n");
		});
	return [`${pages} pages`, ...blocks].join("\n\n");
}
