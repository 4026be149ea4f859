import { once } from "node:events";
import {
	createServer,
	type IncomingHttpHeaders,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { constants, deflateRawSync, deflateSync } from "node:zlib";

export type Asked = {
	host: string;
	path: string;
	headers: IncomingHttpHeaders;
	/** Epoch milliseconds with fractions. */
	started_at: number;
	/** null until the response has ended. */
	ended_at: number | null;
	/** null if no headers were sent. */
	status: number | null;
};

export type Site = (path: string, response: ServerResponse) => void;

/** A server on the loopback address that acts as web sites and records the requests. */
export type WebWorld = {
	/** `host:port`, for the list of trusted hosts. */
	host: string;
	port: number;
	origin: string;
	asked: Asked[];
	/** The largest number of requests open at the same time. */
	readonly most_open: number;
	/** Sets the answers, including robots.txt, which is missing otherwise. */
	serve: (site: Site) => void;
	close: () => Promise<void>;
};

export async function startWebWorld(address = "127.0.0.1"): Promise<WebWorld> {
	const asked: Asked[] = [];
	let site: Site = (_, response) => response.writeHead(404).end();
	let open = 0;
	let most_open = 0;
	const server = createServer((request, response) => {
		const { url: path = "", headers } = request;
		const started_at = performance.timeOrigin + performance.now();
		const entry: Asked = {
			...{ host: headers.host ?? "", path, headers },
			...{ started_at, ended_at: null, status: null },
		};
		asked.push(entry);
		open += 1;
		most_open = Math.max(most_open, open);
		response.on("close", () => {
			open -= 1;
			entry.ended_at = performance.timeOrigin + performance.now();
			entry.status = response.headersSent ? response.statusCode : null;
		});
		site(path, response);
	}).listen(0, address);
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const host = `${address.includes(":") ? `[${address}]` : address}:${port}`;
	return {
		host,
		port,
		origin: `http://${host}`,
		asked,
		get most_open() {
			return most_open;
		},
		serve(next) {
			site = next;
		},
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

/** Serves HTML at some paths and 404 elsewhere. */
export function pages(by_path: Record<string, string>): Site {
	return (path, response) => {
		const html = by_path[path];
		if (html === undefined) return void response.writeHead(404).end();
		response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
		response.end(html);
	};
}

/** A DNS over HTTPS resolver with configurable records. */
export type FakeResolver = {
	url: string;
	/** Sets a name's records; other names are unknown. */
	name: (
		hostname: string,
		addresses: { A?: string[]; AAAA?: string[] },
	) => void;
	/** The requested names, each with the record type. */
	asked: string[];
	close: () => Promise<void>;
};

const TYPES: Record<string, number> = { A: 1, AAAA: 28 };

export async function startFakeResolver(): Promise<FakeResolver> {
	const asked: string[] = [];
	const names = new Map<string, { A?: string[]; AAAA?: string[] }>();
	const server = createServer((request, response) => {
		const { searchParams } = new URL(request.url ?? "", "http://resolver");
		const name = searchParams.get("name") ?? "";
		const type = searchParams.get("type") ?? "";
		asked.push(`${name} ${type}`);
		const known = names.get(name);
		const records = known?.[type as "A" | "AAAA"] ?? [];
		response.setHeader("content-type", "application/dns-json");
		response.end(
			JSON.stringify({
				Status: known ? 0 : 3,
				Answer: [
					// A CNAME record before the addresses, as for an alias.
					{ name, type: 5, TTL: 60, data: "alias.example.net." },
					...records.map((data) => ({
						...{ name, type: TYPES[type], TTL: 60, data },
					})),
				],
			}),
		);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/dns-query`,
		asked,
		name: (hostname, addresses) => void names.set(hostname, addresses),
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

/**
 * A hand-written PDF with one page for each text. The texts must be ASCII without brackets and
 * backslashes.
 */
export function smallPdf(texts: readonly string[]): Uint8Array {
	return pdfOf(
		texts.map((text) => {
			const shown = text
				.split("\n")
				.map((line) => `(${line}) Tj T*`)
				.join(" ");
			return { body: `BT /F1 12 Tf 14 TL 40 700 Td ${shown} ET` };
		}),
	);
}

type Stream = { body: string | Buffer; entries?: string };

/**
 * A PDF with one page for each stream. `forms` are named /X0, /X1 and so on, and may reference each
 * other.
 */
function pdfOf(
	contents: readonly Stream[],
	forms: readonly Stream[] = [],
): Uint8Array {
	const FONT = 3;
	const first_form = FONT + 1;
	const first_page = first_form + forms.length;
	const kids = contents.map((_, at) => `${first_page + 2 * at} 0 R`).join(" ");
	const named = forms
		.map((_, at) => `/X${at} ${first_form + at} 0 R`)
		.join(" ");
	const resources = `/Resources << /Font << /F1 ${FONT} 0 R >> /XObject << ${named} >> >>`;
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		`<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		...forms.map(({ body, entries = "" }) =>
			streamOf({
				body,
				entries: `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${resources} ${entries}`,
			}),
		),
		...contents.flatMap((content, at) => [
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents ${first_page + 2 * at + 1} 0 R >>`,
			streamOf(content),
		]),
	];
	let file = "%PDF-1.4\n";
	const offsets = objects.map((object, at) => {
		const offset = file.length;
		file += `${at + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(offset).padStart(10, "0")} 00000 n \n`;
	});
	const start = file.length;
	file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
	file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
	return new Uint8Array(Buffer.from(file, "latin1"));
}

/** Encodes the bytes as Latin-1 characters. */
function streamOf({ body, entries = "" }: Stream): string {
	const bytes = Buffer.from(body as string, "latin1").toString("latin1");
	return `<< /Length ${bytes.length} ${entries} >>\nstream\n${bytes}\nendstream`;
}

const MB = 1_024 * 1_024;

/** White space that unpacks to so many megabytes, compressed to a thousandth. */
function packedSpace(megabytes: number): Buffer {
	const piece = deflateRawSync(" ".repeat(MB), {
		finishFlush: constants.Z_FULL_FLUSH,
	});
	const header = Buffer.from([0x78, 0x9c]);
	return Buffer.concat([header, ...Array(megabytes).fill(piece)]);
}

const FLATE = "/Filter /FlateDecode";
const LINE = "(The bridge was opened in 1931 and closed in 1977.) Tj T*";

/** Small documents that would unpack to more than any machine's memory, or endlessly. */
export const PDF_BOMBS: Record<string, () => Uint8Array> = {
	"a page that unpacks to a gigabyte": () =>
		pdfOf([{ body: packedSpace(1_024), entries: FLATE }]),
	"a page that is packed twice": () =>
		pdfOf([
			{
				body: deflateSync(packedSpace(16_384)),
				entries: "/Filter [/FlateDecode /FlateDecode]",
			},
		]),
	"a text that shows itself ten to the twelfth times": () => {
		const forms = Array.from({ length: 12 }, (_, at) => ({
			body: `/X${at + 1} Do `.repeat(10),
		}));
		const last = { body: `BT /F1 12 Tf 14 TL 40 700 Td ${LINE} ET` };
		return pdfOf([{ body: "/X0 Do" }], [...forms, last]);
	},
};
