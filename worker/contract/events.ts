import type { Analysis } from "./analysis.ts";
import type { NotificationEventName } from "./notifications.ts";
import type { RunError } from "./problem.ts";
import type { Statement } from "./statement.ts";
import type { Report, Video } from "./video.ts";

/** The server-sent events of a video's stream, by event name. */
export type StreamEvents = {
	snapshot: Report;
	progress: { analysis: Analysis };
	statement: Statement;
	completed: { video: Video };
	failed: RunError;
};
export type StreamEventName = keyof StreamEvents;
export const STREAM_EVENTS = [
	"snapshot",
	"progress",
	"statement",
	"completed",
	"failed",
] as const satisfies StreamEventName[];

export const NOTIFICATION_EVENTS = [
	"snapshot",
	"notification",
] as const satisfies NotificationEventName[];

/** The delay before EventSource reconnects. */
export const RECONNECT_MS = 2_000;
/**
 * A stream ends after this time and its client reconnects, so that stream limits are checked
 * again and a member is authenticated again.
 */
export const STREAM_MS = 10 * 60_000;
/** Keeps proxies from closing an idle stream, and detects clients that have disconnected. */
export const HEARTBEAT_MS = 15_000;
