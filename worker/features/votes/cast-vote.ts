import type { MemberId, StatementId } from "#contract/ids.ts";
import type { VoteAnswer, VoteType } from "#contract/votes.ts";
import { ProblemError, tooMany } from "#http/problems.ts";
import { networkPrefix } from "#identity/network.ts";
import { quota, silentQuota } from "#identity/quota.ts";
import { newToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { detectBrigading } from "./brigading.ts";
import { castVote, withdrawVote } from "./queries.ts";
import { networkHash, readNetworkKey, watchFrom } from "./recent-votes.ts";
import { freezeVotes } from "./vote-freezes.ts";

/** A household or a class room shares an address: it gets four times a member's votes. */
const ADDRESS_SHARE = 4;

const GRANTED = { ok: true, retry_after_s: 0 };

type Vote = {
	statement_id: StatementId;
	member_id: MemberId;
	/** null withdraws the vote. */
	vote_type: VoteType | null;
};

/** Sets the member's vote on the statement, or withdraws it. Doing either twice changes nothing. */
export async function setVote(
	context: Context,
	{ address, ...vote }: Vote & { address: string },
): Promise<VoteAnswer> {
	const [granted, network] = await Promise.all([
		consumeVoteQuotas(context, vote.member_id, address),
		hashNetwork(context, address),
	]);
	if (!granted.ok)
		throw tooMany(
			"You are voting faster than we can count. Please wait a moment.",
			granted.retry_after_s,
		);
	return storeVote(context, { ...vote, network });
}

/**
 * Stores a vote that is within the limits. If it is part of brigading, the agreement is frozen;
 * the voter gets the same answer as anybody.
 */
export async function storeVote(
	{ db, view, now }: Pick<Context, "db" | "view" | "now">,
	vote: Vote & {
		/** A keyed hash of the voter's network; null if the address has no public one. */
		network: string | null;
	},
): Promise<VoteAnswer> {
	const { statement_id, member_id, vote_type, network } = vote;
	const at = now().toISOString();
	const target = { statement_id, member_id, network, now: at, view };
	const outcome =
		vote_type === null
			? await withdrawVote(db.primary, target)
			: await castVote(db.primary, { ...target, vote_type });
	if (outcome === "unknown") throw unknownStatement();
	if (outcome === "retired") throw retired();
	const { upvotes, downvotes, frozen, recent } = outcome;
	const brigading = vote_type === null ? null : detectBrigading(recent);
	if (vote_type !== null && brigading !== null)
		await freezeVotes(db.primary, {
			statement_id,
			member_id,
			vote_type,
			brigading,
			frozen,
			network_shared: recent.video.shared > 1,
			watch: watchFrom(at, network),
		});
	return { statement_id, upvotes, downvotes, user_vote: vote_type };
}

/** Counts for the member and for the address at once. If one refuses, the other is not charged. */
async function consumeVoteQuotas(
	context: Context,
	member_id: MemberId,
	address: string,
): Promise<{ ok: boolean; retry_after_s: number }> {
	const { LIMIT_VOTES } = context.settings;
	const own = quota(context, `votes:${member_id}`, LIMIT_VOTES, MINUTE_MS);
	const shared =
		networkPrefix(address) === null
			? null
			: silentQuota(
					context,
					`votes:address:${address}`,
					LIMIT_VOTES * ADDRESS_SHARE,
					MINUTE_MS,
				);
	const [byMember, byAddress] = await Promise.all([
		own.take(),
		shared?.take() ?? GRANTED,
	]);
	if (byMember.ok && !byAddress.ok) await own.giveBack();
	if (byAddress.ok && !byMember.ok) await shared?.giveBack();
	return byMember.ok ? byAddress : byMember;
}

async function hashNetwork(
	{ db, now }: Context,
	address: string,
): Promise<string | null> {
	const network = networkPrefix(address);
	if (network === null) return null;
	const key = await readNetworkKey(db.primary, now().toISOString(), newToken);
	return networkHash(key, network);
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
