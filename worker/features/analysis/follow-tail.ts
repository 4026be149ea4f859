import { HEARTBEAT_MS, STREAM_MS } from "#contract/events.ts";
import type { VideoId } from "#contract/ids.ts";
import { databaseUnreachable } from "#db/errors.ts";
import {
	type EventId,
	HEARTBEAT,
	MAX_STREAM_UNREAD_BYTES,
	MAX_STREAMS_A_CALLER,
	STREAM_HEADERS,
	STREAM_START,
} from "#http/event-stream.ts";
import { countedNetworks } from "#identity/network.ts";
import { tooManyViewers } from "./objects.ts";
import { type AskTail, RunTail } from "./run-tail.ts";

/** Each is the log of a run, of up to some MB. More crowds than that are sent away. */
const MAX_TAILS = 24;
/** A viewer whose request was ended without a word is forgotten after this time. */
const VIEWER_MS = 15_000;
/** The longest wait for the first answer of a tail. */
const JOIN_MS = 10_000;

type Crowd = {
	tail: RunTail;
	/** When each viewer of a network was last here, in epoch milliseconds. */
	viewers: Map<string, Map<object, number>>;
};

/** By video. Values only: a promise must not be shared between requests. */
const crowds = new Map<VideoId, Crowd>();

export type TailViewer = {
	ask: AskTail;
	last: EventId | null;
	/** The caller's address, which limits are counted by. */
	caller: string;
	signal: AbortSignal;
	/** Lets work go on after this viewer has left. */
	keep: (work: Promise<void>) => void;
};

/** Whether this isolate follows a run that is known to have all the viewers it pushes to. */
export function hasCrowd(video_id: VideoId): boolean {
	const tail = crowds.get(video_id)?.tail;
	return tail?.in_use === true && tail.full && !isOver(tail);
}

const isOver = (tail: RunTail) => tail.gone || tail.ended || tail.silent;

/**
 * The event stream of a viewer beyond those that the object pushes to: the same events with the
 * same ids, at most a second later. Returns null if there is no run to follow.
 */
export async function followTail(video_id: VideoId, viewer: TailViewer): Promise<Response | null> {
	const crowd = openCrowd(video_id);
	const leave = enter(crowd, viewer);
	try {
		const start = await join(crowd.tail, viewer);
		if (!start) {
			leave();
			return null;
		}
		const body = openStream(crowd, viewer, start, leave);
		return new Response(body, { headers: STREAM_HEADERS });
	} catch (error) {
		leave();
		throw error;
	}
}

function openCrowd(video_id: VideoId): Crowd {
	const known = crowds.get(video_id);
	if (known && !isOver(known.tail)) return known;
	for (const [id, { tail }] of crowds) if (isOver(tail) || !tail.in_use) crowds.delete(id);
	if (crowds.size >= MAX_TAILS) throw tooManyViewers();
	const crowd = { tail: new RunTail(Date.now), viewers: new Map() };
	crowds.set(video_id, crowd);
	return crowd;
}

/** Counts the viewer among those of the same networks. Throws if there are too many. */
function enter({ viewers }: Crowd, viewer: TailViewer): () => void {
	const now = Date.now();
	const counts = countedNetworks(viewer.caller).map(({ network, share }) => ({
		network,
		share,
		own: viewers.get(network) ?? new Map<object, number>(),
	}));
	for (const { own, share } of counts) {
		for (const [other, seen_ms] of own) if (now - seen_ms > VIEWER_MS) own.delete(other);
		if (own.size >= MAX_STREAMS_A_CALLER * share) throw tooManyViewers();
	}
	for (const { network, own } of counts) viewers.set(network, own.set(viewer, now));
	return () => {
		for (const { network, own } of counts) {
			own.delete(viewer);
			if (own.size === 0 && viewers.get(network) === own) viewers.delete(network);
		}
	};
}

type Start = {
	/** The number of the last event that `first` contains. */
	seq: number;
	first: Uint8Array[];
};

/** Waits until the tail has what the viewer starts with; null if the run is not there any more. */
async function join(tail: RunTail, viewer: TailViewer): Promise<Start | null> {
	const until_ms = Date.now() + JOIN_MS;
	for (;;) {
		if (tail.gone) return null;
		const start = startOf(tail, viewer.last);
		if (start) return start;
		if (tail.ended) return null;
		await refresh(tail, viewer);
		if (tail.unreachable) throw databaseUnreachable();
		if (tail.gone || tail.ended || startOf(tail, viewer.last)) continue;
		if (Date.now() > until_ms) throw tooManyViewers();
		await pause(tail.next_ms);
	}
}

function startOf(tail: RunTail, last: EventId | null): Start | null {
	if (last && tail.run_id === last.run) return { seq: last.seq, first: [] };
	const snapshot = tail.recentSnapshot();
	if (!snapshot || tail.ended) return null;
	return { seq: snapshot.seq, first: [snapshot.bytes] };
}

/** The request that asks is kept until the answer is there, even if its viewer leaves. */
async function refresh(tail: RunTail, { ask, keep }: TailViewer) {
	const asked = tail.refresh(ask);
	if (!asked) return;
	keep(asked);
	await asked;
}

const encoder = new TextEncoder();
const RETRY = encoder.encode(STREAM_START);
const STILL_HERE = encoder.encode(HEARTBEAT);

function openStream(
	crowd: Crowd,
	viewer: TailViewer,
	start: Start,
	leave: () => void,
): ReadableStream<Uint8Array> {
	const gone = new AbortController();
	const end = () => {
		gone.abort();
		leave();
	};
	viewer.signal.addEventListener("abort", end, { once: true });
	return new ReadableStream<Uint8Array>(
		{
			start(controller) {
				const write = (bytes: Uint8Array) => {
					// As in the object: who does not read is sent away.
					if ((controller.desiredSize ?? 0) <= 0) throw new Error("The viewer does not read.");
					controller.enqueue(bytes);
				};
				follow(crowd, viewer, start, { write, gone: gone.signal })
					.then(() => gone.signal.aborted || controller.close())
					.catch((error: unknown) => controller.error(error))
					.finally(end);
			},
			cancel: end,
		},
		new ByteLengthQueuingStrategy({ highWaterMark: MAX_STREAM_UNREAD_BYTES }),
	);
}

/** Writes what the viewer starts with and then each event, until the run or the stream is over. */
async function follow(
	{ tail, viewers }: Crowd,
	viewer: TailViewer,
	start: Start,
	stream: { write: (bytes: Uint8Array) => void; gone: AbortSignal },
): Promise<void> {
	const networks = countedNetworks(viewer.caller);
	const ends_at = Date.now() + STREAM_MS;
	let beats_at = Date.now() + HEARTBEAT_MS;
	let { seq } = start;
	for (const bytes of [RETRY, ...start.first]) stream.write(bytes);
	while (!stream.gone.aborted) {
		for (const bytes of tail.eventsAfter(seq)) {
			stream.write(bytes);
			seq++;
		}
		const now = Date.now();
		if (isOver(tail) || now >= ends_at) return;
		if (now >= beats_at) {
			stream.write(STILL_HERE);
			beats_at = now + HEARTBEAT_MS;
		}
		for (const { network } of networks) viewers.get(network)?.set(viewer, now);
		await pause(tail.next_ms);
		if (!stream.gone.aborted) await refresh(tail, viewer);
	}
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}
