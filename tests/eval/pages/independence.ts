import { clusterPages } from "#features/evidence/independence.ts";
import { indexPage, selectPassages } from "#features/evidence/passages.ts";
import { loadPublicSet } from "../load-set.ts";
import { count, type Half, isInHalf, type PublicFolder, share, type Topic } from "./topic.ts";

const WICE: PublicFolder = { folder: "wice", home: "https://github.com/ryokamoi/wice" };

/** How often copies of an article are found to be one source, and other articles to be two. */
export const INDEPENDENCE: Topic = {
	name: "independent sources",
	needs: [WICE],
	async measure(pathOf, half) {
		const articles = readArticles(pathOf(WICE), half);
		const set = "WiCE, dev and test";
		const copies = Object.entries(COPIES).map(([figure, copyOf]) =>
			share(
				{ figure: `counted as two: ${figure}`, set, aim: { at_most: 0.1 } },
				articles.flatMap((article) => {
					const copy = passagesOf(copyOf(article.sentences), article.claim);
					return copy.length === 0 ? [] : [!areOne(article.passages, copy)];
				}),
			),
		);
		const merged = articles.flatMap((one, at) =>
			articles
				.slice(at + 1)
				.filter(({ site }) => site === null || site !== one.site)
				.map((other) => areOne(one.passages, other.passages)),
		);
		return [
			...copies,
			count(
				{
					figure: "unrelated pairs merged",
					set,
					aim: { at_most: Math.floor(MOST_MERGED * merged.length) },
				},
				merged,
			),
		];
	},
};

const MOST_MERGED = 3 / 6_354;

type Article = {
	claim: string;
	/** What follows the last separator of its title; null without one. */
	site: string | null;
	sentences: string[];
	passages: string[];
};

/** What the set writes in front of an article, and what an archive writes on its copies. */
const META_LINE = "(meta data)";
const ARCHIVE_BANNER = "About this capture";

/**
 * Each article once, with the passages that the product selects for a claim that cites it. Those
 * with an archive's banner are left out, because the set has lost the address that shows it.
 */
function readArticles(path: string, half: Half): Article[] {
	const statements = ["dev", "test"].flatMap(
		(split) => loadPublicSet("wice", split, path).statements,
	);
	const seen = new Set<string>();
	return statements.flatMap(({ statement: claim, pages }) => {
		const text = pages[0]?.text ?? "";
		if (seen.has(text) || text.includes(ARCHIVE_BANNER) || !isInHalf(text, half)) return [];
		seen.add(text);
		const lines = text.split("\n\n");
		const site = /.[-|–:·»]\s+([^-|–:·»]+)$/.exec(lines[0] ?? "")?.[1]?.trim() ?? null;
		const sentences = lines.filter((line) => !line.startsWith(META_LINE));
		const passages = passagesOf(sentences, claim);
		return passages.length === 0 ? [] : [{ claim, site, sentences, passages }];
	});
}

function passagesOf(sentences: readonly string[], claim: string): string[] {
	return selectPassages(indexPage(sentences.join("\n"), "en"), [claim]).map(({ text }) => text);
}

function areOne(a: readonly string[], b: readonly string[]): boolean {
	const page = (id: string, passages: readonly string[]) => ({
		id,
		site: `${id}.example`,
		by_member: false,
		passages,
	});
	return new Set(clusterPages([page("a", a), page("b", b)]).values()).size === 1;
}

const MENU_ENTRIES = 40;

const COPIES: Record<string, (sentences: readonly string[]) => string[]> = {
	"without every third sentence": (sentences) => sentences.filter((_, at) => at % 3 !== 2),
	"its first half": (sentences) => sentences.slice(0, Math.ceil(sentences.length / 2)),
	"behind another menu": (sentences) => [
		...Array.from({ length: MENU_ENTRIES }, (_, at) => `Section ${at}`),
		...sentences,
	],
};
