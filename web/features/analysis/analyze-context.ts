import { createContext, useContext, useState } from "react";
import type { AnalyzeRequest } from "#contract/analysis.ts";

export type StartOutcome =
	| { kind: "started"; video_id: string }
	/** There is a result already. */
	| { kind: "exists"; video_id: string }
	/** The visitor closed the sign-in dialog. */
	| { kind: "dismissed" }
	| { kind: "refused"; text: string };

export type Analyze = {
	start: (request: AnalyzeRequest, options?: { quiet?: boolean }) => Promise<StartOutcome>;
	/** Videos whose runs this browser follows, newest first. */
	running: readonly string[];
	/** Opens the dialog of a run. */
	show: (video_id: string) => void;
};

export const AnalyzeContext = createContext<Analyze | null>(null);

export function useAnalyze(): Analyze {
	const analyze = useContext(AnalyzeContext);
	if (analyze === null) throw new Error("useAnalyze outside AnalyzeProvider");
	return analyze;
}

/** Starts analyses for one part of a page, which shows the state. */
export function useStart() {
	const { start } = useAnalyze();
	const [busy, setBusy] = useState(false);
	const [refusal, setRefusal] = useState<string | null>(null);
	return {
		busy,
		/** Why the server did not start the last one. */
		refusal,
		start: async (...wanted: Parameters<Analyze["start"]>): Promise<StartOutcome> => {
			setBusy(true);
			setRefusal(null);
			const outcome = await start(...wanted);
			setBusy(false);
			if (outcome.kind === "refused") setRefusal(outcome.text);
			return outcome;
		},
	};
}
