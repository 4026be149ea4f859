import { and, asc, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { VideoId } from "#contract/ids.ts";
import {
	type HoldState,
	VoteHold,
	type VoteHolds,
} from "#contract/vote-freezes.ts";
import type { Db } from "#db/client.ts";
import { decodePlace, encodePlace } from "#db/cursors.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { frozenVotes, voteFreezes } from "#db/tables/vote-freezes.ts";
import { shownIn, type View } from "#db/view.ts";
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
				eq(voteFreezes.state, state),
				shownIn(view),
				after ? beyond(after, queue ? sql`>` : sql`<`) : undefined,
			),
		)
		.orderBy(order(voteFreezes.opened_at), order(voteFreezes.id))
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
	{ state, now }: { state: "lifted" | "upheld"; now: string },
): Promise<VoteHold | null> {
	const id = holdNumber(hold_id) ?? 0;
	const statement = sql`(select ${voteFreezes.statement_id} from ${voteFreezes} where ${voteFreezes.id} = ${id})`;
	const video = sql`(select ${voteFreezes.video_id} from ${voteFreezes} where ${voteFreezes.id} = ${id})`;
	const [, , , [row]] = await db.batch([
		db
			.update(voteFreezes)
			.set({ state, decided_at: now })
			.where(and(eq(voteFreezes.id, id), ne(voteFreezes.state, state))),
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
		selectHolds(db).where(eq(voteFreezes.id, id)),
	]);
	return row ? toVoteHold(row) : null;
}

function selectHolds(db: Db) {
	const { id, state, cause, vote_type, opened_at, decided_at } = voteFreezes;
	const ofFreeze = (what: SQL, name: string) =>
		sql<number>`(select ${what} from ${frozenVotes} where ${frozenVotes.hold_id} = ${id})`.as(
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
			up_before: sql<number>`${voteFreezes.upvotes}`.as("up_before"),
			down_before: sql<number>`${voteFreezes.downvotes}`.as("down_before"),
			votes: ofFreeze(sql`count(*)`, "burst_votes"),
			fresh_votes: ofFreeze(
				sql`coalesce(sum(${frozenVotes.fresh}), 0)`,
				"new_ones",
			),
			shared_votes: ofFreeze(
				sql`coalesce(sum(${frozenVotes.shared}), 0)`,
				"same_network",
			),
			first_at: sql<
				string | null
			>`(select min(${frozenVotes.cast_at}) from ${frozenVotes} where ${frozenVotes.hold_id} = ${id})`.as(
				"first_at",
			),
			last_at: sql<
				string | null
			>`(select max(${frozenVotes.cast_at}) from ${frozenVotes} where ${frozenVotes.hold_id} = ${id})`.as(
				"last_at",
			),
		})
		.from(voteFreezes)
		.innerJoin(statements, eq(statements.id, voteFreezes.statement_id))
		.innerJoin(videos, eq(videos.id, voteFreezes.video_id));
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
	return sql`(${voteFreezes.opened_at}, ${voteFreezes.id}) ${than} (${at}, ${id})`;
}
