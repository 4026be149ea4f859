/**
 * How the service binding `PDF_READER` is asked. A worker of its own answers on Cloudflare, and a
 * Node function with a process for each document under `npm start`.
 *
 * Request: `POST` to `PDF_READER_URL` with the document's bytes, at most `MAX_PDF_BYTES`, or with its
 * beginning. Those with the same `ASKED_BY_HEADER` may have to wait for each other.
 *
 * Answer:
 * - 200 with `TEXT_TYPE`: the text in UTF-8, at most `MAX_TEXT_BYTES`, as it is laid out: columns
 *   one after another, paragraphs separated by `PARAGRAPH_END`, cells of a row by `CELL_END`, and
 *   what is raised or lowered after its mark (a sign of a note with `NOTE` after the mark) and before
 *   `SHIFT_END`. These marks are Unicode noncharacters, which no text contains.
 * - `BROKEN_STATUS`: the bytes are not a PDF document, or it is broken or encrypted.
 * - `TOO_LARGE_STATUS`: there are more bytes than the reader takes, and nothing can be read of those
 *   that it takes.
 * - 405 for other methods.
 * - Any other status, a text that is longer or not UTF-8, or no answer in `READ_TIMEOUT_MS`: the
 *   document ended its reader, or no reader was free.
 *
 * Only an answer with status 200 has a body that counts. If it breaks off after `MIN_PART_BYTES`, the
 * pages so far count.
 */
export const PDF_READER_URL = "http://pdf-reader/";

export const ASKED_BY_HEADER = "x-asked-by";
export const PDF_TYPE = "application/pdf";
export const TEXT_TYPE = "text/plain; charset=utf-8";
export const BROKEN_STATUS = 422;
export const TOO_LARGE_STATUS = 413;
/** How the process of a broken document ends; as EX_DATAERR in sysexits.h. */
export const BROKEN_EXIT = 65;

export const PARAGRAPH_END = "\n\n";
export const CELL_END = "\t";
export const RAISED = "\ufde0";
export const LOWERED = "\ufde1";
export const NOTE = "\ufde2";
export const SHIFT_END = "\ufde3";

/** Reports with pictures and maps are larger than their text by far. */
export const MAX_PDF_BYTES = 20 * 1_024 * 1_024;
/** Of all documents that are read for one run. */
export const MAX_RUN_PDF_BYTES = 60 * 1_024 * 1_024;
/** In UTF-16 units. More than canonical text keeps, including white space. */
export const MAX_TEXT_CHARS = 800_000;
/** UTF-8 takes at most three bytes for a UTF-16 unit. */
export const MAX_TEXT_BYTES = 3 * MAX_TEXT_CHARS;

/** The pages that a document's reader has written before it dies count if they are worth it. */
export const MIN_PART_BYTES = 1_024;

/** Sending a document as it arrives, waiting for a reader, and reading. */
export const READ_TIMEOUT_MS = 24_000;

/** What the binding has: a service of the platform, or anything that answers in the same way. */
export type PdfService = { fetch: typeof fetch };
