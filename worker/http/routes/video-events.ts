import { Hono } from "hono";
import { parseEventId } from "#domain/event-id.ts";
import { unknownVideo } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";
import { endedStream } from "../ended-stream.ts";
import { videoIdOf } from "../video-id-of.ts";

/** Mounted at /api/videos/:id/events. */
export const videoEvents = new Hono<AppEnv>().get("/", async (c) => {
	const { videos, analyses } = c.get("deps");
	const video_id = videoIdOf(c);
	const last_event_id = c.req.header("last-event-id") ?? null;
	const last = parseEventId(last_event_id);
	const stored = await videos.report(video_id);
	const listed = stored.active;
	if (listed && (listed.ended_at === null || last?.run === listed.run_id)) {
		const stream = await analyses
			.analysisOf(video_id)
			.events(last_event_id, c.req.raw.signal);
		// Copied, because an answer from outside has headers that cannot be added to.
		if (stream) return new Response(stream.body, stream);
	}
	if (last && (await videos.endOf(last.run)) === last.seq)
		return c.body(null, 204);
	// The run may have ended while its object was asked.
	const ended = listed ? await videos.report(video_id) : stored;
	if (!ended.video || !ended.run) throw unknownVideo();
	const { video, statements, responses } = ended;
	return endedStream(
		{ video, statements, responses, analysis: null },
		{ run: ended.run.run_id, seq: ended.run.last_seq },
	);
});
