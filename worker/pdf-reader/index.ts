import { readPdfText } from "./read-text.ts";
import { BROKEN_STATUS, MAX_PDF_BYTES, TEXT_TYPE } from "./wire.ts";

/**
 * The worker that reads PDF documents on Cloudflare. It has no bindings, secrets or public address.
 * A document that exceeds the limit of memory or `cpu_ms` ends this worker's isolate and no other.
 */
export default {
	async fetch(request: Request): Promise<Response> {
		if (request.method !== "POST") return new Response(null, { status: 405 });
		const announced = Number(request.headers.get("content-length") ?? 0);
		if (announced > MAX_PDF_BYTES) return new Response(null, { status: 413 });
		const bytes = new Uint8Array(await request.arrayBuffer());
		if (bytes.byteLength > MAX_PDF_BYTES) return new Response(null, { status: 413 });
		const text = await readPdfText(bytes).catch(() => null);
		if (text === null) return new Response(null, { status: BROKEN_STATUS });
		return new Response(text, { headers: { "content-type": TEXT_TYPE } });
	},
};
