import type { RunId, VideoId } from "#contract/ids.ts";
import type { LiveView } from "#domain/live-report.ts";

export type StartRequest = {
	video_id: VideoId;
	url: string;
	started_by: string | null;
	/** As it was pasted, or null. */
	transcript: string | null;
};

export type StartAnswer = { run_id: RunId; joined: boolean };

/** What the rest of the program may ask of a video's object. */
export interface AnalysisObject {
	/** Starts a run, or joins the one that is live. */
	start(request: StartRequest): Promise<StartAnswer>;
	/** The run in progress, or null. */
	live(): Promise<LiveView | null>;
	/** Sees to it that a run which fell silent goes on. */
	wake(run_id: RunId): Promise<"working" | "unknown">;
	/** The event stream; null where the object has nothing to tell of that run. */
	events(
		last_event_id: string | null,
		signal: AbortSignal,
	): Promise<Response | null>;
}
