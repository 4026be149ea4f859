import * as z from "zod";
import { HideRequest, ReviewDispute, ReviewDisputes, WaitingReviews } from "#contract/disputes.ts";
import { ResponseAnswer } from "#contract/responses.ts";
import { hideResponse } from "#features/channels/response-queries.ts";
import { dropReportCopy } from "#features/sharing/pages/edge-copy.ts";
import { countReviews, hideDispute, listDisputes } from "#features/votes/dispute-review-queries.ts";
import { endpoint } from "#http/endpoint.ts";
import { BAD_CURSOR, badCursor, cursorQuery, idPath, json, linkNextPage } from "#http/operation.ts";
import { problem } from "#http/problems.ts";

const PAGE_SIZE = 50;
const MAX_BODY_BYTES = 4 * 1_024;

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
		detail: "Its outcome stays public. No later analysis reads a hidden page.",
		access: "recent_admin",
		params: idPath,
		body: HideRequest,
		limit: MAX_BODY_BYTES,
		answers: { 200: json("The dispute.", z.object({ dispute: ReviewDispute })) },
		problems: { 404: "There is no such dispute." },
		handle: async ({ db, now }, { c, member, params, body }) => {
			const hide = { ...body, admin_id: member.id, now: now().toISOString() };
			const dispute = await hideDispute(db.primary, { ...hide, dispute_id: params.id });
			if (dispute === null) throw problem("dispute_not_found");
			await dropReportCopy(c, dispute.video.id);
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
		limit: MAX_BODY_BYTES,
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
