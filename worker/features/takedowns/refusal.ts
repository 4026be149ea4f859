import { formatUtcDate } from "#contract/format.ts";
import { isLegalReason, TAKEDOWN_REASONS, TAKEDOWN_SUBJECTS } from "#contract/takedown-words.ts";
import { TakenDown } from "#contract/takedowns.ts";
import { type ProblemError, problem } from "#http/problems.ts";
import type { Context } from "#worker/context.ts";
import { findClaimTakedown, findReportTakedown, findTakedown } from "./queries.ts";

/** What an address is answered with whose subject was taken down. */
export function takenDown(takedown: TakenDown): ProblemError {
	const { kind, reason, sentence, hidden_at } = takedown;
	return problem(isLegalReason(reason) ? "taken_down/legal" : "taken_down", {
		values: {
			what: TAKEDOWN_SUBJECTS[kind],
			day: formatUtcDate(hidden_at),
			reason: TAKEDOWN_REASONS[reason],
			sentence,
		},
		taken_down: TakenDown.parse(takedown),
	});
}

/** Throws if the video's report was taken down. */
export async function refuseTakenDown({ db }: Context, video_id: string): Promise<void> {
	const takedown = await findTakedown(db.primary, "video", video_id);
	if (takedown) throw takenDown(takedown);
}

/** Why there is nothing of the video, or of its statement: it was taken down, or is unknown. */
export async function missingVideo(
	{ db }: Pick<Context, "db">,
	video_id: string,
): Promise<ProblemError> {
	const takedown = await findReportTakedown(db, video_id);
	return takedown ? takenDown(takedown) : problem("video_not_found");
}

/** The same for the key of a claim. */
export async function missingClaim(
	{ db }: Pick<Context, "db">,
	key: string,
): Promise<ProblemError> {
	const takedown = await findClaimTakedown(db.near, key);
	return takedown ? takenDown(takedown) : problem("statement_not_found");
}
