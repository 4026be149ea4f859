import type { DurableObjectNamespace } from "@cloudflare/workers-types";
import type { RunId, VideoId } from "#contract/ids.ts";
import { databaseUnreachable } from "#domain/database-unreachable.ts";
import type {
	AnalysisObject,
	StartAnswer,
	StartRequest,
} from "#pipeline/analysis-object.ts";

/** The object's methods as they are called from outside; events go by fetch. */
type Rpc = Omit<AnalysisObject, "events" | "start"> & {
	start(request: StartRequest): Promise<StartAnswer | "unreachable">;
	fetch(request: Request): Promise<Response>;
};

/** How the object says that it has nothing to tell of that run. */
export const NO_RUN_STATUS = 404;
/** How it says that the database does not answer. */
export const UNREACHABLE_STATUS = 503;
const EVENTS_URL = "https://video-analysis/events";

/** The objects by video id. An object is named for its video: two requests meet in one. */
export function analysisObjects(namespace: DurableObjectNamespace) {
	return (video_id: VideoId): AnalysisObject => {
		const stub = namespace.get(
			namespace.idFromName(video_id),
		) as unknown as Rpc;
		return {
			async start(request: StartRequest) {
				const answer = await stub.start(request);
				if (answer === "unreachable") throw databaseUnreachable();
				return answer;
			},
			live: () => stub.live(),
			wake: (run_id: RunId) => stub.wake(run_id),
			async events(last_event_id, signal) {
				const headers = new Headers();
				if (last_event_id) headers.set("last-event-id", last_event_id);
				const response = await stub.fetch(
					new Request(EVENTS_URL, { headers, signal }),
				);
				if (response.status === UNREACHABLE_STATUS) throw databaseUnreachable();
				return response.status === NO_RUN_STATUS ? null : response;
			},
		};
	};
}
