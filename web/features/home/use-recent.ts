import useSWR from "swr";
import type { VideoSummary } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";

/** The six videos analysed last. */
export function useRecent() {
	return useSWR<{ videos: VideoSummary[] }, ApiProblem>(keys.recent);
}
