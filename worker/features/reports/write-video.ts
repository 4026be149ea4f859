import { createHash } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Coverage } from "#contract/evidence.ts";
import type { Provider, RunId, StatementId, VideoId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type { Extraction } from "#contract/statement.ts";
import type { Basis, Interval, Lean, SourceId } from "#contract/verdicts.ts";
import type { CaptionsReadBy, Scope } from "#contract/video.ts";
import { excluded, insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { publications } from "#db/tables/runs.ts";
import { statements } from "#db/tables/statements.ts";
import { takedowns } from "#db/tables/takedowns.ts";
import { videos } from "#db/tables/videos.ts";
import { TAKEN_DOWN } from "#db/view.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import { COUNTED } from "#features/statements/queries.ts";
import { METADATA_LIFE_MS, type Metadata } from "#features/youtube/metadata-sources.ts";
import { COUNTED_FINDING } from "./finding-queries.ts";

type Ending = {
	run_id: RunId;
	video_id: VideoId;
	url: string;
	started_at: string;
	ended_at: string;
	/** null if no member asked for the run. */
	started_by: string | null;
	/** Sequence number of the run's last event. */
	last_seq: number;
	simulated: boolean;
};

/** What a completed run stores of the video. */
export type CompletedVideo = Ending & {
	outcome: "completed";
	metadata: Metadata;
	transcript: Transcript;
	/** Whose browser read a member's transcript; ignored by a run that adds to a result. */
	captions_read_by: CaptionsReadBy | null;
	panel: Provider[];
	/** null if too little was checked, as is the confidence. */
	bs_score: number | null;
	confidence_level: number | null;
	lean: Lean | null;
	basis: Basis;
	/** "moments" if only moments of the video were checked. */
	scope: Scope;
	coverage: Coverage;
	interval: Interval | null;
	/** The sources that were asked; empty if none. */
	evidence_sources: SourceId[];
	/** Who extracted the statements; null if unknown. */
	extraction: Extraction | null;
	/** The run to whose result the statements are added; null if they replace all earlier ones. */
	adds_to: RunId | null;
	/** The statement of that result that was checked again, if that is all that the run did. */
	rechecks: StatementId | null;
	/** The moment that was checked, if that is all that the run did. */
	moment: object | null;
	/** Whether the transcript of the earlier result stays. */
	keeps_transcript: boolean;
};

/** What a failed run stores of the video. */
export type FailedVideo = Ending & {
	outcome: "failed";
	/** null if the run ended before it read any metadata. */
	metadata: Metadata | null;
	error: RunError;
	/** "moments" if the run checked a moment. */
	scope: Scope;
};

/** A video at the end of a run. */
export type EndedVideo = CompletedVideo | FailedVideo;

/**
 * Results from a member's transcript are not listed unless two members' browsers read the same
 * text, and neither are samples that no member asked for; they can be opened by link.
 */
export function isListed(publication: EndedVideo): boolean {
	if (publication.outcome !== "completed") return false;
	const { transcript, captions_read_by, started_by } = publication;
	if (transcript.source === "sample") return started_by !== null;
	return transcript.source !== "member" || captions_read_by === "two_browsers";
}

export function writeVideo(db: Db, publication: EndedVideo, condition: SQL): DbStatement {
	return insertRows(db, videos, [videoRow(publication)], condition).onConflictDoUpdate({
		target: videos.id,
		set: {
			...excluded("url", "bs_score", "confidence_level", "lean", "analysis_status"),
			...excluded("transcript_source", "panel", "simulated", "listed", "error"),
			...excluded("basis", "scope", "checkable_count", "checked_count"),
			...excluded("score_low", "score_high", "evidence_sources", "extraction"),
			...excluded("run_id", "last_seq", "updated_at"),
			...excluded("captions_read_by"),
			...(isReading(publication) ? excluded("read_duration") : {}),
			title: unlessEmpty(videos.title),
			channel_name: unlessEmpty(videos.channel_name),
			thumbnail_url: unlessEmpty(videos.thumbnail_url),
			channel_id: unlessNull(videos.channel_id),
			duration: unlessNull(videos.duration),
			view_count: unlessNull(videos.view_count),
			published_at: unlessNull(videos.published_at),
			metadata_read_at: unlessNull(videos.metadata_read_at),
			...excluded("metadata_due_at", "unavailable_since"),
			...excluded("evidence_changed_at"),
			version: sql`${videos.version} + excluded.version`,
			first_completed_at: FIRST_COMPLETION,
		},
	});
}

/** Whether the run read the transcript itself. */
function isReading(publication: EndedVideo): boolean {
	return publication.outcome === "completed" && !publication.keeps_transcript;
}

/** Whether this is a completed run that adds rated statements to the shown result. */
export function isAddition(
	publication: EndedVideo,
): publication is CompletedVideo & { adds_to: RunId } {
	return publication.outcome === "completed" && publication.adds_to !== null;
}

/** Updates the result's score after an addition; the video's own data stays unchanged. */
export function addToVideo(db: Db, publication: CompletedVideo, condition: SQL): DbStatement {
	const { error: _, first_completed_at: __, ...result } = ending(publication);
	return db
		.update(videos)
		.set({
			...result,
			run_id: publication.run_id,
			last_seq: publication.last_seq,
			updated_at: publication.ended_at,
			version: sql`${videos.version} + 1`,
		})
		.where(and(eq(videos.id, publication.video_id), condition));
}

/**
 * Recomputes the totals from the live statements. The starter is null if they have deleted their
 * account.
 */
export function writeTotals(db: Db, publication: EndedVideo, condition: SQL): DbStatement {
	const { run_id, video_id } = publication;
	return db
		.update(videos)
		.set({
			...countTotals(video_id, sql`${videos.version}`),
			// Who had only a part checked does not take over the analysis.
			...(isAddition(publication) && (publication.rechecks ?? publication.moment) !== null
				? {}
				: {
						started_by: sql`(select ${publications.started_by} from ${publications} where ${publications.run_id} = ${run_id})`,
					}),
		})
		.where(and(eq(videos.id, video_id), condition));
}

type Score = Pick<
	CompletedVideo,
	"bs_score" | "confidence_level" | "lean" | "basis" | "coverage" | "interval"
>;

/** `version` is the version that the totals are those of. */
function countTotals(video_id: VideoId, version: SQL) {
	const live = sql`from ${statements} where ${statements.video_id} = ${video_id} and ${statements.retired_at} is null`;
	return {
		claims_count: sql`(select count(*) ${live} and ${COUNTED})`,
		upvotes: sql`(select coalesce(sum(${statements.upvotes}), 0) ${live})`,
		downvotes: sql`(select coalesce(sum(${statements.downvotes}), 0) ${live})`,
		finding: COUNTED_FINDING,
		finding_version: version,
	};
}

/**
 * For the batch that takes a statement out of a result, or puts it back: the result without a new
 * analysis.
 */
export function rescoreVideo(db: Db, video_id: VideoId, score: Score, condition: SQL): DbStatement {
	const version = sql`${videos.version} + 1`;
	return db
		.update(videos)
		.set({ ...countTotals(video_id, version), ...scoreColumns(score), version })
		.where(and(eq(videos.id, video_id), condition));
}

function scoreColumns({ bs_score, confidence_level, lean, basis, coverage, interval }: Score) {
	return {
		bs_score,
		confidence_level,
		lean,
		basis,
		checkable_count: coverage.checkable,
		checked_count: coverage.checked,
		score_low: interval?.low ?? null,
		score_high: interval?.high ?? null,
	};
}

/**
 * For a publication's batch, after its video and statements are written: what admins have taken down
 * meanwhile, or before the video had a result, stays so.
 */
export function keepTakenDown(
	db: Db,
	{ video_id, ended_at }: Pick<EndedVideo, "video_id" | "ended_at">,
	condition: SQL,
): DbStatement[] {
	const since = sql`(select ${takedowns.hidden_at} from ${takedowns} where ${takedowns.kind} = 'video' and ${takedowns.subject_id} = ${video_id})`;
	return [
		db
			.update(videos)
			.set({ hidden_at: since })
			.where(and(eq(videos.id, video_id), sql`${videos.hidden_at} is not ${since}`, condition)),
		db
			.update(statements)
			.set({ retired_at: ended_at })
			.where(
				and(
					eq(statements.video_id, video_id),
					sql`${statements.retired_at} is null and ${TAKEN_DOWN}`,
					condition,
				),
			),
	];
}

/** A result keeps its position among the newest while its kind and visibility stay the same. */
const FIRST_COMPLETION = sql`case
	when excluded.first_completed_at is not null and ${videos.first_completed_at} is not null
		and ${videos.simulated} = excluded.simulated and ${videos.listed} = excluded.listed
		and ${videos.scope} = excluded.scope
	then ${videos.first_completed_at} else excluded.first_completed_at end`;

function unlessEmpty(column: SQLiteColumn): SQL {
	return sql`coalesce(nullif(excluded.${sql.identifier(column.name)}, ''), ${column})`;
}

function unlessNull(column: SQLiteColumn): SQL {
	return sql`coalesce(excluded.${sql.identifier(column.name)}, ${column})`;
}

function videoRow(publication: EndedVideo): Required<typeof videos.$inferInsert> {
	const { metadata } = publication;
	return {
		id: publication.video_id,
		url: publication.url,
		title: metadata?.title ?? "",
		channel_name: metadata?.channel_name ?? "",
		channel_id: metadata?.channel_id ?? null,
		thumbnail_url: metadata?.thumbnail_url ?? "",
		duration: metadata?.duration ?? null,
		read_duration: isReading(publication) ? (metadata?.duration ?? null) : null,
		view_count: metadata?.view_count ?? null,
		published_at: metadata?.published_at ?? null,
		...ending(publication),
		analysis_status: publication.outcome,
		simulated: publication.simulated,
		listed: isListed(publication),
		captions_read_by: publication.outcome === "completed" ? publication.captions_read_by : null,
		// Versions are counted, and failed runs are none.
		version: publication.outcome === "completed" ? 1 : 0,
		run_id: publication.run_id,
		last_seq: publication.last_seq,
		started_by: null,
		claims_count: 0,
		// Counted once the statements are written, like the other totals.
		finding: null,
		finding_version: null,
		upvotes: 0,
		downvotes: 0,
		created_at: publication.started_at,
		updated_at: publication.ended_at,
		id_hash: idHash(publication.video_id),
		metadata_read_at: metadata?.title ? publication.ended_at : null,
		metadata_due_at: metadataDue(publication),
		unavailable_since: null,
		evidence_changed_at: null,
		hidden_at: null,
	};
}

/**
 * When the metadata has to be read again. null for samples, whose metadata belongs to this
 * project, and for failed runs, which show metadata only briefly.
 */
function metadataDue(publication: EndedVideo): string | null {
	if (publication.outcome === "failed") return null;
	if (publication.transcript.source === "sample") return null;
	const due_ms = Date.parse(publication.ended_at) + METADATA_LIFE_MS;
	return new Date(due_ms).toISOString();
}

function ending(publication: EndedVideo) {
	if (publication.outcome === "failed")
		return {
			bs_score: null,
			confidence_level: null,
			lean: null,
			panel: [],
			transcript_source: null,
			error: publication.error,
			first_completed_at: null,
			basis: "memory",
			scope: publication.scope,
			checkable_count: 0,
			checked_count: 0,
			score_low: null,
			score_high: null,
			evidence_sources: [],
			extraction: null,
		};
	return {
		...scoreColumns(publication),
		panel: publication.panel,
		transcript_source: publication.transcript.source,
		error: null,
		first_completed_at: publication.ended_at,
		scope: publication.scope,
		evidence_sources: publication.evidence_sources,
		extraction: publication.extraction,
	};
}

/**
 * SHA-256 of a video's id in hex, for callers who do not want to reveal which video they look up.
 */
export function idHash(video_id: string): string {
	return createHash("sha256").update(video_id).digest("hex");
}
