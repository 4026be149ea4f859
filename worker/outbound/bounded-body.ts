import { type OutboundBounds, OutboundError } from "./outbound.ts";

/**
 * Passes bytes on until `max_bytes` or the deadline is exceeded. The stream then fails with an
 * OutboundError, and the source is cancelled even if nobody reads. With `overflow: "cut"` the
 * stream ends at `max_bytes` instead. The deadline is stopped at the end of the body.
 */
export function boundedBody(
	source: ReadableStream<Uint8Array>,
	{ max_bytes, overflow = "error" }: Pick<OutboundBounds, "max_bytes" | "overflow">,
	clock: { signal: AbortSignal; stop: () => void },
): ReadableStream<Uint8Array> {
	const reader = source.getReader();
	let seen = 0;
	let over = false;

	const finish = () => {
		over = true;
		clock.stop();
		clock.signal.removeEventListener("abort", onAbort);
	};
	const drop = (reason: unknown) => {
		finish();
		return reader.cancel(reason).catch(() => undefined);
	};
	let fail: (error: OutboundError) => void = drop;
	const onAbort = () => fail(clock.signal.reason as OutboundError);

	/** Fails the stream at the limit, or ends it with the part that still fits. */
	const overflowed = (
		controller: ReadableStreamDefaultController<Uint8Array>,
		fitting: Uint8Array,
	) => {
		if (overflow === "error") return fail(tooLarge(max_bytes));
		if (fitting.byteLength > 0) controller.enqueue(fitting);
		controller.close();
		void drop(null);
	};

	return new ReadableStream<Uint8Array>(
		{
			start(controller) {
				fail = (error) => {
					if (over) return;
					controller.error(error);
					void drop(error);
				};
				if (clock.signal.aborted) onAbort();
				else clock.signal.addEventListener("abort", onAbort, { once: true });
			},
			async pull(controller) {
				try {
					const { done, value } = await reader.read();
					if (over) return;
					if (done) {
						finish();
						controller.close();
						return;
					}
					const room = max_bytes - seen;
					seen += value.byteLength;
					if (seen <= max_bytes) controller.enqueue(value);
					else overflowed(controller, value.subarray(0, Math.max(0, room)));
				} catch (cause) {
					if (clock.signal.aborted) onAbort();
					else fail(new OutboundError("network", "The answer broke off.", cause));
				}
			},
			cancel: drop,
		},
		// Does not read ahead of the caller.
		{ highWaterMark: 0 },
	);
}

function tooLarge(max_bytes: number): OutboundError {
	return new OutboundError("too_large", `The answer has more than ${max_bytes} bytes.`);
}

/** Why a body could not be read. */
export function networkError(cause: unknown): OutboundError {
	if (cause instanceof OutboundError) return cause;
	return new OutboundError("network", "The answer broke off.", cause);
}

const FIRST_BYTES = 16 * 1_024;

/**
 * Reads the whole body. Rejects with OutboundError only. Copies each chunk at once: one of a single
 * byte keeps the 4 KB into which the runtime has read it.
 */
export async function readBytes(response: Response): Promise<Uint8Array> {
	let bytes = new Uint8Array(FIRST_BYTES);
	let length = 0;
	if (response.body !== null) {
		const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
		for (;;) {
			const { done, value } = await reader.read().catch((cause: unknown) => {
				throw networkError(cause);
			});
			if (done) break;
			const needed = length + value.byteLength;
			if (needed > bytes.byteLength) {
				const larger = new Uint8Array(Math.max(needed, 2 * bytes.byteLength));
				larger.set(bytes);
				bytes = larger;
			}
			bytes.set(value, length);
			length = needed;
		}
	}
	return bytes.slice(0, length);
}

/** Reads the whole body as text (UTF-8). Rejects with OutboundError only. */
export async function readBounded(response: Response): Promise<string> {
	return new TextDecoder().decode(await readBytes(response));
}
