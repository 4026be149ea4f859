import { STREAM_EVENTS, type StreamEventName } from "#contract/events.ts";

/**
 * "lost": there is no connection, and the first attempt to reconnect has failed. The next attempt
 * is scheduled.
 */
export type Connection = "connecting" | "open" | "lost";

export type StreamHandlers = {
	/** Receives parsed data, each event once and in order. After "lost" a snapshot comes first. */
	onEvent: (name: StreamEventName, data: unknown) => void;
	onConnection: (connection: Connection) => void;
};

/** The browser features that the stream uses; tests replace them. */
export type StreamEnvironment = {
	create: (url: string) => EventSource;
	random: () => number;
	/** The time in milliseconds, which continues while the device sleeps. */
	now: () => number;
	/**
	 * Registers a callback for moments when the connection may be dead: "online" after the device
	 * was offline, "seen" when the page becomes visible again. Returns a function that unregisters
	 * it.
	 */
	onReturn: (callback: (why: "online" | "seen") => void) => () => void;
};

const TERMINAL: ReadonlySet<StreamEventName> = new Set(["completed", "failed"]);
const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000];
/**
 * EventSource reconnects to a cleanly ended stream forever. After this many rounds without an
 * event it is closed.
 */
const IDLE_RECONNECTS = 5;
/**
 * A run sends events more often than this. EventSource hides heartbeats, so longer silence counts
 * as a dead connection.
 */
const STALL_MS = 60_000;
/** After this much silence, a page that becomes visible may have slept. */
const STALE_MS = 20_000;
/** The browser's first reconnect often succeeds, so no warning is shown before it fails. */
const SILENT_RECONNECTS = 1;

const BROWSER: StreamEnvironment = {
	create: (url) => new EventSource(url),
	random: Math.random,
	now: Date.now,
	onReturn: (callback) => {
		const stop = new AbortController();
		const until = { signal: stop.signal };
		const seen = () => {
			if (document.visibilityState === "visible") callback("seen");
		};
		window.addEventListener("online", () => callback("online"), until);
		window.addEventListener("pageshow", seen, until);
		document.addEventListener("visibilitychange", seen, until);
		return () => stop.abort();
	},
};

/**
 * Follows a video's stream until its terminal event. The browser's own reconnects resume by
 * Last-Event-ID. A refusal (429, 503, 204) closes an EventSource permanently, so a new one is
 * opened after a pause and starts with a snapshot. In both cases no event is missed or delivered
 * twice. Returns a function that closes the stream.
 */
export function openReportStream(
	url: string,
	handlers: StreamHandlers,
	environment: StreamEnvironment = BROWSER,
): () => void {
	let source: EventSource | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let attempts = 0;
	let idle = 0;
	let seen: { run: string; seq: number } | null = null;

	let last_event_at = environment.now();

	const stopWaiting = environment.onReturn((why) => {
		// After sleep or a network change, the old connection may be dead without an error.
		const silent = environment.now() - last_event_at;
		if (why === "seen" && source !== null && silent < STALE_MS) return;
		source?.close();
		connect();
	});

	function connect(): void {
		clearTimeout(timer);
		const opened = environment.create(url);
		source = opened;
		// A new EventSource receives a snapshot of everything.
		seen = null;
		idle = 0;
		// The connection counts as lost until the new one is open.
		if (attempts === 0) handlers.onConnection("connecting");
		opened.addEventListener("open", () => {
			handlers.onConnection("open");
			last_event_at = environment.now();
			watchForStall();
		});
		opened.addEventListener("error", () => {
			idle += 1;
			const closed = opened.readyState === opened.CLOSED;
			if (closed || idle > IDLE_RECONNECTS) retry();
			else handlers.onConnection(idle > SILENT_RECONNECTS ? "lost" : "connecting");
		});
		for (const name of STREAM_EVENTS) {
			opened.addEventListener(name, (event) => receive(name, event));
		}
		watchForStall();
	}

	function receive(name: StreamEventName, event: MessageEvent<string>): void {
		if (isRepeated(event.lastEventId)) return;
		let data: unknown;
		try {
			data = JSON.parse(event.data);
		} catch {
			// A malformed event leaves a gap that only a snapshot can fill.
			retry();
			return;
		}
		attempts = 0;
		idle = 0;
		last_event_at = environment.now();
		watchForStall();
		if (TERMINAL.has(name)) stop();
		handlers.onEvent(name, data);
	}

	function isRepeated(id: string): boolean {
		const cut = id.lastIndexOf("-");
		if (cut < 1) return false;
		const run = id.slice(0, cut);
		const seq = Number(id.slice(cut + 1));
		// An equal id is accepted: a snapshot has the id of the latest event, which may be the
		// terminal event that follows it.
		const repeated = seen !== null && seen.run === run && seq < seen.seq;
		if (!repeated) seen = { run, seq };
		return repeated;
	}

	function watchForStall(): void {
		clearTimeout(timer);
		timer = setTimeout(retry, STALL_MS);
	}

	function retry(): void {
		source?.close();
		source = null;
		handlers.onConnection("lost");
		const pause = BACKOFF_MS[Math.min(attempts, BACKOFF_MS.length - 1)] ?? 0;
		attempts += 1;
		clearTimeout(timer);
		timer = setTimeout(connect, pause * (0.75 + environment.random() / 2));
	}

	function stop(): void {
		clearTimeout(timer);
		source?.close();
		stopWaiting();
	}

	connect();
	return stop;
}
