import { networkError } from "./bounded-body.ts";

export type PageBody = {
	/** The whole body, or as much as may be held of it. */
	bytes: Uint8Array;
	/** What follows `bytes` in a PDF document, which is not held but passed on. */
	rest?: ReadableStream<Uint8Array>;
};

const PDF_SIGNATURE = "%PDF-";
const FIRST_BYTES = 16 * 1_024;

/** Whether these are the first bytes of a PDF document, whatever its header says. */
export function isPdf(bytes: Uint8Array): boolean {
	// A document may have up to a kilobyte of other bytes before its signature, but rarely has.
	const start = new TextDecoder("latin1").decode(bytes.subarray(0, PDF_SIGNATURE.length));
	return start === PDF_SIGNATURE;
}

/** The media type in a Content-Type header, in small letters. */
export function mediaType(content_type: string): string {
	return content_type.split(";")[0]?.trim().toLowerCase() ?? "";
}

/**
 * Reads the body up to `max_bytes` and drops what is longer. If `streams_pdf` is set, a PDF document
 * is read to its first bytes only. `over` is called once, when nothing more is transferred. Rejects
 * with OutboundError only.
 */
export async function readPageBody(
	{ body, headers }: Response,
	{ max_bytes, streams_pdf }: { max_bytes: number; streams_pdf: boolean },
	over: () => void,
): Promise<PageBody> {
	const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader();
	if (!reader) {
		over();
		return { bytes: new Uint8Array() };
	}
	reader.closed.then(over, over);
	const named_pdf = mediaType(headers.get("content-type") ?? "") === "application/pdf";
	// Each chunk is copied at once: one of a single byte keeps the 4 KB into which the runtime has read it.
	let bytes = new Uint8Array(FIRST_BYTES);
	let length = 0;
	for (;;) {
		const { done, value } = await reader.read().catch((cause: unknown) => {
			throw networkError(cause);
		});
		if (done) return { bytes: bytes.slice(0, length) };
		const fitting = value.subarray(0, max_bytes - length);
		const needed = length + fitting.byteLength;
		if (needed > bytes.byteLength) {
			const larger = new Uint8Array(Math.max(needed, 2 * bytes.byteLength));
			larger.set(bytes);
			bytes = larger;
		}
		bytes.set(fitting, length);
		length = needed;
		const is_pdf = length >= PDF_SIGNATURE.length && (named_pdf || isPdf(bytes));
		if (streams_pdf && is_pdf) {
			const held = bytes.slice(0, length);
			const left = value.subarray(fitting.byteLength);
			return { bytes: held, rest: restOf(reader, left) };
		}
		if (fitting.byteLength < value.byteLength || length === max_bytes) {
			void reader.cancel().catch(() => undefined);
			return { bytes: bytes.slice(0, length) };
		}
	}
}

function restOf(
	reader: ReadableStreamDefaultReader<Uint8Array>,
	first: Uint8Array,
): ReadableStream<Uint8Array> {
	return new ReadableStream<Uint8Array>(
		{
			start(controller) {
				if (first.byteLength > 0) controller.enqueue(first);
			},
			async pull(controller) {
				const { done, value } = await reader.read();
				if (done) controller.close();
				else controller.enqueue(value);
			},
			cancel: (reason) => reader.cancel(reason),
		},
		// Does not read ahead of the caller.
		{ highWaterMark: 0 },
	);
}
