import { RECONNECT_MS } from "#contract/events.ts";
import type {
	NotificationEventName,
	NotificationStreamEvents,
	Notifications,
} from "#contract/notifications.ts";
import { encodeEvent, encodeRetry } from "#http/event-stream.ts";
import { EventHub } from "./event-hub.ts";

/** Far more than one person's tabs and programs; bounds what a member makes us hold. */
const MAX_STREAMS = 20;
/** A stream outlives its session by no more than this: it ends, and who comes back is asked again. */
export const STREAM_LIFE_MS = 10 * 60_000;

/**
 * One member's open streams. Every turn reads the list anew and then tells it
 * without a pause, one turn at a time: no stream is shown what is older than
 * what it was shown before.
 */
export class NotificationStreams {
	readonly #read: () => Promise<Notifications>;
	readonly #hub = new EventHub(() => this.#rest());
	#turns: Promise<unknown> = Promise.resolve();
	#life: ReturnType<typeof setTimeout> | null = null;

	constructor(read: () => Promise<Notifications>) {
		this.#read = read;
	}

	/** Opens a stream that starts with the list; null where the member has too many. */
	open(signal: AbortSignal | null): Promise<ReadableStream<Uint8Array> | null> {
		return this.#inTurn(async () => {
			if (this.#hub.size >= MAX_STREAMS) return null;
			const list = await this.#read();
			this.#life ??= setTimeout(() => this.#hub.closeAll(), STREAM_LIFE_MS);
			const first = encodeRetry(RECONNECT_MS) + encode(list, "snapshot", list);
			return this.#hub.open(first, signal);
		});
	}

	/** Tells of these, oldest first; of none: that the list has changed. */
	ring(ids: readonly string[]): Promise<void> {
		return this.#inTurn(async () => {
			if (!this.#hub.size) return;
			try {
				this.#tell(await this.#read(), ids);
			} catch (error) {
				// Whoever comes back is given the whole list.
				this.#hub.closeAll();
				throw error;
			}
		});
	}

	/** Ends all of them: who still may listen comes back, and everybody is asked again. */
	end(): Promise<void> {
		return this.#inTurn(async () => this.#hub.closeAll());
	}

	#tell(list: Notifications, ids: readonly string[]): void {
		const { notifications, unread } = list;
		if (!ids.length) this.#hub.broadcast(encode(list, "snapshot", list));
		for (const one of [...notifications].reverse())
			if (ids.includes(one.id))
				this.#hub.broadcast(encode(list, "notification", { ...one, unread }));
	}

	/** Nothing keeps the object awake while nobody listens. */
	#rest(): void {
		if (this.#life !== null) clearTimeout(this.#life);
		this.#life = null;
	}

	#inTurn<T>(turn: () => Promise<T>): Promise<T> {
		const taken = this.#turns.then(turn);
		this.#turns = taken.catch(() => undefined);
		return taken;
	}
}

/** The newest one's id goes along, though a reconnect needs none: it is given the list. */
function encode<Name extends NotificationEventName>(
	{ notifications }: Notifications,
	name: Name,
	data: NotificationStreamEvents[Name],
): string {
	const id = notifications[0]?.id ?? "0";
	return encodeEvent({ id, name, data: JSON.stringify(data) });
}
