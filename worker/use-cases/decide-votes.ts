import type { HoldDecision, VoteHold } from "#contract/held-votes.ts";
import { Refusal } from "#domain/refusal.ts";

/** What deciding on a burst of votes needs from outside. */
type HeldBursts = {
	decide(
		hold_id: string,
		state: HoldDecision["state"],
	): Promise<VoteHold | null>;
};

/** The team's word on a burst of votes. Saying the same twice changes nothing. */
export async function decideVotes(
	bursts: HeldBursts,
	{ hold_id, state }: HoldDecision & { hold_id: string },
): Promise<VoteHold> {
	const hold = await bursts.decide(hold_id, state);
	if (hold) return hold;
	throw new Refusal({
		status: 404,
		code: "burst_not_found",
		title: "Burst not found",
		detail: "There is no such burst of votes.",
	});
}
