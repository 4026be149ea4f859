import type { VotesCast } from "./message.ts";
import type { Notice } from "./notice.ts";
import { named, resultsPath } from "./wording.ts";

/** Beyond this the exact number is no news, and counting it would take long. */
export const COUNTED_VOTES = 1_000;

/** Tells whoever started an analysis how many have voted on it since they last looked. */
export function votesNotice(cast: VotesCast): Notice {
	const { video_id, title, votes, statement_id } = cast;
	return {
		type: "vote_update",
		title: "New votes",
		message: `${votes < COUNTED_VOTES ? votes : `${COUNTED_VOTES}+`} new ${votes === 1 ? "vote" : "votes"} on ${named(title, "your analysis")}.`,
		data: { path: resultsPath(video_id, statement_id), video_id, votes },
	};
}
