import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** The bundled PDF.js of the unpdf library. */
const PDF_JS = /unpdf[\\/]dist[\\/]pdfjs\.mjs$/;

/**
 * A form is a drawing that a page references by name. A form may reference ten others, and so on,
 * so every use counts as this much memory.
 */
const FORM_BYTES = 32 * 1_024;

/**
 * The places where PDF.js allocates memory for decompressed streams. PDF.js has no limit of its
 * own, and 2 MB of a PDF can decompress to gigabytes. Each place therefore calls
 * `reservePdfBytes` first (see pdf-text.ts), which throws if the limit is exceeded. Images are
 * never decompressed, because text extraction does not need them.
 */
const CHANGES: [code: string, bounded: string][] = [
	[
		"ensureBuffer(e){const n=this.buffer;if(e<=n.byteLength)return n;let s=this.minBufferLength;for(;s<e;)s*=2;",
		"ensureBuffer(e){const n=this.buffer;if(e<=n.byteLength)return n;let s=this.minBufferLength;for(;s<e;)s*=2;globalThis.reservePdfBytes(s-n.byteLength);",
	],
	// workerd decompresses a whole DecompressionStream before the first byte can be read, so PDF.js
	// uses its own code.
	[
		"get isAsync(){return this.#e}getBits(e)",
		"get isAsync(){return!1}getBits(e)",
	],
	[
		"const{readable:s,writable:i}=new DecompressionStream(e)",
		"const{readable:s,writable:i}=null",
	],
	// Brotli is very rare in PDFs and is decompressed in one piece.
	[
		"readBlock(){const e=this.stream.getBytes(),n=rb(",
		"readBlock(){if(this.eof=!0)return;const e=this.stream.getBytes(),n=rb(",
	],
	[
		'const al=i.state.clone(),Sr=new zl(al),rl=Bi(is.getArray("Matrix"),null);',
		`globalThis.reservePdfBytes(${FORM_BYTES});const al=i.state.clone(),Sr=new zl(al),rl=Bi(is.getArray("Matrix"),null);`,
	],
	["readBlock(){this.decodeImage()}", "readBlock(){this.eof=!0}"],
	["readBlock(){this.decodeImageFallback()}", "readBlock(){this.eof=!0}"],
];

/** Applies the changes. Throws if the code is not the version that the changes were made for. */
function boundPdf(code: string): string {
	return CHANGES.reduce((bounded, [from, to]) => {
		if (!bounded.includes(from))
			throw new Error(
				`PDF.js has changed: where does it unpack streams now? Not found: ${from}`,
			);
		return bounded.replaceAll(from, to);
	}, code);
}

/** Bundles PDF.js with its memory use bounded. */
export const boundedPdf: Plugin = {
	name: "bounded-pdf",
	setup(build) {
		build.onLoad({ filter: PDF_JS }, async ({ path }) => ({
			contents: boundPdf(await readFile(path, "utf8")),
			loader: "js",
		}));
	},
};
