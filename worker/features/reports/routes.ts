import * as z from "zod";
import { ClaimAnswer } from "#contract/claim-pages.ts";
import { Evidence, EvidenceId, EvidenceRecord } from "#contract/evidence.ts";
import { ClaimKey } from "#contract/ids.ts";
import { Report, TranscriptAnswer, VideoPage, VideoQuery, VideoSummary } from "#contract/video.ts";
import { readSurely } from "#db/client.ts";
import { readTranscript } from "#features/captions/queries.ts";
import { readPiece, readRecord } from "#features/statements/evidence-queries.ts";
import { createCutter } from "#features/takedowns/cut-words.ts";
import { isHiddenPage } from "#features/takedowns/hidden-pages.ts";
import { hiddenPages } from "#features/takedowns/hidden-pages-queries.ts";
import { hiddenStatements, takenDownIds } from "#features/takedowns/queries.ts";
import { missingClaim, missingVideo } from "#features/takedowns/refusal.ts";
import { answerJson } from "#http/caching.ts";
import { endpoint } from "#http/endpoint.ts";
import {
	cursorQuery,
	json,
	linkNextPage,
	malformed,
	NO_VIDEO,
	TAKEN_DOWN_PROBLEMS,
	videoPath,
} from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readAddress } from "#identity/caller.ts";
import { readArchive, recentVideos } from "./list-queries.ts";
import { readCurrentReport } from "./live-report.ts";
import { readClaim, readReport } from "./queries.ts";

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
		answers: { 200: json("Newest first.", z.object({ videos: z.array(VideoSummary) })) },
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
		problems: { 404: NO_VIDEO, ...TAKEN_DOWN_PROBLEMS },
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
		problems: { 404: NO_VIDEO, ...TAKEN_DOWN_PROBLEMS },
		handle: async (context, { params }) => {
			const { db, view } = context;
			const transcript = await readSurely(
				db,
				(on) => readTranscript(on, params.id, view),
				(found) => found === null,
			);
			if (!transcript) throw await missingVideo(context, params.id);
			return createCutter(await hiddenStatements(db.near, params.id)).transcript(transcript);
		},
	}),
];

/** What a result's evidence was taken from, and one piece of evidence by its id. */
export const evidenceEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/videos/{id}/evidence",
		id: "readEvidenceRecord",
		summary: "What was searched, opened and dropped for a result",
		detail:
			"The evidence itself is part of the report. Empty lists if the result asked no sources.",
		access: "everyone",
		cross_origin: "public",
		params: videoPath,
		answers: { 200: json("Of the published result.", EvidenceRecord) },
		problems: { 404: NO_VIDEO, ...TAKEN_DOWN_PROBLEMS },
		handle: async (context, { params }) => {
			const { db, view } = context;
			const [{ video, statements }, stored, gone, hidden_pages] = await readSurely(
				db,
				(on) =>
					Promise.all([
						readReport(on, params.id, view),
						readRecord(on, params.id),
						takenDownIds(on, params.id),
						hiddenPages(on, params.id),
					]),
				([found]) => found.video === null,
			);
			if (video === null) throw await missingVideo(context, params.id);
			return {
				searches: stored.searches.filter((it) => !gone.has(it.statement_id)),
				pages: stored.pages.filter(
					(it) =>
						!isHiddenPage(it, hidden_pages) &&
						(it.statement_ids.length === 0 || it.statement_ids.some((id) => !gone.has(id))),
				),
				dropped: statements.flatMap(({ id, ratings }) =>
					ratings.flatMap(({ provider, dropped }) =>
						dropped.map((quote) => ({ statement_id: id, provider, ...quote })),
					),
				),
			};
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/evidence/{id}",
		id: "readEvidence",
		summary: "One quote that was found on a page",
		access: "everyone",
		cross_origin: "public",
		params: { id: EvidenceId.register(malformed, { problem: "evidence_not_found" }) },
		answers: { 200: json("The quote and its page.", Evidence) },
		problems: { 404: "There is no such evidence." },
		handle: async ({ db, view }, { params }) => {
			const piece = await readSurely(
				db,
				(on) => readPiece(on, params.id, view),
				(found) => found === null,
			);
			if (piece === null) throw problem("evidence_not_found");
			return piece;
		},
	}),
];

const claimPath = { id: ClaimKey.register(malformed, { problem: "statement_not_found" }) };

/** One claim across videos. */
export const claimPageEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/statements/{id}",
		id: "readClaim",
		summary: "One claim across videos",
		detail:
			"Where it was said, when, and with which verdict, in public reports. The key is that of a report's statement; it follows from the claim's words.",
		access: "everyone",
		cross_origin: "public",
		params: claimPath,
		answers: { 200: json("The latest first.", ClaimAnswer) },
		problems: { 404: "No public report has the claim.", ...TAKEN_DOWN_PROBLEMS },
		handle: async (context, { params }) => {
			const answer = await readClaim(context.db, params.id, context.view);
			if (answer === null) throw await missingClaim(context, params.id);
			return answer;
		},
	}),
];
