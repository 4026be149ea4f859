import type { Statement } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import type { VoteType } from "#contract/votes.ts";
import { agreementOf } from "#web/ui/agreement.ts";

/** A statement's votes as one member sees them. */
export type VoteTally = {
	upvotes: number;
	downvotes: number;
	user_vote: VoteType | null;
};

/** The tally once the member's vote is `wanted` instead of what it was. */
export function withVote(tally: VoteTally, wanted: VoteType | null): VoteTally {
	const moved = (type: VoteType) =>
		Number(wanted === type) - Number(tally.user_vote === type);
	return {
		upvotes: tally.upvotes + moved("upvote"),
		downvotes: tally.downvotes + moved("downvote"),
		user_vote: wanted,
	};
}

/** What a press on one of the two buttons asks for: pressed again, it undoes. */
export function pressedVote(
	standing: VoteType | null,
	pressed: VoteType,
): VoteType | null {
	return standing === pressed ? null : pressed;
}

/** The counts to show: while votes are being checked, those from before. */
export function shownVotes({
	upvotes,
	downvotes,
	votes_held,
}: Pick<Statement, "upvotes" | "downvotes" | "votes_held">) {
	return votes_held ?? { upvotes, downvotes };
}

/** All votes on a video's statements together. */
export function sumVotes(
	statements: readonly Pick<Statement, "upvotes" | "downvotes">[],
): { agree: number; disagree: number } {
	let agree = 0;
	let disagree = 0;
	for (const { upvotes, downvotes } of statements) {
		agree += upvotes;
		disagree += downvotes;
	}
	return { agree, disagree };
}

/** The report with one statement's votes as the server just counted them. */
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
			community_agreement: agreementOf(shown.agree, shown.disagree),
			...(votes_held && {
				votes_held: {
					...votes_held,
					total_votes: shown.agree + shown.disagree,
				},
			}),
		},
	};
}
