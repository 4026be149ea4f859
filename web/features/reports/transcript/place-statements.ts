import type { Statement } from "#contract/statement.ts";
import type { Paragraph, TranscriptText } from "./group-cues.ts";

/** The range of a statement's words; empty if only its time is known. */
export type Placed = Range & { statement: Statement };

/**
 * Locates the statements in the transcript, in its order. If the words occur several times, the
 * occurrence nearest to the statement's time is used. If they are not found, the paragraph at
 * that time is used. The ranges do not overlap.
 */
export function placeStatements(text: TranscriptText, statements: readonly Statement[]): Placed[] {
	const placed = statements
		.flatMap((statement) => {
			const range = locateStatement(text, statement);
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

function locateStatement(text: TranscriptText, statement: Statement): Range | null {
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
	const paragraph = timed
		? text.paragraphs.findLast(({ start }) => start !== null && start <= timestamp)
		: undefined;
	return paragraph ? { from: paragraph.from, to: paragraph.from } : null;
}

function paragraphAt(text: TranscriptText, at: number): Paragraph | undefined {
	return text.paragraphs.findLast(({ from }) => from <= at);
}

/** A range of the whole text; `to` is exclusive. */
export type Range = { from: number; to: number };

/** More matches than anyone steps through. A single letter would have thousands. */
export const MAX_MATCHES = 1_000;

/** Finds the words, ignoring case and white space between them. */
export function findInText(whole: string, query: string): Range[] {
	const words = query.trim().split(/\s+/).filter(Boolean);
	return words.length === 0 ? [] : ranges(whole, words.map(literal).join("\\s+"));
}

/** Finds these words, with anything between them. */
export function findSpoken(whole: string, quote: string): Range[] {
	const words = quote.match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.length === 0 ? [] : ranges(whole, words.join("[^\\p{L}\\p{N}]+"));
}

function ranges(whole: string, pattern: string): Range[] {
	const found: Range[] = [];
	for (const match of whole.matchAll(new RegExp(pattern, "giu"))) {
		found.push({ from: match.index, to: match.index + match[0].length });
		if (found.length === MAX_MATCHES) break;
	}
	return found;
}

function literal(word: string): string {
	return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
