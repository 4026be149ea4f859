import type {
	NewResponse,
	ResponseTarget,
} from "#adapters/db/store-responses.ts";
import type { MemberId, StatementId, VideoId } from "#contract/ids.ts";
import type { CreatorResponse } from "#contract/responses.ts";
import { notAllowed, Refusal } from "#domain/refusal.ts";

/** What creators' responses need from outside. */
export type Responses = {
	newId(): string;
	/** ISO 8601. */
	now(): string;
	target(
		video_id: VideoId,
		statement_id: StatementId | null,
		member_id: MemberId,
	): Promise<ResponseTarget>;
	create(
		response: NewResponse,
	): Promise<CreatorResponse | "standing" | "changed">;
	find(response_id: string): Promise<FoundResponse | null>;
	/** The channel's verified owner. */
	ownerOf(channel_id: string): Promise<string | null>;
	edit(response_id: string, body: string): Promise<void>;
	withdraw(response_id: string): Promise<void>;
};

export type FoundResponse = {
	response: CreatorResponse;
	member_id: string | null;
	channel_id: string;
};

/** The member's own response, or the refusal. */
export async function ownResponse(
	responses: Responses,
	{ response_id, member_id }: { response_id: string; member_id: MemberId },
): Promise<FoundResponse> {
	const found = await responses.find(response_id);
	if (!found)
		throw new Refusal({
			status: 404,
			code: "response_not_found",
			title: "Response not found",
			detail: "There is no such response.",
		});
	if (found.member_id !== member_id)
		throw notAllowed("This response was written by another member.");
	return found;
}

export function notTheOwner(): Refusal {
	return notAllowed(
		"Only the verified owner of this video's channel can respond to its analysis.",
	);
}

/** The response cannot be written, as things stand. */
export function responseConflict(code: string, detail: string): Refusal {
	return new Refusal({ status: 409, code, title: "Conflict", detail });
}
