import { AsyncLocalStorage } from "node:async_hooks";

/** A report's first chapters; a book is not read to its end for one sentence. */
const MAX_PAGES = 60;
/** More than canonical text keeps, white space and all. */
const MAX_COLLECTED_CHARS = 800_000;
/**
 * What a document's streams may unpack to, fonts included. A report unpacks to a few
 * megabytes; an object has 128 MB for all that it does, and a megabyte of operators takes
 * a part of a second.
 */
const MAX_UNPACKED_BYTES = 16 * 1_024 * 1_024;

/** What the document that is being read may still unpack. */
const unpacking = new AsyncLocalStorage<{ left: number }>();

declare global {
	/** Called by PDF.js before it takes memory; the build adds the call. */
	var reservePdfBytes: (bytes: number) => void;
}

globalThis.reservePdfBytes = (bytes) => {
	const document = unpacking.getStore();
	if (document) document.left -= bytes;
	if (!document || document.left < 0) throw tooLarge();
};

const tooLarge = () => new Error("The PDF unpacks to too much.");

/**
 * The text of a PDF, its pages parted by empty lines. The library is large, and
 * is loaded with the first PDF. Ends before the page with which it unpacks to too much.
 * Rejects for what is no PDF, a broken one, and one whose first page is too much.
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
			// PDF.js goes on without a stream that fails, so this page may lack a part.
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

/** Reads until the page ends or `max_chars` have come. What is not read is not made. */
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
