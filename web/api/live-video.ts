import { useCallback, useSyncExternalStore } from "react";
import type { Report } from "#contract/video.ts";
import { ApiProblem } from "./api-problem.ts";
import { superviseStream } from "./event-stream.ts";
import { keys } from "./keys.ts";
import {
	applyReport,
	applyStreamEvent,
	applyVideo,
	isUntitled,
	type LiveState,
	NOTHING_YET,
} from "./live-state.ts";
import { request } from "./request.ts";

type Entry = {
	state: LiveState;
	listeners: Set<() => void>;
	stop: () => void;
};

/**
 * One stream a video, shared by everything on the page that watches it, because a browser opens
 * only six connections to an origin.
 */
const entries = new Map<string, Entry>();

/** Lets the next page take over the stream without a new connection. */
const LINGER_MS = 1_000;

/** The video's live state; watches nothing while `id` is null. */
export function useLiveVideo(id: string | null): LiveState {
	const subscribe = useCallback(
		(listener: () => void) => (id === null ? () => {} : watch(id, listener)),
		[id],
	);
	return useSyncExternalStore(subscribe, () =>
		id === null ? NOTHING_YET : (entries.get(id)?.state ?? NOTHING_YET),
	);
}

/** Forgets how the last run ended and follows the one that has just started. */
export function followNewRun(id: string): void {
	const entry = entries.get(id);
	if (entry === undefined) return;
	entry.stop();
	update(entry, NOTHING_YET);
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
		}, LINGER_MS);
	};
}

function create(id: string): Entry {
	const entry: Entry = {
		state: NOTHING_YET,
		listeners: new Set(),
		stop: () => {},
	};
	entries.set(id, entry);
	entry.stop = open(id, entry);
	return entry;
}

function open(id: string, entry: Entry): () => void {
	return superviseStream(keys.events(id), {
		onEvent: (name, data) => {
			update(entry, applyStreamEvent(entry.state, name, data));
			if (name === "progress" && isUntitled(entry.state))
				void readVideo(id, entry);
		},
		onConnection: (connection) => {
			update(entry, { ...entry.state, connection });
			if (connection === "lost") void catchUp(id, entry);
		},
	});
}

/**
 * Whoever comes before the run has read what the video is called was given a
 * snapshot without it, and the stream gives no other: the report has it then.
 */
async function readVideo(id: string, entry: Entry): Promise<void> {
	const report = await request<Report>(keys.report(id)).catch(() => null);
	if (report === null || entries.get(id) !== entry) return;
	if (isUntitled(entry.state))
		update(entry, applyVideo(entry.state, report.video));
}

/** If no stream can be opened, the report itself shows the progress. */
async function catchUp(id: string, entry: Entry): Promise<void> {
	const report = await request<Report>(keys.report(id)).catch(
		(thrown: unknown) => thrown,
	);
	// A stream that has reconnected in the meantime knows better.
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
