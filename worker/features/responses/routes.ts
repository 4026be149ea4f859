import type { MemberId } from "#contract/ids.ts";
import {
	type CreatorResponse,
	NewResponseAnswer,
	ResponseAnswer,
	ResponseEdit,
	ResponseRequest,
} from "#contract/responses.ts";
import type { Asker } from "#features/analysis/analysis-limits.ts";
import { freshLookLimits, startFreshLook } from "#features/analysis/start-fresh-look.ts";
import { findChannelOwner } from "#features/channels/creator-queries.ts";
import {
	createResponse,
	editResponse,
	findResponse,
	type ResponseTarget,
	readResponseTarget,
	withdrawResponse,
} from "#features/channels/response-queries.ts";
import { openAddedPage } from "#features/evidence/add-page.ts";
import { insertAddedPage, type StoredPage } from "#features/evidence/added-page-queries.ts";
import { dropReportCopy } from "#features/sharing/pages/edge-copy.ts";
import { MAX_RESPONSE_BODY_BYTES } from "#http/body.ts";
import { endpoint } from "#http/endpoint.ts";
import { idPath, json } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readAddress } from "#identity/caller.ts";
import { newId } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";

/** Verified creators' replies to analyses of their own videos. */
export const responseEndpoints = [
	endpoint({
		method: "POST",
		path: "/api/responses",
		id: "respond",
		summary: "Respond to an analysis of your own video",
		detail:
			"A response to a statement may have a `page` that supports it. The page is opened at once, under the rules for all pages, and added to the statement like those of other members: it never decides alone. Then the statement alone is searched, read and rated again, while the others keep their ids, votes and ratings; it counts as an analysis. `fresh_look` is `started`, or says why not: `busy`, `no_budget`, `limit`, `from_memory` or `unavailable`. The response is stored all the same, and the next analysis reads the page. If the page is refused, nothing is stored.",
		access: "member",
		refusal: "not_signed_in/respond",
		body: ResponseRequest,
		limit: MAX_RESPONSE_BODY_BYTES,
		idempotent: true,
		answers: { 201: json("The response, and whether a check began.", NewResponseAnswer) },
		problems: {
			403: "The video's channel is not verified as yours.",
			404: "There is no such analysis or statement.",
			409: "You have already responded to this, or the site rates without sources and reads no `page`.",
			422: "There is no result to respond to yet, or the `page` cannot be opened; `detail` says why.",
			429: "Too many responses or pages.",
		},
		handle: async (context, { c, member, body }) => {
			const answer = await submitResponse(context, {
				...body,
				asker: { user: member, address: readAddress(c), is_admin: c.get("is_admin") },
			});
			if (answer.fresh_look === "started") await dropReportCopy(c, body.video_id);
			return answer;
		},
	}),
	endpoint({
		method: "PATCH",
		path: "/api/responses/{id}",
		id: "editResponse",
		summary: "Change a response",
		detail: "Earlier versions stay in its history.",
		access: "member",
		refusal: "not_signed_in/respond",
		params: idPath,
		body: ResponseEdit,
		limit: MAX_RESPONSE_BODY_BYTES,
		answers: { 200: json("The response.", ResponseAnswer) },
		problems: {
			403: "The response belongs to another member.",
			404: "There is no such response.",
			409: "It was withdrawn.",
			429: "Too many changes.",
		},
		handle: async (context, { member, params, body }) => ({
			response: await editOwnResponse(context, {
				response_id: params.id,
				member_id: member.id,
				body: body.body,
			}),
		}),
	}),
	endpoint({
		method: "DELETE",
		path: "/api/responses/{id}",
		id: "withdrawResponse",
		summary: "Withdraw a response",
		access: "member",
		refusal: "not_signed_in/respond",
		params: idPath,
		answers: { 200: json("The withdrawn response.", ResponseAnswer) },
		problems: { 403: "The response belongs to another member.", 404: "There is no such response." },
		handle: async (context, { member, params }) => ({
			response: await withdrawOwnResponse(context, {
				response_id: params.id,
				member_id: member.id,
			}),
		}),
	}),
];

/** More than a video has statements; limits the size of a report. */
const MAX_RESPONSES_A_VIDEO = 50;

/**
 * Stores a verified creator's response to an analysis of their video, or to one statement
 * of it. A page that supports it is opened before, so that a refused page can be corrected, and
 * has the statement checked again after.
 */
async function submitResponse(
	context: Context,
	request: ResponseRequest & { asker: Asker },
): Promise<NewResponseAnswer> {
	const { db, view, now } = context;
	const { video_id, body, asker } = request;
	const member_id = asker.user.id;
	const statement_id = request.statement_id ?? null;
	const target = await readResponseTarget(db.primary, { video_id, statement_id, member_id, view });
	const { title, channel_id, channel_name } = answerableVideo(target);
	if (statement_id !== null) checkStatement(target, video_id);
	if (target.written >= MAX_RESPONSES_A_VIDEO)
		throw problem("too_many_responses", { values: { limit: MAX_RESPONSES_A_VIDEO } });
	if (target.standing) throw problem("already_responded");
	const page = await openPage(context, request);
	const created = await createResponse(
		db.primary,
		{
			id: newId(),
			video_id,
			statement_id,
			member_id,
			channel_id,
			channel_name,
			title,
			body,
			now: now().toISOString(),
		},
		page ? (stored) => insertAddedPage(db.primary, page, stored) : undefined,
	);
	if (created === "standing") throw problem("already_responded");
	if (created === "changed") throw problem("target_changed");
	const fresh_look =
		page &&
		(await startFreshLook(context, {
			video_id,
			statement_id: page.statement_id,
			member_id,
			asker,
			limits: freshLookLimits(context, { video_id, asker }),
		}));
	return { response: created, fresh_look };
}

/** The page of the request, or null if it has none. Throws a ProblemError if it is refused. */
async function openPage(
	context: Context,
	request: ResponseRequest & { asker: Asker },
): Promise<StoredPage | null> {
	const { statement_id, page: url, asker } = request;
	if (url === undefined) return null;
	const pointer = "/page";
	if (statement_id === undefined) throw problem("page_without_statement", { pointer });
	const wanted = { statement_id, member: asker.user, url, pointer, address: asker.address };
	return (await openAddedPage(context, wanted)).page;
}

function answerableVideo({ video, owns }: ResponseTarget) {
	if (!video) throw problem("video_not_found");
	const { channel_id } = video;
	if (!owns || channel_id === null) throw problem("not_allowed/channel");
	if (video.analysis_status !== "completed") throw problem("no_analysis");
	return { ...video, channel_id };
}

function checkStatement({ statement }: ResponseTarget, video_id: string): void {
	if (!statement) throw problem("statement_not_found");
	if (statement.video_id !== video_id) throw problem("statement_of_another_video");
	if (statement.retired_at !== null) throw problem("statement_retired/respond");
}

/** Earlier texts stay public with the response, so their number limits the size of a report. */
const MAX_EDITS = 10;

/** Replaces the text; the earlier text stays public. */
async function editOwnResponse(
	context: Context,
	edit: { response_id: string; member_id: MemberId; body: string },
): Promise<CreatorResponse> {
	const { response_id, member_id, body } = edit;
	const { db, now } = context;
	const { response, channel_id } = await requireOwnResponse(context, edit);
	if ((await findChannelOwner(db.primary, channel_id)) !== member_id)
		throw problem("not_allowed/channel");
	if (response.withdrawn_at !== null) throw problem("response_withdrawn");
	if (response.history.length >= MAX_EDITS)
		throw problem("too_many_edits", { values: { limit: MAX_EDITS } });
	await editResponse(db.primary, { response_id, body, now: now().toISOString() });
	return (await requireOwnResponse(context, edit)).response;
}

/** Withdraws the text. Readers still see that there was a response. Idempotent. */
async function withdrawOwnResponse(
	context: Context,
	own: { response_id: string; member_id: MemberId },
): Promise<CreatorResponse> {
	await requireOwnResponse(context, own);
	await withdrawResponse(context.db.primary, {
		response_id: own.response_id,
		now: context.now().toISOString(),
	});
	return (await requireOwnResponse(context, own)).response;
}

/** The member's own response. Throws a ProblemError if it is unknown or another member's. */
async function requireOwnResponse(
	{ db }: Context,
	{ response_id, member_id }: { response_id: string; member_id: MemberId },
) {
	const found = await findResponse(db.primary, response_id);
	if (!found) throw problem("response_not_found");
	if (found.member_id !== member_id) throw problem("not_allowed/response");
	return found;
}
