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

/** The link in a field, for a browser that refused to copy it. */
export function CopyByHand({ url }: { url: string }) {
	return (
		<label className="flex w-full flex-col gap-1 text-sm">
			Your browser blocks copying. Copy the link from here:
			<input
				readOnly
				value={url}
				onFocus={(event) => event.currentTarget.select()}
				className="h-11 rounded-md border border-rule bg-ground px-3"
			/>
		</label>
	);
}
