import { log } from "#worker/log.ts";
import {
	ASKED_BY_HEADER,
	BROKEN_STATUS,
	MAX_TEXT_BYTES,
	MIN_PART_BYTES,
	PDF_READER_URL,
	PDF_TYPE,
	type PdfService,
	READ_TIMEOUT_MS,
	TEXT_TYPE,
	TOO_LARGE_STATUS,
} from "#worker/pdf-reader/wire.ts";
import { type CountBytes, type CutReason, type PdfDocument, uploadOf } from "./document-upload.ts";

export type PdfOutcome =
	| { ok: true; text: string }
	| {
			ok: false;
			/**
			 * "not_text": no readable PDF. "unreadable": the document ended its reader, or none was free.
			 * "too_large", "timeout": it was cut, and its beginning cannot be read.
			 */
			reason: "not_text" | "unreadable" | "unreachable" | CutReason;
	  };

/** In whose turn a document is read, and what counts its bytes. */
export type PdfAsker = { asked_by?: string; countBytes?: CountBytes };

/** Reads the text of a PDF as its reader writes it. Never rejects. */
export type PdfReader = (document: PdfDocument, asker?: PdfAsker) => Promise<PdfOutcome>;

/** Asks the service; without one, no PDF is read. */
export function createPdfReader(
	service: PdfService | undefined,
	timeout_ms = READ_TIMEOUT_MS,
): PdfReader {
	return async (document, { asked_by = "", countBytes } = {}) => {
		const { body, cut, broke } = uploadOf(document, countBytes);
		try {
			if (!service) throw new Error("There is no binding PDF_READER.");
			const request = {
				method: "POST",
				headers: { "content-type": PDF_TYPE, [ASKED_BY_HEADER]: asked_by },
				body,
				// A stream needs it in Node.
				duplex: "half",
				signal: AbortSignal.timeout(timeout_ms),
			};
			const response = await service.fetch(PDF_READER_URL, request);
			const refused = refusalOf(response.status, cut());
			if (refused) {
				await response.body?.cancel();
				return { ok: false, reason: refused };
			}
			const text = await readAnswer(response);
			const reason = cut();
			return reason && text.length < MIN_PART_BYTES ? { ok: false, reason } : { ok: true, text };
		} catch (error) {
			log("PDF not read", { error });
			return { ok: false, reason: cut() ?? (broke() ? "unreachable" : "unreadable") };
		} finally {
			await body.cancel().catch(() => undefined);
		}
	};
}

function refusalOf(status: number, cut: CutReason | null): "not_text" | CutReason | null {
	if (status === TOO_LARGE_STATUS) return "too_large";
	return status === BROKEN_STATUS ? (cut ?? "not_text") : null;
}

/** Throws if the answer is not a text within its bound. */
async function readAnswer(response: Response): Promise<string> {
	const { status, headers, body } = response;
	if (status !== 200 || headers.get("content-type") !== TEXT_TYPE || !body) {
		await body?.cancel();
		throw new Error(`The reader answered ${status}.`);
	}
	const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
	let [text, length] = ["", 0];
	const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
	for (;;) {
		const { done, value } = await readNext(reader, length);
		// What was read before the reader died may end within a character.
		if (value === undefined) return text + (done ? decoder.decode() : "");
		length += value.byteLength;
		if (length > MAX_TEXT_BYTES) {
			await reader.cancel();
			throw new Error("The reader's answer is too long.");
		}
		text += decoder.decode(value, { stream: true });
	}
}

/** The next bytes; neither an end nor bytes if the reader died after it had sent enough of the text. */
async function readNext(
	reader: ReadableStreamDefaultReader<Uint8Array>,
	length: number,
): Promise<{ done: boolean; value?: Uint8Array | undefined }> {
	try {
		return await reader.read();
	} catch (error) {
		if (length < MIN_PART_BYTES) throw error;
		log("PDF read in part", { error, bytes: length });
		return { done: false };
	}
}
