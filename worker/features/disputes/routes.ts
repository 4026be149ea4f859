import { sql } from "drizzle-orm";
import * as z from "zod";
import {
	DisputeAnswer,
	DisputeRequest,
	Disputes,
	HideRequest,
	ReviewDispute,
	ReviewDisputes,
	WaitingReviews,
} from "#contract/disputes.ts";
import { ResponseAnswer } from "#contract/responses.ts";
import { readSurely } from "#db/client.ts";
import { statements } from "#db/tables/statements.ts";
import { TAKEN_DOWN } from "#db/view.ts";
import { analysisObject } from "#features/analysis/objects.ts";
import { readAnalysisStatus } from "#features/analysis/run-queries.ts";
import { hideResponse } from "#features/channels/response-queries.ts";
import { dropReportCopy } from "#features/sharing/pages/edge-copy.ts";
import { missingVideo } from "#features/takedowns/refusal.ts";
import { readDisputes } from "#features/votes/dispute-queries.ts";
import { countReviews, hideDispute, listDisputes } from "#features/votes/dispute-review-queries.ts";
import { endpoint } from "#http/endpoint.ts";
import {
	BAD_CURSOR,
	badCursor,
	cursorQuery,
	idPath,
	json,
	linkNextPage,
	NO_VIDEO,
	statementPath,
	TAKEN_DOWN_PROBLEMS,
	videoPath,
} from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readAddress } from "#identity/caller.ts";
import { checkWithoutPages } from "./check-without-pages.ts";
import { submitDispute } from "./submit-dispute.ts";

const MAX_BODY_BYTES = 16 * 1_024;
/** Of one video; older ones are counted in their statements' versions. */
const MOST_LISTED = 200;
/** SQL condition: the disputed statement is not taken down. */
const OF_SHOWN = sql`not exists (select 1 from ${statements} where ${statements.id} = d.statement_id and ${TAKEN_DOWN})`;

/** Members' objections to ratings, each with a page. */
export const disputeEndpoints = [
	endpoint({
		method: "POST",
		path: "/api/statements/{id}/disputes",
		id: "dispute",
		summary: "Dispute a rating with a page",
		detail:
			"The page is opened at once, under the rules for all pages; `POST /api/statements/{id}/pages` with `preview` shows before what it says and can do. Then the statement alone is searched, read and rated again, once a day for all of its disputes, or again the same day if more than three wait. A verdict may rest on the page if `can_move` is true: a source names it when asked for the statement, or its address is that of a public body, a university, an encyclopedia, a fact checker or a newspaper. `recheck` is `started`, or `later` if no check can begin now; the dispute then stays `open` and is `not_checked` after a day without one. It changes no vote.",
		access: "member",
		refusal: "not_signed_in/dispute",
		params: statementPath,
		body: DisputeRequest,
		limit: MAX_BODY_BYTES,
		idempotent: true,
		answers: { 201: json("The dispute, and when its statement is checked again.", DisputeAnswer) },
		problems: {
			404: "There is no such statement.",
			409: "A later analysis no longer includes the statement, it was rated without sources, or you or someone in your network have an open dispute of it.",
			422: "The page cannot be opened, or is not allowed; `detail` says why.",
			429: "Too many disputes or pages; `Retry-After` says when to try again.",
		},
		handle: async (context, { c, member, params, body }) => {
			const { video_id, ...answer } = await submitDispute(context, {
				...body,
				statement_id: params.id,
				member,
				address: readAddress(c),
			});
			await dropReportCopy(c, video_id);
			return answer;
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/videos/{id}/disputes",
		id: "listDisputes",
		summary: "A video's disputes and what became of them",
		detail: "Without the members' names. Each statement of a report has its newest five.",
		access: "everyone",
		cross_origin: "public",
		params: videoPath,
		answers: { 200: json("Newest first, at most 200.", Disputes) },
		problems: { 404: NO_VIDEO, ...TAKEN_DOWN_PROBLEMS },
		handle: async (context, { params }) => {
			const { db, view } = context;
			const found = await readSurely(
				db,
				async (on) => {
					const { stored } = await readAnalysisStatus(on, params.id, view);
					return (
						stored && readDisputes(on, sql`d.video_id = ${params.id} and ${OF_SHOWN}`, MOST_LISTED)
					);
				},
				(disputes) => disputes === null,
			);
			if (found === null) throw await missingVideo(context, params.id);
			return { disputes: found };
		},
	}),
];

const PAGE_SIZE = 50;
const MAX_REVIEW_BYTES = 4 * 1_024;

/** What admins see of disputes, and hide of what members write. */
export const disputeReviewEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/admin/waiting",
		id: "countReviews",
		summary: "How much waits for review",
		access: "admin",
		answers: { 200: json("Counts by kind.", WaitingReviews) },
		handle: ({ db }) => countReviews(db.near),
	}),
	endpoint({
		method: "GET",
		path: "/api/admin/disputes",
		id: "reviewDisputes",
		summary: "All disputes, newest first",
		access: "admin",
		query: {
			...cursorQuery,
			state: z.enum(["shown", "hidden"]).optional().describe("`shown` if left out."),
		},
		answers: { 200: json("A page of disputes.", ReviewDisputes) },
		problems: { 400: BAD_CURSOR },
		handle: async ({ db }, { c, query: { cursor = null, state } }) => {
			const asked = { hidden: state === "hidden", cursor, limit: PAGE_SIZE };
			const page = await listDisputes(db.near, asked);
			if (page === "bad_cursor") throw badCursor();
			linkNextPage(c, page);
			return page;
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/admin/disputes/{id}",
		id: "hideDispute",
		summary: "Hide a dispute's page and comment, or show them again",
		detail:
			"Its outcome stays public. What is quoted from a hidden page leaves at once, its statements are checked again if the day's budget allows, and no later analysis reads it.",
		access: "recent_admin",
		params: idPath,
		body: HideRequest,
		limit: MAX_REVIEW_BYTES,
		answers: { 200: json("The dispute.", z.object({ dispute: ReviewDispute })) },
		problems: { 404: "There is no such dispute." },
		handle: async (context, { c, member, params, body }) => {
			const { db, now } = context;
			const hide = { ...body, admin_id: member.id, now: now().toISOString() };
			const dispute = await hideDispute(db.primary, { ...hide, dispute_id: params.id });
			if (dispute === null) throw problem("dispute_not_found");
			await dropReportCopy(c, dispute.video.id);
			if (body.hidden) {
				const object = analysisObject(context.objects.VIDEO_ANALYSIS, dispute.video.id);
				await object.takeDown(now().getTime(), { kind: "words" }, null);
				await checkWithoutPages(context, dispute.video.id);
			}
			return { dispute };
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/admin/responses/{id}",
		id: "hideResponse",
		summary: "Hide a creator's response, or show it again",
		detail: "Readers still see that there was a response.",
		access: "recent_admin",
		params: idPath,
		body: HideRequest,
		limit: MAX_REVIEW_BYTES,
		answers: { 200: json("The response.", ResponseAnswer) },
		problems: { 404: "There is no such response." },
		handle: async ({ db, now }, { c, member, params, body }) => {
			const hide = { ...body, admin_id: member.id, now: now().toISOString() };
			const response = await hideResponse(db.primary, { ...hide, response_id: params.id });
			if (response === null) throw problem("response_not_found");
			await dropReportCopy(c, response.video_id);
			return { response };
		},
	}),
];
