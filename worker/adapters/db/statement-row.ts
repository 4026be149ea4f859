import { getTableColumns } from "drizzle-orm";
import { Statement } from "#contract/statement.ts";
import { statementRatings, statements } from "./schema/statements.ts";

/** What a report reads of a statement. */
export const STATEMENT_COLUMNS = {
	...getTableColumns(statements),
	ratings: statementRatings.ratings,
};

/** The row as it goes over the wire; throws on a row that breaks the contract. */
export function toStatement(
	row: typeof statements.$inferSelect & { ratings: unknown },
): Statement {
	return Statement.parse(row);
}
