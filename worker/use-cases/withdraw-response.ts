import type { MemberId } from "#contract/ids.ts";
import type { CreatorResponse } from "#contract/responses.ts";
import { ownResponse, type Responses } from "./responses.ts";

/** Takes the words back; that there was a response stays visible. Twice changes nothing. */
export async function withdrawResponse(
	responses: Responses,
	own: { response_id: string; member_id: MemberId },
): Promise<CreatorResponse> {
	await ownResponse(responses, own);
	await responses.withdraw(own.response_id);
	return (await ownResponse(responses, own)).response;
}
