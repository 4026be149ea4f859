import { plural } from "#contract/format.ts";

/** The agreement in words, never without the number of votes. */
export function agreementWords(percent: number | null, votes: number): string {
	if (percent === null || votes === 0) return "No votes yet";
	if (votes === 1) return percent === 0 ? "1 vote disagrees" : "1 vote agrees";
	return `${percent}% of ${plural(votes, "vote")} agree`;
}
