import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

const TEXT = /^(?:text|application)\/(?:html|css|javascript|json|manifest)|svg/;
/** They belong to a single connection, or no longer fit the body. */
const DROPPED = new Set([
	"connection",
	"content-encoding",
	"content-length",
	"keep-alive",
	"transfer-encoding",
]);

/** Files of the test's own, by path. */
type Files = Record<string, { type: string; body: Uint8Array | string }>;

export type EdgeServer = { url: string; stop: () => Promise<void> };

/** Stands between a browser and the product, and compresses what the platform's edge compresses. */
export async function startEdgeServer(product_url: string, files: Files): Promise<EdgeServer> {
	const server = createServer((request, answer) => {
		const path = request.url ?? "/";
		const own = files[path];
		if (own) send(answer, 200, { "content-type": own.type }, own.body);
		else
			pass(product_url + path, request.headers.cookie, answer).catch((error: unknown) =>
				answer.destroy(error as Error),
			);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

async function pass(
	url: string,
	cookie: string | undefined,
	answer: ServerResponse,
): Promise<void> {
	const given = await fetch(url, {
		redirect: "manual",
		headers: { connection: "close", ...(cookie && { cookie }) },
	});
	const headers = [...given.headers].filter(([name]) => !DROPPED.has(name));
	const body = new Uint8Array(await given.arrayBuffer());
	send(answer, given.status, Object.fromEntries(headers), body);
}

function send(
	answer: ServerResponse,
	status: number,
	headers: Record<string, string>,
	body: Uint8Array | string,
): void {
	const compressed = TEXT.test(headers["content-type"] ?? "");
	answer.writeHead(status, { ...headers, ...(compressed && { "content-encoding": "gzip" }) });
	answer.end(compressed ? gzipSync(body) : body);
}
