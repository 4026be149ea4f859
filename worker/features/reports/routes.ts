import * as z from "zod";
import { Report, TranscriptAnswer, VideoPage, VideoQuery, VideoSummary } from "#contract/video.ts";
import { readSurely } from "#db/client.ts";
import { readTranscript } from "#features/captions/queries.ts";
import { answerJson } from "#http/caching.ts";
import { endpoint } from "#http/endpoint.ts";
import { cursorQuery, json, linkNextPage, NO_VIDEO, videoPath } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readAddress } from "#identity/caller.ts";
import { recentVideos } from "./list-queries.ts";
import { readCurrentReport } from "./live-report.ts";
import { readArchive } from "./read-archive.ts";

/** Reading results. */
export const videoEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/videos",
		id: "listVideos",
		summary: "Every analysis, newest first",
		detail:
			"Completed ones; with `channel_id` those of one channel, with `q` those whose title or channel name contains it, in any case. Each page names the next with `next_cursor`, which is null on the last.",
		access: "everyone",
		cross_origin: "public",
		query: { ...VideoQuery.shape, ...cursorQuery },
		answers: { 200: json("A page of the archive.", VideoPage) },
		problems: {
			400: "The cursor, the channel or the limit is not valid.",
			429: "Too many searches from this address.",
		},
		handle: async (context, { c, query }) => {
			const page = await readArchive(context, readAddress(c), query);
			linkNextPage(c, page);
			return page;
		},
	}),
	// Before the path with an id, which would match it too.
	endpoint({
		method: "GET",
		path: "/api/videos/recent",
		id: "recentVideos",
		summary: "The six newest analyses",
		access: "everyone",
		cross_origin: "public",
		answers: {
			200: json("Newest first.", z.object({ videos: z.array(VideoSummary) })),
		},
		handle: async ({ db, view }) => ({ videos: await recentVideos(db.near, view) }),
	}),
	endpoint({
		method: "GET",
		path: "/api/videos/{id}",
		id: "getReport",
		summary: "A video's report",
		detail:
			"The video, its statements by timestamp, the creator's responses, and the live run while there is one.",
		access: "everyone",
		cross_origin: "public",
		params: videoPath,
		answers: { 200: json("The report.", Report) },
		problems: { 404: NO_VIDEO },
		handle: async (context, { c, params }) => {
			const current = await readCurrentReport(context, params.id);
			if (!current) throw problem("video_not_found");
			return answerJson(c, current.revision, current.read);
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/videos/{id}/transcript",
		id: "getTranscript",
		summary: "The transcript that was checked",
		access: "everyone",
		cross_origin: "public",
		params: videoPath,
		query: {
			v: z.string().optional().describe("Not read: tells the versions apart in caches on the way."),
		},
		answers: { 200: json("The transcript.", TranscriptAnswer) },
		problems: { 404: NO_VIDEO },
		handle: async ({ db, view }, { params }) => {
			const transcript = await readSurely(
				db,
				(on) => readTranscript(on, params.id, view),
				(found) => found === null,
			);
			if (!transcript) throw problem("video_not_found");
			return transcript;
		},
	}),
];
