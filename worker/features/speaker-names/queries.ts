import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { MemberId, VideoId } from "#contract/ids.ts";
import type { SpeakerName } from "#contract/speaker-names.ts";
import { excluded, runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { takedowns } from "#db/tables/takedowns.ts";
import { speakerNames, transcripts, videos } from "#db/tables/videos.ts";
import { shownIn, type View } from "#db/view.ts";
import { storedText } from "#text/clean.ts";

/** What a name is taken down as. */
export function speakerNameId(video_id: VideoId, speaker: string): string {
	return `${video_id} ${speaker}`;
}

const takedown_id = sql`${speakerNames.video_id} || ' ' || ${speakerNames.speaker}`;

/** SQL condition: no admin has taken the name down. */
const IS_SHOWN = sql`not exists (select 1 from ${takedowns} where ${takedowns.kind} = 'speaker_name' and ${takedowns.subject_id} = ${takedown_id})`;

/** SQL condition: the name was given by the member whose transcript is published, for its words. */
const IS_CURRENT = and(
	eq(speakerNames.member_id, transcripts.given_by),
	eq(speakerNames.text_hash, transcripts.text_hash),
);

export type NamedTranscript = {
	/** null if nobody pasted the transcript, or their account was deleted. */
	given_by: string | null;
	names: SpeakerName[];
};

/** The names of a report's speakers, and who may give them; null if the view shows no report. */
export async function readSpeakerNames(
	db: Db,
	video_id: VideoId,
	view: View,
): Promise<NamedTranscript | null> {
	const { speaker, name, named_at } = speakerNames;
	const { reports, names } = await runBatch(db, {
		reports: db
			.select({ given_by: transcripts.given_by })
			.from(videos)
			.leftJoin(transcripts, eq(transcripts.video_id, videos.id))
			.where(and(eq(videos.id, video_id), shownIn(view))),
		names: db
			.select({ speaker, name, named_at })
			.from(speakerNames)
			.innerJoin(transcripts, and(eq(transcripts.video_id, speakerNames.video_id), IS_CURRENT))
			.where(and(eq(speakerNames.video_id, video_id), IS_SHOWN))
			.orderBy(asc(speaker)),
	});
	const [report] = reports;
	return report ? { given_by: report.given_by, names } : null;
}

/** Gives a speaker a name in place of an earlier one. Stores nothing if the member may not. */
export async function storeSpeakerName(
	db: Db,
	named: { video_id: VideoId; speaker: string; name: string; member_id: MemberId; now: string },
): Promise<void> {
	const { video_id, speaker, name, member_id, now } = named;
	await db
		.insert(speakerNames)
		.select(
			sql`select ${video_id}, ${storedText(speaker)}, ${storedText(name)}, ${member_id}, ${transcripts.text_hash}, ${now} from ${transcripts} where ${transcripts.video_id} = ${video_id} and ${transcripts.given_by} = ${member_id} and ${transcripts.text_hash} is not null`,
		)
		.onConflictDoUpdate({
			target: [speakerNames.video_id, speakerNames.speaker],
			set: excluded("name", "member_id", "text_hash", "named_at"),
		});
}

export async function deleteSpeakerName(
	db: Db,
	{ video_id, speaker, member_id }: { video_id: VideoId; speaker: string; member_id: MemberId },
): Promise<void> {
	await db
		.delete(speakerNames)
		.where(
			and(
				eq(speakerNames.video_id, video_id),
				eq(speakerNames.speaker, speaker),
				eq(speakerNames.member_id, member_id),
			),
		);
}

/** For the batch that replaces a transcript: deletes the names that were given for another one. */
export function forgetSpeakerNames(db: Db, video_id: VideoId, condition: SQL): DbStatement {
	const current = sql`(select ${transcripts.text_hash} from ${transcripts} where ${transcripts.video_id} = ${video_id})`;
	return db
		.delete(speakerNames)
		.where(
			and(
				eq(speakerNames.video_id, video_id),
				ne(speakerNames.text_hash, sql`coalesce(${current}, '')`),
				condition,
			),
		);
}

/** A name with its author, for admins; null if nobody gave the speaker one. */
export async function findSpeakerName(
	db: Db,
	id: string,
): Promise<{ video_id: string; name: string; member_id: string } | null> {
	const { video_id, name, member_id } = speakerNames;
	const [row] = await db
		.select({ video_id, name, member_id })
		.from(speakerNames)
		.where(eq(takedown_id, id));
	return row ?? null;
}
