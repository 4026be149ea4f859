import type { Statement } from "#contract/statement.ts";
import type { Paragraph } from "./group-cues.ts";
import type { Placed, Range } from "./place-statements.ts";

/** A search match, numbered across the whole transcript. */
export type Match = Range & { number: number };

export type Piece = { at: number; text: string; match: number | null };
/** Consecutive pieces that belong to the same statement, or to none. */
export type Run = {
	at: number;
	statement: Statement | null;
	/** Whether the statement starts here instead of in the paragraph before. */
	first: boolean;
	pieces: Piece[];
};

/** Splits a paragraph at the ends of its statements and matches. */
export function cutParagraph(
	{ text, from }: Paragraph,
	placed: readonly Placed[],
	matches: readonly Match[],
): Run[] {
	const end = from + text.length;
	const runs: Run[] = [];
	let at = from;
	const add = (to: number, one: Placed | null) => {
		if (to === at && one === null) return;
		runs.push({
			at,
			statement: one?.statement ?? null,
			first: one !== null && one.from >= from,
			pieces: cutPieces(text, from, { from: at, to }, matches),
		});
		at = to;
	};
	for (const one of placed) {
		add(Math.max(one.from, from), null);
		add(Math.min(one.to, end), one);
	}
	add(end, null);
	return runs;
}

function cutPieces(
	text: string,
	offset: number,
	within: Range,
	matches: readonly Match[],
): Piece[] {
	const pieces: Piece[] = [];
	let at = within.from;
	const add = (to: number, match: number | null) => {
		if (to <= at) return;
		pieces.push({ at, text: text.slice(at - offset, to - offset), match });
		at = to;
	};
	for (const { from, to, number } of matches) {
		if (to <= within.from || from >= within.to) continue;
		add(Math.max(from, within.from), null);
		add(Math.min(to, within.to), number);
	}
	add(within.to, null);
	return pieces;
}

/** The ranges that overlap each paragraph, by the paragraph's index. */
export function byParagraph<One extends Range>(
	paragraphs: readonly Paragraph[],
	ranges: readonly One[],
): Map<number, One[]> {
	const reached = new Map<number, One[]>();
	let first = 0;
	for (const one of ranges) {
		while (paragraphStart(paragraphs, first + 1) <= one.from) first += 1;
		// An empty range belongs to the paragraph that contains its position.
		const to = Math.max(one.to, one.from + 1);
		for (let at = first; paragraphStart(paragraphs, at) < to; at += 1) {
			reached.set(at, [...(reached.get(at) ?? []), one]);
		}
	}
	return reached;
}

function paragraphStart(paragraphs: readonly Paragraph[], place: number): number {
	return paragraphs[place]?.from ?? Number.POSITIVE_INFINITY;
}
