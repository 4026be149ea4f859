import { readPdf } from "./read-text.ts";
import { BROKEN_STATUS, TEXT_TYPE, TOO_LARGE_STATUS } from "./wire.ts";

/**
 * The worker that reads PDF documents on Cloudflare. It has no bindings, secrets or public address.
 * A document that exceeds the limit of memory or `cpu_ms` ends this worker's isolate and no other;
 * what was read until then has been sent.
 */
export default {
	async fetch(request: Request): Promise<Response> {
		if (request.method !== "POST") return new Response(null, { status: 405 });
		const { bytes, is_whole } = await readBounded(request.body);
		const parts = readPdf(bytes);
		const first = await parts.next().catch(() => null);
		if (first === null)
			return new Response(null, { status: is_whole ? BROKEN_STATUS : TOO_LARGE_STATUS });
		return new Response(encoded(first.value ?? "", parts), {
			headers: { "content-type": TEXT_TYPE },
		});
	},
};

/**
 * Of a larger document the beginning is read. workerd takes 95 MB for this worker and a document of
 * this size with 60 pages (docs/accuracy.md), of the 128 MB that the platform gives.
 */
const MAX_WORKER_BYTES = 12 * 1_024 * 1_024;
const FIRST_BYTES = 64 * 1_024;

/** The document, or its beginning. */
async function readBounded(
	body: ReadableStream<Uint8Array> | null,
): Promise<{ bytes: Uint8Array; is_whole: boolean }> {
	let bytes = new Uint8Array(FIRST_BYTES);
	let length = 0;
	let is_whole = true;
	for await (const chunk of body ?? []) {
		const fitting = chunk.subarray(0, MAX_WORKER_BYTES - length);
		const needed = length + fitting.byteLength;
		if (needed > bytes.byteLength) {
			const doubled = Math.min(MAX_WORKER_BYTES, 2 * bytes.byteLength);
			const larger = new Uint8Array(Math.max(needed, doubled));
			larger.set(bytes);
			bytes = larger;
		}
		bytes.set(fitting, length);
		length = needed;
		is_whole = fitting.byteLength === chunk.byteLength;
		if (!is_whole) break;
	}
	return { bytes: bytes.slice(0, length), is_whole };
}

/** Ends early where the document is broken. */
function encoded(first: string, others: AsyncGenerator<string>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return new ReadableStream({
		start(controller) {
			controller.enqueue(encoder.encode(first));
		},
		async pull(controller) {
			const { done, value } = await others.next().catch(() => ({ done: true, value: "" }));
			if (done) controller.close();
			else controller.enqueue(encoder.encode(value));
		},
		async cancel() {
			await others.return(undefined);
		},
	});
}
