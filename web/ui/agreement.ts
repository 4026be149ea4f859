import { plural } from "./format.ts";

/** Percent of agreeing votes, rounded; null without votes. */
export function agreementOf(agree: number, disagree: number): number | null {
	const votes = agree + disagree;
	return votes === 0 ? null : Math.round((100 * agree) / votes);
}

/** What the community thinks, never without the number of its votes. */
export function agreementWords(percent: number | null, votes: number): string {
	if (percent === null || votes === 0) return "No votes yet";
	if (votes === 1) return percent === 0 ? "1 vote disagrees" : "1 vote agrees";
	return `${percent}% of ${plural(votes, "vote")} agree`;
}
