import {
	ARTICLES,
	HTMLDATE,
	READABILITY,
	readArticles,
	readHtmldate,
	readReadability,
	readTrafilatura,
	type SavedPage,
	TRAFILATURA,
	withoutCopies,
} from "./public-pages.ts";
import type { Half, PublicFolder } from "./topic.ts";

const SETS: [PublicFolder, (path: string, half: Half) => SavedPage[]][] = [
	[HTMLDATE, readHtmldate],
	[TRAFILATURA, readTrafilatura],
	[READABILITY, readReadability],
	[ARTICLES, readArticles],
];

export function readAllPages(pathOf: (set: PublicFolder) => string, half: Half): SavedPage[] {
	return withoutCopies(SETS.flatMap(([set, read]) => read(pathOf(set), half)));
}

export const PAGE_SETS: readonly PublicFolder[] = SETS.map(([set]) => set);
