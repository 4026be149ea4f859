import type { MiddlewareHandler } from "hono";
import { RunId } from "#contract/ids.ts";
import type { AppEnv } from "./app-env.ts";
import { saysLarger } from "./body.ts";

/**
 * One server-sent event as it goes over the wire. `data` is JSON, which holds
 * no line break, so it needs one data line.
 */
export function encodeEvent(event: {
	id: string;
	name: string;
	data: string;
}): string {
	return `id: ${event.id}\nevent: ${event.name}\ndata: ${event.data}\n\n`;
}

export function encodeRetry(retry_ms: number): string {
	return `retry: ${retry_ms}\n\n`;
}

export const HEARTBEAT = ": still here\n\n";

/** A place in a run's event stream; written `<run>-<seq>`. */
export type EventId = { run: RunId; seq: number };

export function formatEventId({ run, seq }: EventId): string {
	return `${run}-${seq}`;
}

/** null for anything that is not ours: the stream then starts with a snapshot. */
export function parseEventId(text: string | null | undefined): EventId | null {
	const match = /^([0-9a-z]{1,40})-(\d{1,9})$/.exec(text ?? "");
	if (!match) return null;
	const run = RunId.safeParse(match[1]);
	return run.success ? { run: run.data, seq: Number(match[2]) } : null;
}

/** For who asks only for a stream's headers: no stream is opened that nobody would read. */
export function headOfStream(): Response {
	return new Response(null, {
		headers: {
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
		},
	});
}

/** What nobody asked for is not worth more: the connection may break then. */
const MAX_UNREAD_BYTES = 64 * 1024;

/**
 * Reads what its handler left of a request. The runtime cuts a connection whose
 * request was not read to its end, and the client's next request with it.
 */
export const readToEnd: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	const { body } = c.req.raw;
	if (!body || c.req.raw.bodyUsed) return;
	if (saysLarger(c, MAX_UNREAD_BYTES)) return body.cancel();
	const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
	for (let bytes = 0; bytes <= MAX_UNREAD_BYTES; ) {
		const { done, value } = await reader.read();
		if (done) return;
		bytes += value.byteLength;
	}
	await reader.cancel();
};

/** Of an open event stream: nothing on its way may keep it, or keep it back. */
export const STREAM_HEADERS = {
	"content-type": "text/event-stream; charset=utf-8",
	"cache-control": "no-store, no-transform",
	"x-accel-buffering": "no",
};
