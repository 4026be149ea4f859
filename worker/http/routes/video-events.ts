import { type Context, Hono } from "hono";
import type { RunId, VideoId } from "#contract/ids.ts";
import { type EventId, formatEventId, parseEventId } from "#domain/event-id.ts";
import { unknownVideo } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";
import { endedStream } from "../ended-stream.ts";
import { headOfStream } from "../head-of-stream.ts";
import { videoIdOf } from "../video-id-of.ts";

/** Mounted at /api/videos/:id/events. */
export const videoEvents = new Hono<AppEnv>().get("/", (c) =>
	c.req.method === "HEAD" ? headOfStream() : stream(c),
);

async function stream(c: Context<AppEnv>): Promise<Response> {
	const { videos, analyses } = c.get("deps");
	const video_id = videoIdOf(c);
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
