import type { Analysis } from "#contract/analysis.ts";
import type { LeftOut } from "#contract/extraction.ts";
import type { VideoId } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";
import type { Report, Video } from "#contract/video.ts";
import type { RunInput } from "#features/analysis/run-state.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";
import type { Context } from "#worker/context.ts";
import { readReport } from "./queries.ts";

/** A running analysis from its object. Plain data, because it crosses between objects. */
export type LiveView = {
	input: Pick<
		RunInput,
		| "run_id"
		| "video_id"
		| "url"
		| "started_at_ms"
		| "panel"
		| "simulated"
		| "evidence"
	>;
	metadata: Metadata | null;
	analysis: Analysis;
	/** The rated ones, by timestamp. */
	statements: Statement[];
};

/** What the database has of a video; `video` is null before the first result. */
export type StoredReport = Omit<Report, "video" | "analysis"> & {
	video: Video | null;
};

/** What a report shows of what was left out, without what only this product needs. */
export function shownLeftOut(left_out: readonly LeftOut[]): LeftOut[] {
	return left_out.map(
		({ content, quote, timestamp, timestamp_source, reason }) => ({
			...{ content, quote, timestamp, timestamp_source, reason },
		}),
	);
}

/**
 * The report during a run: an earlier result stays complete beside it; without one the
 * page grows with the run.
 */
export function liveReport(stored: StoredReport, live: LiveView): Report {
	if (stored.video?.analysis_status === "completed")
		return {
			video: stored.video,
			statements: stored.statements,
			responses: stored.responses,
			left_out: shownLeftOut(stored.left_out),
			analysis: live.analysis,
		};
	return {
		video: pendingVideo(live, stored.video),
		statements: live.statements,
		responses: stored.responses,
		left_out: [],
		analysis: live.analysis,
	};
}

function pendingVideo(live: LiveView, earlier: Video | null): Video {
	const { input, metadata } = live;
	const started_at = new Date(input.started_at_ms).toISOString();
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
		bs_score: 0,
		confidence_level: 0,
		basis: "memory",
		coverage: { checkable: 0, checked: 0 },
		interval: null,
		evidence_sources: input.evidence,
		analysis_status: "analyzing",
		claims_count: live.analysis.claims_found,
		total_votes: 0,
		community_agreement: null,
		transcript_source: null,
		panel: input.panel,
		simulated: input.simulated,
		version: earlier?.version ?? 0,
		created_at: earlier?.created_at ?? started_at,
		updated_at: started_at,
		transcript_chars: null,
		aimed_at_raters: null,
		extraction: null,
		error: null,
		metadata_read_at: metadata ? started_at : null,
		unavailable_since: null,
	};
}

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
	const left_out = shownLeftOut(stored.left_out);
	return video && { video, statements, responses, left_out, analysis: null };
}

/** The running analysis from the video's object; null if there is none. */
function readLiveRun(
	{ objects: { VIDEO_ANALYSIS } }: Context,
	video_id: VideoId,
): Promise<LiveView | null> {
	const stub = VIDEO_ANALYSIS.get(VIDEO_ANALYSIS.idFromName(video_id));
	return (stub as unknown as { live(): Promise<LiveView | null> }).live();
}
