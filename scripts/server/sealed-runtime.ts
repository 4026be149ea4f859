import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { CoreHeaders, HOST_CAPNP_CONNECT, type WorkerOptions } from "miniflare";
import type { Address } from "./environment.ts";

/*
 * Miniflare is a tool for development: it trusts every client of its ports. `npm start`
 * serves people with it, so what its ports offer beyond the product is taken away here. The pages
 * of any web site can reach ports of this machine, so a port on 127.0.0.1 counts as reachable.
 */

/*
 * By this name, the public port would take a request's `cf` object, with the client's address in
 * it, from a header of the client. Without a name, workerd fills it in itself.
 */
Object.assign(CoreHeaders, { CF_BLOB: undefined });

/**
 * Must be called directly after workerd was spawned, before Miniflare sends it its configuration.
 * Replaces the host name by which a client of the public port could open a connection of
 * workerd's own protocol instead of HTTP. A name of the same length keeps the binary form valid.
 */
export function hideRpcHost({ stdin }: ChildProcess): void {
	if (!stdin) throw new Error("workerd was spawned without an input");
	const hidden = randomBytes(HOST_CAPNP_CONNECT.length)
		.toString("hex")
		.slice(0, HOST_CAPNP_CONNECT.length);
	const write = stdin.write.bind(stdin);
	const writeHidden = (config: Buffer): boolean => {
		for (;;) {
			const at = config.indexOf(HOST_CAPNP_CONNECT);
			if (at === -1) return write(config);
			config.write(hidden, at, "latin1");
		}
	};
	Object.assign(stdin, { write: writeHidden });
}

const REQUEST_CHANNEL = "http.server.request.start";

type StartedRequest = { request: IncomingMessage; server: Server };

/** Finds the HTTP server of this process that listens on a port, by sending it a request. */
async function findServer(address: string): Promise<Server> {
	const path = `/${randomBytes(16).toString("hex")}`;
	let found: Server | undefined;
	const note = (message: unknown) => {
		const { request, server } = message as StartedRequest;
		if (request.url === path) found = server;
	};
	subscribe(REQUEST_CHANNEL, note);
	try {
		const [response] = await once(get(`http://${address}${path}`, { agent: false }), "response");
		response.resume();
	} finally {
		unsubscribe(REQUEST_CHANNEL, note);
	}
	if (!found) throw new Error("Miniflare's own server was not found");
	return found;
}

/**
 * Miniflare's own server writes files at any place and starts browsers for any client. workerd
 * calls it for nothing that the product has, so it then answers nobody.
 */
export async function closeLoopback({ spawnargs }: ChildProcess): Promise<void> {
	const argument = "--external-addr=loopback=";
	const given = spawnargs.find((it) => it.startsWith(argument));
	if (!given) throw new Error("Miniflare did not name its own server");
	const server = await findServer(given.slice(argument.length));
	// Without a listener, a request to upgrade is an ordinary request.
	server.removeAllListeners("upgrade");
	server.removeAllListeners("request");
	server.on("request", (_: IncomingMessage, response: ServerResponse) => {
		response.writeHead(404).end();
	});
}

/** The name of the worker that listens on the public port. */
export const INGRESS = "ingress";

/**
 * Where Miniflare itself listens. A client of that port can replace a request's address by headers,
 * so it is on this machine only, also if HOST names another address, and its number is not printed.
 */
export const INTERNAL_ADDRESS: Address = { host: "127.0.0.1", port: 0 };

/**
 * The worker that receives requests on the public port and passes them to the product. `names` are
 * those by which it may be asked besides IP addresses; null for any.
 */
export function ingressWorker(
	{ name, compatibilityDate }: { name: string; compatibilityDate: string },
	address: Address,
	names: string[] | null,
): WorkerOptions {
	return {
		name: INGRESS,
		compatibilityDate,
		modules: true,
		script: readFileSync(new URL("ingress-worker.js", import.meta.url), "utf8"),
		serviceBindings: { PRODUCT: name },
		bindings: { NAMES: names },
		unsafeDirectSockets: [address],
	};
}
