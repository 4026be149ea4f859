import { NOTIFICATION_STREAM_MS, RECONNECT_MS } from "#contract/events.ts";
import type {
	NotificationEventName,
	NotificationStreamEvents,
	Notifications,
} from "#contract/notifications.ts";
import { encodeEvent, encodeRetry } from "#http/event-stream.ts";
import { EventHub } from "./event-hub.ts";

/** Far more than one person's tabs and programs; limits the memory that a member can use. */
const MAX_STREAMS = 20;

/**
 * One member's open streams. Each update reads the list again and sends it without
 * awaiting anything in between, one update at a time: no stream gets an older list after
 * a newer one.
 */
export class NotificationStreams {
	readonly #read: () => Promise<Notifications>;
	readonly #hub = new EventHub(() => this.#stopTimer());
	#turns: Promise<unknown> = Promise.resolve();
	#life: ReturnType<typeof setTimeout> | null = null;

	constructor(read: () => Promise<Notifications>) {
		this.#read = read;
	}

	/** Opens a stream that starts with the list; null if the member has too many. */
	open(signal: AbortSignal | null): Promise<ReadableStream<Uint8Array> | null> {
		return this.#inTurn(async () => {
			if (this.#hub.size >= MAX_STREAMS) return null;
			const list = await this.#read();
			this.#life ??= setTimeout(
				() => this.#hub.closeAll(),
				NOTIFICATION_STREAM_MS,
			);
			const first = encodeRetry(RECONNECT_MS) + encode(list, "snapshot", list);
			return this.#hub.open(first, signal);
		});
	}

	/** Sends these notifications, oldest first; without ids, sends that the list has changed. */
	publish(ids: readonly string[]): Promise<void> {
		return this.#inTurn(async () => {
			if (!this.#hub.size) return;
			try {
				this.#send(await this.#read(), ids);
			} catch (error) {
				// A client that reconnects gets the whole list.
				this.#hub.closeAll();
				throw error;
			}
		});
	}

	/** Closes all streams; a page that is still signed in opens its own again. */
	end(): Promise<void> {
		return this.#inTurn(async () => this.#hub.closeAll());
	}

	#send(list: Notifications, ids: readonly string[]): void {
		const { notifications, unread } = list;
		if (!ids.length) this.#hub.broadcast(encode(list, "snapshot", list));
		for (const one of [...notifications].reverse())
			if (ids.includes(one.id))
				this.#hub.broadcast(encode(list, "notification", { ...one, unread }));
	}

	/** Stops the timer, so that the object can sleep without listeners. */
	#stopTimer(): void {
		if (this.#life !== null) clearTimeout(this.#life);
		this.#life = null;
	}

	#inTurn<T>(turn: () => Promise<T>): Promise<T> {
		const taken = this.#turns.then(turn);
		this.#turns = taken.catch(() => undefined);
		return taken;
	}
}

/** Events carry the newest id, although a reconnect gets the whole list anyway. */
function encode<Name extends NotificationEventName>(
	{ notifications }: Notifications,
	name: Name,
	data: NotificationStreamEvents[Name],
): string {
	const id = notifications[0]?.id ?? "0";
	return encodeEvent({ id, name, data: JSON.stringify(data) });
}
