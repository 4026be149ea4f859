import { Hono } from "hono";
import { liveReport } from "#domain/live-report.ts";
import { badInput, unknownVideo } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";
import { videoIdOf } from "../video-id-of.ts";

/** A page of the archive. */
const PAGE_SIZE = 24;

export const videos = new Hono<AppEnv>()
	.get("/", async (c) => {
		const cursor = c.req.query("cursor") ?? null;
		const page = await c.get("deps").videos.page(cursor, PAGE_SIZE);
		if (page === "bad_cursor")
			throw badInput("bad_cursor", "The cursor is none of ours.");
		return c.json(page);
	})
	.get("/recent", async (c) =>
		c.json({ videos: await c.get("deps").videos.recent() }),
	)
	.get("/:id", async (c) => {
		const { videos: reads, analyses } = c.get("deps");
		const video_id = videoIdOf(c);
		const stored = await reads.report(video_id);
		const live =
			stored.active && stored.active.ended_at === null
				? await analyses.analysisOf(video_id).live()
				: null;
		if (live) return c.json(liveReport(stored, live));
		const { video, statements, responses } = stored;
		if (!video) throw unknownVideo();
		return c.json({ video, statements, responses, analysis: null });
	})
	.get("/:id/transcript", async (c) => {
		const video_id = videoIdOf(c);
		const transcript = await c.get("deps").videos.transcript(video_id);
		if (!transcript) throw unknownVideo();
		return c.json(transcript);
	});
