import { RECONNECT_MS } from "#contract/events.ts";
import type { Report, Video } from "#contract/video.ts";
import { encodeEvent, encodeRetry } from "#domain/encode-event.ts";
import { type EventId, formatEventId } from "#domain/event-id.ts";

/**
 * The whole stream of a video whose run is over: how it stands, how it ended,
 * and the close. `ending` is the terminal event as the run told it, where the
 * video itself does not show it.
 */
export function endedStream(
	report: Report,
	terminal: EventId,
	ending: string = endingOf(report.video, terminal),
): Response {
	const before = { run: terminal.run, seq: terminal.seq - 1 };
	const snapshot = encodeEvent({
		id: formatEventId(before),
		name: "snapshot",
		data: JSON.stringify(report),
	});
	return new Response(encodeRetry(RECONNECT_MS) + snapshot + ending, {
		headers: {
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
		},
	});
}

function endingOf(video: Video, terminal: EventId): string {
	const ending =
		video.analysis_status === "failed"
			? { name: "failed", data: JSON.stringify(video.error) }
			: { name: "completed", data: JSON.stringify({ video }) };
	return encodeEvent({ id: formatEventId(terminal), ...ending });
}
