import { type Context, Hono } from "hono";
import { RECONNECT_MS } from "#contract/events.ts";
import type { RunId, VideoId } from "#contract/ids.ts";
import type { Report, Video } from "#contract/video.ts";
import type { AppEnv } from "#http/app-env.ts";
import {
	type EventId,
	encodeEvent,
	encodeRetry,
	formatEventId,
	headOfStream,
	parseEventId,
} from "#http/event-stream.ts";
import { unknownVideo } from "#http/problems.ts";
import { readVideoId } from "#http/video-id.ts";

/** Mounted at /api/videos/:id/events. */
export const videoEvents = new Hono<AppEnv>().get("/", (c) =>
	c.req.method === "HEAD" ? headOfStream() : stream(c),
);

async function stream(c: Context<AppEnv>): Promise<Response> {
	const { videos, analyses } = c.get("deps");
	const video_id = readVideoId(c);
	const last_event_id = c.req.header("last-event-id") ?? null;
	const last = parseEventId(last_event_id);
	// A row, and not the report: what a viewer of a run is shown comes from its object.
	const listed = await analyses.listed(video_id);
	if (listed && (listed.ended_at === null || last?.run === listed.run_id)) {
		const live = await analyses
			.analysisOf(video_id)
			.events(last_event_id, c.req.raw.signal);
		// Copied, because an answer from outside has headers that cannot be added to.
		if (live) return new Response(live.body, live);
	}
	if (last && (await videos.endOf(last.run)) === last.seq)
		return c.body(null, 204);
	const ended = await videos.report(video_id);
	if (!ended.video || !ended.run) throw unknownVideo();
	const { video, statements, responses, active } = ended;
	const report = { video, statements, responses, analysis: null };
	if (active && active.run_id !== ended.run.run_id) {
		const untold = await lastWord(c, video_id, active.run_id);
		if (untold) return endedStream(report, untold.terminal, untold.ending);
	}
	return endedStream(report, {
		run: ended.run.run_id,
		seq: ended.run.last_seq,
	});
}

/** Of a run that left the earlier result as it was: for a while its object still tells how it went. */
async function lastWord(
	c: Context<AppEnv>,
	video_id: VideoId,
	run: RunId,
): Promise<{ terminal: EventId; ending: string } | null> {
	const { videos, analyses } = c.get("deps");
	const seq = await videos.endOf(run);
	if (seq === null) return null;
	const before = formatEventId({ run, seq: seq - 1 });
	const told = await analyses
		.analysisOf(video_id)
		.events(before, c.req.raw.signal);
	return told && { terminal: { run, seq }, ending: await told.text() };
}

/**
 * The whole stream of a video whose run is over: how it stands, how it ended,
 * and the close. `ending` is the terminal event as the run told it, where the
 * video itself does not show it.
 */
function endedStream(
	report: Report,
	terminal: EventId,
	ending: string = endingOf(report.video, terminal),
): Response {
	const before = { run: terminal.run, seq: terminal.seq - 1 };
	const snapshot = encodeEvent({
		id: formatEventId(before),
		name: "snapshot",
		data: JSON.stringify(report),
	});
	return new Response(encodeRetry(RECONNECT_MS) + snapshot + ending, {
		headers: {
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
		},
	});
}

function endingOf(video: Video, terminal: EventId): string {
	const ending =
		video.analysis_status === "failed"
			? { name: "failed", data: JSON.stringify(video.error) }
			: { name: "completed", data: JSON.stringify({ video }) };
	return encodeEvent({ id: formatEventId(terminal), ...ending });
}
