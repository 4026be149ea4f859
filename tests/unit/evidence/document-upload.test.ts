import { describe, expect, it } from "vitest";
import { createPdfReader } from "#features/evidence/ask-pdf-reader.ts";
import { type CountBytes, uploadOf } from "#features/evidence/document-upload.ts";
import { createSourceCalls } from "#features/evidence/source-calls.ts";
import { OutboundError } from "#outbound/outbound.ts";
import { MAX_PDF_BYTES, MAX_RUN_PDF_BYTES, TEXT_TYPE } from "#worker/pdf-reader/wire.ts";

const MB = 1_024 * 1_024;
const FIRST = new TextEncoder().encode("%PDF-1.7");

/** So many pieces of a megabyte, then the end or a failure. */
function piecesOf(count: number, failure?: Error) {
	const seen = { pulled: 0, cancelled: false };
	const rest = new ReadableStream<Uint8Array>(
		{
			pull(controller) {
				if (seen.pulled === count) return failure ? controller.error(failure) : controller.close();
				seen.pulled += 1;
				controller.enqueue(new Uint8Array(MB));
			},
			cancel() {
				seen.cancelled = true;
			},
		},
		{ highWaterMark: 0 },
	);
	return { document: { bytes: FIRST, rest }, seen };
}

async function sentBytes(body: ReadableStream<Uint8Array>): Promise<number> {
	let bytes = 0;
	for await (const piece of body) bytes += piece.byteLength;
	return bytes;
}

describe("uploadOf", () => {
	it("passes a document on piece by piece, and reads no more than is asked for", async () => {
		const { document, seen } = piecesOf(3);
		const { body, cut } = uploadOf(document);
		const reader = body.getReader();
		expect((await reader.read()).value).toEqual(FIRST);
		expect(seen.pulled).toBe(0);
		await reader.read();
		expect(seen.pulled).toBe(1);
		reader.releaseLock();
		expect(await sentBytes(body)).toBe(2 * MB);
		expect(cut()).toBeNull();
	});

	it("ends a longer document where its limit is, and its transfer with it", async () => {
		const { document, seen } = piecesOf(100);
		const { body, cut } = uploadOf(document);
		expect(await sentBytes(body)).toBe(MAX_PDF_BYTES);
		expect(cut()).toBe("too_large");
		expect(seen).toEqual({ pulled: 20, cancelled: true });
	});

	it("keeps what had arrived when the page's time was over", async () => {
		const { document } = piecesOf(3, new OutboundError("timeout", "No answer within 6 s."));
		const { body, cut } = uploadOf(document);
		expect(await sentBytes(body)).toBe(3 * MB + FIRST.byteLength);
		expect(cut()).toBe("timeout");
	});

	it("fails if the site breaks off", async () => {
		const { document } = piecesOf(3, new OutboundError("network", "The answer broke off."));
		const { body, broke } = uploadOf(document);
		await expect(sentBytes(body)).rejects.toThrow("broke off");
		expect(broke()).toBe(true);
	});

	it("cancels the transfer if its reader wants no more", async () => {
		const { document, seen } = piecesOf(3);
		await uploadOf(document).body.cancel();
		expect(seen.cancelled).toBe(true);
	});

	it("reads of documents no more than a run has left, and nothing if it has nothing", async () => {
		let left = 2.5 * MB;
		const countBytes: CountBytes = async (bytes) => {
			left -= bytes;
			return left;
		};
		const first = uploadOf(piecesOf(9).document, countBytes);
		expect(await sentBytes(first.body)).toBe(2 * MB + FIRST.byteLength);
		expect(first.cut()).toBe("too_large");
		const second = uploadOf(piecesOf(9).document, countBytes);
		expect(await sentBytes(second.body)).toBe(0);
		expect(second.cut()).toBe("too_large");
	});
});

describe("a document that was cut", () => {
	const answering = (status: number, text = "") =>
		createPdfReader({
			async fetch(_, init) {
				await sentBytes(init?.body as ReadableStream<Uint8Array>);
				const headers = { "content-type": TEXT_TYPE };
				return new Response(status === 200 ? text : null, { status, headers });
			},
		});
	const late = () => piecesOf(3, new OutboundError("timeout", "Late.")).document;

	it("is used as far as it could be read", async () => {
		const text = "A sentence of the report. ".repeat(60);
		expect(await answering(200, text)(piecesOf(30).document)).toEqual({ ok: true, text });
		expect(await answering(200, text)(late())).toEqual({ ok: true, text });
	});

	it.each([
		["nothing could be read of it", 422, ""],
		["it has too little text", 200, "Contents"],
		["its reader died of it", 500, ""],
	])("says why it was cut if %s", async (_, status, text) => {
		const read = answering(status, text);
		expect(await read(piecesOf(30).document)).toEqual({ ok: false, reason: "too_large" });
		expect(await read(late())).toEqual({ ok: false, reason: "timeout" });
	});

	it("is not used if its site broke off", async () => {
		const { document } = piecesOf(3, new OutboundError("network", "The answer broke off."));
		const outcome = await answering(200, "x".repeat(2_000))(document);
		expect(outcome).toEqual({ ok: false, reason: "unreachable" });
	});
});

it("the documents of a run are counted together, whichever object reads them", async () => {
	const counts: (CountBytes | undefined)[] = [];
	const objects = {
		getByName: () => ({
			read: async (_: unknown, countBytes?: CountBytes) => void counts.push(countBytes),
		}),
	};
	const calls = createSourceCalls(objects as never, "abcdefghijk" as never);
	const read = (url: string, run_id?: string) =>
		calls.read(
			{
				hit: {
					source: "brave",
					url,
					title: "",
					language: null,
					as_of: null,
					key: url,
					review: null,
				},
				wanted: [],
				today: "2026-01-01",
				channel_name: null,
			},
			run_id as never,
		);
	await read("https://a.example.org/1.pdf", "first");
	await read("https://b.example.org/2.pdf", "first");
	await read("https://a.example.org/3.pdf", "second");
	await read("https://a.example.org/4.pdf");
	const [one, two, other, none] = counts;
	expect(await one?.(20 * MB)).toBe(MAX_RUN_PDF_BYTES - 20 * MB);
	expect(await two?.(30 * MB)).toBe(MAX_RUN_PDF_BYTES - 50 * MB);
	expect(await one?.(11 * MB)).toBeLessThan(0);
	expect(await other?.(1)).toBe(MAX_RUN_PDF_BYTES - 1);
	expect(none).toBeUndefined();
});
