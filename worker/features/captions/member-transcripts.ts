import { createHash } from "node:crypto";
import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import { isFromBrowser, isOfOriginal, sentTrack } from "#contract/browser-captions.ts";
import type { VideoId } from "#contract/ids.ts";
import type { CaptionsReadBy, Cue, TranscriptSource } from "#contract/video.ts";
import { excluded } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { members } from "#db/tables/members.ts";
import { publications } from "#db/tables/runs.ts";
import { transcriptProposals } from "#db/tables/videos.ts";
import type { View } from "#db/view.ts";
import { visibleText } from "#text/clean.ts";
import { areConfirmed, hashNetwork, oldEnoughBefore } from "./confirm-captions.ts";
import { readPastedTranscript } from "./pasted-transcript.ts";
import { readComparable } from "./queries.ts";
import { READER } from "./transcript.ts";

type Pasted = {
	video_id: VideoId;
	transcript: string | null;
	started_by: string | null;
	/** The network of the request, as `networkOf` returns it. */
	network: string | null;
};

/** The published result that the run would replace. */
type Earlier = {
	transcript_source: TranscriptSource | null;
	captions_read_by: CaptionsReadBy | null;
	/** Of a member's text only if it was known to be the original sound's (BCP 47). */
	language: string | null;
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
 * once a second member gives the same text; in place of confirmed captions, only once it is
 * confirmed itself. A text from a browser is always stored, so that it can confirm another one. It
 * is confirmed only in the language of the original sound, which the published text's run knew;
 * returns "dubbed" if it is in another one.
 */
export async function admitTranscript(
	db: Db,
	{ video_id, transcript, started_by, network }: Pasted,
	earlier: Earlier | null,
	/** `salt` is a new token. */
	{ view, now, salt }: { view: View; now: string; salt: string },
): Promise<AdmittedTranscript | "disputed" | "dubbed"> {
	const unread = { transcript, captions_read_by: null };
	if (transcript === null || earlier?.transcript_source === "ai_transcription")
		return { ...unread, transcript: null };
	// An unreadable text fails later in the run and replaces nothing.
	const read = readPastedTranscript(transcript);
	if (!read?.text) return unread;
	const from_browser = isFromBrowser(transcript);
	const is_original = isOfOriginal(sentTrack(transcript), originalOf(earlier));
	if (is_original === false) return "dubbed";
	const text_hash = hashWords(read.text);
	const given = { video_id, started_by, text_hash, cues: read.cues };
	const published = await compareWithPublished(db, given, earlier, view);
	const { admitted } = published;
	if (started_by !== null && (from_browser || !admitted))
		await propose(db, started_by, {
			video_id,
			text_hash: given.text_hash,
			from_browser,
			now,
			network: from_browser && network ? hashNetwork(network, salt) : null,
		});
	const givers = await readGivers(db, given);
	const sender = { member_id: started_by, network };
	const confirmed =
		published.confirmed || (is_original === true && areConfirmed(givers, sender, now));
	const replaces_confirmed = earlier?.captions_read_by === "two_browsers";
	const is_enough = replaces_confirmed ? confirmed : isGivenByOthers(givers, started_by);
	if (!admitted && !is_enough) return "disputed";
	return { transcript, captions_read_by: readers(givers, confirmed) };
}

/** The language of the original sound, as far as the published text's run knew it. */
function originalOf(earlier: Earlier | null): string | null {
	return earlier?.transcript_source === "member" ? earlier.language : null;
}

function isGivenByOthers(
	givers: readonly { member_id: string }[],
	started_by: string | null,
): boolean {
	return started_by !== null && givers.some((it) => it.member_id !== started_by);
}

function readers(
	givers: readonly { from_browser: boolean }[],
	confirmed: boolean,
): CaptionsReadBy | null {
	if (confirmed) return "two_browsers";
	return givers.some((it) => it.from_browser) ? "browser" : null;
}

type Given = {
	video_id: VideoId;
	started_by: string | null;
	text_hash: string;
	cues: readonly Cue[];
};

/**
 * Whether the text may be used without another member's, and whether it is confirmed because it
 * has the words and times of a published text that is.
 */
async function compareWithPublished(
	db: Db,
	{ video_id, started_by, text_hash, cues }: Given,
	earlier: Earlier | null,
	view: View,
): Promise<{ admitted: boolean; confirmed: boolean }> {
	if (earlier?.transcript_source !== "member") return { admitted: true, confirmed: false };
	const was_confirmed = earlier.captions_read_by === "two_browsers";
	const published = await readComparable(db, video_id, view);
	if (published && hashWords(published.transcript) === text_hash) {
		const is_same = !was_confirmed || haveSameTimes(published.cues, cues);
		return { admitted: is_same, confirmed: was_confirmed && is_same };
	}
	const admitted = !was_confirmed && (await isOwn(db, video_id, started_by));
	return { admitted, confirmed: false };
}

/** Whether two texts start each cue in the same second. */
function haveSameTimes(a: readonly Cue[], b: readonly Cue[]): boolean {
	return (
		a.length === b.length && a.every(({ start }, at) => Math.abs(start - (b[at]?.start ?? 0)) < 1)
	);
}

/**
 * Whether the published text is this member's own. A member who repeats another member's analysis
 * uses their text, which does not make it their own.
 */
async function isOwn(db: Db, video_id: VideoId, started_by: string | null): Promise<boolean> {
	if (started_by === null) return false;
	const starters = await db
		.selectDistinct({ started_by: publications.started_by })
		.from(publications)
		.where(
			and(
				eq(publications.video_id, video_id),
				eq(publications.outcome, "completed"),
				eq(publications.applied, true),
			),
		);
	return starters.length > 0 && starters.every((it) => it.started_by === started_by);
}

/**
 * Stores the text as the member's, in place of their earlier one. If they send the same again,
 * the first time counts at which it could confirm another one. The network of a new account is
 * not stored.
 */
async function propose(
	db: Db,
	member_id: string,
	proposal: {
		video_id: VideoId;
		text_hash: string;
		from_browser: boolean;
		network: string | null;
		now: string;
	},
): Promise<void> {
	const { video_id, text_hash, from_browser, network, now } = proposal;
	const table = transcriptProposals;
	const known = sql`case when ${members.created_at} <= ${oldEnoughBefore(now)} then ${network} end`;
	await db
		.insert(table)
		.select(
			sql`select ${video_id}, ${members.id}, ${text_hash}, ${now}, ${from_browser ? 1 : 0}, ${known} from ${members} where ${members.id} = ${member_id}`,
		)
		.onConflictDoUpdate({
			target: [table.video_id, table.member_id],
			set: excluded("text_hash", "created_at", "from_browser", "network"),
			setWhere: sql`${table.text_hash} <> excluded.text_hash or ${table.network} is null`,
		});
}

/** More than honest members send; an attacker who sends more confirms nothing by it. */
const MAX_GIVERS = 50;

/**
 * Members who gave the same text: the sender, then those whose text can confirm another one, oldest
 * first.
 */
function readGivers(db: Db, { video_id, text_hash, started_by }: Given) {
	const { member_id, from_browser, network, created_at } = transcriptProposals;
	return db
		.select({ member_id, from_browser, network, created_at })
		.from(transcriptProposals)
		.where(
			and(eq(transcriptProposals.video_id, video_id), eq(transcriptProposals.text_hash, text_hash)),
		)
		.orderBy(
			sql`${member_id} is not ${started_by}`,
			sql`${network} is null`,
			desc(from_browser),
			created_at,
		)
		.limit(MAX_GIVERS);
}

/**
 * Deletes the networks of texts that were sent before this instant (ISO 8601). They can no longer
 * confirm another one.
 */
export async function forgetNetworks(db: Db, before: string): Promise<void> {
	const { network, created_at } = transcriptProposals;
	await db
		.update(transcriptProposals)
		.set({ network: null })
		.where(and(isNotNull(network), lt(created_at, before)));
}

/**
 * Hashes the words only, because texts copied in two browsers may differ in case and spaces. No
 * other character that a run would use is left out, so that nobody can add one to the same words.
 * Two versions of the reader never give the same hash.
 */
function hashWords(text: string): string {
	const words = visibleText(text).toLowerCase();
	return createHash("sha256").update(`${READER} ${words}`).digest("base64url");
}
