import * as z from "zod";
import type { Analysis } from "#contract/analysis.ts";
import { STREAM_MS, type StreamEvents } from "#contract/events.ts";
import type { RunId, VideoId } from "#contract/ids.ts";
import type { Report, Video } from "#contract/video.ts";
import { finishedReport } from "#features/reports/live-report.ts";
import { readReport } from "#features/reports/queries.ts";
import { missingVideo, refuseTakenDown } from "#features/takedowns/refusal.ts";
import type { RequestContext } from "#http/app-env.ts";
import { endpoint } from "#http/endpoint.ts";
import {
	type EventId,
	encodeEvent,
	formatEventId,
	headOfStream,
	parseEventId,
	STREAM_START,
} from "#http/event-stream.ts";
import { content, empty, NO_VIDEO, TAKEN_DOWN_PROBLEMS, videoPath } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readAddress } from "#identity/caller.ts";
import { silentAddressQuota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { followTail, hasCrowd } from "./follow-tail.ts";
import { analysisObject } from "./objects.ts";
import { readPublication } from "./publication-queries.ts";
import { activeRun } from "./run-queries.ts";

export const eventEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/videos/{id}/events",
		id: "watchAnalysis",
		summary: "Follow an analysis live",
		detail:
			"Server-sent events: `snapshot` (a report), then `progress` and `statement`, and at the end `completed` or `failed`, after which the stream closes. It also closes after ten minutes: connect again with the last id. Ids are `<run>-<seq>`.",
		access: "everyone",
		cross_origin: "public",
		// A replica may miss a run that has just started, and the stream would end.
		reads: "primary",
		params: videoPath,
		headers: {
			"last-event-id": z
				.string()
				.describe("The last event's id, `<run>-<seq>`: only what came after it."),
		},
		answers: {
			200: content("The stream.", "text/event-stream"),
			204: empty("You have already received the end."),
		},
		problems: {
			404: NO_VIDEO,
			429: "Too many streams; `Retry-After` says when to try again.",
			...TAKEN_DOWN_PROBLEMS,
		},
		handle: (_, { c, params }) => (c.req.method === "HEAD" ? headOfStream() : stream(c, params.id)),
	}),
];

async function stream(c: RequestContext, video_id: VideoId): Promise<Response> {
	const { db, view } = c.get("context");
	await refuseTakenDown(c.get("context"), video_id);
	const last = parseEventId(c.req.header("last-event-id"));
	// Reads one row instead of the report, because the object sends a run's viewers everything.
	const listed = await activeRun(db.primary, video_id);
	if (listed && (listed.ended_at === null || last?.run === listed.run_id)) {
		const live = await followRun(c, video_id, last);
		if (live) return live;
	}
	if (last) {
		const publication = await readPublication(db.primary, last.run);
		if (publication?.last_seq === last.seq) return c.body(null, 204);
	}
	const ended = await readReport(db.primary, video_id, view);
	if (!ended.video || !ended.run) throw await missingVideo(c.get("context"), video_id);
	const { active } = ended;
	const report = finishedReport(ended);
	if (active && active.run_id !== ended.run.run_id) {
		const last_run = await readUnappliedEnding(c, video_id, active.run_id);
		if (last_run) {
			const { analysis, terminal, ending } = last_run;
			return endedStream({ ...report, analysis }, terminal, ending);
		}
	}
	return endedStream(report, { run: ended.run.run_id, seq: ended.run.last_seq });
}

/** The stream of a run, pushed by its object or, for a crowd, from the object's log. */
async function followRun(
	c: RequestContext,
	video_id: VideoId,
	last: EventId | null,
): Promise<Response | null> {
	const { objects } = c.get("context");
	const analysis = analysisObject(objects.VIDEO_ANALYSIS, video_id);
	const { signal } = c.req.raw;
	const caller = readAddress(c);
	await countStream(c.get("context"), caller);
	const live = hasCrowd(video_id)
		? "full"
		: await analysis.events(last && formatEventId(last), caller, signal);
	if (live === "full")
		return followTail(video_id, {
			ask: analysis.tail,
			last,
			caller,
			signal,
			keep: (work) => c.executionCtx.waitUntil(work),
		});
	// Copied, because the headers of a fetched response are immutable.
	return live && new Response(live.body, live);
}

/**
 * Limits the streams that a caller opens on all videos; a video's object limits its own. Openings
 * are counted, not open streams. No stream outlives the window, so a caller has at most twice the
 * limit open at a time.
 */
async function countStream(context: Context, caller: string): Promise<void> {
	const { LIMIT_STREAMS } = context.settings;
	const granted = await silentAddressQuota(context, {
		address: caller,
		key: (network) => `streams:${network}`,
		limit: LIMIT_STREAMS,
		window_ms: STREAM_MS,
	}).consume();
	if (!granted.ok) throw problem("too_many_requests/pages", granted);
}

/** The last progress of a run, which says what the run was asked. */
const PROGRESS = /^id: .+\nevent: progress\ndata: (.+)\n\n/m;

/**
 * The end of a run that did not replace the earlier result: its last description and its last event;
 * null once its object has deleted the run.
 */
async function readUnappliedEnding(
	c: RequestContext,
	video_id: VideoId,
	run: RunId,
): Promise<{ analysis: Analysis | null; terminal: EventId; ending: string } | null> {
	const { db, objects } = c.get("context");
	const publication = await readPublication(db.primary, run);
	if (!publication) return null;
	const seq = publication.last_seq;
	// A run's end follows its last progress.
	const before = formatEventId({ run, seq: seq - 2 });
	const object = analysisObject(objects.VIDEO_ANALYSIS, video_id);
	const { signal } = c.req.raw;
	const events = await object.events(before, readAddress(c), signal);
	// The events of a run that has ended are sent to any number of viewers.
	if (!events || events === "full") return null;
	const text = await events.text();
	const [progress, data] = PROGRESS.exec(text) ?? [];
	const told: StreamEvents["progress"] | null = data === undefined ? null : JSON.parse(data);
	return {
		analysis: told?.analysis ?? null,
		terminal: { run, seq },
		ending: progress === undefined ? text : text.slice(text.indexOf(progress) + progress.length),
	};
}

/**
 * The complete stream of a video whose run has ended: a snapshot and the last event. `ending` is
 * the run's last event, given if the run did not become the video's result.
 */
function endedStream(
	report: Report,
	terminal: EventId,
	ending: string = encodeEnding(report.video, terminal),
): Response {
	const before = { run: terminal.run, seq: terminal.seq - 1 };
	const snapshot = encodeEvent({
		id: formatEventId(before),
		name: "snapshot",
		data: JSON.stringify(report),
	});
	return new Response(STREAM_START + snapshot + ending, {
		headers: {
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
		},
	});
}

function encodeEnding(video: Video, terminal: EventId): string {
	const ending =
		video.analysis_status === "failed"
			? { name: "failed", data: JSON.stringify(video.error) }
			: { name: "completed", data: JSON.stringify({ video }) };
	return encodeEvent({ id: formatEventId(terminal), ...ending });
}
