import { useState } from "react";
import useSWR from "swr";
import type { SearchResult } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { useDebounced } from "#web/ui/use-debounced.ts";

const DEBOUNCE_MS = 300;
/** Typing alone searches from here on; pressing Enter searches for less. */
const MIN_TYPED = 3;

/** The search box's text and what it finds. */
export function useSearch() {
	const [text, setText] = useState("");
	const [submitted, setSubmitted] = useState("");
	const [closed, setClosed] = useState(true);
	const typed = text.trim();
	const settled = useDebounced(typed, DEBOUNCE_MS);
	const wanted =
		submitted === typed && submitted !== ""
			? submitted
			: settled === typed && typed.length >= MIN_TYPED
				? settled
				: "";
	const open =
		!closed &&
		typed !== "" &&
		(typed.length >= MIN_TYPED || submitted === typed);
	const { data, error } = useSWR<{ results: SearchResult[] }, ApiProblem>(
		open && wanted !== "" ? keys.search(wanted) : null,
		{ revalidateOnFocus: false, shouldRetryOnError: false },
	);
	return {
		text,
		open,
		results: data?.results,
		problem: error,
		type: (next: string) => {
			setText(next);
			setClosed(false);
		},
		submit: () => {
			setSubmitted(typed);
			setClosed(false);
		},
		reopen: () => setClosed(false),
		close: () => setClosed(true),
	};
}
