import type { VideoId } from "#contract/ids.ts";
import { type MetadataSources, readMetadata } from "./metadata.ts";
import {
	METADATA_KEPT_MS,
	METADATA_LIFE_MS,
	type Metadata,
} from "./metadata-sources.ts";

/** A platform that gives no answer is asked again about a video no sooner than this. */
const ASK_AGAIN_MS = 6 * 60 * 60 * 1_000;

type Renewal = { now: string; due_at: string };

export type MetadataRefresh = {
	/** As many as one sweep asks about. */
	batch: number;
	due(now: string, limit: number): Promise<VideoId[]>;
	look(ids: VideoId[]): Promise<Map<VideoId, SeenAgain>>;
	renew(
		read: { video_id: VideoId; metadata: Metadata }[],
		renewal: Renewal,
	): Promise<void>;
	markUnavailable(ids: VideoId[], renewal: Renewal): Promise<void>;
	postpone(ids: VideoId[], due_at: string): Promise<void>;
	dropOldViews(before: string): Promise<void>;
};

/**
 * Reads again what the platform said of results long enough ago. A video that
 * it no longer shows keeps its result and is marked; figures that could not be
 * read again in time are deleted. May run twice: the second finds less to do.
 */
export async function refreshMetadata(
	refresh: MetadataRefresh,
	at: Date,
): Promise<void> {
	const instant = (ms: number) => new Date(at.getTime() + ms).toISOString();
	const now = instant(0);
	const ids = await refresh.due(now, refresh.batch);
	const seen = ids.length ? await refresh.look(ids) : new Map();
	const renewal = { now, due_at: instant(METADATA_LIFE_MS) };
	const read: Parameters<MetadataRefresh["renew"]>[0] = [];
	const gone: VideoId[] = [];
	const silent: VideoId[] = [];
	for (const [video_id, again] of seen as Map<VideoId, SeenAgain>) {
		if (again.state === "there")
			read.push({ video_id, metadata: again.metadata });
		else (again.state === "gone" ? gone : silent).push(video_id);
	}
	await refresh.renew(read, renewal);
	await refresh.markUnavailable(gone, renewal);
	await refresh.postpone(silent, instant(ASK_AGAIN_MS));
	await refresh.dropOldViews(instant(-METADATA_KEPT_MS));
}

/** unknown: the platform gave no answer to go by. */
type SeenAgain =
	| { state: "there"; metadata: Metadata }
	| { state: "gone" }
	| { state: "unknown" };

const UNKNOWN: SeenAgain = { state: "unknown" };
/** What the sources say of a video that nobody can watch any more. */
const GONE = new Set(["video_not_found", "video_gone", "video_private"]);

/**
 * What the platform says of these videos now. The data service is asked once
 * for all of them and nobody else beside it; without a key each video is asked
 * about on its own, until the platform falls silent. The rest is then left for
 * another time: it is not in the answer.
 */
export async function readMetadataAgain(
	sources: MetadataSources,
	ids: VideoId[],
): Promise<Map<VideoId, SeenAgain>> {
	if (sources.data_api) {
		const answer = await sources.data_api.videos(ids);
		return new Map(
			ids.map((id) => [id, answer.ok ? found(answer, id) : UNKNOWN]),
		);
	}
	const seen = new Map<VideoId, SeenAgain>();
	for (const id of ids) {
		const again = await ask(sources, id);
		seen.set(id, again);
		if (again.state === "unknown") break;
	}
	return seen;
}

function found(
	answer: { found: Map<VideoId, Metadata> },
	id: VideoId,
): SeenAgain {
	const metadata = answer.found.get(id);
	return metadata ? { state: "there", metadata } : { state: "gone" };
}

async function ask(sources: MetadataSources, id: VideoId): Promise<SeenAgain> {
	const read = await readMetadata(sources, id);
	if (read.ok) return { state: "there", metadata: read.metadata };
	return GONE.has(read.error.code) ? { state: "gone" } : UNKNOWN;
}
