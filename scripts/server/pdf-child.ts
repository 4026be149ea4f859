import { buffer } from "node:stream/consumers";
import { readPdfText } from "#worker/pdf-reader/read-text.ts";
import { BROKEN_EXIT } from "#worker/pdf-reader/wire.ts";

/** Reads one PDF document from standard input and writes its text to standard output. */

const bytes = new Uint8Array(await buffer(process.stdin));
const text = await readPdfText(bytes).catch(() => null);
if (text === null) process.exitCode = BROKEN_EXIT;
else process.stdout.write(text);
