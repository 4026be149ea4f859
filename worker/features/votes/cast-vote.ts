import type { MemberId, StatementId } from "#contract/ids.ts";
import type { VoteAnswer, VoteType } from "#contract/votes.ts";
import { problem } from "#http/problems.ts";
import { silentAddressQuota } from "#identity/address-quota.ts";
import { networkHash, networkPrefix } from "#identity/network.ts";
import { quota } from "#identity/quota.ts";
import { newToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { detectBrigading } from "./brigading.ts";
import { castVote, withdrawVote } from "./queries.ts";
import { readNetworkKey, watchFrom } from "./recent-votes.ts";
import { markSuspects } from "./vote-checks.ts";

/** A household or a classroom shares an address, so an address gets four times a member's votes. */
const ADDRESS_SHARE = 4;

const GRANTED = { ok: true, retry_after_s: 0 };

type Vote = {
	statement_id: StatementId;
	member_id: MemberId;
	/** The hash of the session or the API key that the member votes with. */
	credential: string;
	/** null withdraws the vote. */
	vote_type: VoteType | null;
};

/** Sets or withdraws the member's vote on the statement. Idempotent. */
export async function setVote(
	context: Context,
	{ address, ...vote }: Vote & { address: string },
): Promise<VoteAnswer> {
	const [granted, network] = await Promise.all([
		consumeVoteQuotas(context, vote.member_id, address),
		hashNetwork(context, address),
	]);
	if (!granted.ok) throw problem("too_many_requests/votes", granted);
	return storeVote(context, { ...vote, network });
}

/**
 * Stores a vote after the limits were checked. If the vote is part of brigading, the percentage
 * leaves it out. The counts include it, and the voter gets the same answer as anyone, so that
 * the detection stays invisible to them.
 */
export async function storeVote(
	{ db, view, now }: Pick<Context, "db" | "view" | "now">,
	vote: Vote & {
		/** A keyed hash of the voter's network; null if the address has no public one. */
		network: string | null;
	},
): Promise<VoteAnswer> {
	const { statement_id, member_id, credential, vote_type, network } = vote;
	const at = now().toISOString();
	const of = { statement_id, member_id, credential };
	const target = { ...of, network, now: at, view };
	const outcome =
		vote_type === null
			? await withdrawVote(db.primary, target)
			: await castVote(db.primary, { ...target, vote_type });
	if (outcome === "unknown") throw problem("statement_not_found");
	if (outcome === "unauthorized") throw problem("not_signed_in/vote");
	if (outcome === "retired") throw problem("statement_retired/vote");
	const { upvotes, downvotes, checking, recent } = outcome;
	const brigading = vote_type === null ? null : detectBrigading(recent);
	if (vote_type !== null && brigading !== null)
		await markSuspects(db.primary, {
			statement_id,
			member_id,
			vote_type,
			brigading,
			checking,
			watch: watchFrom(at, network),
		});
	return { statement_id, upvotes, downvotes, user_vote: vote_type };
}

/** Consumes the limits of the member and of the address. If one refuses, neither is charged. */
async function consumeVoteQuotas(
	context: Context,
	member_id: MemberId,
	address: string,
): Promise<{ ok: boolean; retry_after_s: number }> {
	const { LIMIT_VOTES } = context.settings;
	const own = quota(context, `votes:${member_id}`, LIMIT_VOTES, MINUTE_MS, {
		lenient: true,
	});
	const shared =
		networkPrefix(address) === null
			? null
			: silentAddressQuota(context, {
					address,
					key: (network) => `votes:address:${network}`,
					limit: LIMIT_VOTES * ADDRESS_SHARE,
					window_ms: MINUTE_MS,
					lenient: true,
				});
	const [byMember, byAddress] = await Promise.all([own.consume(), shared?.consume() ?? GRANTED]);
	if (byMember.ok && !byAddress.ok) await own.refund();
	if (byAddress.ok && !byMember.ok) await shared?.refund();
	return byMember.ok ? byAddress : byMember;
}

async function hashNetwork({ db, now }: Context, address: string): Promise<string | null> {
	const network = networkPrefix(address);
	if (network === null) return null;
	const key = await readNetworkKey(db, now().toISOString(), newToken);
	return networkHash(key, network);
}
