import { and, asc, count, eq, isNull } from "drizzle-orm";
import * as z from "zod";
import type { Finding } from "#contract/evidence.ts";
import { type FindingWords, findingWords } from "#contract/finding.ts";
import { spanFor } from "#contract/gauge.ts";
import { type StatementId, VideoId } from "#contract/ids.ts";
import {
	type Coverage,
	type ScoreStanding,
	scoreStanding,
	shownScore,
} from "#contract/score-standing.ts";
import { Statement } from "#contract/statement.ts";
import type { Takedown } from "#contract/takedowns.ts";
import type { Interval } from "#contract/verdicts.ts";
import type { CaptionsReadBy, Scope, TranscriptSource } from "#contract/video.ts";
import { asWritten } from "#contract/written-text.ts";
import { runBatch } from "#db/batch.ts";
import { type Db, readSurely } from "#db/client.ts";
import { activeRuns } from "#db/tables/runs.ts";
import { moments, statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { isShown, type View } from "#db/view.ts";
import { SUMMARY_COLUMNS, toVideoSummary } from "#features/reports/queries.ts";
import { readVideoTakedown, toTakedown } from "#features/takedowns/queries.ts";
import type { Context } from "#worker/context.ts";

type StoredCard = {
	card: ResultCard;
	/** The live statements, ordered by timestamp. */
	statements: CardStatement[];
};

/** A statement on the card of its video. */
export type CardStatement = Pick<
	Statement,
	"id" | "content" | "verdict" | "unverified_reason" | "ai_score"
>;

const CardStatements = z.array(
	Statement.pick({
		id: true,
		content: true,
		verdict: true,
		unverified_reason: true,
		ai_score: true,
	}),
);

/** Reads the data that other sites show of a video, in one round trip. */
async function readCard(db: Db, video_id: VideoId, view: View): Promise<StoredCard> {
	const batch = await runBatch(db, {
		video: db.select(SUMMARY_COLUMNS).from(videos).where(eq(videos.id, video_id)),
		statements: db
			.select({
				id: statements.id,
				content: statements.content,
				verdict: statements.verdict,
				unverified_reason: statements.unverified_reason,
				ai_score: statements.ai_score,
			})
			.from(statements)
			.where(and(eq(statements.video_id, video_id), isNull(statements.retired_at)))
			.orderBy(asc(statements.timestamp), asc(statements.id)),
		moments: db.select({ count: count() }).from(moments).where(eq(moments.video_id, video_id)),
		run: db
			.select({ ended_at: activeRuns.ended_at })
			.from(activeRuns)
			.where(eq(activeRuns.video_id, video_id)),
		takedown: readVideoTakedown(db, { video_id }),
	});
	const [takedown] = batch.takedown;
	if (takedown) {
		const card = { state: "taken_down" as const, video_id, takedown: toTakedown(takedown) };
		return { card, statements: [] };
	}
	const [row] = batch.video;
	const [run] = batch.run;
	const shown = row && isShown(row, view) ? row : null;
	if (shown?.analysis_status !== "completed") {
		const running = run !== undefined && run.ended_at === null;
		const otherwise = shown ? "failed" : "unknown";
		const state = running ? "pending" : otherwise;
		return { card: { state, video_id }, statements: [] };
	}
	const video = toVideoSummary(shown);
	const checked_moments = countMoments(video, batch.moments);
	return {
		card: {
			state: "completed",
			video_id,
			title: asWritten(video.title),
			channel_name: asWritten(video.channel_name),
			channel_id: video.channel_id,
			thumbnail_url: video.thumbnail_url,
			score: shownScore(video),
			confidence: video.confidence_level,
			standing: scoreStanding(video),
			coverage: video.coverage,
			interval: video.interval,
			finding: video.finding,
			words: findingWords({ ...video, moments: checked_moments ?? undefined }),
			raters: video.panel.length,
			simulated: video.simulated,
			moments: checked_moments,
			transcript_source: video.transcript_source,
			captions_read_by: video.captions_read_by,
			version: video.version,
		},
		statements: CardStatements.parse(batch.statements),
	};
}

function countMoments({ scope }: { scope: Scope }, [row]: { count: number }[]): number | null {
	return scope === "moments" ? (row?.count ?? 0) : null;
}

/**
 * The data that other sites show of a finished analysis. It contains no personal data and no
 * votes.
 */
export type CompletedCard = {
	state: "completed";
	video_id: VideoId;
	/** One line of visible text; may be empty. */
	title: string;
	channel_name: string;
	channel_id: string | null;
	/** As stored: absolute, or a path of this site. */
	thumbnail_url: string;
	/** 0 to 100; null if too little could be checked, or if there was nothing to check. */
	score: number | null;
	/** null if too little could be checked. */
	confidence: number | null;
	standing: ScoreStanding;
	coverage: Coverage;
	/** null if the basis is "memory". */
	interval: Interval | null;
	finding: Finding;
	/** The finding in words. */
	words: FindingWords;
	/** The number of providers that rated. */
	raters: number;
	simulated: boolean;
	/** The moments that were checked; null if the whole video was analyzed. Without it, no score. */
	moments: number | null;
	transcript_source: TranscriptSource | null;
	captions_read_by: CaptionsReadBy | null;
	version: number;
};

/**
 * The score range of the line beside the gauge's bands: the interval, or a range derived from the
 * confidence.
 */
export function spanOf(
	{ interval, confidence }: Pick<CompletedCard, "interval" | "confidence">,
	score: number,
): [number, number] {
	return interval ? [interval.low, interval.high] : spanFor(score, confidence ?? 0);
}

/**
 * "pending": the first analysis is running. "failed": there is no result, because all runs
 * failed.
 */
export type ResultCard =
	| CompletedCard
	| TakenDownCard
	| { state: "pending" | "failed" | "unknown"; video_id: VideoId };

/** Of a report that was taken down: other sites show that, and nothing of the report. */
type TakenDownCard = { state: "taken_down"; video_id: VideoId; takedown: Takedown };

export function cardTitle(card: ResultCard): string {
	return card.state === "completed" && card.title ? card.title : "A YouTube video";
}

/** An id that no video can have; the card for texts that cannot be ids. */
const NO_VIDEO = VideoId.parse("___________");

/**
 * The card of the video in an address, and of a statement that it has to have. A text that cannot
 * be an id needs no query.
 */
export async function readResultCard(
	{ db, view }: Context,
	id: string | undefined,
	statement_id: StatementId | null = null,
): Promise<StoredCard> {
	const video_id = VideoId.safeParse(id);
	if (video_id.success)
		return readSurely(
			db,
			(on) => readCard(on, video_id.data, view),
			({ card, statements }) =>
				card.state !== "completed" ||
				(statement_id !== null && !statements.some(({ id }) => id === statement_id)),
		);
	return { card: { state: "unknown", video_id: NO_VIDEO }, statements: [] };
}
