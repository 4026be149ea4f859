import { HEARTBEAT_MS } from "#contract/events.ts";
import { HEARTBEAT } from "#http/event-stream.ts";

/** A viewer with more unread bytes is dropped; this fits a snapshot and many events. */
const MAX_UNREAD_BYTES = 2 * 1024 * 1024;

type Viewer = { controller: ReadableStreamDefaultController<Uint8Array> };

/**
 * The open event streams of one object. Only a write shows that a viewer has gone, so a
 * heartbeat writes to all of them.
 */
export class EventHub {
	readonly #viewers = new Set<Viewer>();
	readonly #encoder = new TextEncoder();
	readonly #onEmpty: () => void;
	#heartbeat: ReturnType<typeof setInterval> | null = null;

	/** `onEmpty` is called when the last viewer has gone. */
	constructor(onEmpty: () => void = () => {}) {
		this.#onEmpty = onEmpty;
	}

	get size(): number {
		return this.#viewers.size;
	}

	/** Opens a stream that starts with `first` and then follows the broadcasts. */
	open(first: string, signal: AbortSignal | null): ReadableStream<Uint8Array> {
		let viewer: Viewer | null = null;
		const leave = () => {
			if (viewer) this.#remove(viewer);
		};
		return new ReadableStream<Uint8Array>(
			{
				start: (controller) => {
					viewer = { controller };
					this.#viewers.add(viewer);
					this.#beat();
					signal?.addEventListener("abort", leave, { once: true });
					this.#write(viewer, this.#encoder.encode(first));
				},
				cancel: leave,
			},
			new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
		);
	}

	broadcast(text: string): void {
		if (!this.#viewers.size) return;
		const bytes = this.#encoder.encode(text);
		for (const viewer of this.#viewers) this.#write(viewer, bytes);
	}

	/** Ends every stream after the last event was sent. */
	closeAll(): void {
		for (const viewer of [...this.#viewers]) {
			this.#remove(viewer);
			try {
				viewer.controller.close();
			} catch {
				// Already closed by the other side.
			}
		}
	}

	#write(viewer: Viewer, bytes: Uint8Array): void {
		try {
			if ((viewer.controller.desiredSize ?? 0) <= 0) {
				this.#remove(viewer);
				viewer.controller.error(new Error("The viewer does not read."));
				return;
			}
			viewer.controller.enqueue(bytes);
		} catch {
			this.#remove(viewer);
		}
	}

	#remove(viewer: Viewer): void {
		this.#viewers.delete(viewer);
		if (!this.#viewers.size && this.#heartbeat !== null) {
			clearInterval(this.#heartbeat);
			this.#heartbeat = null;
			this.#onEmpty();
		}
	}

	#beat(): void {
		this.#heartbeat ??= setInterval(
			() => this.broadcast(HEARTBEAT),
			HEARTBEAT_MS,
		);
	}
}
