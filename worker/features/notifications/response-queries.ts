import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import { MemberId, StatementId, type VideoId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { responses } from "#db/tables/channels.ts";
import { publications } from "#db/tables/runs.ts";
import { statements, votes } from "#db/tables/statements.ts";

/** The statement that a response refers to, or null for the whole analysis. */
export type StandingResponse = { statement_id: StatementId | null };

/** null if the response was withdrawn. */
export async function standingResponse(
	db: Db,
	response_id: string,
): Promise<StandingResponse | null> {
	const [row] = await db
		.select({ statement_id: statements.id })
		.from(responses)
		.leftJoin(
			statements,
			and(eq(statements.id, responses.statement_id), isNull(statements.retired_at)),
		)
		.where(and(eq(responses.id, response_id), isNull(responses.withdrawn_at)));
	if (!row) return null;
	const { statement_id } = row;
	return {
		statement_id: statement_id === null ? null : StatementId.parse(statement_id),
	};
}

/**
 * The members who started an analysis of the video or voted on it, except the author, in order of
 * id after `reached`.
 */
export async function responseAudience(
	db: Db,
	asked: {
		video_id: VideoId;
		author: MemberId;
		reached: string | null;
		limit: number;
	},
): Promise<MemberId[]> {
	const { video_id, author, limit } = asked;
	const reached = asked.reached ?? "";
	const rows = await union(
		db
			.select({ id: publications.started_by })
			.from(publications)
			.where(
				and(
					eq(publications.video_id, video_id),
					gt(publications.started_by, reached),
					ne(publications.started_by, author),
				),
			),
		db
			.select({ id: votes.user_id })
			.from(votes)
			.innerJoin(statements, eq(statements.id, votes.statement_id))
			.where(
				and(
					eq(statements.video_id, video_id),
					gt(votes.user_id, reached),
					ne(votes.user_id, author),
				),
			),
	)
		.orderBy(sql`1`)
		.limit(limit);
	return rows.map(({ id }) => MemberId.parse(id));
}
