import type { MemberId } from "#contract/ids.ts";
import type { CreatorResponse } from "#contract/responses.ts";
import {
	notTheOwner,
	ownResponse,
	type Responses,
	responseConflict,
} from "./responses.ts";

/** Earlier wordings stay public with the response; bounds what a report carries. */
const MAX_EDITS = 10;

/** Replaces the wording; the earlier one stays readable. */
export async function editResponse(
	responses: Responses,
	edit: { response_id: string; member_id: MemberId; body: string },
): Promise<CreatorResponse> {
	const { response, channel_id } = await ownResponse(responses, edit);
	if ((await responses.ownerOf(channel_id)) !== edit.member_id)
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
	await responses.edit(edit.response_id, edit.body);
	return (await ownResponse(responses, edit)).response;
}
