import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { RunId, StatementId, VideoId } from "#contract/ids.ts";
import { VideoEdit } from "#contract/video.ts";
import { excluded, insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { statements } from "#db/tables/statements.ts";
import { transcripts, videoFingerprints, videos } from "#db/tables/videos.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import { setVotesAside } from "#features/votes/counted-votes.ts";
import { METADATA_LIFE_MS, type Metadata } from "#features/youtube/metadata-sources.ts";
import { SAME_LENGTH_S, transcriptHash } from "./edit-rules.ts";

/**
 * For the batch of a run that read the video: stores what a later edit is recognised by. Samples
 * and failed runs have nothing to compare.
 */
export function writeFingerprint(
	db: Db,
	publication: { video_id: VideoId; ended_at: string } & (
		| { outcome: "failed" }
		| { outcome: "completed"; metadata: Metadata; transcript: Transcript }
	),
	condition: SQL,
): DbStatement[] {
	const { video_id, ended_at } = publication;
	if (publication.outcome === "failed" || publication.transcript.source === "sample")
		return [
			db.delete(videoFingerprints).where(and(eq(videoFingerprints.video_id, video_id), condition)),
		];
	const { metadata, transcript } = publication;
	const row = {
		video_id,
		duration: metadata.duration,
		text_hash: transcript.source === "captions" ? transcriptHash(transcript) : null,
		due_at: nextCheck(ended_at),
		edit: null,
	};
	return [
		insertRows(db, videoFingerprints, [row], condition).onConflictDoUpdate({
			target: videoFingerprints.video_id,
			set: excluded("duration", "text_hash", "due_at", "edit"),
		}),
	];
}

/** As often as the metadata, whose length is one of the two signs of an edit. */
export function nextCheck(now: string): string {
	return new Date(Date.parse(now) + METADATA_LIFE_MS).toISOString();
}

/**
 * Makes the videos whose length has just been found to differ due at once. `read` are those whose
 * metadata was read again.
 */
export async function checkChangedLengths(
	db: Db,
	read: readonly VideoId[],
	now: string,
): Promise<void> {
	if (!read.length) return;
	const shown = sql`(select ${videos.duration} from ${videos} where ${videos.id} = ${videoFingerprints.video_id})`;
	await db
		.update(videoFingerprints)
		.set({ due_at: now })
		.where(
			and(
				inArray(videoFingerprints.video_id, [...read]),
				isNull(videoFingerprints.edit),
				sql`abs(${shown} - ${videoFingerprints.duration}) > ${SAME_LENGTH_S}`,
			),
		);
}

/** A result that is due to be compared with its video. */
export type DueResult = {
	video_id: VideoId;
	run_id: RunId;
	analysed_duration: number | null;
	/** As YouTube gives it now, from the last refresh of the metadata. */
	duration: number | null;
	text_hash: string | null;
	/** The caption track that was analysed; null if the transcript is not from captions. */
	track: { vss_id: string | null } | null;
	edit: VideoEdit | null;
};

/** Most overdue first. */
export async function dueResults(
	db: Db,
	{ now, limit }: { now: string; limit: number },
): Promise<DueResult[]> {
	const rows = await db
		.select({
			video_id: videoFingerprints.video_id,
			run_id: videos.run_id,
			analysed_duration: sql<number | null>`${videoFingerprints.duration}`.as("analysed_duration"),
			duration: videos.duration,
			text_hash: videoFingerprints.text_hash,
			edit: videoFingerprints.edit,
			source: transcripts.source,
			vss_id: transcripts.track_vss_id,
		})
		.from(videoFingerprints)
		.innerJoin(videos, eq(videos.id, videoFingerprints.video_id))
		.leftJoin(transcripts, eq(transcripts.video_id, videos.id))
		.where(lte(videoFingerprints.due_at, now))
		.orderBy(asc(videoFingerprints.due_at))
		.limit(limit);
	return rows.map(({ source, vss_id, edit, ...row }) => ({
		...row,
		video_id: VideoId.parse(row.video_id),
		run_id: RunId.parse(row.run_id),
		track: source === "captions" ? { vss_id } : null,
		edit: edit === null ? null : VideoEdit.parse(edit),
	}));
}

/** The live statements' words. */
export async function quotesOf(
	db: Db,
	video_id: VideoId,
): Promise<{ id: StatementId; quote: string }[]> {
	const rows = await db
		.select({ id: statements.id, quote: statements.quote })
		.from(statements)
		.where(and(eq(statements.video_id, video_id), isNull(statements.retired_at)));
	return rows.map(({ id, quote }) => ({ id: StatementId.parse(id), quote }));
}

/** Compares the video again later. */
export async function postponeCheck(db: Db, video_id: VideoId, due_at: string): Promise<void> {
	await db
		.update(videoFingerprints)
		.set({ due_at })
		.where(eq(videoFingerprints.video_id, video_id));
}

/**
 * Stores what the comparison found, and sets aside the votes on the affected statements; with no
 * edit, all votes count. Does nothing if a newer result was published in the meantime.
 */
export async function recordComparison(
	db: Db,
	found: {
		video_id: VideoId;
		run_id: RunId;
		edit: VideoEdit | null;
		affected: readonly StatementId[];
		now: string;
		due_at: string;
	},
): Promise<void> {
	const { video_id, run_id, edit, affected, now, due_at } = found;
	const current = sql`exists (select 1 from ${videos} where ${videos.id} = ${video_id} and ${videos.run_id} = ${run_id})`;
	const aside = setVotesAside(db, { video_id, ids: affected, now }, current);
	await db.batch([
		db
			.update(videoFingerprints)
			.set({ edit, due_at })
			.where(and(eq(videoFingerprints.video_id, video_id), current)),
		...aside,
	]);
}
