import { HEARTBEAT_MS, STREAM_MS } from "#contract/events.ts";
import { HEARTBEAT, MAX_STREAM_UNREAD_BYTES, MAX_STREAMS_A_CALLER } from "#http/event-stream.ts";
import { countedNetworks } from "#identity/network.ts";

/**
 * The limit for all viewers together. The object has 128 MB, and its run needs room beside the
 * viewers.
 */
const MAX_UNREAD_IN_ALL = 32 * 1024 * 1024;
/** More viewers than an object can write to within one heartbeat. */
const MAX_VIEWERS = 20_000;

type Viewer = {
	caller: string;
	/** The number of the last event that the viewer already has. */
	after: number;
	/** The networks in which the caller is counted. */
	networks: string[];
	/** When the stream ends, in epoch milliseconds. */
	ends_at: number;
	controller: ReadableStreamDefaultController<Uint8Array>;
};

/**
 * The open event streams of one object. Only a write reveals that a viewer has disconnected, so a
 * heartbeat writes to all streams.
 */
export class EventHub {
	readonly #viewers = new Set<Viewer>();
	readonly #encoder = new TextEncoder();
	readonly #onEmpty: () => void;
	#heartbeat: ReturnType<typeof setInterval> | null = null;
	/** An upper bound of the bytes that all viewers have not read. */
	#unread_at_most = 0;

	/** `onEmpty` is called when the last viewer has disconnected. */
	constructor(onEmpty: () => void = () => {}) {
		this.#onEmpty = onEmpty;
	}

	get size(): number {
		return this.#viewers.size;
	}

	/**
	 * Opens a stream that starts with `first` and then follows the broadcasts of events after the
	 * number `after`. Returns null if this caller, or all callers together, have reached the limit.
	 */
	open(
		first: string,
		signal: AbortSignal | null,
		caller: string,
		after = 0,
	): ReadableStream<Uint8Array> | null {
		if (this.size >= MAX_VIEWERS) return null;
		const counted = countedNetworks(caller);
		const networks = counted.map(({ network }) => network);
		const full = counted.some(
			({ network, share }) => this.#countIn(network) >= MAX_STREAMS_A_CALLER * share,
		);
		if (full) return null;
		let viewer: Viewer | null = null;
		const leave = () => {
			if (viewer) this.#remove(viewer);
		};
		return new ReadableStream<Uint8Array>(
			{
				start: (controller) => {
					const ends_at = Date.now() + STREAM_MS;
					viewer = { caller, networks, after, ends_at, controller };
					this.#viewers.add(viewer);
					this.#beat();
					signal?.addEventListener("abort", leave, { once: true });
					this.#write(viewer, this.#encoder.encode(first));
				},
				cancel: leave,
			},
			new ByteLengthQueuingStrategy({ highWaterMark: MAX_STREAM_UNREAD_BYTES }),
		);
	}

	/** Without a number, `text` is for all viewers. */
	broadcast(text: string, seq = Number.POSITIVE_INFINITY): void {
		if (!this.#viewers.size) return;
		const bytes = this.#encoder.encode(text);
		for (const viewer of [...this.#viewers]) if (seq > viewer.after) this.#write(viewer, bytes);
	}

	/** Ends every stream after the last event was sent. */
	closeAll(): void {
		this.closeWhere(() => true);
	}

	/** Ends the streams for which `ends` returns true. */
	closeWhere(ends: (viewer: Pick<Viewer, "caller" | "ends_at">) => boolean) {
		for (const viewer of [...this.#viewers]) {
			if (!ends(viewer)) continue;
			this.#remove(viewer);
			try {
				viewer.controller.close();
			} catch {
				// Already closed by the other side.
			}
		}
	}

	#countIn(network: string): number {
		return [...this.#viewers].filter((it) => it.networks.includes(network)).length;
	}

	#write(viewer: Viewer, bytes: Uint8Array): void {
		try {
			if ((viewer.controller.desiredSize ?? 0) <= 0) {
				this.#drop(viewer);
				return;
			}
			viewer.controller.enqueue(bytes);
			this.#unread_at_most += bytes.byteLength;
		} catch {
			this.#remove(viewer);
		}
		if (this.#unread_at_most > MAX_UNREAD_IN_ALL) this.#dropSlowest();
	}

	/** Disconnects the viewers with the most unread bytes until the others use half of the limit. */
	#dropSlowest(): void {
		const byUnread = [...this.#viewers]
			.map((viewer) => ({ viewer, unread: unreadBytes(viewer) }))
			.sort((a, b) => b.unread - a.unread);
		let sum = byUnread.reduce((all, { unread }) => all + unread, 0);
		if (sum > MAX_UNREAD_IN_ALL)
			for (const { viewer, unread } of byUnread) {
				if (sum <= MAX_UNREAD_IN_ALL / 2) break;
				this.#drop(viewer);
				sum -= unread;
			}
		this.#unread_at_most = sum;
	}

	#drop(viewer: Viewer): void {
		this.#remove(viewer);
		viewer.controller.error(new Error("The viewer does not read."));
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
		this.#heartbeat ??= setInterval(() => {
			const now = Date.now();
			this.closeWhere(({ ends_at }) => ends_at <= now);
			this.broadcast(HEARTBEAT);
		}, HEARTBEAT_MS);
	}
}

function unreadBytes({ controller }: Viewer): number {
	return MAX_STREAM_UNREAD_BYTES - (controller.desiredSize ?? MAX_STREAM_UNREAD_BYTES);
}
