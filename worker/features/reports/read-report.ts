import type { VideoId } from "#contract/ids.ts";
import type { Report } from "#contract/video.ts";
import type { Context } from "#worker/context.ts";
import { type LiveView, liveReport } from "./live-report.ts";
import { readReport } from "./queries.ts";

/** The current report with the running analysis; null if there is neither. */
export async function readCurrentReport(
	context: Context,
	video_id: VideoId,
): Promise<Report | null> {
	const stored = await readReport(context.db.near, video_id, context.view);
	const running = stored.active !== null && stored.active.ended_at === null;
	const live = running ? await readLiveRun(context, video_id) : null;
	if (live) return liveReport(stored, live);
	const { video, statements, responses } = stored;
	return video && { video, statements, responses, analysis: null };
}

/** The running analysis from the video's object; null if there is none. */
function readLiveRun(
	{ objects: { VIDEO_ANALYSIS } }: Context,
	video_id: VideoId,
): Promise<LiveView | null> {
	const stub = VIDEO_ANALYSIS.get(VIDEO_ANALYSIS.idFromName(video_id));
	return (stub as unknown as { live(): Promise<LiveView | null> }).live();
}
