import { sql } from "drizzle-orm";
import { DisputeAnswer, DisputeRequest, Disputes } from "#contract/disputes.ts";
import { readSurely } from "#db/client.ts";
import { readAnalysisStatus } from "#features/analysis/run-queries.ts";
import { dropReportCopy } from "#features/sharing/pages/edge-copy.ts";
import { readDisputes } from "#features/votes/dispute-queries.ts";
import { endpoint } from "#http/endpoint.ts";
import { json, NO_VIDEO, statementPath, videoPath } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readAddress } from "#identity/caller.ts";
import { submitDispute } from "./submit-dispute.ts";

const MAX_BODY_BYTES = 16 * 1_024;
/** Of one video; older ones are counted in their statements' versions. */
const MOST_LISTED = 200;

/** Members' objections to ratings, each with a page. */
export const disputeEndpoints = [
	endpoint({
		method: "POST",
		path: "/api/statements/{id}/disputes",
		id: "dispute",
		summary: "Dispute a rating with a page",
		detail:
			"The page is opened at once, under the rules for all pages; `POST /api/statements/{id}/pages` with `preview` shows before what it says and can do. Then the statement alone is searched, read and rated again, once a day for all of its disputes. A verdict may rest on the page if `can_move` is true: a source names it when asked for its title, or its address is that of a public body, a university, an encyclopedia, a fact checker or a newspaper. `recheck` is `started`, or `later` if no check can begin now; the dispute then stays `open` and is `not_checked` after a day without one. It changes no vote.",
		access: "member",
		refusal: "not_signed_in/dispute",
		params: statementPath,
		body: DisputeRequest,
		limit: MAX_BODY_BYTES,
		idempotent: true,
		answers: { 201: json("The dispute, and when its statement is checked again.", DisputeAnswer) },
		problems: {
			404: "There is no such statement.",
			409: "A later analysis no longer includes the statement, it was rated without sources, or you have an open dispute of it.",
			422: "The page cannot be opened, or is not allowed; `detail` says why.",
			429: "Too many disputes or pages; `Retry-After` says when to try again.",
		},
		handle: async (context, { c, member, params, body }) => {
			const { video_id, ...answer } = await submitDispute(context, {
				...body,
				statement_id: params.id,
				member_id: member.id,
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
		problems: { 404: NO_VIDEO },
		handle: async ({ db, view }, { params }) => {
			const found = await readSurely(
				db,
				async (on) => {
					const { stored } = await readAnalysisStatus(on, params.id, view);
					return stored && readDisputes(on, sql`d.video_id = ${params.id}`, MOST_LISTED);
				},
				(disputes) => disputes === null,
			);
			if (found === null) throw problem("video_not_found");
			return { disputes: found };
		},
	}),
];
