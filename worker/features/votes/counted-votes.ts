import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { statements, votes } from "#db/tables/statements.ts";
import { frozenVotes, voteFreezes } from "#db/tables/vote-freezes.ts";

/** The team has decided that the member's vote on the statement does not count. */
export function isDiscounted(
	user_id: SQLWrapper | string,
	statement_id: SQLWrapper | string,
): SQL {
	return sql`exists (select 1 from ${frozenVotes} inner join ${voteFreezes} on ${voteFreezes.id} = ${frozenVotes.hold_id} where ${frozenVotes.user_id} = ${user_id} and ${frozenVotes.statement_id} = ${statement_id} and ${voteFreezes.state} = 'upheld')`;
}

/** The number of votes of this type that count on the updated statement; `but` excludes some. */
export function countedVotes(
	type: "upvote" | "downvote",
	but: SQL = sql`true`,
): SQL {
	return sql`(select count(*) from ${votes} where ${votes.statement_id} = ${statements.id} and ${votes.vote_type} = ${type} and ${but} and not ${isDiscounted(votes.user_id, votes.statement_id)})`;
}
