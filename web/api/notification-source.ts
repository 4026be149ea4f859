import { NOTIFICATION_EVENTS, STREAM_MS } from "#contract/events.ts";
import type { NotificationEventName, NotificationStreamEvents } from "#contract/notifications.ts";

/** An event with its name and its data. */
export type NotificationEvent = {
	[Name in NotificationEventName]: {
		name: Name;
		data: NotificationStreamEvents[Name];
	};
}[NotificationEventName];

export type SourceHandlers = {
	onEvent: (event: NotificationEvent) => void;
	/** Called when the server refuses the stream, for example because the session has ended. */
	onRefused: () => void;
};

/** The browser features that the stream uses; tests replace them. */
export type SourceEnvironment = {
	create: (url: string) => EventSource;
	random: () => number;
	/**
	 * Registers a callback for when the device is online again. Returns a function that unregisters
	 * it.
	 */
	onOnline: (callback: () => void) => () => void;
};

const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
/**
 * EventSource reconnects to an ended stream forever. After this many rounds without an event it
 * is closed.
 */
const IDLE_RECONNECTS = 5;
/**
 * The server ends streams earlier and sends the list on every reconnect, so longer silence means
 * a dead connection.
 */
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
 * Listens for notifications until stopped. The browser reconnects by itself if a stream breaks. A
 * refusal closes an EventSource permanently, so a new one is opened after a pause. Every
 * connection starts with the whole list, so nothing is missed. Returns a function that stops it.
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
			// A malformed event leaves a gap that only the whole list can fill.
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
