import { describe, expect, it } from "vitest";
import { createPdfReader } from "#features/evidence/ask-pdf-reader.ts";
import { smallPdf } from "#tests/support/fakes/pdf-files.ts";
import { column, pdfOfPages } from "#tests/support/fakes/pdf-pages.ts";
import { readPdf } from "#worker/pdf-reader/read-text.ts";
import { MAX_TEXT_BYTES, MAX_TEXT_CHARS, TEXT_TYPE } from "#worker/pdf-reader/wire.ts";

async function readPdfText(pdf: Uint8Array): Promise<string> {
	let text = "";
	for await (const part of readPdf(pdf)) text += part;
	return text;
}

describe("readPdf", () => {
	it("separates paragraphs by an empty line", async () => {
		expect(await readPdfText(smallPdf(["One.\nTwo.", "Three."]))).toBe("One. Two.\n\nThree.");
	});

	it("reads the first 60 pages", async () => {
		const pages = Array.from({ length: 70 }, (_, at) => `Page ${at + 1}.`);
		const text = await readPdfText(smallPdf(pages));
		expect(text.split("\n\n")).toEqual(pages.slice(0, 60));
	});

	it("gives each page when the two after it are read", async () => {
		const parts = readPdf(smallPdf(Array.from({ length: 20 }, (_, at) => `Page ${at + 1}.`)));
		expect((await parts.next()).value).toBe("Page 1.");
		await parts.return(undefined);
	});

	it("gives no more than the longest text", async () => {
		const lines = Array<string>(200).fill("A line of the page. ".repeat(18));
		const full = { content: column(5, 838, lines, { size: 3, leading: 4 }) };
		const text = await readPdfText(pdfOfPages(Array(14).fill(full)));
		expect(text.length).toBe(MAX_TEXT_CHARS);
	}, 60_000);
});

const DOCUMENT = { bytes: new Uint8Array([1, 2, 3]) };
const UNREADABLE = { ok: false, reason: "unreadable" };

/** The outcome if the service answers so. */
const answered = (body: BodyInit | null, init: ResponseInit = {}) =>
	createPdfReader({ fetch: async () => new Response(body, init) })(DOCUMENT);

describe("createPdfReader", () => {
	const headers = { "content-type": TEXT_TYPE };

	it("returns the text", async () => {
		expect(await answered("Ünter\n\n日本", { headers })).toEqual({
			ok: true,
			text: "Ünter\n\n日本",
		});
		expect(await answered("", { headers })).toEqual({ ok: true, text: "" });
	});

	it("tells a broken document from one that could not be read", async () => {
		expect(await answered(null, { status: 422 })).toEqual({ ok: false, reason: "not_text" });
		expect(await answered(null, { status: 503 })).toEqual(UNREADABLE);
		expect(await answered(null, { status: 413 })).toEqual({ ok: false, reason: "too_large" });
	});

	it.each<[string, () => BodyInit, ResponseInit]>([
		["an error page of the platform", () => "<p>1102", { status: 500 }],
		["another type", () => "text", { headers: { "content-type": "text/html" } }],
		["a text that is too long", () => "x".repeat(MAX_TEXT_BYTES + 1), { headers }],
		["bytes that are no text", () => new Uint8Array([0xff]), { headers }],
		[
			"a text that breaks off",
			() => new ReadableStream({ pull: (it) => it.error(new Error("gone")) }),
			{ headers },
		],
	])("takes %s for a failure", async (_, body, init) => {
		expect(await answered(body(), init)).toEqual(UNREADABLE);
	});

	it.each([
		["counts if it is long enough", 2_000, { ok: true, text: "é".repeat(1_000) }],
		["is a failure if it is short", 900, UNREADABLE],
	])("what was sent before the reader died %s", async (_, bytes, outcome) => {
		const sent = new TextEncoder().encode("é".repeat(1_000));
		let chunks = 0;
		const body = new ReadableStream({
			pull(controller) {
				chunks += 1;
				if (chunks > 1) return controller.error(new Error("gone"));
				// The last character is cut.
				controller.enqueue(new Uint8Array([...sent.slice(0, bytes), 0xc3]));
			},
		});
		expect(await answered(body, { headers })).toEqual(outcome);
	});

	it("does not read without a service", async () => {
		expect(await createPdfReader(undefined)(DOCUMENT)).toEqual(UNREADABLE);
	});

	it("waits no longer than its time", async () => {
		const fetch = (_: unknown, init?: RequestInit) =>
			new Promise<Response>((_resolve, reject) => {
				init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
			});
		expect(await createPdfReader({ fetch }, 20)(DOCUMENT)).toEqual(UNREADABLE);
	});
});
