import { createParser } from "eventsource-parser";

export type ReadEvent = { id: string; event: string; data: unknown };

/** An open event stream as a test sees it. */
export type EventReader = {
	status: number;
	headers: Headers;
	/** Everything that came so far, in order. */
	events: ReadEvent[];
	/** The reconnection time that the server asked for, or null. */
	readonly retry_ms: number | null;
	/** Resolves when an event fits; rejects when the stream ends first. */
	until: (fits: (event: ReadEvent) => boolean) => Promise<ReadEvent>;
	/** Resolves when the server has closed the stream, or it broke. */
	ended: Promise<void>;
	close: () => void;
};

type Waiter = {
	fits: (event: ReadEvent) => boolean;
	resolve: (event: ReadEvent) => void;
	reject: (error: Error) => void;
};

/** Reads a stream of server-sent events to its end, as EventSource would. */
export async function readEvents(
	url: string,
	last_event_id?: string,
	cookie = "",
): Promise<EventReader> {
	const aborter = new AbortController();
	const response = await fetch(url, {
		headers: {
			// Left open, it would be given to a later request, and be closed just then.
			connection: "close",
			...(last_event_id && { "last-event-id": last_event_id }),
			...(cookie && { cookie }),
		},
		signal: aborter.signal,
	});
	const events: ReadEvent[] = [];
	const waiters = new Set<Waiter>();
	let retry_ms: number | null = null;
	const parser = createParser({
		onRetry: (value) => {
			retry_ms = value;
		},
		onEvent: (raw) => {
			const event = {
				id: raw.id ?? "",
				event: raw.event ?? "message",
				data: JSON.parse(raw.data),
			};
			events.push(event);
			for (const waiter of waiters)
				if (waiter.fits(event)) {
					waiters.delete(waiter);
					waiter.resolve(event);
				}
		},
	});
	let over = false;
	const ended = readAll(response, (text) => parser.feed(text))
		.catch(() => undefined)
		.then(() => {
			over = true;
			for (const waiter of waiters)
				waiter.reject(new Error(`The stream of ${url} ended before that.`));
		});
	return {
		status: response.status,
		headers: response.headers,
		events,
		get retry_ms() {
			return retry_ms;
		},
		until: (fits) =>
			new Promise((resolve, reject) => {
				const there = events.find(fits);
				if (there) resolve(there);
				else if (over)
					reject(new Error(`The stream of ${url} has no such event.`));
				else waiters.add({ fits, resolve, reject });
			}),
		ended,
		close: () => aborter.abort(),
	};
}

async function readAll(
	response: Response,
	feed: (text: string) => void,
): Promise<void> {
	if (!response.body) return;
	const decoder = new TextDecoder();
	for await (const chunk of response.body)
		feed(decoder.decode(chunk, { stream: true }));
}
