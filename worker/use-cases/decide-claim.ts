import type { DecisionOutcome } from "#adapters/db/store-claim-decisions.ts";
import type { OwnedClaim } from "#adapters/db/store-claims.ts";
import type { ClaimDecision, ReviewClaim } from "#contract/claims.ts";
import { Refusal } from "#domain/refusal.ts";
import {
	changedMeanwhile,
	claimConflict,
	unknownClaim,
} from "./claim-refusals.ts";
import type { Claims } from "./claims.ts";

/** The team's word on a claim. Saying the same twice changes nothing. */
export async function decideClaim(
	claims: Claims,
	{ claim_id, ...decision }: ClaimDecision & { claim_id: string },
): Promise<ReviewClaim> {
	const found = await claims.find(claim_id);
	if (!found) throw unknownClaim();
	if (found.claim.status !== decision.status)
		refuse(await decide(claims, found, decision));
	const decided = await claims.findForReview(claim_id);
	if (!decided) throw unknownClaim();
	return decided;
}

function decide(
	claims: Claims,
	found: OwnedClaim,
	decision: ClaimDecision,
): Promise<DecisionOutcome> {
	const reason = decision.reason || null;
	if (decision.status === "rejected") return claims.reject({ found, reason });
	const { channel_name } = found.claim;
	const channel_id = found.claim.channel_id ?? decision.channel_id;
	if (!channel_id) throw channelUnknown();
	return claims.verify({
		found,
		channel: { channel_id, channel_name },
		method: "team_review",
		reason,
	});
}

function refuse(outcome: DecisionOutcome): void {
	if (outcome === "owned")
		throw claimConflict(
			"channel_owned",
			"This channel has another verified owner. Reject that claim first.",
		);
	if (outcome === "open_elsewhere")
		throw claimConflict(
			"claimed_already",
			"The member has another open claim on this channel. Decide that one.",
		);
	if (outcome === "changed") throw changedMeanwhile();
}

function channelUnknown(): Refusal {
	return new Refusal({
		status: 422,
		code: "channel_unknown",
		title: "Channel unknown",
		detail:
			"This claim's link could not be resolved to a channel. Send the channel's id (UC…) along as channel_id.",
	});
}
