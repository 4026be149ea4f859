import { and, eq, sql } from "drizzle-orm";
import {
	type HideRequest,
	ReviewDispute,
	type ReviewDisputes,
	WaitingReviews,
} from "#contract/disputes.ts";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { cutPage, decodePlace } from "#db/cursors.ts";
import { disputes } from "#db/tables/disputes.ts";
import { members } from "#db/tables/members.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { insertAdminDecision } from "#features/audit/queries.ts";
import { deleteTakedown } from "#features/takedowns/queries.ts";
import { DISPUTE_JSON, toDispute } from "./dispute-queries.ts";

const REVIEW_COLUMNS = {
	...DISPUTE_JSON,
	video_id: sql<string>`d.video_id`.as("disputed_video"),
	title: videos.title,
	statement: sql<string>`coalesce(nullif(${statements.quote}, ''), ${statements.content})`.as(
		"disputed_statement",
	),
	full_name: members.full_name,
	url: sql<string | null>`d.url`.as("own_url"),
	comment: sql<string | null>`d.comment`.as("own_comment"),
	at: sql<string>`d.created_at`.as("disputed_at"),
	id: sql<string>`d.id`.as("dispute_id"),
};

function selectForReview(db: Db) {
	return db
		.select(REVIEW_COLUMNS)
		.from(sql`disputes d`)
		.innerJoin(statements, sql`${statements.id} = d.statement_id`)
		.innerJoin(videos, sql`${videos.id} = d.video_id`)
		.leftJoin(members, sql`${members.id} = d.member_id`);
}

/** With the texts that readers do not see. */
function toReview(row: Awaited<ReturnType<typeof selectForReview>>[number]): ReviewDispute {
	const { url, comment, statement, full_name } = row;
	const video = { id: row.video_id, title: row.title };
	return ReviewDispute.parse({ ...toDispute(row), url, comment, video, statement, full_name });
}

/** One page of all disputes for admins, newest first. */
export async function listDisputes(
	db: Db,
	{ hidden, cursor, limit }: { hidden: boolean; cursor: string | null; limit: number },
): Promise<ReviewDisputes | "bad_cursor"> {
	const after = cursor === null ? null : decodePlace(cursor);
	if (cursor !== null && after === null) return "bad_cursor";
	const rows = await selectForReview(db)
		.where(
			and(
				sql`d.hidden_at is ${sql.raw(hidden ? "not null" : "null")}`,
				after ? sql`(d.created_at, d.id) < (${after.at}, ${after.key})` : undefined,
			),
		)
		.orderBy(sql`d.created_at desc, d.id desc`)
		.limit(limit + 1);
	const { page, next_cursor } = cutPage(rows, limit, ({ at, id }) => ({ at, key: id }));
	return { disputes: page.map(toReview), next_cursor };
}

/**
 * Hides a dispute's page and comment, or shows them again. No later analysis reads a hidden one's
 * page. null if there is no such dispute.
 */
export async function hideDispute(
	db: Db,
	hide: HideRequest & { dispute_id: string; admin_id: MemberId; now: string },
): Promise<ReviewDispute | null> {
	const { dispute_id, admin_id, hidden, now } = hide;
	const own = eq(disputes.id, dispute_id);
	const changes = sql`${own} and (${disputes.hidden_at} is null) = ${Number(hidden)}`;
	await db.batch([
		insertAdminDecision(
			db,
			{
				admin_id,
				action: hidden ? "dispute_hidden" : "dispute_shown",
				subject_id: dispute_id,
				subject_label: sql`(select ${statements.content} from ${statements} inner join ${disputes} on ${disputes.statement_id} = ${statements.id} where ${own})`,
				reason: hide.reason || null,
				decided_at: now,
			},
			sql`exists (select 1 from ${disputes} where ${changes})`,
		),
		db
			.update(disputes)
			.set({ hidden_at: hidden ? now : null })
			.where(changes),
		deleteTakedown(
			db,
			{ kind: "dispute", subject_id: dispute_id },
			hidden ? sql`false` : sql`true`,
		),
	]);
	const [found] = await selectForReview(db).where(sql`d.id = ${dispute_id}`);
	return found ? toReview(found) : null;
}

/** How much waits for admins. */
export async function countReviews(db: Db): Promise<WaitingReviews> {
	const count = (what: string) => sql<number>`${sql.raw(`(select count(*) from ${what})`)}`;
	const [row] = await db
		.select({
			claims: count("claims where status = 'pending'").as("claims"),
			votes: count(
				"(select distinct statement_id, opened_at from vote_checks where state is not null and state = 'open')",
			).as("votes"),
			notices: count("notices where answered_at is null").as("notices"),
			disputes: count("disputes where outcome = 'open' and hidden_at is null").as("disputes"),
		})
		.from(sql`(select 1)`);
	return WaitingReviews.parse(row);
}
