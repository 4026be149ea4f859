import type { Statement } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import { agreementPercent, percentageVotes, sumVotes } from "#contract/vote-counts.ts";
import type { VoteType } from "#contract/votes.ts";

/** A statement's votes as one member sees them. */
export type VoteTally = {
	upvotes: number;
	downvotes: number;
	user_vote: VoteType | null;
};

/** The tally after the member's vote has changed to `wanted`. */
export function withVote(tally: VoteTally, wanted: VoteType | null): VoteTally {
	const moved = (type: VoteType) => Number(wanted === type) - Number(tally.user_vote === type);
	return {
		upvotes: tally.upvotes + moved("upvote"),
		downvotes: tally.downvotes + moved("downvote"),
		user_vote: wanted,
	};
}

/**
 * The vote that results from a click on one of the two buttons. A second click on the same button
 * withdraws the vote.
 */
export function voteAfterClick(currentVote: VoteType | null, clicked: VoteType): VoteType | null {
	return currentVote === clicked ? null : clicked;
}

/**
 * The statement with these counts. The difference to the previous counts is a vote that counts,
 * so votes that the percentage excludes stay excluded.
 */
export function statementWithVotes(
	statement: Statement,
	{ upvotes, downvotes }: Pick<VoteTally, "upvotes" | "downvotes">,
): Statement {
	const { votes_held } = statement;
	if (votes_held === undefined) return { ...statement, upvotes, downvotes };
	const up = Math.max(0, votes_held.upvotes + upvotes - statement.upvotes);
	const down = Math.max(0, votes_held.downvotes + downvotes - statement.downvotes);
	return {
		...statement,
		upvotes,
		downvotes,
		votes_held: { ...votes_held, upvotes: up, downvotes: down },
	};
}

/** The report with the server's latest counts for one statement. */
export function reportWithVotes(report: Report, statement_id: string, tally: VoteTally): Report {
	const statements = report.statements.map((statement) =>
		statement.id === statement_id ? statementWithVotes(statement, tally) : statement,
	);
	const { agree, disagree } = sumVotes(statements);
	const counted = sumVotes(statements.map(percentageVotes));
	const { votes_held } = report.video;
	return {
		...report,
		statements,
		video: {
			...report.video,
			total_votes: agree + disagree,
			community_agreement: agreementPercent(counted.agree, counted.disagree),
			...(votes_held && {
				votes_held: {
					...votes_held,
					total_votes: counted.agree + counted.disagree,
				},
			}),
		},
	};
}
