import { endsSentence } from "./ends-sentence.ts";
import { OWN_STOPS } from "./scripts.ts";

/** Offsets into a text, `end` exclusive. */
export type Span = { start: number; end: number };

/** A run of marks with the quotes and brackets that close after it. */
const ENDING = new RegExp(
	`(?<ascii>[.!?…]{1,8})["'”’»)\\]]{0,3}|[${OWN_STOPS}]{1,8}["'”’»)\\]」』）]{0,3}|\\n\\s{0,8}\\n`,
	"gu",
);

/** As much text on either side as the decision needs. */
const SIGHT = 24;

/**
 * The sentences of a text, without the space around them. Abbreviations,
 * initials and decimals do not end one; an empty line does.
 * `language` (BCP 47) tells how ordinals are written.
 */
export function splitSentences(text: string, language: string | null): Span[] {
	const sentences: Span[] = [];
	let start = 0;
	for (const match of text.matchAll(ENDING)) {
		const end = match.index + match[0].length;
		const mark = match.groups?.ascii;
		if (mark !== undefined) {
			const before = text.slice(
				Math.max(start, match.index - SIGHT),
				match.index,
			);
			const after = text.slice(end, end + SIGHT);
			if (!endsSentence(before, mark, after, language)) continue;
		}
		pushTrimmed(sentences, text, start, end);
		start = end;
	}
	pushTrimmed(sentences, text, start, text.length);
	return sentences;
}

/** Adds the span without the space around it, unless nothing is left. */
export function pushTrimmed(
	spans: Span[],
	text: string,
	start: number,
	end: number,
): void {
	const piece = text.slice(start, end);
	const trimmed = piece.trim();
	if (trimmed === "") return;
	const from = start + piece.length - piece.trimStart().length;
	spans.push({ start: from, end: from + trimmed.length });
}
