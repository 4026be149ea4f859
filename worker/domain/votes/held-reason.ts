export type HoldCause = "new_accounts" | "one_network";

const WHY: Record<HoldCause, string> = {
	new_accounts: "many new accounts voted within a minute",
	one_network: "many votes came from one network within a minute",
};

/** Why an agreement is held, and what is shown meanwhile, in words for everybody. */
export function heldReason(cause: HoldCause, votes_before: number): string {
	const shown =
		votes_before === 0
			? "Nobody had voted before, so no agreement is shown yet."
			: "The agreement shown is from before.";
	return `Votes are being checked: ${WHY[cause]}. ${shown}`;
}
