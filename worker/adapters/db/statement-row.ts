import { getTableColumns } from "drizzle-orm";
import { Statement } from "#contract/statement.ts";
import { statementRatings, statements } from "./schema/statements.ts";
import { HELD_COLUMNS, heldVotesOf } from "./vote-holds/shown-votes.ts";

/** What a report reads of a statement. */
export const STATEMENT_COLUMNS = {
	...getTableColumns(statements),
	ratings: statementRatings.ratings,
	...HELD_COLUMNS,
};

/** The row as it goes over the wire; throws on a row that breaks the contract. */
export function toStatement(
	row: typeof statements.$inferSelect &
		Parameters<typeof heldVotesOf>[0] & { ratings: unknown },
): Statement {
	return Statement.parse({ ...row, votes_held: heldVotesOf(row) });
}
