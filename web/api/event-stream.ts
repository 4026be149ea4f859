import type { StreamEventName } from "#contract/events.ts";

/** "lost": no connection stands; the next attempt is scheduled. */
export type Connection = "connecting" | "open" | "lost";

export type StreamHandlers = {
	/** Parsed data, each event once and in order; after "lost" a snapshot comes first. */
	onEvent: (name: StreamEventName, data: unknown) => void;
	onConnection: (connection: Connection) => void;
};

/** What the supervisor needs of the browser; tests bring their own. */
export type StreamEnvironment = {
	create: (url: string) => EventSource;
	random: () => number;
	/** Calls back when the device is online again; answers how to stop that. */
	whenOnline: (callback: () => void) => () => void;
};

const EVENTS: StreamEventName[] = [
	"snapshot",
	"progress",
	"statement",
	"completed",
	"failed",
];
const TERMINAL: ReadonlySet<StreamEventName> = new Set(["completed", "failed"]);
const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000];
/** EventSource reconnects a cleanly ended stream for ever; this many idle rounds end that. */
const IDLE_RECONNECTS = 5;
/** A run says something more often than this; a silent stream is taken for dead. */
const STALL_MS = 60_000;

const BROWSER: StreamEnvironment = {
	create: (url) => new EventSource(url),
	random: Math.random,
	whenOnline: (callback) => {
		window.addEventListener("online", callback);
		return () => window.removeEventListener("online", callback);
	},
};

/**
 * Watches a video's stream until its terminal event. The browser's own
 * reconnects resume by Last-Event-ID; a refusal (429, 503, 204) closes an
 * EventSource for good, so a new one is made after a pause and starts from a
 * snapshot. Either way no event is missed or seen twice. Answers how to stop.
 */
export function superviseStream(
	url: string,
	handlers: StreamHandlers,
	environment: StreamEnvironment = BROWSER,
): () => void {
	let source: EventSource | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let attempts = 0;
	let idle = 0;
	let seen: { run: string; seq: number } | null = null;

	const stopOnline = environment.whenOnline(() => {
		if (source === null) connect();
	});

	function connect(): void {
		clearTimeout(timer);
		const opened = environment.create(url);
		source = opened;
		// A fresh EventSource is answered with a snapshot of everything.
		seen = null;
		idle = 0;
		handlers.onConnection("connecting");
		opened.addEventListener("open", () => {
			handlers.onConnection("open");
			watchForStall();
		});
		opened.addEventListener("error", () => {
			idle += 1;
			const closed = opened.readyState === opened.CLOSED;
			if (closed || idle > IDLE_RECONNECTS) retry();
			else handlers.onConnection("connecting");
		});
		for (const name of EVENTS) {
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
			// A damaged event leaves a gap that only a snapshot fills.
			retry();
			return;
		}
		attempts = 0;
		idle = 0;
		watchForStall();
		if (TERMINAL.has(name)) stop();
		handlers.onEvent(name, data);
	}

	function isRepeated(id: string): boolean {
		const cut = id.lastIndexOf("-");
		if (cut < 1) return false;
		const run = id.slice(0, cut);
		const seq = Number(id.slice(cut + 1));
		// An equal one counts: a snapshot carries the id of the latest event,
		// which may be the terminal one that follows it.
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
		stopOnline();
	}

	connect();
	return stop;
}
