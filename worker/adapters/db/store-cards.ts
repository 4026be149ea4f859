import { and, asc, eq, isNull } from "drizzle-orm";
import { StatementId, type VideoId } from "#contract/ids.ts";
import { type Band, bandOf } from "#domain/bands.ts";
import type { ResultCard } from "#domain/card/result-card.ts";
import { visibleText } from "#domain/text/visible-text.ts";
import type { Db } from "./open-db.ts";
import { activeRuns } from "./schema/runs.ts";
import { statements } from "./schema/statements.ts";
import { videos } from "./schema/videos.ts";
import { SUMMARY_COLUMNS, toVideoSummary } from "./video-row.ts";
import type { View } from "./view.ts";

export type StoredCard = {
	card: ResultCard;
	/** The live statements' ids, by timestamp. */
	statement_ids: StatementId[];
};

/** What other sites show of a video, in one round trip. */
export async function readCard(
	db: Db,
	video_id: VideoId,
	view: View,
): Promise<StoredCard> {
	const [[row], rows, [run]] = await db.batch([
		db.select(SUMMARY_COLUMNS).from(videos).where(eq(videos.id, video_id)),
		db
			.select({ id: statements.id, ai_score: statements.ai_score })
			.from(statements)
			.where(
				and(eq(statements.video_id, video_id), isNull(statements.retired_at)),
			)
			.orderBy(asc(statements.timestamp), asc(statements.id)),
		db
			.select({ ended_at: activeRuns.ended_at })
			.from(activeRuns)
			.where(eq(activeRuns.video_id, video_id)),
	]);
	const shown = row && (view.simulated || !row.simulated) ? row : null;
	if (shown?.analysis_status !== "completed") {
		const running = run !== undefined && run.ended_at === null;
		const otherwise = shown ? "failed" : "unknown";
		const state = running ? "pending" : otherwise;
		return { card: { state, video_id }, statement_ids: [] };
	}
	const video = toVideoSummary(shown);
	const bands: Record<Band, number> = { factual: 0, moderate: 0, high: 0 };
	for (const { ai_score } of rows) bands[bandOf(ai_score)] += 1;
	return {
		card: {
			state: "completed",
			video_id,
			title: visibleText(video.title),
			channel_name: visibleText(video.channel_name),
			channel_id: video.channel_id,
			thumbnail_url: video.thumbnail_url,
			score: video.claims_count === 0 ? null : video.bs_score,
			confidence: video.confidence_level,
			bands,
			raters: video.panel.length,
			simulated: video.simulated,
			transcript_source: video.transcript_source,
			version: video.version,
		},
		statement_ids: rows.map(({ id }) => StatementId.parse(id)),
	};
}
