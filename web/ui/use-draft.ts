import { useState } from "react";

/** Kept as long as the page is open: a run that fails again hands the text back. */
const drafts = new Map<string, string>();

/** A text that outlives the form it is written in; each key has its own. */
export function useDraft(key: string): [string, (text: string) => void] {
	const [text, setText] = useState(() => drafts.get(key) ?? "");
	return [
		text,
		(next) => {
			drafts.set(key, next);
			setText(next);
		},
	];
}
