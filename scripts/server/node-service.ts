import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** The value of a worker's binding to a function of this process. */
type Binding = {
	external: { address: string; http: { injectRequestHeaders: { name: string; value: string }[] } };
};

type NodeService = { binding: Binding; close: () => Promise<void> };

/** Functions of this process that the worker calls through service bindings, by their names. */
export type NodeServices = { bindings: Record<string, Binding>; close: () => Promise<void> };

export async function startNodeServices(
	handlers: Record<string, RequestListener>,
): Promise<NodeServices> {
	const started = await Promise.all(
		Object.entries(handlers).map(
			async ([name, handle]) => [name, await startNodeService(handle)] as const,
		),
	);
	return {
		bindings: Object.fromEntries(started.map(([name, { binding }]) => [name, binding])),
		async close() {
			await Promise.all(started.map(([, service]) => service.close()));
		},
	};
}

const SECRET_HEADER = "x-service-secret";
const SECRET_BYTES = 32;

/**
 * Other programs of this machine, and pages in its browsers, can reach the port as well. workerd
 * therefore adds a secret of this start to each request, and nothing else is passed to `handle`.
 */
export async function startNodeService(handle: RequestListener): Promise<NodeService> {
	const secret = randomBytes(SECRET_BYTES).toString("hex");
	const expected = Buffer.from(secret);
	const server = createServer((request, response) => {
		const given = Buffer.from(String(request.headers[SECRET_HEADER]));
		if (given.length === expected.length && timingSafeEqual(given, expected))
			handle(request, response);
		else response.writeHead(403, { connection: "close" }).end();
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		binding: {
			external: {
				address: `127.0.0.1:${port}`,
				http: { injectRequestHeaders: [{ name: SECRET_HEADER, value: secret }] },
			},
		},
		async close() {
			const closed = once(server, "close");
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}
