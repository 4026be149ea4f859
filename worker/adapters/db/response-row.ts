import { getTableColumns, sql } from "drizzle-orm";
import { CreatorResponse } from "#contract/responses.ts";
import { type responseRevisions, responses } from "./schema/creators.ts";
import { statements } from "./schema/statements.ts";

/** What is read of a response, its statement joined to it where it answers one. */
export const RESPONSE_COLUMNS = {
	...getTableColumns(responses),
	retired_statement: sql<
		string | null
	>`case when ${statements.retired_at} is not null then coalesce(nullif(${statements.quote}, ''), ${statements.content}) end`.as(
		"retired_statement",
	),
};

type Revision = Pick<
	typeof responseRevisions.$inferSelect,
	"response_id" | "body" | "replaced_at"
>;

/**
 * The response as it goes over the wire. What was withdrawn keeps its dates and
 * loses its words, the earlier ones too.
 */
export function toCreatorResponse(
	row: typeof responses.$inferSelect & { retired_statement: string | null },
	revisions: Revision[],
): CreatorResponse {
	const shown = (body: string) => (row.withdrawn_at === null ? body : "");
	return CreatorResponse.parse({
		...row,
		body: shown(row.body),
		history: revisions
			.filter(({ response_id }) => response_id === row.id)
			.map(({ body, replaced_at }) => ({ body: shown(body), replaced_at })),
	});
}
