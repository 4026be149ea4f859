import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { HIGH_FROM, MODERATE_FROM } from "#contract/bands.ts";
import { FollowKind } from "#contract/follows.ts";
import type { RunId, StatementId, VideoId } from "#contract/ids.ts";
import { deleteSome } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { followEventSubjects, followEvents, follows } from "#db/tables/follows.ts";
import { notificationOutbox } from "#db/tables/notifications.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { LISTED_FULL } from "#db/view.ts";
import { claimKey } from "#features/statements/claim-key.ts";
import { storedText } from "#text/clean.ts";

/** A completed run, as far as its followers hear of it. */
type FollowedRun = {
	run_id: RunId;
	video_id: VideoId;
	started_by: string | null;
	ended_at: string;
	simulated: boolean;
	metadata: { title: string; channel_name: string; channel_id: string | null };
	transcript: { language: string | null };
	statements: readonly {
		id: StatementId;
		replaces: StatementId | null;
		content: string;
		verdict: string | null;
		ai_score: number | null;
	}[];
};

/** Whose followers an event of a video may concern. */
const SUBJECTS = FollowKind.options;

/**
 * For a publication's batch, before it replaces the result: the verdicts that move, and the
 * followed claims that this video has for the first time. Nothing is stored without followers.
 */
export function writeStatementEvents(db: Db, run: FollowedRun, condition: SQL): DbStatement[] {
	const rated = run.statements.map(({ id, replaces, content, verdict, ai_score }) => {
		const claim_key = claimKey(content, run.transcript.language);
		return { id, was: replaces ?? id, content: storedText(content), verdict, ai_score, claim_key };
	});
	const now = JSON.stringify(rated);
	const moved = db
		.insert(followEvents)
		.select(
			sql`select ${run.run_id} || '.moved.' || ${field("id")}, 'verdict_moved', ${run.ended_at}, ${videos.id}, ${videos.title}, ${videos.channel_id}, ${videos.channel_name}, ${field("id")}, ${field("content")}, ${statements.claim_key}, json_object('verdict', ${statements.verdict}, 'ai_score', ${statements.ai_score}), json_object('verdict', ${field("verdict")}, 'ai_score', ${field("ai_score")}), ${run.run_id}, null
			from json_each(${now}) as now
			inner join ${statements} on ${statements.id} = ${field("was")}
			inner join ${videos} on ${videos.id} = ${statements.video_id}
			where ${videos.id} = ${run.video_id} and ${isNull(statements.retired_at)} and ${videos.analysis_status} = 'completed' and ${videos.simulated} = ${Number(run.simulated)} and ${HAS_MOVED} and ${hasFollower(SUBJECTS, OF_STATEMENT)} and ${condition}`,
		)
		.onConflictDoNothing();
	const { title, channel_id, channel_name } = run.metadata;
	const followed = hasFollower(["claim"], { ...OF_STATEMENT, claim: field("claim_key") });
	const said_before = sql`exists (select 1 from ${statements} where ${statements.video_id} = ${run.video_id} and ${statements.claim_key} = ${field("claim_key")})`;
	const said = db
		.insert(followEvents)
		.select(
			sql`select ${run.run_id} || '.said.' || ${field("claim_key")}, 'said_again', ${run.ended_at}, ${run.video_id}, ${storedText(title)}, ${channel_id}, ${storedText(channel_name)}, ${field("id")}, ${field("content")}, ${field("claim_key")}, null, null, ${run.run_id}, null
			from json_each(${now}) as now where ${followed} and not ${said_before} and ${condition}`,
		)
		.onConflictDoNothing();
	return [moved, said];
}

/**
 * For a publication's batch, after it has replaced the result: a first result, whose upload is no
 * longer shown, and the members whom the run's events concern. A moved verdict notifies them.
 */
export function writeResultEvents(db: Db, run: FollowedRun, condition: SQL): DbStatement[] {
	const { run_id, video_id, ended_at } = run;
	const kind = sql`kind.value`;
	const of_run = sql`${followEvents.run_id} = ${run_id}`;
	const [video, channel] = [sql`${videos.id}`, sql`${videos.channel_id}`];
	return [
		db
			.insert(followEvents)
			.select(
				sql`select ${run_id} || '.result', 'result', ${ended_at}, ${videos.id}, ${videos.title}, ${videos.channel_id}, ${videos.channel_name}, null, null, null, null, null, ${run_id}, null from ${videos} where ${videos.id} = ${video_id} and ${LISTED_FULL} and ${videos.first_completed_at} = ${ended_at} and ${hasFollower(["video", "channel"], { video, channel, claim: sql`null` })} and ${condition}`,
			)
			.onConflictDoNothing(),
		// An unlisted video is known by its link only.
		db
			.insert(followEventSubjects)
			.select(
				sql`select ${kind}, ${subjectOf(kind)}, ${followEvents.at}, ${followEvents.id}, ${Number(run.simulated)}
				from ${followEvents} inner join ${videos} on ${videos.id} = ${followEvents.video_id}, json_each(${JSON.stringify(SUBJECTS)}) as kind
				where ${of_run} and (${videos.listed} = 1 or ${kind} = 'video') and (${followEvents.kind} <> 'said_again' or ${kind} = 'claim')
				and exists (select 1 from ${follows} where ${follows.kind} = ${kind} and ${follows.subject} = ${subjectOf(kind)})`,
			)
			.onConflictDoNothing(),
		db
			.delete(followEvents)
			.where(
				and(
					eq(followEvents.kind, "upload"),
					eq(followEvents.video_id, video_id),
					sql`exists (select 1 from ${followEvents} result where result.run_id = ${run_id} and result.kind = 'result')`,
				),
			),
		notifyOfMoves(db, run, "of_video"),
		notifyOfMoves(db, run, "of_claim"),
	];
}

/** One message about all moved verdicts of a video; or one for each claim, for its followers. */
function notifyOfMoves(db: Db, run: FollowedRun, to: "of_video" | "of_claim"): DbStatement {
	const { run_id, ended_at } = run;
	const { id, kind, claim_key, video_id, title, channel_id } = followEvents;
	const { statement_id, content, before, after } = followEvents;
	const moved = sql`json_group_array(json_object('statement_id', ${statement_id}, 'content', ${content}, 'before', json(${before}), 'after', json(${after})))`;
	const key = to === "of_claim" ? claim_key : sql`null`;
	const payload = sql`json_object('video_id', ${video_id}, 'title', ${title}, 'channel_id', ${channel_id}, 'claim_key', ${key}, 'started_by', ${run.started_by}, 'moved', ${moved})`;
	const kinds = to === "of_claim" ? sql`('claim')` : sql`('video', 'channel')`;
	const concerns = sql`exists (select 1 from ${followEventSubjects} where ${followEventSubjects.event_id} = ${id} and ${followEventSubjects.kind} in ${kinds})`;
	return db
		.insert(notificationOutbox)
		.select(
			sql`select null, ${run_id}, 'verdict_moved', null, ${payload}, ${ended_at}, null, null from ${followEvents} where ${followEvents.run_id} = ${run_id} and ${kind} = 'verdict_moved' and ${concerns} group by ${key}`,
		);
}

/**
 * For the batch that marks a result whose evidence was lost, before the mark. `lost` are the
 * statements; the event names the statement if there is one only.
 */
export function writeLostEvidence(
	db: Db,
	{ video_id, at, lost }: { video_id: VideoId; at: string; lost: readonly LostStatement[] },
	condition: SQL,
): DbStatement[] {
	const id = `lost.${video_id}.${at.replace(/\D/g, "")}`;
	const [only, ...others] = lost;
	const about = others.length === 0 ? only : undefined;
	const claims = lost.map(({ claim_key }) => ["claim", claim_key]);
	const pairs = JSON.stringify([["video"], ["channel"], ...claims]);
	const kind = sql`json_extract(pair.value, '$[0]')`;
	const subject = sql`case ${kind} when 'video' then ${videos.id} when 'channel' then ${videos.channel_id} else json_extract(pair.value, '$[1]') end`;
	const followed = sql`(${videos.listed} = 1 or ${kind} = 'video') and exists (select 1 from ${follows} where ${follows.kind} = ${kind} and ${follows.subject} = ${subject})`;
	const own = sql`${videos.id} = ${video_id}`;
	return [
		db
			.insert(followEvents)
			.select(
				sql`select ${id}, 'evidence_lost', ${at}, ${videos.id}, ${videos.title}, ${videos.channel_id}, ${videos.channel_name}, ${about?.id ?? null}, ${about?.content ?? null}, ${about?.claim_key ?? null}, null, null, null, null from ${videos} where ${own} and exists (select 1 from json_each(${pairs}) pair where ${followed}) and ${condition}`,
			)
			.onConflictDoNothing(),
		db
			.insert(followEventSubjects)
			.select(
				sql`select ${kind}, ${subject}, ${at}, ${id}, 0 from ${videos}, json_each(${pairs}) pair where ${own} and ${followed} and exists (select 1 from ${followEvents} where ${followEvents.id} = ${id})`,
			)
			.onConflictDoNothing(),
	];
}

export type LostStatement = { id: string; content: string; claim_key: string };

/** Deletes events from before `before`, a limited number at a time. */
export function forgetFollowEvents(db: Db, before: string): Promise<void> {
	return deleteSome(db, followEvents, sql`${followEvents.at} < ${before}`);
}

/** A field of the statement as the run rated it. */
function field(name: string): SQL {
	return sql.raw(`json_extract(now.value, '$.${name}')`);
}

const band = (score: SQL) =>
	sql`case when ${score} is null then null when ${score} < ${sql.raw(String(MODERATE_FROM))} then 0 when ${score} < ${sql.raw(String(HIGH_FROM))} then 1 else 2 end`;

/** As the list of versions counts it: without a verdict, the band says what the rating says. */
const HAS_MOVED = sql`(${statements.verdict} is not ${field("verdict")} or (${statements.verdict} is null and ${band(sql`${statements.ai_score}`)} is not ${band(field("ai_score"))}))`;

type Columns = Record<FollowKind, SQL>;

const OF_STATEMENT: Columns = {
	video: sql`${videos.id}`,
	channel: sql`${videos.channel_id}`,
	claim: sql`${statements.claim_key}`,
};

function hasFollower(subjects: readonly FollowKind[], columns: Columns): SQL {
	const each = subjects.map(
		(kind) =>
			sql`exists (select 1 from ${follows} where ${follows.kind} = ${kind} and ${follows.subject} = ${columns[kind]})`,
	);
	return sql`(${sql.join(each, sql` or `)})`;
}

/** The subject of this kind that a row of the events is about; NULL if there is none. */
function subjectOf(kind: SQL): SQL {
	return sql`case ${kind} when 'video' then ${followEvents.video_id} when 'channel' then ${followEvents.channel_id} else ${followEvents.claim_key} end`;
}
