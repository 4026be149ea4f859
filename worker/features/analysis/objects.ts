import type { DurableObjectNamespace } from "@cloudflare/workers-types";
import type { RunId, VideoId } from "#contract/ids.ts";
import { databaseUnreachable } from "#db/errors.ts";
import { problem } from "#http/problems.ts";

/** The object's methods as RPC; events are requested by fetch. */
type Rpc = Omit<AnalysisObject, "events" | "start"> & {
	start(request: StartRequest): Promise<StartAnswer | NotStarted>;
	fetch(request: Request): Promise<Response>;
};

/** The object's answer if it has no events of that run. */
export const NO_RUN_STATUS = 404;
/** How it says that the caller, or everybody, watches too often already. */
export const TOO_MANY_STATUS = 429;
/** The header that names who asks for a stream, as limits count callers. */
export const STREAM_CALLER = "stream-caller";
/** By then streams that nobody reads have been noticed. */
const RETRY_S = 30;
/** How it says that the database does not answer. */
export const UNREACHABLE_STATUS = 503;
const EVENTS_URL = "https://video-analysis/events";

/** A video's object. It is named after the video, so that two requests reach the same one. */
export function analysisObject(
	namespace: DurableObjectNamespace,
	video_id: VideoId,
): AnalysisObject {
	const stub = namespace.get(namespace.idFromName(video_id)) as unknown as Rpc;
	return {
		async start(request: StartRequest) {
			const answer = await stub.start(request);
			if (answer === "unreachable") throw databaseUnreachable();
			if (answer === "disputed") throw problem("transcript_disputed");
			return answer;
		},
		wake: (run_id: RunId) => stub.wake(run_id),
		async events(last_event_id, caller, signal) {
			const headers = new Headers({ [STREAM_CALLER]: caller });
			if (last_event_id) headers.set("last-event-id", last_event_id);
			const response = await stub.fetch(
				new Request(EVENTS_URL, { headers, signal }),
			);
			if (response.status === UNREACHABLE_STATUS) throw databaseUnreachable();
			if (response.status === TOO_MANY_STATUS)
				throw problem("too_many_requests/viewers", { retry_after_s: RETRY_S });
			return response.status === NO_RUN_STATUS ? null : response;
		},
	};
}

export type StartRequest = {
	video_id: VideoId;
	url: string;
	started_by: string | null;
	/** As it was pasted, or null. */
	transcript: string | null;
	/** Rates what the result left out. */
	more: boolean;
};

/** The database cannot be reached, or the pasted text differs from another member's. */
export type NotStarted = "unreachable" | "disputed";

export type StartAnswer = { run_id: RunId; joined: boolean };

/** What the rest of the program may call on a video's object. */
interface AnalysisObject {
	/** Starts a run, or joins the one that is live. */
	start(request: StartRequest): Promise<StartAnswer>;
	/** Makes a run continue that has stopped working. */
	wake(run_id: RunId): Promise<"working" | "unknown">;
	/** The event stream; null if the object has no events of that run. */
	events(
		last_event_id: string | null,
		caller: string,
		signal: AbortSignal,
	): Promise<Response | null>;
}
