import type { MemberId } from "#contract/ids.ts";
import type { CreatorResponse, ResponseRequest } from "#contract/responses.ts";
import { notAllowed, ProblemError, unknownVideo } from "#http/problems.ts";
import { newId } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { findChannelOwner } from "./creator-queries.ts";
import {
	createResponse,
	editResponse,
	findResponse,
	type ResponseTarget,
	readResponseTarget,
	withdrawResponse,
} from "./response-queries.ts";

/** More than a video has statements to answer; bounds what a report carries. */
const MAX_RESPONSES_A_VIDEO = 50;

/** A verified creator answers an analysis of their own video, or one statement of it. */
export async function submitResponse(
	{ db, view, now }: Context,
	request: ResponseRequest & { member_id: MemberId },
): Promise<CreatorResponse> {
	const { video_id, member_id, body } = request;
	const statement_id = request.statement_id ?? null;
	const target = await readResponseTarget(db.primary, {
		video_id,
		statement_id,
		member_id,
		view,
	});
	const { title, channel_id, channel_name } = answerableVideo(target);
	if (statement_id !== null) checkStatement(target, video_id);
	if (target.written >= MAX_RESPONSES_A_VIDEO)
		throw responseConflict(
			"too_many_responses",
			`One video takes up to ${MAX_RESPONSES_A_VIDEO} responses, and you have written them all.`,
		);
	const created = await createResponse(db.primary, {
		id: newId(),
		video_id,
		statement_id,
		member_id,
		channel_id,
		channel_name,
		title,
		body,
		now: now().toISOString(),
	});
	if (created === "standing")
		throw responseConflict(
			"already_responded",
			"You have responded to this already. Change that response instead.",
		);
	if (created === "changed")
		throw responseConflict(
			"target_changed",
			"What you respond to has just changed. Please look at it again.",
		);
	return created;
}

function answerableVideo({ video, owns }: ResponseTarget) {
	if (!video) throw unknownVideo();
	const { channel_id } = video;
	if (!owns || channel_id === null) throw notTheOwner();
	if (video.analysis_status !== "completed")
		throw responseConflict(
			"no_analysis",
			"This video has no finished analysis to respond to.",
		);
	return { ...video, channel_id };
}

function checkStatement({ statement }: ResponseTarget, video_id: string): void {
	if (!statement)
		throw new ProblemError({
			status: 404,
			code: "statement_not_found",
			title: "Statement not found",
			detail: "There is no such statement.",
		});
	if (statement.video_id !== video_id)
		throw new ProblemError({
			status: 422,
			code: "statement_of_another_video",
			title: "Another video's statement",
			detail: "This statement was made in another video.",
		});
	if (statement.retired_at !== null)
		throw responseConflict(
			"statement_retired",
			"A newer analysis of this video no longer holds this statement.",
		);
}

/** Earlier wordings stay public with the response; bounds what a report carries. */
const MAX_EDITS = 10;

/** Replaces the wording; the earlier one stays readable. */
export async function editOwnResponse(
	context: Context,
	edit: { response_id: string; member_id: MemberId; body: string },
): Promise<CreatorResponse> {
	const { response_id, member_id, body } = edit;
	const { db, now } = context;
	const { response, channel_id } = await requireOwnResponse(context, edit);
	if ((await findChannelOwner(db.primary, channel_id)) !== member_id)
		throw notTheOwner();
	if (response.withdrawn_at !== null)
		throw responseConflict(
			"response_withdrawn",
			"This response was withdrawn. Write a new one instead.",
		);
	if (response.history.length >= MAX_EDITS)
		throw responseConflict(
			"too_many_edits",
			`A response can be changed ${MAX_EDITS} times. Withdraw it and write a new one instead.`,
		);
	await editResponse(db.primary, {
		response_id,
		body,
		now: now().toISOString(),
	});
	return (await requireOwnResponse(context, edit)).response;
}

/** Withdraws the words; that there was a response stays visible. Twice changes nothing. */
export async function withdrawOwnResponse(
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

/** The member's own response. Throws a ProblemError if it is another's or unknown. */
async function requireOwnResponse(
	{ db }: Context,
	{ response_id, member_id }: { response_id: string; member_id: MemberId },
) {
	const found = await findResponse(db.primary, response_id);
	if (!found)
		throw new ProblemError({
			status: 404,
			code: "response_not_found",
			title: "Response not found",
			detail: "There is no such response.",
		});
	if (found.member_id !== member_id)
		throw notAllowed("This response was written by another member.");
	return found;
}

function notTheOwner(): ProblemError {
	return notAllowed(
		"Only the verified owner of this video's channel can respond to its analysis.",
	);
}

/** The response cannot be written as things are now. */
function responseConflict(code: string, detail: string): ProblemError {
	return new ProblemError({ status: 409, code, title: "Conflict", detail });
}
