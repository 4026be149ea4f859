import { buffer } from "node:stream/consumers";
import { readPdf } from "#worker/pdf-reader/read-text.ts";
import { BROKEN_EXIT } from "#worker/pdf-reader/wire.ts";

/**
 * Reads one PDF document from standard input and writes its text to standard output, page by page,
 * so that it is not lost when this process is killed.
 */

const bytes = new Uint8Array(await buffer(process.stdin));
let has_text = false;
try {
	for await (const part of readPdf(bytes)) {
		process.stdout.write(part);
		has_text = true;
	}
} catch {
	if (!has_text) process.exitCode = BROKEN_EXIT;
}
