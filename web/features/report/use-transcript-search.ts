import { useDeferredValue, useMemo, useState } from "react";
import { byParagraph, type Match } from "./cut-paragraph.ts";
import { findInText, MOST_MATCHES } from "./find-in-text.ts";
import type { TranscriptText } from "./transcript-paragraphs.ts";

export type TranscriptSearch = {
	query: string;
	ask: (query: string) => void;
	/** In the text's order. */
	matches: Match[];
	/** By the paragraph's place. */
	inParagraph: Map<number, Match[]>;
	/** The number of the one that is shown; null without any. */
	current: number | null;
	step: (by: 1 | -1) => void;
	/** There are more than are marked. */
	capped: boolean;
};

/** Finds words in a transcript and steps through the places, round and round. */
export function useTranscriptSearch(text: TranscriptText): TranscriptSearch {
	const [query, setQuery] = useState("");
	const [at, setAt] = useState(0);
	// Typing goes first: a long talk is searched when there is time.
	const asked = useDeferredValue(query);
	const matches = useMemo(
		() =>
			findInText(text.whole, asked).map((range, number) => ({
				...range,
				number,
			})),
		[text, asked],
	);
	const inParagraph = useMemo(
		() => byParagraph(text.paragraphs, matches),
		[text, matches],
	);
	const count = matches.length;
	return {
		query,
		ask: (next) => {
			setQuery(next);
			setAt(0);
		},
		matches,
		inParagraph,
		current: count === 0 ? null : Math.min(at, count - 1),
		step: (by) => count > 0 && setAt((at + by + count) % count),
		capped: count === MOST_MATCHES,
	};
}
