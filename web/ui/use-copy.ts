import { useEffect, useState } from "react";

/** How long a copy is confirmed. */
const CONFIRMED_MS = 2_000;

export type CopyState = "idle" | "copied" | "refused";

/** Copies a text; "refused" where the browser lets no page copy. */
export function useCopy(): {
	state: CopyState;
	/** Answers how it went. */
	copy: (text: string) => Promise<CopyState>;
} {
	const [state, setState] = useState<CopyState>("idle");
	useEffect(() => {
		if (state !== "copied") return;
		const timer = setTimeout(() => setState("idle"), CONFIRMED_MS);
		return () => clearTimeout(timer);
	}, [state]);
	return {
		state,
		copy: async (text) => {
			try {
				await navigator.clipboard.writeText(text);
				setState("copied");
				return "copied";
			} catch {
				setState("refused");
				return "refused";
			}
		},
	};
}
