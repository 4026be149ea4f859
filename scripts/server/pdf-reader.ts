import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type FileHandle, open, unlink } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { layout } from "#scripts/layout.ts";
import {
	ASKED_BY_HEADER,
	BROKEN_EXIT,
	BROKEN_STATUS,
	MAX_PDF_BYTES,
	MAX_TEXT_BYTES,
	MIN_PART_BYTES,
	type PdfService,
	TEXT_TYPE,
	TOO_LARGE_STATUS,
} from "#worker/pdf-reader/wire.ts";
import { createFairPlaces } from "./fair-places.ts";
import { readResidentBytes } from "./process.ts";

/**
 * Reads PDF documents for the worker under `npm start`, each in a process of its own. Code that
 * parses a hostile document can be bounded from outside only.
 */

const MB = 1_024 * 1_024;

const MAX_READING_MS = 5_000;
/** For the documents that are read at the same time. */
const places = createFairPlaces({
	places: 2,
	max_waiting: 64,
	max_waiting_each: 4,
	// Together with MAX_READING_MS less than READ_TIMEOUT_MS.
	max_wait_ms: 6_000,
});
const MAX_RESIDENT_BYTES = 300 * MB;
/** Memory can grow by more than a gigabyte a second. `ps` is a process itself. */
const LOOK_MS = process.platform === "linux" ? 20 : 100;

/**
 * What the system itself enforces, should this process be too busy to look, or be killed: data in
 * kB, of which Node 24 reserves half for compiled code, and seconds of processor time. Systems
 * without one of the limits ignore it.
 */
const LIMITED = 'ulimit -d 1000000 2>/dev/null; ulimit -t 6 2>/dev/null; exec "$0" "$@"';

/** Node 20 has the flag under its first name. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has("--permission")
	? "--permission"
	: "--experimental-permission";

const RESTRICTED = [
	PERMISSION,
	`--allow-fs-read=${layout.pdfChild}`,
	"--disallow-code-generation-from-strings",
	"--max-old-space-size=200",
	layout.pdfChild,
];

/** Windows has neither the shell nor limits for a process. */
const COMMAND: [string, string[]] =
	process.platform === "win32"
		? [process.execPath, RESTRICTED]
		: ["/bin/sh", ["-c", LIMITED, process.execPath, ...RESTRICTED]];

const children = new Set<ChildProcess>();
process.once("exit", () => {
	for (const child of children) child.kill("SIGKILL");
});

const OWN_FILE = 0o600;

type Answer = {
	status: number;
	/** UTF-8; only with status 200. */
	text?: Uint8Array<ArrayBuffer>;
};

/** Answers as `worker/pdf-reader/wire.ts` says; 503 if no place became free, 500 if the reader died without having read enough. */
async function answer(
	method: string | undefined,
	asked_by: string,
	body: AsyncIterable<Uint8Array>,
): Promise<Answer> {
	if (method !== "POST") return { status: 405 };
	const document = await openUnnamed();
	try {
		const is_whole = await writeBounded(body, document);
		if (!(await places.take(asked_by))) return { status: 503 };
		try {
			const { code, output } = await readApart(document.fd);
			const text = code === 0 ? output : wholeCharacters(output);
			const is_broken = code === BROKEN_EXIT;
			if (!is_broken && (code === 0 || text.byteLength >= MIN_PART_BYTES))
				return { status: 200, text };
			if (!is_whole) return { status: TOO_LARGE_STATUS };
			return { status: is_broken ? BROKEN_STATUS : 500 };
		} finally {
			places.leave(asked_by);
		}
	} finally {
		await document.close();
	}
}

/**
 * A file without a name, which is gone with its last reader. Many documents may wait for a place,
 * so that none is held in memory.
 */
async function openUnnamed(): Promise<FileHandle> {
	const path = join(tmpdir(), `bs-detector-pdf-${randomUUID()}`);
	const file = await open(path, "wx+", OWN_FILE);
	await unlink(path);
	return file;
}

/** Without the first bytes of a character whose others are missing. */
function wholeCharacters(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	const text = new TextDecoder().decode(bytes, { stream: true });
	return new TextEncoder().encode(text);
}

/** Returns false if there are more bytes than a document may have; its beginning is then written. */
async function writeBounded(body: AsyncIterable<Uint8Array>, file: FileHandle): Promise<boolean> {
	let length = 0;
	for await (const chunk of body) {
		const fitting = chunk.subarray(0, MAX_PDF_BYTES - length);
		// At its place, so that who reads the file begins at its start.
		await file.write(fitting, 0, fitting.byteLength, length);
		length += fitting.byteLength;
		if (fitting.byteLength < chunk.byteLength) return false;
	}
	return true;
}

/** For the worker's binding. */
export const answerPdf: RequestListener = (incoming, outgoing) => {
	const asked_by = String(incoming.headers[ASKED_BY_HEADER] ?? "");
	answer(incoming.method, asked_by, incoming).then(
		({ status, text }) => {
			outgoing.writeHead(status, text && { "content-type": TEXT_TYPE });
			outgoing.end(text);
		},
		() => outgoing.destroy(),
	);
};

/** For code that reads pages in Node, without a worker. */
export const PDF_SERVICE: PdfService = {
	async fetch(address, init) {
		const { method, body, headers: sent } = new Request(address, init);
		const asked_by = sent.get(ASKED_BY_HEADER) ?? "";
		const { status, text } = await answer(method, asked_by, body ?? new Blob().stream());
		const headers = text && { "content-type": TEXT_TYPE };
		return new Response(text ?? null, { status, ...(headers && { headers }) });
	},
};

type Ended = {
	/** null if the process was killed. */
	code: number | null;
	/** UTF-8. */
	output: Uint8Array<ArrayBuffer>;
};

/** Runs the process for one document within its bounds. Rejects if it cannot be started. */
async function readApart(document: number): Promise<Ended> {
	const [command, args] = COMMAND;
	const child = spawn(command, args, {
		cwd: layout.dist,
		env: {},
		stdio: [document, "pipe", "ignore"],
	});
	children.add(child);
	const kill = () => child.kill("SIGKILL");
	const deadline = setTimeout(kill, MAX_READING_MS);
	const look = setInterval(() => {
		const resident = readResidentBytes(child.pid ?? 0);
		if (resident !== null && resident > MAX_RESIDENT_BYTES) kill();
	}, LOOK_MS);
	try {
		// Without its event, for example because no more files may be open, it has no output either.
		await once(child, "spawn");
		const chunks: Buffer[] = [];
		let length = 0;
		child.stdout?.on("data", (chunk: Buffer) => {
			length += chunk.byteLength;
			if (length > MAX_TEXT_BYTES) kill();
			else chunks.push(chunk);
		});
		const [code] = await once(child, "close");
		return { code, output: new Uint8Array(Buffer.concat(chunks)) };
	} finally {
		clearTimeout(deadline);
		clearInterval(look);
		children.delete(child);
	}
}
