import { readPdf } from "./read-text.ts";
import { BROKEN_STATUS, MAX_PDF_BYTES, TEXT_TYPE } from "./wire.ts";

/**
 * The worker that reads PDF documents on Cloudflare. It has no bindings, secrets or public address.
 * A document that exceeds the limit of memory or `cpu_ms` ends this worker's isolate and no other;
 * what was read until then has been sent.
 */
export default {
	async fetch(request: Request): Promise<Response> {
		if (request.method !== "POST") return new Response(null, { status: 405 });
		const announced = Number(request.headers.get("content-length") ?? 0);
		if (announced > MAX_PDF_BYTES) return new Response(null, { status: 413 });
		const bytes = new Uint8Array(await request.arrayBuffer());
		if (bytes.byteLength > MAX_PDF_BYTES) return new Response(null, { status: 413 });
		const parts = readPdf(bytes);
		const first = await parts.next().catch(() => null);
		if (first === null) return new Response(null, { status: BROKEN_STATUS });
		return new Response(encoded(first.value ?? "", parts), {
			headers: { "content-type": TEXT_TYPE },
		});
	},
};

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
