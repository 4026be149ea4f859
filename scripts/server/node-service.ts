import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A function of this process that the worker calls through a service binding. */
export type NodeService = {
	/** The value of the worker's binding. */
	binding: {
		external: {
			address: string;
			http: { injectRequestHeaders: { name: string; value: string }[] };
		};
	};
	close: () => Promise<void>;
};

const SECRET_HEADER = "x-service-secret";
const SECRET_BYTES = 32;

/**
 * Other programs of this machine, and pages in its browsers, can reach the port as well. workerd
 * therefore adds a secret of this start to each request, and nothing else is passed to `handle`.
 */
export async function startNodeService(
	handle: RequestListener,
): Promise<NodeService> {
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
				http: {
					injectRequestHeaders: [{ name: SECRET_HEADER, value: secret }],
				},
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
