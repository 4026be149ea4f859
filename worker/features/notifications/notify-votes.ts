import { and, eq, gt, inArray, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { MemberId, StatementId, VideoId } from "#contract/ids.ts";
import { excluded, insertRows, runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { notifications, toldVotes } from "#db/tables/notifications.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { shownIn, type View } from "#db/view.ts";
import type { Context } from "#worker/context.ts";
import type { VotesCast } from "./messages.ts";
import { type Notified, notificationId } from "./outbox-queries.ts";
import { publishNotifications } from "./publish.ts";
import { pruneNotifications } from "./queries.ts";
import { COUNTED_VOTES, type NotificationText, votesNotification } from "./wording.ts";

/** The votes of one batch, and the batches of one sweep. */
const SPAN_VOTES = 500;
const SWEEP_SPANS = 10;

/**
 * Notifies members who started analyses of the votes on them. Each video has one notification,
 * which is updated until it is read. Every vote is included once, even if several sweeps run at
 * the same time. `record` is an argument so that a test can delay or lose the write that follows
 * the reads.
 */
export async function notifyVotes(
	context: Pick<Context, "db" | "view" | "objects" | "now">,
	record: typeof recordVotesNotified = recordVotesNotified,
): Promise<void> {
	const { primary } = context.db;
	const stored: Notified[] = [];
	for (let spans = 0; spans < SWEEP_SPANS; spans += 1) {
		const span = await pendingVotes(primary, SPAN_VOTES);
		if (!span) break;
		const gathered = await gatherVotes(primary, span, context.view);
		const outcome = await record(primary, {
			span,
			notified: gathered.map((votes) => ({
				...votes,
				id: votes.unread ?? newId(span, votes),
				notice: votesNotification(votes.cast),
			})),
			now: context.now().toISOString(),
		});
		// Another sweep has stored these votes, or the member has just read the notification. The
		// next round reads again.
		if (outcome !== "changed") stored.push(...outcome);
	}
	await publishNotifications(context, stored);
}

function newId({ until }: VoteSpan, { cast, member_id }: GatheredVotes): string {
	return notificationId(`votes:${cast.video_id}:${until}`, member_id);
}

/** A range of vote ids: greater than `after`, up to and including `until`. */
type VoteSpan = { after: number; until: number };

/** The new votes on one video for one member. */
type GatheredVotes = {
	/** The member who started the analysis. Their own votes are not counted. */
	member_id: MemberId;
	/** All votes since the last notification that was read. */
	cast: VotesCast;
	/** The video's unread notification, if there is one. */
	unread: string | null;
	/** The id of the last vote before the counted ones. */
	after_vote: number;
};

/** The next votes without a notification, at most `limit`; null if there are none. */
export async function pendingVotes(db: Db, limit: number): Promise<VoteSpan | null> {
	const next = sql`select ${votes.id} from ${votes} where ${votes.id} > ${toldVotes.vote_id} order by ${votes.id} limit ${limit}`;
	const [span] = await db
		.select({
			after: toldVotes.vote_id,
			until: sql<number | null>`(select max(id) from (${next}))`.as("until"),
		})
		.from(toldVotes);
	return span?.until ? { after: span.after, until: span.until } : null;
}

/**
 * The videos with votes in the range by members other than the starter. For each, all votes since
 * the last notification that the starter has read.
 */
export async function gatherVotes(db: Db, span: VoteSpan, view: View): Promise<GatheredVotes[]> {
	const { id: video_id, title, started_by } = videos;
	const since = sql<number>`coalesce(${notifications.after_vote}, ${span.after})`;
	const rows = await db
		.select({
			member_id: started_by,
			video_id,
			title,
			unread: notifications.id,
			after_vote: since.as("after_vote_id"),
			counted: countSince(since, span).as("counted"),
		})
		.from(videos)
		.leftJoin(
			notifications,
			and(
				eq(notifications.member_id, started_by),
				eq(notifications.type, "vote_update"),
				sql`${notifications.read} = 0`,
				sql`json_extract(${notifications.data}, '$.video_id') = ${video_id}`,
			),
		)
		.where(and(inArray(video_id, votedOn(db, span)), shownIn(view)));
	return rows.map((row) => {
		const [votes, first, last] = Counted.parse(JSON.parse(row.counted));
		return {
			member_id: MemberId.parse(row.member_id),
			cast: {
				video_id: VideoId.parse(row.video_id),
				title: row.title,
				votes,
				statement_id: first === last ? first : null,
			},
			unread: row.unread,
			after_vote: row.after_vote,
		};
	});
}

/** The number of votes, and the smallest and the largest of their statement ids. */
const Counted = z.tuple([z.int(), StatementId, StatementId]);

function votedOn(db: Db, { after, until }: VoteSpan) {
	return db
		.select({ video_id: statements.video_id })
		.from(votes)
		.innerJoin(
			statements,
			and(eq(statements.id, votes.statement_id), isNull(statements.retired_at)),
		)
		.innerJoin(
			videos,
			and(eq(videos.id, statements.video_id), ne(votes.user_id, videos.started_by)),
		)
		.where(and(gt(votes.id, after), lte(votes.id, until)));
}

/**
 * SQL for the video of the row: `Counted` as JSON. Counting stops at the highest number that is
 * shown exactly.
 */
function countSince(since: SQL, { until }: VoteSpan): SQL<string> {
	const counted = sql`select ${votes.statement_id} as statement from ${statements} inner join ${votes} on ${votes.statement_id} = ${statements.id} where ${statements.video_id} = ${videos.id} and ${statements.retired_at} is null and ${votes.id} > ${since} and ${votes.id} <= ${until} and ${votes.user_id} <> ${videos.started_by} limit ${COUNTED_VOTES}`;
	return sql`(select json_array(count(*), min(statement), max(statement)) from (${counted}))`;
}

/** A new notification, or a new text for the unread one. */
export type VotesNotified = Pick<GatheredVotes, "unread" | "after_vote"> &
	Notified & { notice: NotificationText };

/**
 * Stores the notifications and the progress in one batch. Returns "changed" and stores nothing if
 * the range was completed in the meantime or if a notification to update was read. The caller
 * then gathers again.
 */
export async function recordVotesNotified(
	db: Db,
	{ span, notified, now }: { span: VoteSpan; notified: VotesNotified[]; now: string },
): Promise<Notified[] | "changed"> {
	const growing = JSON.stringify(notified.flatMap(({ unread }) => unread ?? []));
	const unreadAsRead = sql`(select count(*) from ${notifications} where ${notifications.id} in (select value from json_each(${growing})) and ${notifications.read} = 0) = json_array_length(${growing})`;
	const unchanged = sql`exists (select 1 from ${toldVotes} where ${toldVotes.vote_id} = ${span.after}) and ${unreadAsRead}`;
	const rows = notified.map(({ id, member_id, after_vote, notice }) => ({
		...notice,
		id,
		member_id,
		timestamp: now,
		read: false,
		after_vote,
	}));
	const { stored, moved } = await runBatch(db, {
		stored: insertRows(db, notifications, rows, unchanged)
			.onConflictDoUpdate({
				target: notifications.id,
				set: excluded("title", "message", "timestamp", "data"),
			})
			.returning({ id: notifications.id, member_id: notifications.member_id }),
		moved: db
			.update(toldVotes)
			.set({ vote_id: span.until })
			.where(and(eq(toldVotes.vote_id, span.after), unreadAsRead))
			.returning({ vote_id: toldVotes.vote_id }),
		pruned: pruneNotifications(
			db,
			notified.map(({ member_id }) => member_id),
		),
	});
	if (!moved.length) return "changed";
	return stored.map(({ id, member_id }) => ({ id, member_id: MemberId.parse(member_id) }));
}
