import { getTableColumns } from "drizzle-orm";
import { Video, VideoSummary } from "#contract/video.ts";
import { videos } from "./schema/videos.ts";

type VideoRow = typeof videos.$inferSelect;

const { error: _error, ...withoutError } = getTableColumns(videos);
/** What a list reads of a video. */
export const SUMMARY_COLUMNS = withoutError;

/** The row as it goes over the wire; throws on a row that breaks the contract. */
export function toVideoSummary(row: Omit<VideoRow, "error">): VideoSummary {
	return VideoSummary.parse(withVotes(row));
}

export function toVideo(
	row: VideoRow & { transcript_chars: number | null; aimed_at_raters: unknown },
): Video {
	return Video.parse(withVotes(row));
}

function withVotes<Row extends { upvotes: number; downvotes: number }>(
	row: Row,
) {
	const total_votes = row.upvotes + row.downvotes;
	return {
		...row,
		total_votes,
		community_agreement:
			total_votes === 0 ? null : Math.round((100 * row.upvotes) / total_votes),
	};
}
