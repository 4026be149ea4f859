import { OutboundError, type OutboundFetch } from "#outbound/outbound.ts";

/**
 * The outbound gate's promises without its queue: a call ends in time, reads no
 * more than its bound and follows no redirect. `timeout_ms` shortens every
 * call's own, for tests of silence.
 */
export function plainFetch({
	timeout_ms = 30_000,
}: {
	timeout_ms?: number;
} = {}): OutboundFetch {
	return async (url, init, bounds) => {
		const signal = AbortSignal.timeout(Math.min(timeout_ms, bounds.timeout_ms));
		const response = await fetch(url, {
			...init,
			redirect: "manual",
			signal,
		}).catch((cause) => {
			throw failure(cause);
		});
		if (response.status >= 300 && response.status < 400)
			throw new OutboundError("redirect", "It points elsewhere.");
		const body = response.body?.pipeThrough(capped(bounds.max_bytes)) ?? null;
		return new Response(body, {
			status: response.status,
			statusText: response.statusText,
			headers: response.headers,
		});
	};
}

function capped(max_bytes: number): TransformStream<Uint8Array, Uint8Array> {
	let seen = 0;
	return new TransformStream({
		transform(chunk, controller) {
			seen += chunk.byteLength;
			if (seen > max_bytes)
				controller.error(new OutboundError("too_large", "Too many bytes."));
			else controller.enqueue(chunk);
		},
	});
}

function failure(cause: unknown): OutboundError {
	const timed_out = cause instanceof Error && cause.name === "TimeoutError";
	return timed_out
		? new OutboundError("timeout", "No answer in time.", cause)
		: new OutboundError("network", "No connection.", cause);
}
