import type { StatementId } from "#contract/ids.ts";
import type { VideoEdit } from "#contract/video.ts";
import {
	type CaptionsSources,
	createCaptionSource,
	readCaptions,
} from "#features/captions/fetch-captions.ts";
import { readTranscript } from "#features/captions/queries.ts";
import { openMetadataSources } from "#features/youtube/metadata.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS } from "#worker/durations.ts";
import { affectedBy, changedShare, describeEdit, fingerprint, wordsOf } from "./edit-rules.ts";
import {
	type DueResult,
	dueResults,
	nextCheck,
	postponeCheck,
	quotesOf,
	recordComparison,
} from "./queries.ts";

/**
 * Each takes two calls to YouTube if it answers and nine at most, one after another; this many a
 * minute are eighty thousand in four weeks.
 */
const CHECKED_A_MINUTE = 2;
/** The minimum delay before YouTube is asked again for captions that it did not give. */
const ASK_AGAIN_MS = 6 * HOUR_MS;

/** Compares results with their videos: the length, and the captions that were analysed. */
export async function findEdits(context: Context, at: Date): Promise<void> {
	const { settings, outbound, now: clock, db } = context;
	const now = at.toISOString();
	const due = await dueResults(db.primary, { now, limit: CHECKED_A_MINUTE });
	if (!due.length) return;
	const ms = () => clock().getTime();
	const { player } = openMetadataSources(settings, outbound, ms);
	const captions = createCaptionSource(outbound, settings.YOUTUBE_BASE_URL);
	for (const result of due) {
		const answered = await compare(context, result, now, { player, captions, now: ms });
		if (!answered) break;
	}
}

/** Reasons that say nothing about the video: YouTube refused this server, or did not answer. */
const NO_ANSWER = new Set(["captions_blocked", "captions_unreachable"]);

/** false if YouTube does not answer, so that the other videos are left for later. */
async function compare(
	{ db: { primary } }: Context,
	result: DueResult,
	now: string,
	sources: CaptionsSources,
): Promise<boolean> {
	const { video_id, run_id, edit: earlier } = result;
	const again_at = new Date(Date.parse(now) + ASK_AGAIN_MS).toISOString();
	// Before the captions are read: if they end the process, the video is not the next one again.
	await postponeCheck(primary, video_id, again_at);
	const read = result.track
		? await readCaptions(sources, video_id, null, { only: result.track.vss_id ?? undefined })
		: null;
	const text = read?.ok ? read.transcript.text : null;
	const answered = !(read && !read.ok && NO_ANSWER.has(read.error.code));
	const due_at = answered ? nextCheck(now) : again_at;

	const changed = text === null ? null : await compareText(primary, result, text);
	const found = describeEdit({ ...result, changed });
	if (text === null && isKnown(earlier, found)) {
		// What the captions said at an earlier comparison is more than nothing.
		await postponeCheck(primary, video_id, due_at);
		return answered;
	}
	const affected: StatementId[] =
		found === null ? [] : affectedBy(await quotesOf(primary, video_id), text).map(({ id }) => id);
	const edit: VideoEdit | null = found && {
		...found,
		noticed_at: earlier?.noticed_at ?? now,
		affected: affected.length,
	};
	await recordComparison(primary, { video_id, run_id, edit, affected, now, due_at });
	return answered;
}

/** The changed share of the words. The stored text is read only if the fingerprints differ. */
async function compareText(
	db: Context["db"]["primary"],
	{ video_id, text_hash }: DueResult,
	text: string,
): Promise<number | null> {
	const words = wordsOf(text);
	if (text_hash !== null && fingerprint(words) === text_hash) return 0;
	const stored = await readTranscript(db, video_id, { simulated: true });
	return stored && changedShare(wordsOf(stored.transcript), words);
}

/** Whether an edit is recorded already, and the length is what it was then. */
function isKnown(earlier: VideoEdit | null, found: ReturnType<typeof describeEdit>): boolean {
	return earlier !== null && earlier.duration?.now === found?.duration?.now;
}
