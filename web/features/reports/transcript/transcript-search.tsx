import { type KeyboardEvent, useDeferredValue, useMemo, useState } from "react";
import { formatNumber, plural } from "#contract/format.ts";
import { Icon } from "#web/ui/icon.tsx";
import { byParagraph, type Match } from "./cut-paragraph.ts";
import type { TranscriptText } from "./group-cues.ts";
import { findInText, MAX_MATCHES } from "./place-statements.ts";

const STEP =
	"grid size-11 shrink-0 place-items-center rounded-md border border-rule bg-raised hover:border-ink disabled:text-muted disabled:hover:border-rule";

/**
 * Searches the transcript: Enter goes to the next match, Shift and Enter to the previous one,
 * Escape clears.
 */
export function TranscriptSearchBar({ search }: { search: TranscriptSearch }) {
	const { query, ask, step, matches } = search;
	function onKeyDown(event: KeyboardEvent): void {
		if (event.key === "Enter") {
			event.preventDefault();
			step(event.shiftKey ? -1 : 1);
		}
		if (event.key === "Escape" && query !== "") {
			event.preventDefault();
			ask("");
		}
	}
	return (
		<search className="flex flex-col gap-1">
			<div className="flex gap-2">
				<div className="relative max-w-96 grow">
					<Icon
						name="search"
						className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2"
					/>
					<input
						type="search"
						aria-label="Search the transcript"
						placeholder="Search the transcript..."
						value={query}
						onChange={(event) => ask(event.target.value)}
						onKeyDown={onKeyDown}
						className="h-11 w-full rounded-md border border-rule bg-raised pr-3 pl-9 placeholder:text-muted"
					/>
				</div>
				<button
					type="button"
					aria-label="Previous match"
					disabled={matches.length === 0}
					onClick={() => step(-1)}
					className={STEP}
				>
					<Icon name="chevron" className="rotate-180" />
				</button>
				<button
					type="button"
					aria-label="Next match"
					disabled={matches.length === 0}
					onClick={() => step(1)}
					className={STEP}
				>
					<Icon name="chevron" />
				</button>
			</div>
			<p role="status" className="min-h-5 text-sm text-muted">
				{countWords(search)}
			</p>
		</search>
	);
}

function countWords(search: TranscriptSearch): string {
	const { query, matches, current, capped } = search;
	if (query.trim() === "") return "";
	if (current === null) return "No match in this transcript";
	const all = plural(matches.length, "match", "matches");
	return `${formatNumber(current + 1)} of ${capped ? `more than ${all}` : all}`;
}

type TranscriptSearch = {
	query: string;
	ask: (query: string) => void;
	/** In the text's order. */
	matches: Match[];
	/** By the paragraph's index. */
	inParagraph: Map<number, Match[]>;
	/** The number of the current match; null if there is none. */
	current: number | null;
	step: (by: 1 | -1) => void;
	/** Whether there are more matches than are highlighted. */
	capped: boolean;
};

/** Finds words in a transcript and steps through the matches cyclically. */
export function useTranscriptSearch(text: TranscriptText): TranscriptSearch {
	const [query, setQuery] = useState("");
	const [at, setAt] = useState(0);
	// Typing has priority; a long transcript is searched when the browser is idle.
	const asked = useDeferredValue(query);
	const matches = useMemo(
		() =>
			findInText(text.whole, asked).map((range, number) => ({
				...range,
				number,
			})),
		[text, asked],
	);
	const inParagraph = useMemo(() => byParagraph(text.paragraphs, matches), [text, matches]);
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
		capped: count === MAX_MATCHES,
	};
}
