import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** The library in which PDF.js comes, in one line of code. */
const PDF_JS = /unpdf[\\/]dist[\\/]pdfjs\.mjs$/;

/** A form, a drawing that a page shows by its name, may show ten others, and so on: each showing counts as so much memory. */
const FORM_BYTES = 32 * 1_024;

/**
 * The places where PDF.js takes memory for what a stream unpacks to. It has no limit of
 * its own, and 2 MB of a PDF can unpack to gigabytes, so `reservePdfBytes` (see
 * pdf-text.ts) is called first, and throws if it is too much. Pictures are never
 * unpacked: text needs none.
 */
const CHANGES: [code: string, bounded: string][] = [
	[
		"ensureBuffer(e){const n=this.buffer;if(e<=n.byteLength)return n;let s=this.minBufferLength;for(;s<e;)s*=2;",
		"ensureBuffer(e){const n=this.buffer;if(e<=n.byteLength)return n;let s=this.minBufferLength;for(;s<e;)s*=2;globalThis.reservePdfBytes(s-n.byteLength);",
	],
	// workerd unpacks a whole DecompressionStream before its first byte is read, so PDF.js uses its own code.
	[
		"get isAsync(){return this.#e}getBits(e)",
		"get isAsync(){return!1}getBits(e)",
	],
	[
		"const{readable:s,writable:i}=new DecompressionStream(e)",
		"const{readable:s,writable:i}=null",
	],
	// Brotli is in hardly any document, and is unpacked in one piece.
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

/** Throws if the code is not the one that the changes were made for. */
function boundPdf(code: string): string {
	return CHANGES.reduce((bounded, [from, to]) => {
		if (!bounded.includes(from))
			throw new Error(
				`PDF.js has changed: where does it unpack streams now? Not found: ${from}`,
			);
		return bounded.replaceAll(from, to);
	}, code);
}

/** Builds PDF.js with its memory bounded. */
export const boundedPdf: Plugin = {
	name: "bounded-pdf",
	setup(build) {
		build.onLoad({ filter: PDF_JS }, async ({ path }) => ({
			contents: boundPdf(await readFile(path, "utf8")),
			loader: "js",
		}));
	},
};
