import type { Video } from "#contract/video.ts";
import { readTranscript } from "#features/captions/queries.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import {
	createQuoteMatcher,
	type QuoteMatch,
	type QuoteMatcher,
} from "#features/statements/quote-in-transcript.ts";
import type { Context } from "#worker/context.ts";
import { RecentlyUsed } from "#worker/recently-used.ts";

/** What was said in a video, as one version of its result has it. */
type SpokenVersion = {
	transcript: Transcript;
	matcher: QuoteMatcher;
	/** Where a statement of the version was made; looked for once. */
	findStatement: (quote: string, timestamp: number) => QuoteMatch | null;
};

/**
 * The bytes of a character of the transcript: the text of the cues, joined, without marks and
 * folded, and its place as a 32-bit number.
 */
const BYTES_A_CHARACTER = 12;
/** Room for ten talks of three hours, in an isolate with 128 MB. */
const MAX_BYTES = 24 * 1_024 * 1_024;

const kept = new RecentlyUsed<SpokenVersion>(MAX_BYTES);

/**
 * The transcript of a video's result with an index for quotes. To fold hours of speech takes a
 * tenth of a second of the only thread, so that it is done once for each version. null if the
 * transcript is not kept, or if the view shows no result.
 */
export async function readSpokenVersion(
	{ db, view }: Pick<Context, "db" | "view">,
	{ id, version, duration }: Pick<Video, "id" | "version" | "duration">,
): Promise<SpokenVersion | null> {
	const key = `${id}:${version}`;
	const known = kept.get(key);
	if (known) return known;
	const stored = await readTranscript(db.primary, id, view);
	if (!stored?.transcript) return null;
	const { source, language, cues, transcript: text } = stored;
	const transcript = { source, language, track: null, cues, text };
	const spoken = indexed(transcript, duration);
	kept.set(key, spoken, text.length * BYTES_A_CHARACTER);
	return spoken;
}

function indexed(transcript: Transcript, duration: number | null): SpokenVersion {
	const matcher = createQuoteMatcher(transcript, duration);
	const found = new Map<string, QuoteMatch | null>();
	return {
		transcript,
		matcher,
		findStatement(quote, timestamp) {
			const key = `${timestamp} ${quote}`;
			const known = found.get(key);
			if (known !== undefined) return known;
			const match = matcher.findNearest(quote, timestamp);
			found.set(key, match);
			return match;
		},
	};
}
