import { RECONNECT_MS } from "#contract/events.ts";
import type { Report } from "#contract/video.ts";
import { encodeEvent, encodeRetry } from "#domain/encode-event.ts";
import { type EventId, formatEventId } from "#domain/event-id.ts";

/** The whole stream of a video whose run is over: how it stands, how it ended, and the close. */
export function endedStream(report: Report, terminal: EventId): Response {
	const before = { run: terminal.run, seq: terminal.seq - 1 };
	const { video } = report;
	const ending =
		video.analysis_status === "failed"
			? { name: "failed", data: JSON.stringify(video.error) }
			: { name: "completed", data: JSON.stringify({ video }) };
	const body =
		encodeRetry(RECONNECT_MS) +
		encodeEvent({
			id: formatEventId(before),
			name: "snapshot",
			data: JSON.stringify(report),
		}) +
		encodeEvent({ id: formatEventId(terminal), ...ending });
	return new Response(body, {
		headers: {
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
		},
	});
}
