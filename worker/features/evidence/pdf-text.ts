import { AsyncLocalStorage } from "node:async_hooks";

/** Covers a report's first chapters; a book is not read to its end for one statement. */
const MAX_PAGES = 60;
/** More than canonical text keeps, including white space. */
const MAX_COLLECTED_CHARS = 800_000;
/**
 * The limit for a document's decompressed streams, including fonts. A report decompresses to a
 * few megabytes. The object has 128 MB of memory in total, and parsing a megabyte of operators
 * takes a fraction of a second.
 */
const MAX_UNPACKED_BYTES = 16 * 1_024 * 1_024;

/** The number of bytes that the current document may still decompress. */
const unpacking = new AsyncLocalStorage<{ left: number }>();

declare global {
	/** PDF.js calls this before it allocates memory; the build inserts the calls. */
	var reservePdfBytes: (bytes: number) => void;
}

globalThis.reservePdfBytes = (bytes) => {
	const document = unpacking.getStore();
	if (document) document.left -= bytes;
	if (!document || document.left < 0) throw tooLarge();
};

const tooLarge = () => new Error("The PDF unpacks to too much.");

/**
 * Returns the text of a PDF, with pages separated by empty lines. The library is large, so it is
 * loaded with the first PDF. Stops before the page that exceeds the memory limit. Rejects if the
 * file is not a PDF, is broken, or exceeds the limit on its first page.
 */
export function readPdf(bytes: Uint8Array): Promise<string> {
	const document = { left: MAX_UNPACKED_BYTES };
	return unpacking.run(document, () => readText(bytes, document));
}

async function readText(
	bytes: Uint8Array,
	unpacked: { left: number },
): Promise<string> {
	const { getDocumentProxy } = await import("unpdf");
	const document = await getDocumentProxy(bytes, {
		isEvalSupported: false,
		verbosity: 0,
	});
	try {
		const pages: string[] = [];
		const count = Math.min(document.numPages, MAX_PAGES);
		let left = MAX_COLLECTED_CHARS;
		for (let number = 1; number <= count && left > 0; number += 1) {
			const page = await document.getPage(number);
			const text = await readPageText(page.streamTextContent(), left);
			page.cleanup();
			// PDF.js continues without a stream that fails, so this page may be incomplete.
			if (unpacked.left < 0) break;
			left -= text.length;
			pages.push(text);
		}
		if (pages.length === 0 && count > 0) throw tooLarge();
		return pages.join("\n\n");
	} finally {
		await document.destroy();
	}
}

type TextPiece = { items: ({ str: string; hasEOL: boolean } | object)[] };

/** Reads a page until its end or until `max_chars`. Text that is not read is not generated. */
async function readPageText(
	stream: ReadableStream<TextPiece>,
	max_chars: number,
): Promise<string> {
	const reader = stream.getReader();
	let text = "";
	while (text.length < max_chars) {
		const { done, value } = await reader.read();
		if (done) break;
		for (const item of value.items)
			if ("str" in item) text += item.str + (item.hasEOL ? "\n" : "");
	}
	return text;
}
