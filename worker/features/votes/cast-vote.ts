import type { MemberId, StatementId } from "#contract/ids.ts";
import type { VoteAnswer, VoteType } from "#contract/votes.ts";
import { ProblemError, tooMany } from "#http/problems.ts";
import { type Brigading, detectBrigading } from "./brigading.ts";
import type { VoteOutcome } from "./queries.ts";

/** Whose vote it is, on what, and what came with the request. */
export type Vote = {
	statement_id: StatementId;
	member_id: MemberId;
	/** A keyed hash of where it is cast from; null where that tells nothing. */
	network: string | null;
};

/** What voting needs from outside. */
export type Votes = {
	/** Counted for the member, and more leniently for the address. */
	quota(
		member_id: MemberId,
		address: string,
	): Promise<{ ok: boolean; retry_after_s: number }>;
	/** A keyed hash of the network that the address lies in. */
	networkOf(address: string): Promise<string | null>;
	cast(vote: Vote & { vote_type: VoteType }): Promise<VoteOutcome>;
	withdraw(vote: Vote): Promise<VoteOutcome>;
	/** Holds the agreement on what the burst voted on. */
	hold(
		vote: Vote & {
			vote_type: VoteType;
			burst: Brigading;
			/** It is held already. */
			held: boolean;
			/** Others of the recent votes came from the same network. */
			shares: boolean;
		},
	): Promise<void>;
};

/**
 * Sets the member's vote on the statement, or takes it back where `vote_type`
 * is null. Doing either twice changes nothing. Where the vote is part of a
 * burst, the agreement is held; the voter is told the same as anybody.
 */
export async function setVote(
	votes: Votes,
	input: {
		member_id: MemberId;
		address: string;
		statement_id: StatementId;
		vote_type: VoteType | null;
	},
): Promise<VoteAnswer> {
	const { member_id, statement_id, vote_type, address } = input;
	const [granted, network] = await Promise.all([
		votes.quota(member_id, address),
		votes.networkOf(address),
	]);
	if (!granted.ok)
		throw tooMany(
			"You are voting faster than we can count. Please wait a moment.",
			granted.retry_after_s,
		);
	const vote = { statement_id, member_id, network };
	const outcome =
		vote_type === null
			? await votes.withdraw(vote)
			: await votes.cast({ ...vote, vote_type });
	if (outcome === "unknown") throw unknownStatement();
	if (outcome === "retired") throw retired();
	const { upvotes, downvotes, held, recent } = outcome;
	const burst = vote_type === null ? null : detectBrigading(recent);
	if (vote_type !== null && burst !== null)
		await votes.hold({
			...{ ...vote, vote_type, burst, held },
			shares: recent.video.shared > 1,
		});
	return { statement_id, upvotes, downvotes, user_vote: vote_type };
}

function unknownStatement(): ProblemError {
	return new ProblemError({
		status: 404,
		code: "statement_not_found",
		title: "Statement not found",
		detail: "There is no such statement.",
	});
}

function retired(): ProblemError {
	return new ProblemError({
		status: 409,
		code: "statement_retired",
		title: "Statement retired",
		detail:
			"A newer analysis of this video no longer holds this statement, so votes on it are closed.",
	});
}
