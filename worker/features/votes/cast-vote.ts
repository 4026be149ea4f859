import type { VoteAnswer } from "#contract/votes.ts";
import type { Db } from "#db/client.ts";
import { problem } from "#http/problems.ts";
import { networkHash, networkPrefix } from "#identity/network.ts";
import { type CountedMember, memberQuota, silentAddressQuota } from "#identity/quota.ts";
import { sharedMailbox } from "#text/email-address.ts";
import type { Context } from "#worker/context.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { addToCheck, readNetworkKey } from "./check-queries.ts";
import { type VoteChange, writeVote } from "./queries.ts";
import { findVoteCheck } from "./vote-check.ts";

/** A household or a classroom shares an address, so an address gets four times a member's votes. */
const ADDRESS_SHARE = 4;

const GRANTED = { ok: true, retry_after_s: 0 };

/** Sets or withdraws the member's vote on the statement. Idempotent. */
export async function castVote(
	context: Context,
	{
		address,
		member,
		...vote
	}: Omit<VoteChange, "member_id" | "network" | "mailbox" | "now" | "view"> & {
		address: string;
		member: CountedMember;
	},
): Promise<VoteAnswer> {
	const { db, view } = context;
	const now = context.now().toISOString();
	const [granted, network] = await Promise.all([
		consumeQuotas(context, member, address),
		hashNetwork(context, address, now),
	]);
	if (!granted.ok) throw problem("too_many_requests/votes", granted);
	return storeVote(db.primary, {
		...vote,
		member_id: member.id,
		mailbox: sharedMailbox(member.email),
		network,
		now,
		view,
	});
}

/**
 * Stores a vote after the limits were checked. If the vote needs a vote check, the percentage
 * leaves it out. The counts include it, and the voter gets the same answer as anyone, so that the
 * check stays invisible to them.
 */
export async function storeVote(db: Db, vote: VoteChange): Promise<VoteAnswer> {
	const { statement_id, vote_type } = vote;
	const outcome = await writeVote(db, vote);
	if (outcome === "unknown") throw problem("statement_not_found");
	if (outcome === "unauthorized") throw problem("not_signed_in/vote");
	if (outcome === "retired") throw problem("statement_retired/vote");
	if (outcome === "unrated") throw problem("statement_unrated");
	const { upvotes, downvotes, recent } = outcome;
	const scope = findVoteCheck(recent);
	if (scope && vote_type !== null) await addToCheck(db, { ...vote, vote_type }, scope);
	return { statement_id, upvotes, downvotes, user_vote: vote_type };
}

/** Consumes the limits of the member and of the address. If one refuses, neither is charged. */
async function consumeQuotas(
	context: Context,
	member: CountedMember,
	address: string,
): Promise<{ ok: boolean; retry_after_s: number }> {
	const { LIMIT_VOTES } = context.settings;
	const own = memberQuota(context, "votes", member, LIMIT_VOTES, MINUTE_MS, { lenient: true });
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

async function hashNetwork({ db }: Context, address: string, now: string): Promise<string | null> {
	const network = networkPrefix(address);
	return network === null ? null : networkHash(await readNetworkKey(db, now), network);
}
