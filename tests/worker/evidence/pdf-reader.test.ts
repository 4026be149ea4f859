import { readFile } from "node:fs/promises";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPdfReader } from "#features/evidence/ask-pdf-reader.ts";
import { layout } from "#scripts/layout.ts";
import { PDF_SERVICE } from "#scripts/server/pdf-reader.ts";
import { endlessPdf, longPdf, smallPdf } from "#tests/support/fakes/pdf-files.ts";
import {
	BROKEN_STATUS,
	MAX_PDF_BYTES,
	PDF_READER_URL,
	type PdfService,
	TEXT_TYPE,
} from "#worker/pdf-reader/wire.ts";

let miniflare: Miniflare;
let worker: URL;
beforeAll(async () => {
	miniflare = new Miniflare({
		unsafeDirectSockets: [{}],
		modules: true,
		script: await readFile(layout.pdfWorker, "utf8"),
		compatibilityDate: "2026-04-26",
		compatibilityFlags: ["nodejs_compat"],
	});
	worker = await miniflare.unsafeGetDirectURL();
});
afterAll(() => miniflare?.dispose());

const MB = 1_024 * 1_024;
const TOLD = Array(40)
	.fill("All of it is read, and none of it is lost on the way. It is.")
	.join("\n");

/** The worker that is deployed, in workerd. */
const WORKER: PdfService = { fetch: (_, init) => fetch(worker, init) };

describe.each([
	["a process under `npm start`", PDF_SERVICE],
	["the worker for Cloudflare", WORKER],
])("the PDF reader that is %s", (_, service) => {
	const read = createPdfReader(service);
	const post = (body: BodyInit) => service.fetch(PDF_READER_URL, { method: "POST", body });

	it("answers with the text of the pages", async () => {
		const response = await post(new Uint8Array(smallPdf(["One.\nTwo.", "Three."])));
		expect(response.status).toBe(200);
		expect(response.headers.get("content-type")).toBe(TEXT_TYPE);
		expect(await response.text()).toBe("One. Two.\n\nThree.");
	});

	it("answers with a long text as a whole", async () => {
		// More than a pipe holds at once.
		const line = "All of it is read, and none of it is lost on the way. It is.";
		const page = Array(40).fill(line);
		const outcome = await read({ bytes: smallPdf(Array(40).fill(page.join("\n"))) });
		const text = Array(40).fill(page.join(" ")).join("\n\n");
		expect(outcome).toEqual({ ok: true, text });
	});

	it.each([
		["a broken document", "%PDF-1.4 and no more"],
		["something else", "<p>Hello."],
		["nothing", ""],
	])("says that it is no readable PDF: %s", async (_name, body) => {
		expect((await post(body)).status).toBe(BROKEN_STATUS);
		const bytes = new TextEncoder().encode(body);
		expect(await read({ bytes })).toEqual({ ok: false, reason: "not_text" });
	});

	it("refuses other methods, and larger documents of which it can read nothing", async () => {
		expect((await service.fetch(PDF_READER_URL)).status).toBe(405);
		const body = new Blob([Buffer.alloc(MAX_PDF_BYTES + 1, "no PDF ")]).stream();
		const init = { method: "POST", body, duplex: "half" };
		expect((await service.fetch(PDF_READER_URL, init)).status).toBe(413);
	});

	it("reads what it takes of a larger document", async () => {
		const large = longPdf([TOLD, ...Array(4).fill("")], 5 * MB);
		expect(large.byteLength).toBeGreaterThan(MAX_PDF_BYTES);
		const outcome = await read({ bytes: large });
		expect(outcome).toEqual({ ok: true, text: TOLD.replaceAll("\n", " ") });
	});
});

it("the pages before one that ends its reader are kept", async () => {
	const page = Array(40).fill("All of it is read, and none of it is lost on the way. It is.");
	const bytes = endlessPdf(Array(6).fill(page.join("\n")));
	const outcome = await createPdfReader(PDF_SERVICE)({ bytes });
	expect(outcome).toEqual({ ok: true, text: Array(3).fill(page.join(" ")).join("\n\n") });
});
