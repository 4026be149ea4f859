import type { VideoId } from "#contract/ids.ts";
import { SWEPT_ROWS } from "#db/batch.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS } from "#worker/durations.ts";
import { type MetadataSources, openMetadataSources, readMetadata } from "./metadata.ts";
import {
	dropOldViews,
	dueMetadata,
	markUnavailable,
	postponeMetadata,
	renewMetadata,
} from "./metadata-queries.ts";
import {
	METADATA_KEPT_MS,
	METADATA_LIFE_MS,
	type Metadata,
	VIDEOS_A_CALL,
} from "./metadata-sources.ts";

/** The minimum delay before YouTube is asked again about a video for which it gave no answer. */
const ASK_AGAIN_MS = 6 * HOUR_MS;

/**
 * Videos per run without a key, when each takes one or two calls: about two hundred thousand a
 * month.
 */
const VIDEOS_WITHOUT_KEY = 5;

/**
 * Reads old metadata again. A video that YouTube no longer shows keeps its result and is marked.
 * View counts that could not be refreshed in time are deleted. Safe to run repeatedly. Returns the
 * videos that were read.
 */
export async function refreshMetadata(
	{ settings, db: { primary }, outbound, now: clock }: Context,
	at: Date,
): Promise<VideoId[]> {
	const instant = (ms: number) => new Date(at.getTime() + ms).toISOString();
	const now = instant(0);
	const limit = settings.YOUTUBE_API_KEY ? VIDEOS_A_CALL : VIDEOS_WITHOUT_KEY;
	const ids = await dueMetadata(primary, { now, limit });
	const sources = openMetadataSources(settings, outbound, () => clock().getTime());
	const seen = ids.length ? await readMetadataAgain(sources, ids) : new Map<VideoId, SeenAgain>();
	const renewal = { now, due_at: instant(METADATA_LIFE_MS) };
	const read: { video_id: VideoId; metadata: Metadata }[] = [];
	const gone: VideoId[] = [];
	const silent: VideoId[] = [];
	for (const [video_id, again] of seen) {
		if (again.state === "there") read.push({ video_id, metadata: again.metadata });
		else (again.state === "gone" ? gone : silent).push(video_id);
	}
	await renewMetadata(primary, read, renewal);
	await markUnavailable(primary, gone, renewal);
	await postponeMetadata(primary, silent, instant(ASK_AGAIN_MS));
	await dropOldViews(primary, instant(-METADATA_KEPT_MS), SWEPT_ROWS);
	return read.map(({ video_id }) => video_id);
}

/** "unknown": YouTube gave no usable answer. */
type SeenAgain = { state: "there"; metadata: Metadata } | { state: "gone" } | { state: "unknown" };

const UNKNOWN: SeenAgain = { state: "unknown" };
/** Reasons that mean that nobody can watch the video any more. */
const GONE = new Set(["video_not_found", "video_gone", "video_private"]);

/**
 * Reads the current metadata of these videos. The Data API is called once for all of them,
 * without falling back to other sources. Without a key, videos are read one by one until YouTube
 * stops answering. The remaining videos are left for later and are missing in the result.
 */
export async function readMetadataAgain(
	sources: MetadataSources,
	ids: VideoId[],
): Promise<Map<VideoId, SeenAgain>> {
	if (sources.data_api) {
		const answer = await sources.data_api.videos(ids);
		return new Map(ids.map((id) => [id, answer.ok ? found(answer, id) : UNKNOWN]));
	}
	const seen = new Map<VideoId, SeenAgain>();
	for (const id of ids) {
		const again = await ask(sources, id);
		seen.set(id, again);
		if (again.state === "unknown") break;
	}
	return seen;
}

function found(answer: { found: Map<VideoId, Metadata> }, id: VideoId): SeenAgain {
	const metadata = answer.found.get(id);
	return metadata ? { state: "there", metadata } : { state: "gone" };
}

async function ask(sources: MetadataSources, id: VideoId): Promise<SeenAgain> {
	const read = await readMetadata(sources, id);
	if (read.ok) return { state: "there", metadata: read.metadata };
	return GONE.has(read.error.code) ? { state: "gone" } : UNKNOWN;
}
