import { getTableColumns } from "drizzle-orm";
import { Video, VideoSummary } from "#contract/video.ts";
import { videos } from "./schema/videos.ts";
import { HELD_TOTALS, totalsOf } from "./vote-holds/shown-votes.ts";

/** What is read of a whole video. */
export const VIDEO_COLUMNS = { ...getTableColumns(videos), ...HELD_TOTALS };

type VideoRow = typeof videos.$inferSelect & Parameters<typeof totalsOf>[0];

const { error: _error, ...withoutError } = VIDEO_COLUMNS;
/** What a list reads of a video. */
export const SUMMARY_COLUMNS = withoutError;

/** The row as it goes over the wire; throws on a row that breaks the contract. */
export function toVideoSummary(row: Omit<VideoRow, "error">): VideoSummary {
	return VideoSummary.parse({ ...row, ...totalsOf(row) });
}

export function toVideo(
	row: VideoRow & { transcript_chars: number | null; aimed_at_raters: unknown },
): Video {
	return Video.parse({ ...row, ...totalsOf(row) });
}
