import { and, asc, desc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { type MemberId, VideoId } from "#contract/ids.ts";
import { VoteCheck, type VoteCheckPage, type VoteCheckState } from "#contract/votes.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { cutPage, decodePlace, type Place } from "#db/cursors.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { voteChecks } from "#db/tables/vote-checks.ts";
import { shownIn, type View } from "#db/view.ts";
import { insertAdminDecision } from "#features/audit/queries.ts";
import type { CheckCause } from "./vote-check.ts";

/** One page of the checks in a given state, newest first. */
export async function listChecks(
	db: Db,
	options: { state: VoteCheckState; cursor: string | null; limit: number; view: View },
): Promise<VoteCheckPage | "bad_cursor"> {
	const { state, cursor, limit, view } = options;
	const after = cursor === null ? null : decodePlace(cursor);
	if (cursor !== null && after === null) return "bad_cursor";
	const rows = await selectChecks(db)
		.where(
			and(
				isNotNull(voteChecks.state),
				eq(voteChecks.state, state),
				shownIn(view),
				after ? isBefore(after) : undefined,
			),
		)
		.groupBy(voteChecks.statement_id, voteChecks.opened_at)
		.orderBy(desc(voteChecks.opened_at), asc(voteChecks.statement_id))
		.limit(limit + 1);
	const { page, next_cursor } = cutPage(rows, limit, (row) => ({
		at: row.opened_at ?? "",
		key: row.statement_id,
	}));
	return { holds: page.map(toVoteCheck), next_cursor };
}

/**
 * Decides whether the percentage counts the checked votes. Idempotent; a later decision may
 * differ. null if the check is unknown.
 */
export async function decideCheck(
	db: Db,
	check_id: string,
	decision: { state: "lifted" | "upheld"; admin_id: MemberId; reason: string | null; now: string },
): Promise<VoteCheck | null> {
	const check = parseCheckId(check_id);
	if (check === null) return null;
	const { state, admin_id, reason, now } = decision;
	const isCheck = and(
		eq(voteChecks.statement_id, check.statement_id),
		eq(voteChecks.opened_at, check.opened_at),
		isNotNull(voteChecks.state),
	);
	const undecided = and(isCheck, ne(voteChecks.state, state));
	const { decided } = await runBatch(db, {
		audit: insertAdminDecision(
			db,
			{
				admin_id,
				reason,
				decided_at: now,
				action: `votes_${state}`,
				subject_id: check_id,
				subject_label: sql`(select coalesce(nullif(${statements.quote}, ''), ${statements.content}) from ${statements} where ${statements.id} = ${check.statement_id})`,
			},
			sql`exists (select 1 from ${voteChecks} where ${undecided})`,
		),
		decision: db.update(voteChecks).set({ state, decided_at: now }).where(undecided),
		decided: selectChecks(db).where(isCheck).groupBy(voteChecks.statement_id, voteChecks.opened_at),
	});
	return decided[0] ? toVoteCheck(decided[0]) : null;
}

function selectChecks(db: Db) {
	const { state, cause, direction, opened_at, decided_at } = voteChecks;
	const sum = (what: SQL, name: string) => sql<number>`coalesce(sum(${what}), 0)`.as(name);
	return db
		.select({
			state,
			cause: sql<
				CheckCause | "one_mailbox"
			>`iif(${voteChecks.one_mailbox} = 1, 'one_mailbox', ${cause})`.as("checked_cause"),
			direction,
			opened_at,
			decided_at,
			video_id: sql<string>`${videos.id}`.as("checked_video"),
			title: videos.title,
			statement_id: sql<string>`${statements.id}`.as("checked_statement"),
			quote: statements.quote,
			content: statements.content,
			upvotes: statements.upvotes,
			downvotes: statements.downvotes,
			votes: sql<number>`count(*)`.as("checked_votes"),
			ups: sum(sql`${voteChecks.vote_type} is 'upvote'`, "checked_ups"),
			downs: sum(sql`${voteChecks.vote_type} is 'downvote'`, "checked_downs"),
			fresh_votes: sum(sql`${voteChecks.fresh}`, "fresh_votes"),
			shared_votes: sum(sql`${voteChecks.shared}`, "shared_votes"),
			first_at: sql<string>`min(${voteChecks.cast_at})`.as("first_at"),
			last_at: sql<string>`max(${voteChecks.cast_at})`.as("last_at"),
		})
		.from(voteChecks)
		.innerJoin(statements, eq(statements.id, voteChecks.statement_id))
		.innerJoin(videos, eq(videos.id, voteChecks.video_id));
}

type Row = Awaited<ReturnType<typeof selectChecks>>[number];

function toVoteCheck(row: Row): VoteCheck {
	const { upvotes, downvotes, opened_at, statement_id } = row;
	return VoteCheck.parse({
		...row,
		id: `${Date.parse(opened_at ?? "")}-${statement_id}`,
		vote_type: row.direction,
		video: { id: VideoId.parse(row.video_id), title: row.title },
		statement: { id: statement_id, quote: row.quote || row.content },
		before: {
			upvotes: Math.max(0, upvotes - row.ups),
			downvotes: Math.max(0, downvotes - row.downs),
		},
		now: { upvotes, downvotes },
	});
}

/** Parses a check's public id into its opening time and its statement. */
function parseCheckId(text: string) {
	const [, ms, statement_id] = /^(\d{1,15})-(.+)$/.exec(text) ?? [];
	if (ms === undefined || statement_id === undefined) return null;
	return { opened_at: new Date(Number(ms)).toISOString(), statement_id };
}

/** Matches rows after the place in the list. */
function isBefore({ at, key }: Place): SQL {
	return sql`(${voteChecks.opened_at} < ${at} or (${voteChecks.opened_at} = ${at} and ${voteChecks.statement_id} > ${key}))`;
}
