import { getDocumentProxy } from "unpdf";
import { MAX_TEXT_CHARS } from "./wire.ts";

/** Covers a report's first chapters; a book is not read to its end for one statement. */
const MAX_PAGES = 60;
const BETWEEN_PAGES = "\n\n";

/**
 * Returns the text of a PDF, with pages separated by empty lines. Rejects if the file is not a PDF
 * or is broken. A document of a few bytes can take gigabytes of memory and never end: only what can
 * be ended from outside, and has nothing beside it, may call this.
 */
export async function readPdfText(bytes: Uint8Array): Promise<string> {
	const document = await getDocumentProxy(bytes, { isEvalSupported: false, verbosity: 0 });
	try {
		let text = "";
		const count = Math.min(document.numPages, MAX_PAGES);
		for (let number = 1; number <= count; number += 1) {
			const left = MAX_TEXT_CHARS - text.length;
			if (left <= 0) break;
			const page = await document.getPage(number);
			if (number > 1) text += BETWEEN_PAGES;
			text += await readPageText(page.streamTextContent(), left);
			page.cleanup();
		}
		return text.slice(0, MAX_TEXT_CHARS);
	} finally {
		await document.destroy();
	}
}

type TextPiece = { items: ({ str: string; hasEOL: boolean } | object)[] };

/** Reads a page until its end or until `max_chars`. Text that is not read is not generated. */
async function readPageText(stream: ReadableStream<TextPiece>, max_chars: number): Promise<string> {
	const reader = stream.getReader();
	let text = "";
	while (text.length < max_chars) {
		const { done, value } = await reader.read();
		if (done) break;
		for (const item of value.items) if ("str" in item) text += item.str + (item.hasEOL ? "\n" : "");
	}
	return text;
}
