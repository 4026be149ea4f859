import { createContext, useContext } from "react";
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
