import { NOTIFICATION_EVENTS, STREAM_MS } from "#contract/events.ts";
import type {
	NotificationEventName,
	NotificationStreamEvents,
} from "#contract/notifications.ts";

/** An event with its name and its data. */
export type NotificationEvent = {
	[Name in NotificationEventName]: {
		name: Name;
		data: NotificationStreamEvents[Name];
	};
}[NotificationEventName];

export type SourceHandlers = {
	onEvent: (event: NotificationEvent) => void;
	/** The server refuses the stream: the session may have ended. */
	onRefused: () => void;
};

/** What the stream needs from the browser; tests pass their own. */
export type SourceEnvironment = {
	create: (url: string) => EventSource;
	random: () => number;
	/** Calls back when the device is online again; returns a function that stops it. */
	onOnline: (callback: () => void) => () => void;
};

const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
/** EventSource reconnects to an ended stream for ever; after this many rounds without an event it is closed. */
const IDLE_RECONNECTS = 5;
/** The server ends a stream earlier and sends the list on every reconnect: a longer silence is a dead connection. */
const STALL_MS = STREAM_MS + 2 * 60_000;

const BROWSER: SourceEnvironment = {
	create: (url) => new EventSource(url),
	random: Math.random,
	onOnline: (callback) => {
		window.addEventListener("online", callback);
		return () => window.removeEventListener("online", callback);
	},
};

/**
 * Listens until it is stopped. The browser reconnects by itself if a stream breaks; a refusal
 * closes an EventSource for good, so a new one is made after a pause. Every connection begins with
 * the whole list, so nothing is missed. Returns a function that stops it.
 */
export function openNotificationStream(
	url: string,
	{ onEvent, onRefused }: SourceHandlers,
	environment: SourceEnvironment = BROWSER,
): () => void {
	let source: EventSource | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let attempts = 0;
	let idle = 0;

	const ignoreOnline = environment.onOnline(() => {
		if (source === null) connect();
	});

	function connect(): void {
		const opened = environment.create(url);
		source = opened;
		idle = 0;
		opened.addEventListener("error", () => {
			idle += 1;
			const closed = opened.readyState === opened.CLOSED;
			if (closed || idle > IDLE_RECONNECTS) retry();
			if (closed) onRefused();
		});
		for (const name of NOTIFICATION_EVENTS) {
			opened.addEventListener(name, (event) => receive(name, event.data));
		}
		watchForStall();
	}

	function receive(name: NotificationEventName, text: string): void {
		let data: unknown;
		try {
			data = JSON.parse(text);
		} catch {
			// A damaged event leaves a gap that only the list fills.
			retry();
			return;
		}
		attempts = 0;
		idle = 0;
		watchForStall();
		onEvent({ name, data } as NotificationEvent);
	}

	function watchForStall(): void {
		clearTimeout(timer);
		timer = setTimeout(retry, STALL_MS);
	}

	function retry(): void {
		source?.close();
		source = null;
		const pause = BACKOFF_MS[Math.min(attempts, BACKOFF_MS.length - 1)] ?? 0;
		attempts += 1;
		clearTimeout(timer);
		timer = setTimeout(connect, pause * (0.75 + environment.random() / 2));
	}

	connect();
	return () => {
		clearTimeout(timer);
		source?.close();
		ignoreOnline();
	};
}
