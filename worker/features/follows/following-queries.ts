import { eq, sql } from "drizzle-orm";
import { reportPath, statementPath } from "#contract/addresses.ts";
import { type Following, FollowingItem } from "#contract/follows.ts";
import type { MemberId } from "#contract/ids.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { cutPage, decodePlace } from "#db/cursors.ts";
import { followEventSubjects, followEvents, followSettings, follows } from "#db/tables/follows.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { isSimulated, TAKEN_DOWN, type View } from "#db/view.ts";
import { FINDING } from "#features/reports/finding-queries.ts";

/** An event concerns a video, its channel and one claim at most. */
const SUBJECTS_OF_EVENT = 3;
/** After every instant and before every one. */
const NEWEST = { at: "9", key: "" };
const OLDEST = "0";

type Wanted = {
	view: View;
	limit: number;
	cursor?: string | null;
	/** Only events after this instant. */
	after?: string;
};

/**
 * One page of what has happened to what the member follows. It reads the newest event of each
 * subject, and then further events only of the subjects that can be on the page: the time grows
 * with the number of subjects and the length of the page, not with the number of events.
 */
export async function readFollowing(
	db: Db,
	member_id: MemberId,
	{ view, limit, cursor = null, after = OLDEST }: Wanted,
): Promise<Following | "bad_cursor"> {
	const place = cursor === null ? NEWEST : decodePlace(cursor);
	if (place === null) return "bad_cursor";
	const rows_read = limit + 1;
	const { rows, settings } = await runBatch(db, {
		rows: db
			.select({ event: followEvents, ...currentVideo })
			.from(followEvents)
			.leftJoin(videos, eq(videos.id, followEvents.video_id))
			.where(sql`${followEvents.id} in (${newestOf(member_id, { view, place, after, rows_read })})`)
			.orderBy(sql`${followEvents.at} desc, ${followEvents.id} desc`),
		settings: db
			.select({ seen_at: followSettings.seen_at })
			.from(followSettings)
			.where(eq(followSettings.member_id, member_id)),
	});
	const { page, next_cursor } = cutPage(rows, limit, ({ event }) => ({
		at: event.at,
		key: event.id,
	}));
	const shown = page.filter((row) => row.is_hidden === 0);
	return { items: shown.map(toItem), seen_at: settings[0]?.seen_at ?? null, next_cursor };
}

/** SQL for the ids of the newest `rows_read` events of what the member follows. */
function newestOf(
	member_id: MemberId,
	{
		view,
		place,
		after,
		rows_read,
	}: { view: View; place: { at: string; key: string }; after: string; rows_read: number },
) {
	const real = view.simulated ? sql`true` : sql`s.simulated = 0`;
	const own = (subject: string) =>
		sql`from ${followEventSubjects} s where s.kind = ${sql.raw(subject)}.kind and s.subject = ${sql.raw(subject)}.subject and (s.at, s.event_id) < (${place.at}, ${place.key}) and ${real}`;
	const newest_first = sql`order by s.at desc, s.event_id desc`;
	const first = sql`(select s.at || ' ' || s.event_id ${own("f")} and s.at > ${after} ${newest_first} limit 1)`;
	// Each event is the newest of three subjects at most, so these have as many newest events as the
	// page has places. An event that is older than all of them is not on the page.
	// The plus keeps the index for the later bound.
	const most = SUBJECTS_OF_EVENT * rows_read;
	const top = sql`select kind, subject, newest from (select f.kind, f.subject, ${first} as newest from ${follows} f where f.member_id = ${member_id}) where newest is not null order by newest desc limit ${most}`;
	const oldest = sql`select case count(*) when ${most} then substr(min(newest), 1, instr(min(newest), ' ') - 1) else ${after} end as at from top`;
	const events = sql`(select json_group_array(place) from (select s.at || ' ' || s.event_id as place ${own("top")} and s.at >= oldest.at and +s.at > ${after} ${newest_first} limit ${rows_read}))`;
	return sql`with top as materialized (${top}), oldest as materialized (${oldest}) select substr(place, instr(place, ' ') + 1) from (select distinct events.value as place from top, oldest, json_each(${events}) events order by place desc limit ${rows_read})`;
}

/** Whether the event is about what an admin has taken down since. */
const IS_HIDDEN = sql<number>`(exists (select 1 from takedowns down where down.video_id = ${followEvents.video_id} and (down.kind = 'video' or (down.kind = 'statement' and (down.subject_id = ${followEvents.statement_id} or down.claim_key = ${followEvents.claim_key})))) or exists (select 1 from ${statements} where ${statements.id} = ${followEvents.statement_id} and ${TAKEN_DOWN}))`;

/** The video's own row, if it has one: its title and result may be newer than the event. */
const currentVideo = {
	is_hidden: IS_HIDDEN.as("is_hidden"),
	current_title: sql<string | null>`${videos.title}`.as("current_title"),
	bs_score: videos.bs_score,
	lean: videos.lean,
	basis: videos.basis,
	checkable_count: videos.checkable_count,
	checked_count: videos.checked_count,
	finding: FINDING,
	simulated: videos.simulated,
	panel: videos.panel,
	has_result:
		sql<number>`coalesce(${videos.analysis_status} = 'completed' and ${videos.scope} = 'full', 0)`.as(
			"has_result",
		),
};

type Row = {
	event: typeof followEvents.$inferSelect;
	current_title: string | null;
	bs_score: number | null;
	lean: (typeof videos.$inferSelect)["lean"];
	basis: string | null;
	checkable_count: number | null;
	checked_count: number | null;
	finding: string;
	simulated: boolean | null;
	panel: unknown;
	has_result: number;
	is_hidden: number;
};

function toItem({ event, ...video }: Row): FollowingItem {
	const { id, kind, at, video_id, statement_id, content, claim_key } = event;
	const about = statement_id !== null && content !== null;
	const { checkable_count: checkable, checked_count: checked } = video;
	return FollowingItem.parse({
		id,
		kind,
		at,
		path: about ? statementPath(video_id, statement_id) : reportPath(video_id),
		video: {
			id: video_id,
			title: video.current_title || event.title,
			channel_id: event.channel_id,
			channel_name: event.channel_name,
			result: video.has_result
				? {
						bs_score: video.bs_score,
						lean: video.lean,
						basis: video.basis,
						coverage: { checkable, checked },
						finding: JSON.parse(video.finding),
						simulated: isSimulated({ simulated: video.simulated === true, panel: video.panel }),
					}
				: null,
		},
		statement: about ? { id: statement_id, content, claim: claim_key } : null,
		...(event.published_at !== null && { published_at: event.published_at }),
		...(event.before !== null && { before: event.before }),
		...(event.after !== null && { after: event.after }),
	});
}
