import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

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
			host: headers.host ?? "",
			path,
			headers,
			started_at,
			ended_at: null,
			status: null,
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
	name: (hostname: string, addresses: { A?: string[]; AAAA?: string[] }) => void;
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
					...records.map((data) => ({ name, type: TYPES[type], TTL: 60, data })),
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
