import { createHash } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import { isFromBrowser } from "#contract/browser-captions.ts";
import type { VideoId } from "#contract/ids.ts";
import type { CaptionsReadBy, TranscriptSource } from "#contract/video.ts";
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

export type AdmittedTranscript = {
	/** null if the run may not use it. */
	transcript: string | null;
	/** Whose browser read it; null if none did. */
	captions_read_by: CaptionsReadBy | null;
};

/**
 * Decides whether a run may use a member's transcript. Anyone can invent a text, so it never
 * replaces real captions, a transcription or another member's text. Returns "disputed" if the
 * published text is another member's. The new text is then stored as a proposal, and it is used
 * once a second member gives the same text. A text from a browser is always stored, so that the
 * next one that gives the same is recognised.
 */
export async function admitTranscript(
	db: Db,
	{ video_id, transcript, started_by }: Pasted,
	earlier_source: TranscriptSource | null,
	{ view, now }: { view: View; now: string },
): Promise<AdmittedTranscript | "disputed"> {
	const unread = { transcript, captions_read_by: null };
	if (transcript === null || earlier_source === "ai_transcription")
		return { ...unread, transcript: null };
	// An unreadable text fails later in the run and replaces nothing.
	const text = readPastedTranscript(transcript)?.text;
	if (!text) return unread;
	const text_hash = hashWords(text);
	const admitted =
		earlier_source !== "member" ||
		(await isOwnOrSame(db, { video_id, started_by, text_hash }, view));
	const from_browser = isFromBrowser(transcript);
	if (started_by !== null && (from_browser || !admitted))
		await propose(db, { video_id, text_hash, from_browser, now }, started_by);
	const givers = await readGivers(db, video_id, text_hash);
	const is_given_by_others = givers.some((it) => it.member_id !== started_by);
	if (!admitted && (started_by === null || !is_given_by_others))
		return "disputed";
	const browsers = givers.filter((it) => it.from_browser).length;
	return { transcript, captions_read_by: readers(browsers) };
}

function readers(browsers: number): CaptionsReadBy | null {
	if (browsers === 0) return null;
	return browsers === 1 ? "browser" : "two_browsers";
}

/** Whether the published text of a member has the same words, or is this member's own. */
async function isOwnOrSame(
	db: Db,
	{
		video_id,
		started_by,
		text_hash,
	}: { video_id: VideoId; started_by: string | null; text_hash: string },
	view: View,
): Promise<boolean> {
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
	if (published && hashWords(published.transcript) === text_hash) return true;
	// A member who repeats another member's analysis uses their text, which does not make it their
	// own.
	return (
		started_by !== null &&
		starters.length > 0 &&
		starters.every((it) => it.started_by === started_by)
	);
}

/** Stores the text as the member's, in place of their earlier one. */
async function propose(
	db: Db,
	proposal: {
		video_id: VideoId;
		text_hash: string;
		from_browser: boolean;
		now: string;
	},
	member_id: string,
): Promise<void> {
	const { video_id, text_hash, from_browser, now } = proposal;
	const table = transcriptProposals;
	await db
		.insert(table)
		.select(
			sql`select ${video_id}, ${members.id}, ${text_hash}, ${now}, ${from_browser ? 1 : 0} from ${members} where ${members.id} = ${member_id}`,
		)
		.onConflictDoUpdate({
			target: [table.video_id, table.member_id],
			set: { text_hash, created_at: now, from_browser },
		});
}

/** Two of the members who gave the same text; those whose browsers read it come first. */
function readGivers(db: Db, video_id: VideoId, text_hash: string) {
	const table = transcriptProposals;
	return db
		.select({ member_id: table.member_id, from_browser: table.from_browser })
		.from(table)
		.where(and(eq(table.video_id, video_id), eq(table.text_hash, text_hash)))
		.orderBy(desc(table.from_browser))
		.limit(2);
}

/** Hashes the words only, because texts copied in two browsers may differ in case and spaces. */
function hashWords(text: string): string {
	const words = visibleText(text).toLowerCase();
	return createHash("sha256").update(words).digest("base64url");
}
