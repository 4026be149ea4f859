import { splitWords } from "#features/statements/same-content.ts";
import { foldText } from "#text/fold.ts";
import { isRevision } from "./page-site.ts";
import type { PageFacts } from "./read-page.ts";

const SHINGLE_WORDS = 5;
/**
 * Two passages count as the same text if one has at least this part of the five-word sequences of
 * the smaller one, so that a shortened copy is recognised.
 */
const SAME_PASSAGE = 0.5;
/** Shorter passages share their words by chance, for example in a quotation or a menu. */
const LEAST_SHINGLES = 20;

/** The data that decides whether a page is an independent source. */
export type ClusteredPage = {
	id: string;
	/** Its registrable domain. */
	site: string;
	/** Whether only a member named the page. */
	by_member: boolean;
	/** Those that were selected for the statement: a few short ones, however long the page is. */
	passages: readonly string[];
};

type Compared = ClusteredPage & { shingles: readonly ReadonlySet<string>[] };

/**
 * Groups pages that are not independent into clusters: pages of one site, and pages with the same
 * passage. Returns each page's cluster, numbered from 1 in the order of the pages' ids. The
 * clusters are those of the pages that sources found. A member's page joins the first of them
 * that it resembles and never unites two, because anyone can write a page that copies two
 * sources. Members' pages that resemble none have clusters of their own, after the others.
 */
export function clusterPages(pages: readonly ClusteredPage[]): Map<string, number> {
	const ordered = [...pages]
		.sort((a, b) => (a.id < b.id ? -1 : 1))
		.map((page) => ({ ...page, shingles: page.passages.map(shinglesOf) }));
	const found = ordered.filter(({ by_member }) => !by_member);
	const clusters = uniteResembling(found, 0);
	const among = new Set(clusters.values()).size;
	const others: Compared[] = [];
	for (const page of ordered.filter(({ by_member }) => by_member)) {
		const resembled = found
			.filter((other) => resembles(page, other))
			.map(({ id }) => clusters.get(id) ?? 1);
		if (resembled.length === 0) others.push(page);
		else clusters.set(page.id, Math.min(...resembled));
	}
	for (const [id, number] of uniteResembling(others, among)) clusters.set(id, number);
	return clusters;
}

/** Unites pages that resemble each other, directly or through others; numbers from `before` + 1. */
function uniteResembling(pages: readonly Compared[], before: number): Map<string, number> {
	const leader = pages.map((_, at) => at);
	const leaderOf = (at: number): number => {
		const next = leader[at] ?? at;
		return next === at ? at : leaderOf(next);
	};
	pages.forEach((page, at) => {
		pages.slice(0, at).forEach((earlier, other) => {
			if (!resembles(earlier, page)) return;
			const [a, b] = [leaderOf(other), leaderOf(at)];
			leader[Math.max(a, b)] = Math.min(a, b);
		});
	});
	const numbers = new Map<number, number>();
	const clusters = new Map<string, number>();
	pages.forEach((page, at) => {
		const first = leaderOf(at);
		const number = numbers.get(first) ?? before + numbers.size + 1;
		numbers.set(first, number);
		clusters.set(page.id, number);
	});
	return clusters;
}

function resembles(a: Compared, b: Compared): boolean {
	return a.site === b.site || shareText(a.shingles, b.shingles);
}

function shareText(a: readonly ReadonlySet<string>[], b: readonly ReadonlySet<string>[]): boolean {
	return a.some((one) => b.some((other) => isSameText(one, other)));
}

/**
 * All sequences of five words, or the whole text if it is shorter. Characters of scripts without
 * spaces count as words.
 */
function shinglesOf(text: string): Set<string> {
	const words = splitWords(text).map(foldText);
	const last = Math.max(0, words.length - SHINGLE_WORDS);
	const runs = new Set<string>();
	for (let at = 0; at <= last; at += 1) runs.add(words.slice(at, at + SHINGLE_WORDS).join(" "));
	runs.delete("");
	return runs;
}

function isSameText(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
	const [smaller, larger] = a.size <= b.size ? [a, b] : [b, a];
	return smaller.size >= LEAST_SHINGLES && commonShare(smaller, larger) >= SAME_PASSAGE;
}

/** The part of the sequences that the other text has too, from 0 to 1; 0 without sequences. */
function commonShare(sequences: ReadonlySet<string>, other: ReadonlySet<string>): number {
	let common = 0;
	for (const one of sequences) if (other.has(one)) common += 1;
	return sequences.size === 0 ? 0 : common / sequences.size;
}

/** A passage that shares at least this part with the transcript counts as a copy of it. */
const COPIED_SHARE = 0.5;

/**
 * Whether a page is known to be newer than the video, so that it can be a copy of it. Any other
 * page may be what the video quotes: if it could count as a copy, a video would exclude what
 * refutes it by quoting it. The date of a revision is that of its newest change, which says
 * nothing about the age of a passage. `said_on` is the video's date, YYYY-MM-DD.
 */
export function isNewerThanVideo(
	{ final_url, published_at }: Pick<PageFacts, "final_url" | "published_at">,
	said_on: string | null,
): boolean {
	return (
		published_at !== null && said_on !== null && published_at > said_on && !isRevision(final_url)
	);
}

/**
 * Returns a function that tests whether a passage repeats the transcript. On a page that is newer
 * than the video, such a passage never counts as evidence.
 */
export function transcriptCopies(transcript: string): (passage: string) => boolean {
	const said = shinglesOf(transcript);
	return (passage) => commonShare(shinglesOf(passage), said) >= COPIED_SHARE;
}
