import type { Report } from "#contract/video.ts";
import {
	agreementPercent,
	shownVotes,
	sumVotes,
} from "#contract/vote-counts.ts";
import type { VoteType } from "#contract/votes.ts";

/** A statement's votes as one member sees them. */
export type VoteTally = {
	upvotes: number;
	downvotes: number;
	user_vote: VoteType | null;
};

/** The tally after the member's vote has changed to `wanted`. */
export function withVote(tally: VoteTally, wanted: VoteType | null): VoteTally {
	const moved = (type: VoteType) =>
		Number(wanted === type) - Number(tally.user_vote === type);
	return {
		upvotes: tally.upvotes + moved("upvote"),
		downvotes: tally.downvotes + moved("downvote"),
		user_vote: wanted,
	};
}

/** The vote that a click on one of the two buttons means: a second click undoes it. */
export function voteAfterClick(
	currentVote: VoteType | null,
	clicked: VoteType,
): VoteType | null {
	return currentVote === clicked ? null : clicked;
}

/** The report with one statement's votes as the server has just counted them. */
export function reportWithVotes(
	report: Report,
	statement_id: string,
	{ upvotes, downvotes }: VoteTally,
): Report {
	const statements = report.statements.map((statement) =>
		statement.id === statement_id
			? { ...statement, upvotes, downvotes }
			: statement,
	);
	const { agree, disagree } = sumVotes(statements);
	const shown = sumVotes(statements.map(shownVotes));
	const { votes_held } = report.video;
	return {
		...report,
		statements,
		video: {
			...report.video,
			total_votes: agree + disagree,
			community_agreement: agreementPercent(shown.agree, shown.disagree),
			...(votes_held && {
				votes_held: {
					...votes_held,
					total_votes: shown.agree + shown.disagree,
				},
			}),
		},
	};
}
