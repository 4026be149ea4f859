import { once } from "node:events";
import {
	createServer,
	type IncomingHttpHeaders,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export type Asked = {
	host: string;
	path: string;
	headers: IncomingHttpHeaders;
	/** Epoch milliseconds with fractions. */
	started_at: number;
	/** null while the answer is on its way. */
	ended_at: number | null;
	/** null if no headers were sent. */
	status: number | null;
};

export type Site = (path: string, response: ServerResponse) => void;

/** A server on the loopback address that plays web sites, and notes what was asked. */
export type WebWorld = {
	/** `host:port`, to be trusted. */
	host: string;
	port: number;
	origin: string;
	asked: Asked[];
	/** Most requests that were open at the same time. */
	readonly most_open: number;
	/** Answers from now on; robots.txt too, which is absent unless it does. */
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
