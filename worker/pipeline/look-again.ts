import type { VideoId } from "#contract/ids.ts";
import type { Metadata } from "#domain/metadata.ts";
import { type MetadataSources, readMetadata } from "./read-metadata.ts";

/** unknown: the platform gave no answer to go by. */
export type SeenAgain =
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
export async function lookAgain(
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
