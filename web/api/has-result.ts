import type { Video } from "#contract/video.ts";

/** Whether there is a result to read: a failed first run raises the version too, but leaves no result. */
export function hasResult(
	video: Pick<Video, "version" | "analysis_status">,
): boolean {
	return video.version > 0 && video.analysis_status === "completed";
}
