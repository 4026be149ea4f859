import type {
	NotificationEventName,
	NotificationStreamEvents,
	Notifications,
} from "#contract/notifications.ts";
import { encodeEvent, STREAM_START } from "#http/event-stream.ts";
import { EventHub } from "./event-hub.ts";

/** Far more than one person's tabs and programs; limits the memory that a member can use. */
const MAX_STREAMS = 20;

/**
 * How long a stream can stay open after its session or API key has ended without a call of
 * `recheck`, because it expired or because the operator deleted it.
 */
export const RECHECK_MS = 60_000;

/** Reads the list, and the hashes of the member's sessions and keys that are still valid. */
type Read = () => Promise<{ list: Notifications; credentials: ReadonlySet<string> }>;

/**
 * One member's open streams. Each belongs to the session or API key that opened it and sends
 * nothing after that has ended. Updates run one at a time. Each reads the list again and sends it
 * without awaiting anything in between, so no stream gets an older list after a newer one.
 */
export class NotificationStreams {
	readonly #read: Read;
	readonly #hub = new EventHub(() => this.#stopTimer());
	#turns: Promise<unknown> = Promise.resolve();
	#rechecks: ReturnType<typeof setInterval> | null = null;

	constructor(read: Read) {
		this.#read = read;
	}

	/** Opens a stream that starts with the list. The hash identifies the session or key. */
	open(
		credential: string,
		signal: AbortSignal | null,
	): Promise<ReadableStream<Uint8Array> | "too_many" | "ended"> {
		return this.#inTurn(async () => {
			if (this.#hub.size >= MAX_STREAMS) return "too_many";
			const { list, credentials } = await this.#read();
			if (!credentials.has(credential)) return "ended";
			this.#rechecks ??= setInterval(() => void this.recheck().catch(() => {}), RECHECK_MS);
			const first = STREAM_START + encode(list, "snapshot", list);
			return this.#hub.open(first, signal, credential) ?? "too_many";
		});
	}

	/** Sends these notifications, oldest first. Without ids, sends that the list has changed. */
	publish(ids: readonly string[]): Promise<void> {
		return this.#inTurn(async () => {
			const list = await this.#closeEnded();
			if (list) this.#send(list, ids);
		});
	}

	/** Closes the streams of sessions and keys that have ended. */
	recheck(): Promise<void> {
		return this.#inTurn(async () => {
			await this.#closeEnded();
		});
	}

	/** Closes ended streams and returns the list; null if no stream is left. */
	async #closeEnded(): Promise<Notifications | null> {
		if (!this.#hub.size) return null;
		try {
			const { list, credentials } = await this.#read();
			this.#hub.closeWhere(({ caller }) => !credentials.has(caller));
			return list;
		} catch (error) {
			// The client reconnects, is authenticated again and gets the whole list.
			this.#hub.closeAll();
			throw error;
		}
	}

	#send(list: Notifications, ids: readonly string[]): void {
		const { notifications, unread } = list;
		if (!ids.length) this.#hub.broadcast(encode(list, "snapshot", list));
		for (const one of [...notifications].reverse())
			if (ids.includes(one.id))
				this.#hub.broadcast(encode(list, "notification", { ...one, unread }));
	}

	/** Without listeners the timer must stop, so that the object can hibernate. */
	#stopTimer(): void {
		if (this.#rechecks !== null) clearInterval(this.#rechecks);
		this.#rechecks = null;
	}

	#inTurn<T>(turn: () => Promise<T>): Promise<T> {
		const taken = this.#turns.then(turn);
		this.#turns = taken.catch(() => undefined);
		return taken;
	}
}

/** Every event carries the newest id, although a reconnecting client gets the whole list anyway. */
function encode<Name extends NotificationEventName>(
	{ notifications }: Notifications,
	name: Name,
	data: NotificationStreamEvents[Name],
): string {
	const id = notifications[0]?.id ?? "0";
	return encodeEvent({ id, name, data: JSON.stringify(data) });
}
