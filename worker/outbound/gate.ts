import { parseUrl } from "#text/parse-url.ts";
import { boundedBody } from "./bounded-body.ts";
import { type OutboundBounds, OutboundError, type OutboundFetch } from "./outbound.ts";
import { fetchPinned, type PinnedFetcher } from "./pinned-fetch.ts";

/** In production, a Durable Object may have this many connections that wait for headers. */
const OUTBOUND_SLOTS = 6;

type GateOptions = {
	slots?: number;
	fetch?: typeof globalThis.fetch;
	/** Sends the calls whose addresses were checked. Default: `fetch`. */
	pinned?: PinnedFetcher | undefined;
};

/** Headers that describe the body as transferred, not as decoded. */
const TRAVEL_HEADERS = ["content-encoding", "content-length", "transfer-encoding"];
const BODILESS = new Set([204, 205, 304]);

/**
 * Creates a fetch whose calls share `slots`. A call waits for a slot, uses it until its headers
 * arrive, and then streams its body. Both the call and its body reject with OutboundError only.
 */
export function createOutboundGate({
	slots = OUTBOUND_SLOTS,
	fetch = globalThis.fetch,
	pinned,
}: GateOptions = {}): OutboundFetch {
	const takeSlot = createSlots(slots);

	function send(url: string, init: RequestInit, bounds: OutboundBounds) {
		const { addresses } = bounds;
		return pinned && addresses
			? fetchPinned(pinned, url, init, addresses, bounds)
			: fetch(url, init);
	}

	return async (url: string, init: RequestInit, bounds: OutboundBounds) => {
		const address = webAddress(url);
		const clock = createCallClock(init.signal ?? null);
		try {
			const release = await takeSlot(clock.signal);
			try {
				clock.startDeadline(bounds.timeout_ms);
				bounds.granted?.();
				const response = await copyHeaders(
					() => send(address, { ...init, redirect: "manual", signal: clock.signal }, bounds),
					clock.signal,
				);
				return handOn(response, bounds, clock);
			} finally {
				release();
			}
		} catch (error) {
			clock.stop();
			throw outboundError(error, clock.signal);
		}
	};
}

function webAddress(url: string): string {
	const parsed = parseUrl(url);
	if (parsed?.protocol === "https:" || parsed?.protocol === "http:") return parsed.href;
	throw new OutboundError("network", "Not a web address.");
}

/** Rejects when the signal aborts, even if the underlying fetch ignores the signal. */
function copyHeaders(send: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
	return new Promise((resolve, reject) => {
		const onAbort = () => reject(signal.reason);
		signal.addEventListener("abort", onAbort, { once: true });
		send()
			.then((response) => {
				if (signal.aborted) discard(response);
				resolve(response);
			}, reject)
			.finally(() => signal.removeEventListener("abort", onAbort));
	});
}

function handOn(response: Response, bounds: OutboundBounds, clock: CallClock): Response {
	const { status, statusText } = response;
	if (isRedirect(response)) {
		discard(response);
		if (bounds.redirect === "return" && status >= 300) {
			clock.stop();
			return new Response(null, { status, headers: response.headers });
		}
		throw new OutboundError("redirect", "The answer is a redirect.");
	}
	const headers = new Headers(response.headers);
	for (const name of TRAVEL_HEADERS) headers.delete(name);
	if (response.body === null || BODILESS.has(status)) {
		discard(response);
		clock.stop();
		return new Response(null, { status, statusText, headers });
	}
	const body = boundedBody(response.body, bounds, clock);
	try {
		return new Response(body, { status, statusText, headers });
	} catch (cause) {
		// Not a valid status for a Response, for example 999.
		void body.cancel();
		throw new OutboundError("network", "The answer is not HTTP.", cause);
	}
}

/** "Not modified" leads nowhere: it answers a request that names the version it has. */
function isRedirect({ type, status }: Response): boolean {
	return (type as string) === "opaqueredirect" || (status >= 300 && status < 400 && status !== 304);
}

function discard(response: Response): void {
	void response.body?.cancel().catch(() => undefined);
}

function outboundError(error: unknown, signal: AbortSignal): OutboundError {
	if (error instanceof OutboundError) return error;
	if (signal.reason instanceof OutboundError) return signal.reason;
	return new OutboundError("network", "The host could not be reached.", error);
}

/** Frees a slot. Later calls do nothing. */
type Release = () => void;

/** Waits for a slot. Rejects with the signal's reason if it aborts first. */
type TakeSlot = (signal: AbortSignal) => Promise<Release>;

type Waiter = { grant: () => void };

/** Allows at most `count` slots in use at the same time, first come, first served. */
function createSlots(count: number): TakeSlot {
	const queue = new Set<Waiter>();
	let free = count;

	const releaseSlot = () => {
		const [next] = queue;
		if (next === undefined) {
			free += 1;
			return;
		}
		queue.delete(next);
		next.grant();
	};

	const releaseOnce = (): Release => {
		let released = false;
		return () => {
			if (released) return;
			released = true;
			releaseSlot();
		};
	};

	return (signal) => {
		if (signal.aborted) return Promise.reject(signal.reason);
		if (free > 0) {
			free -= 1;
			return Promise.resolve(releaseOnce());
		}
		return new Promise<Release>((resolve, reject) => {
			const leave = () => {
				queue.delete(waiter);
				reject(signal.reason);
			};
			const waiter: Waiter = {
				grant: () => {
					signal.removeEventListener("abort", leave);
					resolve(releaseOnce());
				},
			};
			signal.addEventListener("abort", leave, { once: true });
			queue.add(waiter);
		});
	};
}

/** Ends one outgoing call when the caller aborts, or at the deadline once it is set. */
type CallClock = {
	/** Its abort reason is an OutboundError. */
	signal: AbortSignal;
	startDeadline: (timeout_ms: number) => void;
	/** Removes the timer and the listener; the signal keeps its state. */
	stop: () => void;
};

function createCallClock(caller: AbortSignal | null): CallClock {
	const controller = new AbortController();
	let timer: ReturnType<typeof setTimeout> | null = null;

	const stop = () => {
		if (timer !== null) clearTimeout(timer);
		caller?.removeEventListener("abort", onCallerAbort);
	};
	const end = (error: OutboundError) => {
		stop();
		controller.abort(error);
	};
	const onCallerAbort = () => end(new OutboundError("aborted", "The call was stopped."));

	if (caller?.aborted) onCallerAbort();
	else caller?.addEventListener("abort", onCallerAbort, { once: true });

	return {
		signal: controller.signal,
		stop,
		startDeadline: (timeout_ms) => {
			if (controller.signal.aborted) return;
			timer = setTimeout(
				() => end(new OutboundError("timeout", `No answer within ${timeout_ms / 1_000} s.`)),
				timeout_ms,
			);
		},
	};
}
