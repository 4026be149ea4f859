import type { RunId, StatementId, VideoId } from "#contract/ids.ts";
import type { TakenDown } from "#contract/takedowns.ts";
import { databaseUnreachable } from "#db/errors.ts";
import { primaryRegion } from "#db/replicas.ts";
import type { AskedMoment } from "#features/statements/moment-window.ts";
import { ProblemError, problem } from "#http/problems.ts";
import { refuseRun } from "#http/run-failures.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { TailRequest } from "./run-tail.ts";

/** The object's status if it has no events of the run. */
export const NO_RUN_STATUS = 404;
/** The object's status if this caller, or all callers together, have too many streams. */
export const TOO_MANY_STATUS = 429;
/** The header that identifies the caller for stream limits. */
export const STREAM_CALLER = "stream-caller";
/** By then a run that checks a few statements has usually ended. */
const RUN_S = 30;
/** By then the object has closed streams that nobody reads. */
const RETRY_S = 30;
/** The object's status if it pushes to as many viewers as it may: further ones follow its log. */
export const FULL_STATUS = 303;
/** The object's status if the database cannot be reached. */
export const UNREACHABLE_STATUS = 503;
const EVENTS_URL = "https://video-analysis/events";

/** The report, one of its statements, or what members wrote and added. */
export type TakenDownPart =
	| { kind: "video" }
	| { kind: "statement"; id: string }
	| { kind: "words" };

/**
 * Returns a video's object. The name is the video's id, so all requests for a video reach the
 * same object.
 */
export function analysisObject(namespace: Bindings["VIDEO_ANALYSIS"], video_id: VideoId) {
	const stub = namespace.getByName(video_id, placement(primaryRegion()));
	return {
		/** Starts a run, joins one that does what is asked, or lets the request wait. */
		start: async (request: StartRequest) => requireStarted(await stub.start(request)),
		/** Joins a running or waiting run that does what is asked; null if there is none. */
		async join(request: StartRequest) {
			const answer = await stub.join(request);
			return answer && requireStarted(answer);
		},
		/** Resumes a run that has stopped working; "unknown" if it neither runs nor waits. */
		wake: (run_id: RunId) => stub.wake(run_id),
		/**
		 * Notes that something of the video was taken down, or is shown again (`why` is null). Unless that
		 * is a member's words, a takedown ends its run and streams.
		 */
		takeDown: (at_ms: number, part: TakenDownPart, why: TakenDown | null) =>
			stub.takeDown(at_ms, part, why),
		/** What a run's log has gained: for viewers that the object does not push to. */
		tail: (request: TailRequest) => stub.tail(request),
		/**
		 * Returns the event stream; null if the object has no events of the run, "full" if the caller
		 * has to follow the log.
		 */
		async events(last_event_id: string | null, caller: string, signal: AbortSignal) {
			const headers = new Headers({ [STREAM_CALLER]: caller });
			if (last_event_id) headers.set("last-event-id", last_event_id);
			const response = await stub.fetch(new Request(EVENTS_URL, { headers, signal }));
			if (response.status === UNREACHABLE_STATUS) throw databaseUnreachable();
			if (response.status === TOO_MANY_STATUS) throw tooManyViewers();
			if (response.status === FULL_STATUS) return "full";
			return response.status === NO_RUN_STATUS ? null : response;
		},
	};
}

function requireStarted(answer: StartAnswer | NotStarted): StartAnswer {
	if (answer === "unreachable") throw databaseUnreachable();
	if (answer === "disputed") throw problem("transcript_disputed");
	if (answer === "dubbed") throw refuseRun("captions_dubbed");
	if (answer === "withdrawn" || answer === "taken_down") throw problem("no_analysis");
	if (answer === "busy_with_own") throw problem("analysis_running/own", { retry_after_s: RUN_S });
	if (answer === "busy") throw problem("analysis_running", { retry_after_s: RUN_S });
	// Only `startFreshLook` gets this, which answers that it is unavailable.
	if (answer === "unfinished")
		throw new Error("An unfinished analysis of the video is continued first.");
	return answer;
}

export function tooManyViewers(): ProblemError {
	return problem("too_many_requests/viewers", { retry_after_s: RETRY_S });
}

/** The regions of D1 are also places where an object can be made. */
const PLACES = ["wnam", "enam", "weur", "eeur", "apac", "oc"] as const;

/**
 * A run talks to the database and to providers, hardly to people: its object is made where the
 * database writes, not where the first reader is. Objects never move.
 */
export function placement(region: string | null): { locationHint?: (typeof PLACES)[number] } {
	const locationHint = PLACES.find((place) => place === region?.toLowerCase());
	return locationHint === undefined ? {} : { locationHint };
}

export type StartRequest = {
	video_id: VideoId;
	url: string;
	started_by: string | null;
	/** The network of the request, as `networkOf` returns it. It is not stored in this form. */
	network: string | null;
	/** The pasted text, unchanged, or null. */
	transcript: string | null;
	/** "ignore" reads that text without its times. */
	times?: "ignore" | undefined;
	/** The language that is spoken, as the member says. */
	language?: string | undefined;
	/** Whether its sender can be asked which language is spoken. Otherwise captions are read anyway. */
	can_choose?: boolean | undefined;
	more: boolean;
	/** Whether to rate everything again. */
	force: boolean;
	/** The only statement of the result to check again; null for another kind of run. */
	rechecks: StatementId | null;
	/** The only moment to check; null for another kind of run. */
	moment: AskedMoment | null;
	/** The id of the run that starts, if its caller stored it before; asking again changes nothing. */
	run_id?: RunId;
};

/**
 * Why nothing was started: the database cannot be reached, the pasted text differs from another
 * member's or is not in the language of the original sound, there is no result with sources whose
 * statement could be checked again, the report was taken down, as many requests are waiting as may, or as the member may have,
 * or a run that can be resumed would bring back the statement's earlier result.
 */
export type NotStarted =
	| "unreachable"
	| "disputed"
	| "dubbed"
	| "withdrawn"
	| "taken_down"
	| "busy"
	| "busy_with_own"
	| "unfinished";

export type StartAnswer = { run_id: RunId; joined: boolean };

/** Whether `start` was refused because too many requests are waiting. */
export function isBusy(error: unknown): boolean {
	return error instanceof ProblemError && error.code === "analysis_running";
}
