import type { DurableObjectNamespace } from "@cloudflare/workers-types";
import type { VideoId } from "#contract/ids.ts";
import {
	pageId,
	type ReadAnswer,
	type ReadRequest,
	type SearchAnswer,
	type SearchRequest,
} from "./find-pages.ts";

/** Searches and reads in other objects, so that parsing never blocks the one that streams. */
export type SourceCalls = {
	search(request: SearchRequest): Promise<SearchAnswer>;
	read(request: ReadRequest): Promise<ReadAnswer>;
};

/** Objects that read pages; one page is always read by the same. */
const READERS = 4;

/** Rejects only if the outcome is unknown. */
export function createSourceCalls(
	namespace: DurableObjectNamespace,
	video_id: VideoId,
): SourceCalls {
	const objectOf = (name: string) =>
		namespace.get(
			namespace.idFromName(`${video_id}:${name}`),
		) as unknown as SourceCalls;
	return {
		search: (request) => objectOf("search").search(request),
		read: (request) => {
			const place = Number.parseInt(pageId(request.hit).slice(0, 4), 16);
			return objectOf(`read:${place % READERS}`).read(request);
		},
	};
}
