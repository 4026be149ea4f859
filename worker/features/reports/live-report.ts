import type { Analysis } from "#contract/analysis.ts";
import { NO_FINDING } from "#contract/finding.ts";
import type { Provider, StatementId, VideoId } from "#contract/ids.ts";
import { isCounted } from "#contract/score-standing.ts";
import type { LeftOut, Statement } from "#contract/statement.ts";
import type { TakenDown } from "#contract/takedowns.ts";
import type { SourceId } from "#contract/verdicts.ts";
import type { Report, Video } from "#contract/video.ts";
import type { Db } from "#db/client.ts";
import { unreachableWithin } from "#db/errors.ts";
import { isShown, isSimulated } from "#db/view.ts";
import { toTakedown } from "#features/takedowns/queries.ts";
import { takenDown } from "#features/takedowns/refusal.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";
import { shortDigest } from "#http/caching.ts";
import type { Context } from "#worker/context.ts";
import { madeBy, readReportRows, type StoredReport, toReport } from "./queries.ts";

/** A running analysis as reported by its object. Plain data, because it is sent between objects. */
export type LiveView = {
	input: {
		video_id: VideoId;
		url: string;
		started_at_ms: number;
		panel: Provider[];
		simulated: boolean;
		/** The sources that are asked. */
		evidence: SourceId[];
		/** Set if only a moment of the video is checked. */
		moment: object | null;
	};
	metadata: Metadata | null;
	analysis: Analysis;
	/** The statements rated so far, ordered by timestamp. */
	statements: Statement[];
};

/** The public fields of the left-out statements, without those that a member had rated since. */
export function shownLeftOut({
	left_out,
	statements,
}: {
	left_out: readonly LeftOut[];
	statements: readonly Statement[];
}): LeftOut[] {
	const place = ({ timestamp, quote }: LeftOut | Statement) => `${timestamp} ${quote}`;
	const rated = new Set(statements.filter((it) => !isCounted(it)).map(place));
	const open = left_out.filter((it) => !rated.has(place(it)));
	return open.map(({ content, quote, timestamp, timestamp_source, reason }) => ({
		content,
		quote,
		timestamp,
		timestamp_source,
		reason,
	}));
}

/**
 * The report during a run. An earlier result stays complete beside the run, and gets the statements
 * of a moment; without one, the report grows with the run.
 */
export function liveReport(stored: StoredReport, live: LiveView): Report {
	if (stored.video?.analysis_status === "completed")
		return {
			video: stored.video,
			statements: live.input.moment ? withMoment(stored, live) : stored.statements,
			moments: stored.moments,
			responses: stored.responses,
			left_out: shownLeftOut(stored),
			...readingOf(stored),
			analysis: live.analysis,
		};
	return {
		video: pendingVideo(live, stored.video),
		statements: live.statements,
		moments: [],
		responses: stored.responses,
		left_out: [],
		analysis: live.analysis,
	};
}

function withMoment(stored: StoredReport, live: LiveView): Statement[] {
	const own = live.statements.filter(({ id }) => !stored.statements.some((it) => it.id === id));
	return [...stored.statements, ...own].sort((a, b) => a.timestamp - b.timestamp);
}

function pendingVideo(live: LiveView, earlier: Video | null): Video {
	const { input, metadata } = live;
	const started_at = new Date(input.started_at_ms).toISOString();
	const has_score = input.evidence.length === 0 && input.moment === null;
	return {
		id: input.video_id,
		url: input.url,
		title: metadata?.title ?? earlier?.title ?? "",
		channel_name: metadata?.channel_name ?? earlier?.channel_name ?? "",
		channel_id: metadata?.channel_id ?? null,
		thumbnail_url: metadata?.thumbnail_url ?? earlier?.thumbnail_url ?? "",
		duration: metadata?.duration ?? null,
		view_count: metadata?.view_count ?? null,
		published_at: metadata?.published_at ?? null,
		bs_score: has_score ? 0 : null,
		confidence_level: has_score ? 0 : null,
		lean: null,
		basis: "memory",
		scope: input.moment ? "moments" : "full",
		coverage: { checkable: 0, checked: 0 },
		finding: NO_FINDING,
		interval: null,
		evidence_sources: input.evidence,
		analysis_status: "analyzing",
		claims_count: live.analysis.claims_chosen,
		total_votes: 0,
		community_agreement: null,
		transcript_source: null,
		captions_read_by: null,
		panel: input.panel,
		simulated: isSimulated(input),
		made_by: madeBy(
			{ panel: input.panel, simulated: isSimulated(input), evidence_sources: input.evidence },
			live.statements,
		),
		version: earlier?.version ?? 0,
		created_at: earlier?.created_at ?? started_at,
		updated_at: started_at,
		transcript_chars: null,
		aimed_at_raters: null,
		extraction: null,
		error: null,
		metadata_read_at: metadata ? started_at : null,
		unavailable_since: null,
		evidence_changed_at: null,
		earlier_version: earlier?.earlier_version ?? null,
	};
}

/** A video's report, of which only as much is checked as an answer needs. */
type CurrentReport = {
	/** The unchecked rows of a report, or the live report itself. */
	outline: {
		video: { version: number; analysis_status: string };
		statements: readonly { id: string }[];
	};
	/** The listed run: "ended" if its object does not know it. */
	run: "none" | "live" | "ended";
	/** Changes with everything that the report is made of; null during a run. */
	revision: string | null;
	/** Throws if a row breaks the contract. */
	read: () => Report;
};

/**
 * The current report with the running analysis; null if there is neither a result nor a run. Throws a
 * ProblemError if it was taken down. What a
 * replica may be too late for is asked of the primary: a missing report or statement, or a run that
 * has ended, because the replica does not have the end yet.
 */
export async function readCurrentReport(
	context: Context,
	video_id: VideoId,
	statement_id: StatementId | null = null,
): Promise<CurrentReport | null> {
	const { near, primary } = context.db;
	const found = await readFrom(near, context, video_id).catch(async (error: unknown) => {
		const hidden =
			unreachableWithin(error) && (await notedTakedown(context, video_id, statement_id));
		throw hidden ? takenDown(hidden) : error;
	});
	const missing =
		found === null ||
		(statement_id !== null && !found.outline.statements.some(({ id }) => id === statement_id));
	if (near === primary || !(missing || found.run === "ended")) return found;
	return readFrom(primary, context, video_id).catch((error: unknown) => {
		// An earlier result is better than none.
		if (missing) throw error;
		return found;
	});
}

/** What the video's object says of takedowns while the database cannot. */
async function notedTakedown(
	{ objects }: Context,
	video_id: VideoId,
	statement_id: string | null,
): Promise<TakenDown | null> {
	const noted = await objects.VIDEO_ANALYSIS.getByName(video_id)
		.takenDown(statement_id)
		.catch(() => null);
	return noted?.hidden ?? null;
}

async function readFrom(
	db: Db,
	context: Context,
	video_id: VideoId,
): Promise<CurrentReport | null> {
	const { view } = context;
	const rows = await readReportRows(db, video_id);
	const [video] = rows.video;
	const [active] = rows.active;
	const [takedown] = rows.takedown;
	if (takedown) throw takenDown(toTakedown(takedown));
	const runs = active !== undefined && active.ended_at === null;
	const live = runs ? await readLiveRun(context, video_id) : null;
	if (live) {
		const report = liveReport(toReport(rows, view), live);
		return { outline: report, run: "live", revision: null, read: () => report };
	}
	if (!video || !isShown(video, view)) return null;
	return {
		outline: { video, statements: rows.statements },
		run: runs ? "ended" : "none",
		// Of the rows and not of the version alone: votes and responses change the report too.
		revision: runs ? null : `v${video.version}_${await shortDigest(JSON.stringify(rows))}`,
		read: () => finishedReport(toReport(rows, view)),
	};
}

/** The report of a video without a running analysis. */
export function finishedReport(stored: StoredReport): Report {
	const { video, statements, moments, responses } = stored;
	if (video === null) throw new Error("A report without a result is not finished");
	const left_out = shownLeftOut(stored);
	return { video, statements, moments, responses, left_out, ...readingOf(stored), analysis: null };
}

function readingOf({ transcript }: StoredReport): Pick<Report, "transcript"> {
	return transcript === null ? {} : { transcript };
}

/** The running analysis from the video's object; null if there is none. */
function readLiveRun({ objects }: Context, video_id: VideoId): Promise<LiveView | null> {
	return objects.VIDEO_ANALYSIS.getByName(video_id).live();
}
