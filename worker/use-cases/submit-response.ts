import type { ResponseTarget } from "#adapters/db/store-responses.ts";
import type { MemberId } from "#contract/ids.ts";
import type { CreatorResponse, ResponseRequest } from "#contract/responses.ts";
import { Refusal, unknownVideo } from "#domain/refusal.ts";
import { notTheOwner, type Responses, responseConflict } from "./responses.ts";

/** More than a video has statements to answer; bounds what a report carries. */
const MAX_RESPONSES_A_VIDEO = 50;

/** A verified creator answers an analysis of their own video, or one statement of it. */
export async function submitResponse(
	responses: Responses,
	request: ResponseRequest & { member_id: MemberId },
): Promise<CreatorResponse> {
	const { video_id, member_id, body } = request;
	const statement_id = request.statement_id ?? null;
	const target = await responses.target(video_id, statement_id, member_id);
	const { title, channel_id, channel_name } = answerableVideo(target);
	if (statement_id !== null) checkStatement(target, video_id);
	if (target.written >= MAX_RESPONSES_A_VIDEO)
		throw responseConflict(
			"too_many_responses",
			`One video takes up to ${MAX_RESPONSES_A_VIDEO} responses, and you have written them all.`,
		);
	const created = await responses.create({
		id: responses.newId(),
		video_id,
		statement_id,
		member_id,
		channel_id,
		channel_name,
		title,
		body,
		now: responses.now(),
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
		throw new Refusal({
			status: 404,
			code: "statement_not_found",
			title: "Statement not found",
			detail: "There is no such statement.",
		});
	if (statement.video_id !== video_id)
		throw new Refusal({
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
