import { createHash } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import type { VideoId } from "#contract/ids.ts";
import type { TranscriptSource } from "#contract/video.ts";
import type { Db } from "#db/client.ts";
import { members } from "#db/tables/members.ts";
import { publications } from "#db/tables/runs.ts";
import { transcriptProposals } from "#db/tables/videos.ts";
import type { View } from "#db/view.ts";
import { visibleText } from "#text/clean.ts";
import { readPastedTranscript } from "./pasted-transcript.ts";
import { readTranscript } from "./queries.ts";

type Pasted = {
	video_id: VideoId;
	transcript: string | null;
	started_by: string | null;
};

/**
 * What a run may use of the text that a member has pasted: anybody can invent words, so a text
 * never takes the place of what was made from captions or heard in the video, nor of another
 * member's text. "disputed" if the published text is another member's: this one is noted, and
 * takes its place once a second member pastes the same.
 */
export async function admitTranscript(
	db: Db,
	{ video_id, transcript, started_by }: Pasted,
	earlier_source: TranscriptSource | null,
	{ view, now }: { view: View; now: string },
): Promise<{ transcript: string | null } | "disputed"> {
	if (transcript === null || earlier_source === "ai_transcription")
		return { transcript: null };
	// What cannot be read fails by itself, and replaces nothing.
	const text = readPastedTranscript(transcript)?.text;
	if (earlier_source !== "member" || !text) return { transcript };
	const [published, starters] = await Promise.all([
		readTranscript(db, video_id, view),
		db
			.selectDistinct({ started_by: publications.started_by })
			.from(publications)
			.where(
				and(
					eq(publications.video_id, video_id),
					eq(publications.outcome, "completed"),
					eq(publications.applied, true),
				),
			),
	]);
	const text_hash = hashWords(text);
	const same = published && hashWords(published.transcript) === text_hash;
	// Whoever repeats an analysis uses the text of another member, and does not own it.
	const own =
		started_by !== null &&
		starters.length > 0 &&
		starters.every((it) => it.started_by === started_by);
	if (same || own) return { transcript };
	if (started_by === null) return "disputed";
	const proposal = { video_id, member_id: started_by, text_hash, now };
	return (await proposeTranscript(db, proposal)) ? { transcript } : "disputed";
}

/** Notes what the member has pasted. Whether another member has pasted the same. */
async function proposeTranscript(
	db: Db,
	proposal: {
		video_id: VideoId;
		member_id: string;
		text_hash: string;
		now: string;
	},
): Promise<boolean> {
	const { video_id, member_id, text_hash, now } = proposal;
	const table = transcriptProposals;
	const [, others] = await db.batch([
		db
			.insert(table)
			.select(
				sql`select ${video_id}, ${members.id}, ${text_hash}, ${now} from ${members} where ${members.id} = ${member_id}`,
			)
			.onConflictDoUpdate({
				target: [table.video_id, table.member_id],
				set: { text_hash, created_at: now },
			}),
		db
			.select({ member_id: table.member_id })
			.from(table)
			.where(
				and(
					eq(table.video_id, video_id),
					eq(table.text_hash, text_hash),
					ne(table.member_id, member_id),
				),
			)
			.limit(1),
	]);
	return others.length > 0;
}

/** Two browsers that copy one text may differ in case and spaces. */
function hashWords(text: string): string {
	const words = visibleText(text).toLowerCase();
	return createHash("sha256").update(words).digest("base64url");
}
