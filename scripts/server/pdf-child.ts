import { fstatSync, readSync } from "node:fs";
import { readPdf } from "#worker/pdf-reader/read-text.ts";
import { BROKEN_EXIT } from "#worker/pdf-reader/wire.ts";

/**
 * Reads one PDF document from the file that is its standard input and writes its text to standard
 * output, page by page, so that it is not lost when this process is killed.
 */

const STANDARD_INPUT = 0;

function readInput(): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(fstatSync(STANDARD_INPUT).size);
	let length = 0;
	while (length < bytes.byteLength) {
		const read = readSync(STANDARD_INPUT, bytes, length, bytes.byteLength - length, length);
		if (read === 0) break;
		length += read;
	}
	return bytes;
}

let has_text = false;
try {
	for await (const part of readPdf(readInput())) {
		process.stdout.write(part);
		has_text = true;
	}
} catch {
	if (!has_text) process.exitCode = BROKEN_EXIT;
}
