import type { Statement } from "#contract/statement.ts";
import { findSpoken, type Range } from "./find-in-text.ts";
import type { Paragraph, TranscriptText } from "./group-cues.ts";

/** The range of a statement's words; empty if only its time is known. */
export type Placed = Range & { statement: Statement };

/**
 * Where the statements are made, in the transcript's order. If the words occur several times, the
 * occurrence nearest to the statement's time counts; if they are not found, the paragraph of its
 * time. No two ranges overlap.
 */
export function placeStatements(
	text: TranscriptText,
	statements: readonly Statement[],
): Placed[] {
	const placed = statements
		.flatMap((statement) => {
			const range = placeOf(text, statement);
			return range === null ? [] : [{ ...range, statement }];
		})
		.sort((a, b) => a.from - b.from);
	let free = 0;
	return placed.map((one) => {
		const from = Math.max(one.from, free);
		const to = Math.max(one.to, from);
		free = to;
		return { ...one, from, to };
	});
}

function placeOf(text: TranscriptText, statement: Statement): Range | null {
	const { quote, content, timestamp, timestamp_source } = statement;
	const found = findSpoken(text.whole, quote || content);
	const timed = timestamp_source === "cue";
	if (found.length > 0) {
		const away = ({ from }: Range) =>
			Math.abs((paragraphAt(text, from)?.start ?? timestamp) - timestamp);
		return timed
			? found.reduce((best, one) => (away(one) < away(best) ? one : best))
			: (found[0] ?? null);
	}
	const heard = timed
		? text.paragraphs.findLast(
				({ start }) => start !== null && start <= timestamp,
			)
		: undefined;
	return heard ? { from: heard.from, to: heard.from } : null;
}

function paragraphAt(text: TranscriptText, at: number): Paragraph | undefined {
	return text.paragraphs.findLast(({ from }) => from <= at);
}
