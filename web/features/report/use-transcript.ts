import useSWRImmutable from "swr/immutable";
import type { TranscriptAnswer } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";

/** The transcript, once it is wanted; `version` tells one analysis's from the next. */
export function useTranscript(id: string, version: number, wanted: boolean) {
	return useSWRImmutable<TranscriptAnswer, ApiProblem>(
		wanted ? `${keys.transcript(id)}?v=${version}` : null,
	);
}
