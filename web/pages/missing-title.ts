import type { ApiProblem } from "#web/api/api-problem.ts";

/** Whether there is no such video, rather than no answer. */
export function isUnknownVideo({ status }: ApiProblem): boolean {
	return status === 404 || status === 400;
}

/** What stands over a report that cannot be shown, and in the tab. */
export function missingTitle(problem: ApiProblem): string {
	return isUnknownVideo(problem) ? "Video Not Found" : "Failed to fetch video";
}
