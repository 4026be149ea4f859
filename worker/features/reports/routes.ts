import { Hono } from "hono";
import * as z from "zod";
import {
	Report,
	TranscriptAnswer,
	VideoPage,
	VideoQuery,
	VideoSummary,
} from "#contract/video.ts";
import { readTranscript } from "#features/captions/queries.ts";
import type { AppEnv } from "#http/app-env.ts";
import { badCursor, linkNextPage } from "#http/lists.ts";
import {
	cursorQuery,
	json,
	NO_VIDEO,
	type Operations,
	videoPath,
} from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readQuery, readVideoId } from "#http/query.ts";
import { listVideos, recentVideos } from "./list-queries.ts";
import { readCurrentReport } from "./live-report.ts";

export const videos = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { cursor = null, ...asked } = readQuery(c, VideoQuery);
		const { db, view } = c.get("context");
		const page = await listVideos(db.near, { ...asked, cursor, view });
		if (page === "bad_cursor") throw badCursor();
		linkNextPage(c, page);
		return c.json(page);
	})
	.get("/recent", async (c) => {
		const { db, view } = c.get("context");
		return c.json({ videos: await recentVideos(db.near, view) });
	})
	.get("/:id", async (c) => {
		const report = await readCurrentReport(c.get("context"), readVideoId(c));
		if (!report) throw problem("video_not_found");
		return c.json(report);
	})
	.get("/:id/transcript", async (c) => {
		const { db, view } = c.get("context");
		const transcript = await readTranscript(db.near, readVideoId(c), view);
		if (!transcript) throw problem("video_not_found");
		return c.json(transcript);
	});

/** Videos in the API description. */
export const videoOperations = (): Operations => ({
	"GET /api/videos": {
		id: "listVideos",
		summary: "Every analysis, newest first",
		detail:
			"Completed ones; with `channel_id` those of one channel. Each page names the next with `next_cursor`, which is null on the last.",
		access: "everyone",
		query: { ...VideoQuery.shape, ...cursorQuery },
		answers: { 200: json("A page of the archive.", VideoPage) },
		problems: { 400: "The cursor, the channel or the limit makes no sense." },
	},
	"GET /api/videos/recent": {
		id: "recentVideos",
		summary: "The six newest analyses",
		access: "everyone",
		answers: {
			200: json("Newest first.", z.object({ videos: z.array(VideoSummary) })),
		},
	},
	"GET /api/videos/{id}": {
		id: "getReport",
		summary: "A video's report",
		detail:
			"The video, its statements by timestamp, the creator's responses, and the live run while there is one.",
		access: "everyone",
		path: videoPath,
		answers: { 200: json("The report.", Report) },
		problems: { 404: NO_VIDEO },
	},
	"GET /api/videos/{id}/transcript": {
		id: "getTranscript",
		summary: "The transcript that was checked",
		access: "everyone",
		path: videoPath,
		answers: { 200: json("The transcript.", TranscriptAnswer) },
		problems: { 404: NO_VIDEO },
	},
});
