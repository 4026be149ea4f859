import { useEffect, useState } from "react";

/** How long the confirmation of a copy is shown. */
const CONFIRMED_MS = 2_000;

export type CopyState = "idle" | "copied" | "refused";

/** Copies a text; "refused" if the browser does not allow it. */
export function useCopy(): {
	state: CopyState;
	/** Resolves to the outcome. */
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
