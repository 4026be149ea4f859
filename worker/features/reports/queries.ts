import { and, asc, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { TranscriptReading } from "#contract/analysis.ts";
import { ClaimAnswer } from "#contract/claim-pages.ts";
import { Finding } from "#contract/evidence.ts";
import { ClaimKey, RunId, type VideoId } from "#contract/ids.ts";
import type { CreatorResponse } from "#contract/responses.ts";
import type { Statement } from "#contract/statement.ts";
import {
	type LengthChange,
	type MadeBy,
	type Moment,
	Video,
	VideoSummary,
} from "#contract/video.ts";
import { runBatch } from "#db/batch.ts";
import { type Databases, type Db, readSurely } from "#db/client.ts";
import { queryTemplate } from "#db/query-template.ts";
import { responseRevisions, responses } from "#db/tables/channels.ts";
import { activeRuns } from "#db/tables/runs.ts";
import { statementDetails, statements } from "#db/tables/statements.ts";
import { resultVersions, transcripts, videos } from "#db/tables/videos.ts";
import { isShown, isSimulated, LISTED, shownIn, type View } from "#db/view.ts";
import { RESPONSE_COLUMNS, toCreatorResponse } from "#features/channels/response-queries.ts";
import { evidenceByStatement, readEvidenceRows } from "#features/statements/evidence-queries.ts";
import type { LeftOutStatement } from "#features/statements/merge-statements.ts";
import {
	readInterval,
	readLeftOutRows,
	STATEMENT_COLUMNS,
	toLeftOut,
	toStatement,
} from "#features/statements/queries.ts";
import { inSpokenOrder } from "#features/statements/spoken-order.ts";
import {
	createCutter,
	cutContext,
	cutInjections,
	cutReading,
} from "#features/takedowns/cut-words.ts";
import { toHiddenPages, withoutHiddenPages } from "#features/takedowns/hidden-pages.ts";
import { readHiddenPages } from "#features/takedowns/hidden-pages-queries.ts";
import {
	readHiddenStatements,
	readVideoTakedown,
	toHiddenWords,
} from "#features/takedowns/queries.ts";
import { LEFT_OUT_TOTALS, readTotals } from "#features/votes/counted-votes.ts";
import { DISPUTES_COLUMN, readDisputesColumn } from "#features/votes/dispute-queries.ts";
import { FINDING } from "./finding-queries.ts";
import { readMomentRows, toMoments } from "./moment-queries.ts";

/** The database's data on a video. */
export type StoredReport = {
	/** null before the first outcome, and if the view does not show it. */
	video: Video | null;
	/** Live statements by timestamp. */
	statements: Statement[];
	moments: Moment[];
	/** Oldest first, including withdrawn responses, without their text. */
	responses: CreatorResponse[];
	/**
	 * Statements that were found but not rated. Those that can still be rated come first, in rating
	 * order.
	 */
	left_out: LeftOutStatement[];
	/** What was understood of a member's text; null for other transcripts. */
	transcript: TranscriptReading | null;
	/** The run whose outcome `video` shows, and the sequence number of its last event. */
	run: { run_id: RunId; last_seq: number } | null;
	/** The run that is listed as active, or that has just ended. */
	active: { run_id: RunId; started_at: string; ended_at: string | null } | null;
};

/**
 * The version before the latest that is stored; the latest moments have none of their own. A real
 * result is not compared with one of demo mode, which readers no longer see.
 */
const EARLIER_VERSION = sql<
	number | null
>`(select ${resultVersions.version} from ${resultVersions} where ${resultVersions.video_id} = ${videos.id} and ${resultVersions.version} <= ${videos.version} and ${resultVersions.simulated} <= ${videos.simulated} order by ${resultVersions.version} desc limit 1 offset 1)`;

const readVideo = queryTemplate(["video_id"], (db, { video_id }) =>
	db
		.select({
			...VIDEO_COLUMNS,
			language: transcripts.language,
			spoken_language: transcripts.spoken_language,
			transcript_chars: transcripts.chars,
			aimed_at_raters: transcripts.aimed_at_raters,
			reading: transcripts.reading,
			earlier_version: EARLIER_VERSION,
		})
		.from(videos)
		.leftJoin(transcripts, eq(transcripts.video_id, videos.id))
		.where(eq(videos.id, video_id)),
);

const readStatements = queryTemplate(["video_id"], (db, { video_id }) =>
	db
		.select(STATEMENT_COLUMNS)
		.from(statements)
		.innerJoin(statementDetails, eq(statementDetails.statement_id, statements.id))
		.where(and(eq(statements.video_id, video_id), isNull(statements.retired_at)))
		.orderBy(asc(statements.timestamp), asc(statements.id)),
);

const readResponses = queryTemplate(["video_id"], (db, { video_id }) =>
	db
		.select(RESPONSE_COLUMNS)
		.from(responses)
		.leftJoin(statements, eq(statements.id, responses.statement_id))
		.where(eq(responses.video_id, video_id))
		.orderBy(asc(responses.created_at), asc(responses.id)),
);

const readRevisions = queryTemplate(["video_id"], (db, { video_id }) =>
	db
		.select(getTableColumns(responseRevisions))
		.from(responseRevisions)
		.innerJoin(responses, eq(responses.id, responseRevisions.response_id))
		.where(eq(responses.video_id, video_id))
		.orderBy(asc(responseRevisions.id)),
);

const readActive = queryTemplate(["video_id"], (db, { video_id }) =>
	db.select().from(activeRuns).where(eq(activeRuns.video_id, video_id)),
);

/** Reads everything that a report's page needs, in one round trip. */
export async function readReport(db: Db, video_id: VideoId, view: View): Promise<StoredReport> {
	return toReport(await readReportRows(db, video_id), view);
}

/** The rows that a report is made of. */
export function readReportRows(db: Db, video_id: VideoId) {
	const of = { video_id };
	return runBatch(db, {
		video: readVideo(db, of),
		statements: readStatements(db, of),
		moments: readMomentRows(db, of),
		evidence: readEvidenceRows(db, of),
		responses: readResponses(db, of),
		revisions: readRevisions(db, of),
		left_out: readLeftOutRows(db, of),
		active: readActive(db, of),
		also_said: readAlsoSaidRows(db, of),
		takedown: readVideoTakedown(db, of),
		hidden: readHiddenStatements(db, of),
		hidden_pages: readHiddenPages(db, of),
	});
}

type ReportRows = Awaited<ReturnType<typeof readReportRows>>;

const NO_REPORT = {
	video: null,
	statements: [],
	moments: [],
	responses: [],
	left_out: [],
	transcript: null,
	run: null,
};

/** Throws if a row breaks the contract. */
export function toReport(rows: ReportRows, view: View): StoredReport {
	const [video] = rows.video;
	const [run] = rows.active;
	const active = run ? toActive(run) : null;
	if (!video || rows.takedown.length > 0 || !isShown(video, view)) return { ...NO_REPORT, active };
	const evidence = evidenceByStatement(rows.evidence);
	const also_said = toAlsoSaid(rows.also_said);
	const cutter = createCutter(rows.hidden.map(toHiddenWords));
	const pages = toHiddenPages(rows.hidden_pages);
	const statements = rows.statements
		.map((row) => toStatement(row, evidence.get(row.id) ?? [], also_said.get(row.id)))
		.map((statement) => withoutHiddenPages(statement, pages))
		.map((statement) => ({ ...statement, context: cutContext(statement.context, cutter) }));
	const ordered = inSpokenOrder(statements);
	const shown = toVideo(video, statements);
	return {
		video: { ...shown, aimed_at_raters: cutInjections(shown.aimed_at_raters, cutter) },
		statements: ordered,
		moments: toMoments(rows.moments, rows.statements).map((moment) => ({
			...moment,
			said: cutter.text(moment.said),
		})),
		responses: rows.responses.map((row) => toCreatorResponse(row, rows.revisions)),
		left_out: toLeftOut(rows.left_out[0]),
		transcript: cutReading(TranscriptReading.nullable().parse(video.reading), cutter),
		run: { run_id: RunId.parse(video.run_id), last_seq: video.last_seq },
		active,
	};
}

function toActive(row: typeof activeRuns.$inferSelect): NonNullable<StoredReport["active"]> {
	const { started_at, ended_at } = row;
	return { run_id: RunId.parse(row.run_id), started_at, ended_at };
}

/** The columns of a whole video. */
const VIDEO_COLUMNS = { ...getTableColumns(videos), finding: FINDING, ...LEFT_OUT_TOTALS };

type VideoRow = Omit<typeof videos.$inferSelect, "finding"> & { finding: string } & Parameters<
		typeof readTotals
	>[0];

const { error: _error, ...withoutError } = VIDEO_COLUMNS;
/** The columns of a video in a list. */
export const SUMMARY_COLUMNS = withoutError;

type BasisRow = Pick<
	VideoRow,
	"checkable_count" | "checked_count" | "finding" | "score_low" | "score_high"
>;

/** Reads what a score is based on from its columns. */
export function readBasis(row: BasisRow) {
	const { checkable_count: checkable, checked_count: checked } = row;
	return {
		coverage: { checkable, checked },
		finding: Finding.parse(JSON.parse(row.finding)),
		interval: readInterval(row),
	};
}

/** The columns that readBasis needs and does not change. */
export const BASIS_COLUMNS = {
	basis: videos.basis,
	claims_count: videos.claims_count,
	checkable_count: videos.checkable_count,
	checked_count: videos.checked_count,
	finding: FINDING,
	score_low: videos.score_low,
	score_high: videos.score_high,
	evidence_sources: videos.evidence_sources,
};

/** The row in its JSON form. Throws if the row violates the contract. */
export function toVideoSummary(row: Omit<VideoRow, "error">): VideoSummary {
	return VideoSummary.parse({
		...row,
		...readBasis(row),
		...readTotals(row),
		simulated: isSimulated(row),
	});
}

function toVideo(
	row: VideoRow & {
		language: string | null;
		spoken_language: string | null;
		transcript_chars: number | null;
		aimed_at_raters: unknown;
		earlier_version: number | null;
	},
	rated: readonly Statement[],
): Video {
	const video = Video.parse({
		...row,
		...readBasis(row),
		...readTotals(row),
		simulated: isSimulated(row),
		made_by: null,
		language: row.language ?? undefined,
		spoken_language: row.spoken_language ?? undefined,
		length_changed: lengthChange(row),
	});
	return { ...video, made_by: madeBy(video, rated) };
}

/** Sources round a video's length differently, by up to this many seconds. */
const SAME_LENGTH_S = 2;

function lengthChange({
	read_duration: read,
	duration: now,
}: Pick<VideoRow, "read_duration" | "duration">): LengthChange | undefined {
	if (read === null || now === null || Math.abs(read - now) <= SAME_LENGTH_S) return undefined;
	return { read, now };
}

/** Who wrote the statements of a video. */
export function madeBy(
	{ panel, simulated, evidence_sources }: Pick<Video, "panel" | "simulated" | "evidence_sources">,
	rated: readonly Statement[],
): MadeBy | null {
	if (panel.length === 0 || rated.length === 0) return null;
	const models = rated.flatMap(({ ratings }) => ratings.map(({ model }) => model));
	return {
		kind: simulated ? "simulated_raters" : "ai_models",
		models: [...new Set(models)].sort(),
		evidence: evidence_sources.length > 0 ? "quotes_checked_by_code" : "none",
		reviewed_by: null,
	};
}

/** The most statements that the page lists. */
const MOST_SAID = 50;

/** null if no public report has the claim. */
export function readClaim(db: Databases, id: string, view: View): Promise<ClaimAnswer | null> {
	return readSurely(
		db,
		(on) => readClaimFrom(on, id, view),
		(found) => found === null,
	);
}

async function readClaimFrom(db: Db, id: string, view: View): Promise<ClaimAnswer | null> {
	const key = ClaimKey.safeParse(id);
	if (!key.success) return null;
	const rows = await db
		.select({ video: SUMMARY_COLUMNS, statement: statements, ...DISPUTES_COLUMN })
		.from(statements)
		.innerJoin(videos, eq(videos.id, statements.video_id))
		.where(
			and(eq(statements.claim_key, key.data), isNull(statements.retired_at), LISTED, shownIn(view)),
		)
		.orderBy(desc(statements.created_at), desc(statements.id))
		.limit(MOST_SAID);
	const [latest] = rows;
	if (!latest) return null;
	return ClaimAnswer.parse({
		key: key.data,
		content: latest.statement.content,
		said: rows.map(({ video, statement, disputes }) => ({
			video: toVideoSummary(video),
			statement: { ...statement, disputes: readDisputesColumn(disputes) },
		})),
	});
}

/** The most other videos that are counted for a statement. */
const MOST_COUNTED = 100;

/** For each statement, the number of other videos with a public report of the claim. */
const readAlsoSaidRows = queryTemplate(["video_id"], (db, { video_id }) =>
	db
		.select({
			id: statements.id,
			key: statements.claim_key,
			videos: sql<number>`(select count(*) from (
					select distinct other.video_id from statements as other
					join videos as other_video on other_video.id = other.video_id
					where other.claim_key = ${statements.claim_key}
					and other.video_id <> ${statements.video_id}
					and other.retired_at is null
					and other_video.analysis_status = 'completed' and other_video.listed = 1 and other_video.hidden_at is null
					and other_video.simulated = ${videos.simulated}
					limit ${sql.raw(String(MOST_COUNTED))}))`,
		})
		.from(statements)
		.innerJoin(videos, eq(videos.id, statements.video_id))
		.where(and(eq(statements.video_id, video_id), isNull(statements.retired_at))),
);

/** By the statement's id, without statements that no other video contains. */
function toAlsoSaid(
	rows: readonly { id: string; key: string; videos: number }[],
): Map<string, NonNullable<Statement["also_said"]>> {
	return new Map(
		rows.flatMap(({ id, key, videos: count }) =>
			count > 0 ? [[id, { key: ClaimKey.parse(key), videos: count }]] : [],
		),
	);
}
