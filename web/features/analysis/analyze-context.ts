import { createContext, useContext, useState } from "react";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import type { RunId } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";

export type StartOutcome =
	/** "exists": there is a result already; `statements` are those of the moment that was asked for. */
	| {
			kind: "started" | "exists";
			video_id: string;
			run?: RunId | undefined;
			statements?: readonly Statement[] | undefined;
	  }
	/** The visitor closed the sign-in dialog. */
	| { kind: "dismissed" }
	/** `problem` is what was thrown. */
	| { kind: "refused"; text: string; problem: unknown };

export type StartOptions = {
	/** Opens no dialog, because the page shows the run itself. */
	quiet?: boolean;
	/** The link is in a field, where it stays while a visitor signs in. */
	in_field?: boolean;
};

export type Analyze = {
	start: (request: AnalyzeRequest, options?: StartOptions) => Promise<StartOutcome>;
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
