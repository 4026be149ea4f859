import { createHash } from "node:crypto";
import type { RunId, VideoId } from "#contract/ids.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { Bindings } from "#worker/bindings.ts";
import { MAX_RUN_PDF_BYTES } from "#worker/pdf-reader/wire.ts";
import type { CountBytes } from "./document-upload.ts";
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
	/** `run_id`: the run whose limit of documents the page counts towards; a member's own page has none. */
	read(request: ReadRequest, run_id?: RunId): Promise<ReadAnswer>;
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
	/** Of the run that reads; the objects that read for it count together. */
	let documents: { run_id: RunId; bytes: number } | null = null;
	const countFor =
		(run_id: RunId): CountBytes =>
		async (bytes) => {
			if (documents?.run_id !== run_id) documents = { run_id, bytes: 0 };
			documents.bytes += bytes;
			return MAX_RUN_PDF_BYTES - documents.bytes;
		};
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
		read: (request, run_id) =>
			objectOf(`read:${readerOf(request.hit)}`).read(
				{ asked_by: video_id, ...request },
				run_id && countFor(run_id),
			),
	};
}

/** One object reads all pages of a host, because it counts the requests to it. */
function readerOf(hit: Hit): number {
	const host = parseUrl(hit.url)?.host ?? "";
	const key = LIMITED.has(hit.source) ? pageId(hit) : host;
	return createHash("sha256").update(key).digest().readUInt16BE() % READERS;
}
