import { createHash } from "node:crypto";
import type { VideoId } from "#contract/ids.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { Hit } from "./evidence-source.ts";
import {
	pageId,
	type ReadAnswer,
	type ReadRequest,
	type SearchAnswer,
	type SearchRequest,
} from "./find-pages.ts";

/** Searches and reads in other objects, so that parsing never blocks the one that streams. */
export type SourceCalls = {
	/** Creates the objects, which takes several disk syncs each, while something else is waited for. */
	prepare(): void;
	search(request: SearchRequest): Promise<SearchAnswer>;
	read(request: ReadRequest): Promise<ReadAnswer>;
};

/** Objects that read pages. */
const READERS = 4;
/** A limit for the whole site counts their requests, so that their pages may be parsed side by side. */
const LIMITED: ReadonlySet<string> = new Set(["wikipedia", "pubmed"]);

/** Rejects only if the outcome is unknown. */
export function createSourceCalls(
	namespace: Bindings["PROVIDER_CALLER"],
	video_id: VideoId,
): SourceCalls {
	const objectOf = (name: string) => namespace.getByName(`${video_id}:${name}`);

	/** One after the other, so that running calls are not delayed. */
	async function createObjects(): Promise<void> {
		await objectOf("search").ready();
		for (let reader = 0; reader < READERS; reader += 1) await objectOf(`read:${reader}`).ready();
	}

	return {
		prepare() {
			// An object that could not be created now is created by the first call.
			createObjects().catch(() => {});
		},
		search: (request) => objectOf("search").search(request),
		read: (request) =>
			objectOf(`read:${readerOf(request.hit)}`).read({ asked_by: video_id, ...request }),
	};
}

/** One object reads all pages of a host, because it counts the requests to it. */
function readerOf(hit: Hit): number {
	const host = parseUrl(hit.url)?.host ?? "";
	const key = LIMITED.has(hit.source) ? pageId(hit) : host;
	return createHash("sha256").update(key).digest().readUInt16BE() % READERS;
}
