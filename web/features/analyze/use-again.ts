import { useState } from "react";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import type { Video } from "#contract/video.ts";
import { hasResult } from "#web/api/has-result.ts";
import { watchUrl } from "#web/paths.ts";
import { useAnalyze } from "./analyze-context.ts";

/** Starts a run again that brought nothing. */
export function useAgain(
	videoId: string,
	video: Video | undefined,
	/** A result was there after all. */
	onExists: () => void,
) {
	const { start } = useAnalyze();
	const [busy, setBusy] = useState(false);
	const [refusal, setRefusal] = useState<string | null>(null);

	async function again(change: AnalyzeRequest): Promise<void> {
		setBusy(true);
		const url = video?.url || watchUrl(videoId);
		const outcome = await start({ url, ...change });
		setBusy(false);
		setRefusal(outcome.kind === "refused" ? outcome.text : null);
		if (outcome.kind === "exists") onExists();
	}

	const has_result = video !== undefined && hasResult(video);
	return {
		busy,
		/** Why the server did not start it. */
		refusal,
		retry: () => again(has_result ? { force: true } : {}),
		withTranscript: (transcript: string) => again({ transcript, force: true }),
	};
}
