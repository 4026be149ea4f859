import { Hono } from "hono";
import { VideoId } from "#contract/ids.ts";
import { formatEventId, parseEventId } from "#domain/event-id.ts";
import { liveReport } from "#domain/live-report.ts";
import { unknownVideo } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";
import { endedStream } from "../ended-stream.ts";

/** A page of the archive. */
const PAGE_SIZE = 24;

export const videos = new Hono<AppEnv>()
	.get("/", async (c) => {
		const cursor = c.req.query("cursor") ?? null;
		return c.json(await c.get("deps").videos.page(cursor, PAGE_SIZE));
	})
	.get("/recent", async (c) =>
		c.json({ videos: await c.get("deps").videos.recent() }),
	)
	.get("/:id", async (c) => {
		const { videos: reads, analyses } = c.get("deps");
		const video_id = parseId(c.req.param("id"));
		const stored = await reads.report(video_id);
		const live =
			stored.active && stored.active.ended_at === null
				? await analyses.analysisOf(video_id).live()
				: null;
		if (live) return c.json(liveReport(reportOf(stored), live));
		if (!stored.video) throw unknownVideo();
		return c.json({ ...reportOf(stored), analysis: null });
	})
	.get("/:id/transcript", async (c) => {
		const video_id = parseId(c.req.param("id"));
		const transcript = await c.get("deps").videos.transcript(video_id);
		if (!transcript) throw unknownVideo();
		return c.json(transcript);
	})
	.get("/:id/events", async (c) => {
		const { videos: reads, analyses } = c.get("deps");
		const video_id = parseId(c.req.param("id"));
		const last_event_id = c.req.header("last-event-id") ?? null;
		const stored = await reads.report(video_id);
		const last = parseEventId(last_event_id);
		const listed = stored.active;
		if (listed && (listed.ended_at === null || last?.run === listed.run_id)) {
			const stream = await analyses
				.analysisOf(video_id)
				.events(last_event_id, c.req.raw.signal);
			// Copied, because an answer from outside has headers that cannot be added to.
			if (stream) return new Response(stream.body, stream);
		}
		// The run may have ended while its object was asked.
		const ended = listed ? await reads.report(video_id) : stored;
		if (!ended.video || !ended.run) throw unknownVideo();
		const terminal = { run: ended.run.run_id, seq: ended.run.last_seq };
		if (last && formatEventId(last) === formatEventId(terminal))
			return c.body(null, 204);
		const report = { ...reportOf(ended), video: ended.video, analysis: null };
		return endedStream(report, terminal);
	});

function parseId(text: string): VideoId {
	const parsed = VideoId.safeParse(text);
	if (!parsed.success) throw unknownVideo();
	return parsed.data;
}

function reportOf<
	T extends { video: unknown; statements: unknown; responses: unknown },
>({
	video,
	statements,
	responses,
}: T): Pick<T, "video" | "statements" | "responses"> {
	return { video, statements, responses };
}
