import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { RunId, StatementId, VideoId } from "#contract/ids.ts";
import { Moment } from "#contract/video.ts";
import { insertRows } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { queryTemplate } from "#db/query-template.ts";
import { publications } from "#db/tables/runs.ts";
import { moments } from "#db/tables/statements.ts";

/** A video has no more, except for those that were waiting when it had as many. */
export const MAX_MOMENTS = 100;

/** Of those, one member asks for no more, so that others can ask too. */
const MAX_MOMENTS_OF_MEMBER = 20;

/** Whether the member has had as many moments of the video checked as one may. */
export async function hasEnoughMoments(
	db: Db,
	video_id: VideoId,
	member_id: string,
): Promise<boolean> {
	const [row] = await db
		.select({ own: count() })
		.from(moments)
		.innerJoin(publications, eq(publications.run_id, moments.run_id))
		.where(and(eq(moments.video_id, video_id), eq(publications.started_by, member_id)));
	return (row?.own ?? 0) >= MAX_MOMENTS_OF_MEMBER;
}

/** The latest moments of a video. */
export const readMomentRows = queryTemplate(["video_id"], (db, { video_id }) =>
	db
		.select()
		.from(moments)
		.where(eq(moments.video_id, video_id))
		.orderBy(desc(moments.checked_at))
		.limit(MAX_MOMENTS),
);

/**
 * In the order of the video, each with those of its statements that the report has. One whose
 * statements are all gone is left out.
 */
export function toMoments(
	rows: readonly (typeof moments.$inferSelect)[],
	statements: readonly { id: string }[],
): Moment[] {
	const shown = new Set(statements.map(({ id }) => id));
	return rows
		.map((row) => {
			const moment = Moment.parse(row);
			const statement_ids = moment.statement_ids.filter((id) => shown.has(id));
			const is_gone = moment.statement_ids.length > 0 && statement_ids.length === 0;
			return { ...moment, statement_ids, is_gone };
		})
		.filter(({ is_gone }) => !is_gone)
		.map(({ is_gone: _, ...moment }) => moment)
		.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

type Ended = { run_id: RunId; video_id: VideoId; ended_at: string };

/**
 * For a publication's batch, after statements are written: stores the moment that a run checked, and
 * deletes those of which no statement is left. `moves` are statements with a new id.
 */
export function writeMoments(
	db: Db,
	{ run_id, video_id, ended_at }: Ended,
	result: {
		moment: Omit<Moment, "checked_at"> | null;
		moves: readonly { from: StatementId; to: StatementId }[];
	},
	condition: SQL,
): DbStatement[] {
	const { moment, moves } = result;
	const own = eq(moments.video_id, video_id);
	const rows = moment ? [{ run_id, video_id, checked_at: ended_at, ...moment }] : [];
	return [
		moveStatements(db, own, moves, condition),
		db.delete(moments).where(and(own, IS_GONE, condition)),
		insertRows(db, moments, rows, condition),
	];
}

/** SQL condition on `moments`: it had statements, and the report has none of them any more. */
const IS_GONE = sql`json_array_length(${moments.statement_ids}) > 0 and not exists (select 1 from json_each(${moments.statement_ids}) as id
	join statements s on s.id = id.value and s.retired_at is null)`;

function moveStatements(
	db: Db,
	own: SQL,
	moves: readonly { from: StatementId; to: StatementId }[],
	condition: SQL,
): DbStatement {
	const encoded = JSON.stringify(Object.fromEntries(moves.map(({ from, to }) => [from, to])));
	const moved = sql`(select json_group_array(coalesce(move.value, id.value))
		from json_each(${moments.statement_ids}) as id
		left join json_each(${encoded}) as move on move.key = id.value)`;
	return db
		.update(moments)
		.set({ statement_ids: moved })
		.where(and(own, sql`${encoded} <> '{}'`, condition));
}
