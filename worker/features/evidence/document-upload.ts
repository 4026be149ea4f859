import type { OpenedPage } from "#outbound/open-page.ts";
import { OutboundError } from "#outbound/outbound.ts";
import { MAX_PDF_BYTES } from "#worker/pdf-reader/wire.ts";

/** One more than is read, so that a longer document is known. */
export const MAX_STREAMED_BYTES = MAX_PDF_BYTES + 1;

/** A PDF document, of which no more than a chunk at a time is held. */
export type PdfDocument = Pick<OpenedPage, "bytes" | "rest">;

/** Counts the bytes of documents that were read for one run; returns how many more it may read. */
export type CountBytes = (bytes: number) => Promise<number>;

/** Why only the beginning of a document is sent. */
export type CutReason = "too_large" | "timeout";

export type Upload = {
	body: ReadableStream<Uint8Array>;
	/** Known when the body has ended. */
	cut: () => CutReason | null;
	/** Whether the site broke off, so that the body has failed. */
	broke: () => boolean;
};

/** Documents that are read at the same time exceed a run's limit by at most this much each. */
const COUNTED_BYTES = 1_024 * 1_024;

/** The document as it is sent to its reader: as much as its limits of size and time let through. */
export function uploadOf({ bytes, rest }: PdfDocument, countBytes?: CountBytes): Upload {
	const source = rest?.getReader();
	const isWithin = createRunCount(countBytes);
	let cut: CutReason | null = null;
	let broke = false;

	async function* pieces(): AsyncGenerator<Uint8Array> {
		let room = MAX_PDF_BYTES;
		for (let piece: Uint8Array | undefined = bytes; piece; piece = await next()) {
			const is_within = await isWithin(piece.byteLength);
			if (is_within && room > 0) yield piece.subarray(0, room);
			room -= piece.byteLength;
			if (is_within && room >= 0) continue;
			cut = "too_large";
			await source?.cancel().catch(() => undefined);
			return;
		}
	}

	async function next(): Promise<Uint8Array | undefined> {
		try {
			return (await source?.read())?.value;
		} catch (error) {
			if (!(error instanceof OutboundError) || error.kind !== "timeout") throw error;
			cut = "timeout";
			return undefined;
		}
	}

	const sent = pieces();
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				try {
					const { done, value } = await sent.next();
					if (done) controller.close();
					else controller.enqueue(value);
				} catch (error) {
					broke = true;
					controller.error(error);
				}
			},
			cancel: (reason) => source?.cancel(reason),
		},
		// Does not read ahead of the reader.
		{ highWaterMark: 0 },
	);
	return { body, cut: () => cut, broke: () => broke };
}

/** Whether the run may read so many bytes more. Asks before the first, then once a megabyte. */
function createRunCount(countBytes?: CountBytes): (bytes: number) => Promise<boolean> {
	let [uncounted, left] = [0, 0];
	let is_first = true;
	return async (bytes) => {
		uncounted += bytes;
		if (!countBytes) return true;
		if (is_first || uncounted >= COUNTED_BYTES) {
			left = await countBytes(uncounted);
			[uncounted, is_first] = [0, false];
		}
		return left >= 0;
	};
}
