import { Hono } from "hono";
import * as z from "zod";
import { Lookup } from "#contract/lookup.ts";
import { ReportExport } from "#contract/report-export.ts";
import {
	Report,
	SearchResult,
	TranscriptAnswer,
	VideoPage,
	VideoQuery,
	VideoSummary,
} from "#contract/video.ts";
import { MyVotes } from "#contract/votes.ts";
import { readTranscript } from "#features/captions/queries.ts";
import type { AppEnv } from "#http/app-env.ts";
import { badCursor, linkNextPage } from "#http/lists.ts";
import {
	content,
	cursorQuery,
	empty,
	json,
	NO_VIDEO,
	type Operations,
	videoPath,
} from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readQuery } from "#http/query.ts";
import { readVideoId } from "#http/video-id.ts";
import { listVideos, recentVideos } from "./list-queries.ts";
import { readCurrentReport } from "./read-report.ts";

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

const lastEventId = {
	"last-event-id": z
		.string()
		.describe("The last event's id, `<run>-<seq>`: only what came after it."),
};

const NO_RESULT = "There is no finished result to export.";

/** Reading what was analysed. */
export const videoOperations: Operations = {
	"GET /api/v1/lookup": {
		id: "lookUpVideos",
		summary: "Scores of several videos at once",
		detail:
			"For lists of videos elsewhere. What has no listed result is left out.",
		access: "everyone",
		query: {
			ids: z.string().describe("Up to 50 ids with commas between them."),
		},
		wanted: ["ids"],
		answers: { 200: json("By id.", Lookup) },
		problems: { 400: "There is no id, or what is none, or too many." },
	},
	"GET /api/v1/lookup/{prefix}": {
		id: "lookUpPrefix",
		summary: "Scores by the beginning of an id's hash",
		detail:
			"Asks without telling which video is meant: all results whose id's SHA-256 in hex begins so. Four digits leave thousands of videos possible.",
		access: "everyone",
		path: {
			prefix: z.string().regex(/^[0-9A-Fa-f]{4,64}$/),
		},
		answers: { 200: json("By hash.", Lookup) },
		problems: { 400: "The prefix is not 4 to 64 hex digits." },
	},
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
	"GET /api/videos/{id}/events": {
		id: "watchAnalysis",
		summary: "Follow an analysis live",
		detail:
			"Server-sent events: `snapshot` (a report), then `progress`, `statement`, and at the end `completed` or `failed`; after that the stream closes. Ids are `<run>-<seq>`.",
		access: "everyone",
		path: videoPath,
		headers: lastEventId,
		answers: {
			200: content("The stream.", "text/event-stream"),
			204: empty("You have seen the end already."),
		},
		problems: { 404: NO_VIDEO },
	},
	"GET /api/videos/{id}/export": {
		id: "exportReport",
		summary: "A report to keep, as JSON",
		access: "everyone",
		path: videoPath,
		answers: { 200: json("As a download.", ReportExport) },
		problems: { 404: NO_VIDEO, 409: NO_RESULT },
	},
	"GET /api/videos/{id}/export.csv": {
		id: "exportStatements",
		summary: "A report's statements to keep, as CSV",
		access: "everyone",
		path: videoPath,
		answers: { 200: content("As a download.", "text/csv") },
		problems: { 404: NO_VIDEO, 409: NO_RESULT },
	},
	"GET /api/videos/{id}/my-votes": {
		id: "myVotes",
		summary: "Your own votes on a video's statements",
		access: "member",
		path: videoPath,
		answers: { 200: json("By statement id.", MyVotes) },
		problems: { 404: NO_VIDEO },
	},
	"GET /api/search": {
		id: "searchVideos",
		summary: "Find analyses by title or channel",
		detail: "In any case, newest first, ten at most.",
		access: "everyone",
		query: { q: z.string().describe("Part of a title or a channel's name.") },
		answers: {
			200: json(
				"What was found.",
				z.object({ results: z.array(SearchResult) }),
			),
		},
		problems: { 429: "Too many searches from this address." },
	},
};
