import { describe, expect, it } from "vitest";
import { canonicalPdfText } from "#features/evidence/canonical-text.ts";
import { pdfOfPages } from "#tests/support/fakes/pdf-pages.ts";
import { LAID_OUT_PDFS } from "#tests/support/fixtures/laid-out-pdfs.ts";
import { readPdf } from "#worker/pdf-reader/read-text.ts";

/** The canonical text, with a space for each line, paragraph and cell. */
async function textOf(pdf: Uint8Array): Promise<string> {
	let text = "";
	for await (const part of readPdf(pdf)) text += part;
	return canonicalPdfText(text).text.replace(/\s+/g, " ");
}

describe.each(LAID_OUT_PDFS)("a PDF with $kind: $name", ({ pages, reads, never = [] }) => {
	it("reads as it is laid out", async () => {
		const text = await textOf(pdfOfPages(pages));
		for (const part of reads) expect(text).toContain(part);
		for (const part of never) expect(text).not.toContain(part);
		if (reads.length === 0) expect(text).toBe("");
	});
});
