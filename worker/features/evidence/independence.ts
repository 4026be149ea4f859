import { splitWords } from "#features/statements/same-content.ts";
import { foldText } from "#text/fold.ts";

const SHINGLE_WORDS = 5;
/** Passages that share at least this part of their five-word sequences count as the same text. */
const SAME_PASSAGE = 0.5;

/** The data that decides whether a page is an independent source. */
export type ClusteredPage = {
	id: string;
	/** Its registrable domain. */
	site: string;
	passages: readonly string[];
};

/**
 * Groups pages that are not independent into clusters: pages of one site, and pages with the same
 * passage. Returns each page's cluster, numbered from 1 in the order of the pages' ids.
 */
export function clusterPages(
	pages: readonly ClusteredPage[],
): Map<string, number> {
	const ordered = [...pages].sort((a, b) => (a.id < b.id ? -1 : 1));
	const shingles = ordered.map((page) => page.passages.map(shinglesOf));
	const leader = ordered.map((_, at) => at);
	const leaderOf = (at: number): number => {
		const next = leader[at] ?? at;
		return next === at ? at : leaderOf(next);
	};
	ordered.forEach((page, at) => {
		for (let other = 0; other < at; other += 1) {
			const same =
				ordered[other]?.site === page.site ||
				shareText(shingles[other] ?? [], shingles[at] ?? []);
			if (!same) continue;
			const [a, b] = [leaderOf(other), leaderOf(at)];
			leader[Math.max(a, b)] = Math.min(a, b);
		}
	});
	const numbers = new Map<number, number>();
	const clusters = new Map<string, number>();
	ordered.forEach((page, at) => {
		const first = leaderOf(at);
		const number = numbers.get(first) ?? numbers.size + 1;
		numbers.set(first, number);
		clusters.set(page.id, number);
	});
	return clusters;
}

function shareText(
	a: readonly ReadonlySet<string>[],
	b: readonly ReadonlySet<string>[],
): boolean {
	return a.some((one) =>
		b.some((other) => jaccard(one, other) >= SAME_PASSAGE),
	);
}

/**
 * All sequences of five words, or the whole text if it is shorter. Characters of scripts without
 * spaces count as words.
 */
function shinglesOf(text: string): Set<string> {
	const words = splitWords(text).map(foldText);
	const last = Math.max(0, words.length - SHINGLE_WORDS);
	const runs = new Set<string>();
	for (let at = 0; at <= last; at += 1)
		runs.add(words.slice(at, at + SHINGLE_WORDS).join(" "));
	runs.delete("");
	return runs;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	if (a.size === 0 || b.size === 0) return 0;
	let common = 0;
	for (const run of a) if (b.has(run)) common += 1;
	return common / (a.size + b.size - common);
}

/**
 * The similarity of two passages from 0 to 1: the share of five-word sequences that they have in
 * common (Jaccard index).
 */
export function passageLikeness(a: string, b: string): number {
	return jaccard(shinglesOf(a), shinglesOf(b));
}

/** A passage that shares at least this part with the transcript counts as a copy of it. */
const COPIED_SHARE = 0.5;

/**
 * Returns a function that tests whether a passage is a copy of the transcript. Such a passage
 * never counts as evidence.
 */
export function transcriptCopies(
	transcript: string,
): (passage: string) => boolean {
	const said = shinglesOf(transcript);
	return (passage) => {
		const runs = shinglesOf(passage);
		let copied = 0;
		for (const run of runs) if (said.has(run)) copied += 1;
		return runs.size > 0 && copied >= COPIED_SHARE * runs.size;
	};
}
