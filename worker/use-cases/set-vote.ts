import type { VoteCounts } from "#adapters/db/store-votes.ts";
import type { MemberId, StatementId } from "#contract/ids.ts";
import type { VoteAnswer, VoteType } from "#contract/votes.ts";
import { Refusal, tooMany } from "#domain/refusal.ts";

/** What voting needs from outside. */
export type Votes = {
	quota(member_id: MemberId): Promise<{ ok: boolean; retry_after_s: number }>;
	cast(
		statement_id: StatementId,
		member_id: MemberId,
		vote_type: VoteType,
	): Promise<VoteCounts>;
	withdraw(statement_id: StatementId, member_id: MemberId): Promise<VoteCounts>;
};

/**
 * Sets the member's vote on the statement, or takes it back where `vote_type`
 * is null. Doing either twice changes nothing.
 */
export async function setVote(
	votes: Votes,
	input: {
		member_id: MemberId;
		statement_id: StatementId;
		vote_type: VoteType | null;
	},
): Promise<VoteAnswer> {
	const { member_id, statement_id, vote_type } = input;
	const granted = await votes.quota(member_id);
	if (!granted.ok)
		throw tooMany(
			"You are voting faster than we can count. Please wait a moment.",
			granted.retry_after_s,
		);
	const counts =
		vote_type === null
			? await votes.withdraw(statement_id, member_id)
			: await votes.cast(statement_id, member_id, vote_type);
	if (counts === "unknown") throw unknownStatement();
	if (counts === "retired") throw retired();
	return { statement_id, ...counts, user_vote: vote_type };
}

function unknownStatement(): Refusal {
	return new Refusal({
		status: 404,
		code: "statement_not_found",
		title: "Statement not found",
		detail: "There is no such statement.",
	});
}

function retired(): Refusal {
	return new Refusal({
		status: 409,
		code: "statement_retired",
		title: "Statement retired",
		detail:
			"A newer analysis of this video no longer holds this statement, so votes on it are closed.",
	});
}
