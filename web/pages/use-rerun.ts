import { useState } from "react";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import type { Video } from "#contract/video.ts";
import { useAnalyze } from "#web/features/analyze/analyze-context.ts";
import { watchUrl } from "#web/paths.ts";

export type Rerun = {
	busy: boolean;
	/** Why the server did not start it. */
	refusal: string | null;
	start: (change: AnalyzeRequest) => void;
};

/** Starts another analysis of a video from its own page, which shows it live. */
export function useRerun(videoId: string, video: Video | undefined): Rerun {
	const { start } = useAnalyze();
	const [busy, setBusy] = useState(false);
	const [refusal, setRefusal] = useState<string | null>(null);
	return {
		busy,
		refusal,
		start: async (change) => {
			setBusy(true);
			setRefusal(null);
			const url = video?.url || watchUrl(videoId);
			const outcome = await start({ url, ...change }, { quiet: true });
			setBusy(false);
			if (outcome.kind === "refused") setRefusal(outcome.text);
			else window.scrollTo(0, 0);
		},
	};
}
