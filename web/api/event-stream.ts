import { STREAM_EVENTS, type StreamEventName } from "#contract/events.ts";

/**
 * "lost": there is no connection, and the first attempt to reconnect has failed. The next attempt
 * is scheduled.
 */
export type Connection = "connecting" | "open" | "lost";

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

type EventStream<Name extends string> = {
	url: string;
	names: readonly Name[];
	/** The pauses before new streams; the last one is repeated. */
	backoff_ms: readonly number[];
	/** Longer silence counts as a dead connection. */
	stall_ms: number;
	/** How long an open stream must have been silent to be replaced when the device returns. */
	replace_after_ms: { online: number; seen: number };
	/** Receives parsed data, each event once and in order. */
	onEvent: (name: Name, data: unknown) => void;
	onConnection?: (connection: Connection) => void;
	/** Called before a stream is opened. */
	onConnect?: () => void;
	/** Called when the server refuses the stream, for example because the session has ended. */
	onRefused?: () => void;
	/** Whether the event with this id was received before. */
	isRepeated?: (id: string) => boolean;
	/** Whether no event follows this one. */
	isLast?: (name: Name) => boolean;
};

/**
 * EventSource reconnects to a cleanly ended stream forever. After this many rounds without an
 * event it is closed.
 */
const IDLE_RECONNECTS = 5;
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
 * Keeps a stream open. The browser reconnects by itself if a stream breaks. A refusal (429, 503,
 * 204) closes an EventSource permanently, so a new one is opened after a pause. Returns a function
 * that closes the stream.
 */
export function openEventStream<Name extends string>(
	stream: EventStream<Name>,
	environment: StreamEnvironment = BROWSER,
): () => void {
	let source: EventSource | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let attempts = 0;
	let idle = 0;
	let last_event_at = environment.now();

	const stopWaiting = environment.onReturn((why) => {
		// After sleep or a network change, the old connection may be dead without an error.
		const silent_ms = environment.now() - last_event_at;
		if (source !== null && silent_ms < stream.replace_after_ms[why]) return;
		source?.close();
		connect();
	});

	function connect(): void {
		const opened = environment.create(stream.url);
		source = opened;
		idle = 0;
		stream.onConnect?.();
		// The connection counts as lost until the new one is open.
		if (attempts === 0) stream.onConnection?.("connecting");
		opened.addEventListener("open", () => {
			stream.onConnection?.("open");
			watchForStall();
		});
		opened.addEventListener("error", () => {
			idle += 1;
			const closed = opened.readyState === opened.CLOSED;
			if (closed || idle > IDLE_RECONNECTS) retry();
			else stream.onConnection?.(idle > SILENT_RECONNECTS ? "lost" : "connecting");
			if (closed) stream.onRefused?.();
		});
		for (const name of stream.names) {
			opened.addEventListener(name, (event: MessageEvent<string>) => receive(name, event));
		}
		watchForStall();
	}

	function receive(name: Name, event: MessageEvent<string>): void {
		if (stream.isRepeated?.(event.lastEventId)) return;
		let data: unknown;
		try {
			data = JSON.parse(event.data);
		} catch {
			// A malformed event leaves a gap that only a new stream's first event can fill.
			retry();
			return;
		}
		attempts = 0;
		idle = 0;
		watchForStall();
		if (stream.isLast?.(name)) stop();
		stream.onEvent(name, data);
	}

	function watchForStall(): void {
		last_event_at = environment.now();
		clearTimeout(timer);
		timer = setTimeout(retry, stream.stall_ms);
	}

	function retry(): void {
		source?.close();
		source = null;
		stream.onConnection?.("lost");
		const pause = stream.backoff_ms[Math.min(attempts, stream.backoff_ms.length - 1)] ?? 0;
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

const TERMINAL: ReadonlySet<StreamEventName> = new Set(["completed", "failed"]);
/**
 * A run sends events more often than this. EventSource hides heartbeats, so longer silence counts
 * as a dead connection.
 */
const STALL_MS = 60_000;
/** After this much silence, a page that becomes visible may have slept. */
const STALE_MS = 20_000;

/**
 * Follows a video's stream until its terminal event. The browser's own reconnects resume by
 * Last-Event-ID, and a new stream starts with a snapshot, so no event is missed or delivered
 * twice. After "lost" a snapshot comes first.
 */
export function openReportStream(
	url: string,
	handlers: {
		onEvent: (name: StreamEventName, data: unknown) => void;
		onConnection: (connection: Connection) => void;
	},
	environment?: StreamEnvironment,
): () => void {
	let seen: { run: string; seq: number } | null = null;

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

	return openEventStream(
		{
			url,
			names: STREAM_EVENTS,
			backoff_ms: [1_000, 2_000, 5_000, 10_000],
			stall_ms: STALL_MS,
			replace_after_ms: { online: 0, seen: STALE_MS },
			...handlers,
			// A new EventSource receives a snapshot of everything.
			onConnect: () => {
				seen = null;
			},
			isRepeated,
			isLast: (name) => TERMINAL.has(name),
		},
		environment,
	);
}
