import { and, asc, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import {
	type HoldState,
	VoteHold,
	type VoteHolds,
} from "#contract/held-votes.ts";
import { type MemberId, VideoId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { decodePlace, encodePlace } from "#db/cursors.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { heldVotes, voteHolds } from "#db/tables/vote-freezes.ts";
import { shownIn, type View } from "#db/view.ts";
import { insertAdminDecision } from "#features/audit/queries.ts";
import { countedVotes } from "./counted-votes.ts";
import { totalOfLive } from "./recount-video.ts";

/** One page of the freezes in a state. Open ones are a queue, oldest first; others newest first. */
export async function listFreezes(
	db: Db,
	options: {
		state: HoldState;
		cursor: string | null;
		limit: number;
		view: View;
	},
): Promise<VoteHolds | "bad_cursor"> {
	const { state, cursor, limit, view } = options;
	const after = cursor === null ? null : decodeHoldPlace(cursor);
	if (cursor !== null && after === null) return "bad_cursor";
	const queue = state === "open";
	const order = queue ? asc : desc;
	const rows = await selectHolds(db)
		.where(
			and(
				eq(voteHolds.state, state),
				shownIn(view),
				after ? beyond(after, queue ? sql`>` : sql`<`) : undefined,
			),
		)
		.orderBy(order(voteHolds.opened_at), order(voteHolds.id))
		.limit(limit + 1);
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	return {
		holds: page.map(toVoteHold),
		next_cursor:
			last && rows.length > limit
				? encodePlace({ at: last.opened_at, key: String(last.hold_id) })
				: null,
	};
}

/**
 * Decides whether the suspect votes count, and recounts the statement and its video, in
 * one batch. Repeating it changes nothing, and the decision can be changed later. null if
 * the freeze is unknown.
 */
export async function decideFreeze(
	db: Db,
	hold_id: string,
	decision: {
		state: "lifted" | "upheld";
		admin_id: MemberId;
		reason: string | null;
		now: string;
	},
): Promise<VoteHold | null> {
	const id = holdNumber(hold_id) ?? 0;
	const { state, admin_id, reason, now } = decision;
	const undecided = and(eq(voteHolds.id, id), ne(voteHolds.state, state));
	const quote = sql`(select coalesce(nullif(${statements.quote}, ''), ${statements.content}) from ${statements} where ${statements.id} = (select ${voteHolds.statement_id} from ${voteHolds} where ${voteHolds.id} = ${id}))`;
	const statement = sql`(select ${voteHolds.statement_id} from ${voteHolds} where ${voteHolds.id} = ${id})`;
	const video = sql`(select ${voteHolds.video_id} from ${voteHolds} where ${voteHolds.id} = ${id})`;
	const [, , , , [row]] = await db.batch([
		insertAdminDecision(
			db,
			{
				...{ admin_id, reason, decided_at: now },
				action: `votes_${state}`,
				subject_id: hold_id,
				subject_label: quote,
			},
			sql`exists (select 1 from ${voteHolds} where ${undecided})`,
		),
		db.update(voteHolds).set({ state, decided_at: now }).where(undecided),
		db
			.update(statements)
			.set({
				upvotes: countedVotes("upvote"),
				downvotes: countedVotes("downvote"),
			})
			.where(sql`${statements.id} = ${statement}`),
		db
			.update(videos)
			.set({
				upvotes: totalOfLive(videos.id, "up"),
				downvotes: totalOfLive(videos.id, "down"),
			})
			.where(sql`${videos.id} = ${video}`),
		selectHolds(db).where(eq(voteHolds.id, id)),
	]);
	return row ? toVoteHold(row) : null;
}

function selectHolds(db: Db) {
	const { id, state, cause, vote_type, opened_at, decided_at } = voteHolds;
	const ofFreeze = (what: SQL, name: string) =>
		sql<number>`(select ${what} from ${heldVotes} where ${heldVotes.hold_id} = ${id})`.as(
			name,
		);
	return db
		.select({
			state,
			cause,
			vote_type,
			opened_at,
			decided_at,
			hold_id: sql<number>`${id}`.as("hold_id"),
			video_id: sql<string>`${videos.id}`.as("held_video"),
			title: videos.title,
			statement_id: sql<string>`${statements.id}`.as("held_statement"),
			quote: statements.quote,
			content: statements.content,
			upvotes: statements.upvotes,
			downvotes: statements.downvotes,
			up_before: sql<number>`${voteHolds.upvotes}`.as("up_before"),
			down_before: sql<number>`${voteHolds.downvotes}`.as("down_before"),
			votes: ofFreeze(sql`count(*)`, "burst_votes"),
			fresh_votes: ofFreeze(
				sql`coalesce(sum(${heldVotes.fresh}), 0)`,
				"new_ones",
			),
			shared_votes: ofFreeze(
				sql`coalesce(sum(${heldVotes.shared}), 0)`,
				"same_network",
			),
			first_at: sql<
				string | null
			>`(select min(${heldVotes.cast_at}) from ${heldVotes} where ${heldVotes.hold_id} = ${id})`.as(
				"first_at",
			),
			last_at: sql<
				string | null
			>`(select max(${heldVotes.cast_at}) from ${heldVotes} where ${heldVotes.hold_id} = ${id})`.as(
				"last_at",
			),
		})
		.from(voteHolds)
		.innerJoin(statements, eq(statements.id, voteHolds.statement_id))
		.innerJoin(videos, eq(videos.id, voteHolds.video_id));
}

type Row = Awaited<ReturnType<typeof selectHolds>>[number];

function toVoteHold(row: Row): VoteHold {
	const { upvotes, downvotes } = row;
	return VoteHold.parse({
		...row,
		id: String(row.hold_id),
		video: { id: VideoId.parse(row.video_id), title: row.title },
		statement: { id: row.statement_id, quote: row.quote || row.content },
		before: { upvotes: row.up_before, downvotes: row.down_before },
		now: { upvotes, downvotes },
	});
}

type HoldPlace = { at: string; id: number };

/** null if the text is not one of our cursors. */
function decodeHoldPlace(cursor: string): HoldPlace | null {
	const place = decodePlace(cursor);
	const id = place && holdNumber(place.key);
	return place && id !== null ? { at: place.at, id } : null;
}

/** A freeze's number from its public id; null if the text is not one. */
function holdNumber(text: string): number | null {
	return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function beyond({ at, id }: HoldPlace, than: SQL): SQL {
	return sql`(${voteHolds.opened_at}, ${voteHolds.id}) ${than} (${at}, ${id})`;
}
