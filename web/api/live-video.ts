import { useCallback, useSyncExternalStore } from "react";
import type { Report } from "#contract/video.ts";
import { ApiProblem } from "./api-problem.ts";
import { openReportStream } from "./event-stream.ts";
import { keys } from "./keys.ts";
import {
	applyReport,
	applyStreamEvent,
	applyVideo,
	INITIAL_STATE,
	isUntitled,
	type LiveState,
} from "./live-state.ts";
import { request } from "./request.ts";

type Entry = { state: LiveState; listeners: Set<() => void>; stop: () => void };

/**
 * One stream per video, shared by all components, because a browser opens at most six connections
 * per origin.
 */
const entries = new Map<string, Entry>();

/** Lets the next page take over the stream without a new connection. */
const UNSUBSCRIBE_DELAY_MS = 1_000;

/** The video's live state. While `id` is null, no stream is opened. */
export function useLiveVideo(id: string | null): LiveState {
	const subscribe = useCallback(
		(listener: () => void) => (id === null ? () => {} : watch(id, listener)),
		[id],
	);
	return useSyncExternalStore(
		subscribe,
		() => (id === null ? INITIAL_STATE : (entries.get(id)?.state ?? INITIAL_STATE)),
		() => INITIAL_STATE,
	);
}

/** Resets the outcome of the last run and follows the new one. */
export function followNewRun(id: string): void {
	const entry = entries.get(id);
	if (entry === undefined) return;
	entry.stop();
	update(entry, INITIAL_STATE);
	entry.stop = open(id, entry);
}

function watch(id: string, listener: () => void): () => void {
	const entry = entries.get(id) ?? create(id);
	entry.listeners.add(listener);
	return () => {
		entry.listeners.delete(listener);
		setTimeout(() => {
			if (entry.listeners.size > 0 || entries.get(id) !== entry) return;
			entry.stop();
			entries.delete(id);
		}, UNSUBSCRIBE_DELAY_MS);
	};
}

function create(id: string): Entry {
	const entry: Entry = { state: INITIAL_STATE, listeners: new Set(), stop: () => {} };
	entries.set(id, entry);
	entry.stop = open(id, entry);
	return entry;
}

function open(id: string, entry: Entry): () => void {
	return openReportStream(keys.events(id), {
		onEvent: (name, data) => {
			update(entry, applyStreamEvent(entry.state, name, data));
			if (name === "progress" && isUntitled(entry.state)) void readVideo(id, entry);
		},
		onConnection: (connection) => {
			update(entry, { ...entry.state, connection });
			if (connection === "lost") void readReport(id, entry);
		},
	});
}

/**
 * Reads the title from the report. A viewer who connects before the run has read the title gets a
 * snapshot without it, and the stream sends no second snapshot.
 */
async function readVideo(id: string, entry: Entry): Promise<void> {
	const report = await request<Report>(keys.report(id)).catch(() => null);
	if (report === null || entries.get(id) !== entry) return;
	if (isUntitled(entry.state)) update(entry, applyVideo(entry.state, report.video));
}

/** Polls the report for progress if no stream can be opened. */
async function readReport(id: string, entry: Entry): Promise<void> {
	const report = await request<Report>(keys.report(id)).catch((thrown: unknown) => thrown);
	// A stream that has reconnected in the meantime has newer data.
	if (entries.get(id) !== entry || entry.state.connection === "open") return;
	const gone = report instanceof ApiProblem && report.status === 404;
	if (!gone && report instanceof Error) return;
	const state = applyReport(entry.state, gone ? null : (report as Report));
	if (state.ending !== null) entry.stop();
	update(entry, state);
}

function update(entry: Entry, state: LiveState): void {
	entry.state = state;
	for (const listener of entry.listeners) listener();
}
