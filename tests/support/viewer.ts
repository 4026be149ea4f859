import { setTimeout as sleep } from "node:timers/promises";
import {
	type EventReader,
	type ReadEvent,
	readEvents,
} from "./event-reader.ts";

/** Somebody who keeps a page open: a lost stream is taken up again where it broke off. */
export type Viewer = {
	/** Everything that came so far, over all connections, in order. */
	readonly events: ReadEvent[];
	/** How often a stream was opened. */
	readonly connections: number;
	/** Resolves when the server wants no further reconnect; rejects as EventSource gives up. */
	done: Promise<void>;
	leave: () => void;
};

const NO_MORE = 204;
const LATER = 503;

/**
 * Watches as EventSource does, but comes back after `reconnect_ms`, whatever the server asks;
 * a `patient` one also after 503, as the web app does.
 */
export function watch(
	url: string,
	reconnect_ms: number,
	{ patient = false } = {},
): Viewer {
	const past: ReadEvent[] = [];
	let current: EventReader | null = null;
	let connections = 0;
	let gone = false;

	const lastId = () => past.findLast(({ id }) => id !== "")?.id;

	async function follow(): Promise<void> {
		while (!gone) {
			const reader = await readEvents(url, lastId()).catch(() => null);
			if (reader?.status === NO_MORE) return;
			if (reader && !(patient && reader.status === LATER)) await takeIn(reader);
			await sleep(reconnect_ms);
		}
	}

	async function takeIn(reader: EventReader): Promise<void> {
		if (reader.status !== 200)
			throw new Error(`The stream answered ${reader.status}.`);
		connections++;
		current = reader;
		await reader.ended;
		past.push(...reader.events);
		current = null;
	}

	const done = follow();
	// Who never waits for the end does not hear of it.
	done.catch(() => {});
	return {
		get events() {
			return [...past, ...(current?.events ?? [])];
		},
		get connections() {
			return connections;
		},
		done,
		leave: () => {
			gone = true;
			current?.close();
		},
	};
}
