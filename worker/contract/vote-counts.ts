import type { Statement } from "./statement.ts";

/** A statement is settled once this many members have voted on it. */
export const SETTLED_VOTES = 5;

/** Percentage of agreeing votes, rounded; null without votes. */
export function agreementPercent(agree: number, disagree: number): number | null {
	const votes = agree + disagree;
	return votes === 0 ? null : Math.round((100 * agree) / votes);
}

type Votes = Pick<Statement, "upvotes" | "downvotes">;

/** The votes that the agreement percentage counts. */
export function percentageVotes({
	upvotes,
	downvotes,
	votes_held,
}: Pick<Statement, "upvotes" | "downvotes" | "votes_held">): Votes {
	return votes_held ?? { upvotes, downvotes };
}

/** The sum of the votes on a video's statements. */
export function sumVotes(statements: readonly Votes[]): { agree: number; disagree: number } {
	let agree = 0;
	let disagree = 0;
	for (const { upvotes, downvotes } of statements) {
		agree += upvotes;
		disagree += downvotes;
	}
	return { agree, disagree };
}
