import type { MiddlewareHandler } from "hono";
import { RECONNECT_MS } from "#contract/events.ts";
import { RunId } from "#contract/ids.ts";
import type { AppEnv } from "./app-env.ts";
import { bodyChunks, saysLarger } from "./body.ts";

/**
 * Encodes one server-sent event. `data` is JSON without line breaks, so one data line is enough.
 */
export function encodeEvent(event: { id: string; name: string; data: string }): string {
	return `id: ${event.id}\nevent: ${event.name}\ndata: ${event.data}\n\n`;
}

/**
 * What every stream begins with: how long a browser waits before it reconnects. It is a line of the
 * first event, because some clients take one that stands alone for an event.
 */
export const STREAM_START = `retry: ${RECONNECT_MS}\n`;

export const HEARTBEAT = ": still here\n\n";

/** A viewer with more unread bytes is disconnected. A snapshot and many events fit. */
export const MAX_STREAM_UNREAD_BYTES = 2 * 1024 * 1024;
/**
 * Viewers behind one network address share this limit. More streams come from a program, not from
 * an audience.
 */
export const MAX_STREAMS_A_CALLER = 200;

/** A position in a run's event stream, written `<run>-<seq>`. */
export type EventId = { run: RunId; seq: number };

export function formatEventId({ run, seq }: EventId): string {
	return `${run}-${seq}`;
}

/** null if the text is not a valid event id. The stream then starts with a snapshot. */
export function parseEventId(text: string | null | undefined): EventId | null {
	const match = /^([0-9a-z]{1,40})-(\d{1,9})$/.exec(text ?? "");
	if (!match) return null;
	const run = RunId.safeParse(match[1]);
	return run.success ? { run: run.data, seq: Number(match[2]) } : null;
}

/** Answers HEAD without opening a stream. */
export function headOfStream(): Response {
	return new Response(null, {
		headers: {
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
		},
	});
}

/** A larger unread body is not worth reading, even if the connection then breaks. */
const MAX_UNREAD_BYTES = 64 * 1024;

/**
 * Reads the rest of a body that the handler did not read. Otherwise the runtime closes the
 * connection, and the client's next request fails.
 */
export const readToEnd: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	const { body, bodyUsed } = c.req.raw;
	if (!body || bodyUsed) return;
	if (saysLarger(c, MAX_UNREAD_BYTES)) return body.cancel();
	let bytes = 0;
	try {
		for await (const chunk of bodyChunks(c.req.raw)) {
			bytes += chunk.byteLength;
			if (bytes > MAX_UNREAD_BYTES) return;
		}
	} catch {
		// The handler's answer does not depend on it.
	}
};

/** Keeps caches from storing an event stream, and proxies from buffering it. */
export const STREAM_HEADERS = {
	"content-type": "text/event-stream; charset=utf-8",
	"cache-control": "no-store, no-transform",
	"x-accel-buffering": "no",
};
