import type { StatementId } from "#contract/ids.ts";
import type { CreatorResponded } from "./message.ts";
import type { Notice } from "./notice.ts";
import { named, resultsPath } from "./wording.ts";

/** Tells who took part in a video's analysis that its creator has answered it, or one statement of it. */
export function responseNotice(
	{ video_id, response_id, title, channel_name }: CreatorResponded,
	statement_id: StatementId | null,
): Notice {
	const creator = named(channel_name, "The creator");
	const video = named(title, "a video that you took part in");
	return {
		type: "creator_response",
		title: "A creator responded",
		message: statement_id
			? `${creator} responded to a statement of the analysis of ${video}.`
			: `${creator} responded to the analysis of ${video}.`,
		data: {
			path: statement_id
				? resultsPath(video_id, statement_id)
				: `${resultsPath(video_id)}#creator-response`,
			video_id,
			response_id,
		},
	};
}
