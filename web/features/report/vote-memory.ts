import type { Report } from "#contract/video.ts";
import { agreementOf } from "#web/ui/agreement.ts";
import { shownVotes, sumVotes, type VoteTally } from "./vote-tally.ts";

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
