/** A report's first chapters; a book is not read to its end for one sentence. */
const MAX_PAGES = 60;

/**
 * The text of a PDF, its pages parted by empty lines. The library is large, and
 * is loaded with the first PDF. Rejects for what is no PDF, or a broken one.
 */
export async function readPdf(bytes: Uint8Array): Promise<string> {
	const { getDocumentProxy } = await import("unpdf");
	const document = await getDocumentProxy(bytes, {
		isEvalSupported: false,
		verbosity: 0,
	});
	try {
		const pages: string[] = [];
		const count = Math.min(document.numPages, MAX_PAGES);
		for (let number = 1; number <= count; number += 1) {
			const page = await document.getPage(number);
			const { items } = await page.getTextContent();
			const text = items.map((item) =>
				"str" in item ? item.str + (item.hasEOL ? "\n" : "") : "",
			);
			pages.push(text.join(""));
			page.cleanup();
		}
		return pages.join("\n\n");
	} finally {
		await document.destroy();
	}
}
