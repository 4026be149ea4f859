import { Hono } from "hono";
import { VideoQuery } from "#contract/video.ts";
import { liveReport } from "#domain/live-report.ts";
import { unknownVideo } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";
import { badCursor } from "../bad-cursor.ts";
import { linkNextPage } from "../link-next-page.ts";
import { readQuery } from "../read-query.ts";
import { videoIdOf } from "../video-id-of.ts";

export const videos = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { cursor = null, ...asked } = readQuery(c, VideoQuery);
		const page = await c.get("deps").videos.page({ ...asked, cursor });
		if (page === "bad_cursor") throw badCursor();
		linkNextPage(c, page);
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
