import { createServer } from "node:net";
import type { Environment } from "./read-environment.ts";
import { StartError } from "./start-error.ts";

const default_port = 8787;
const highest_port = 65_535;
/** This machine alone: whoever wants the network to reach it says so with HOST. */
const default_host = "127.0.0.1";

export type Address = { host: string; port: number };

/** Where to listen, from HOST and PORT; port 0 lets the system choose. Throws StartError naming PORT. */
export function serverAddress(environment: Environment): Address {
	const text = environment.PORT ?? String(default_port);
	const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
	if (!(port <= highest_port))
		throw new StartError(
			`PORT must be a number from 0 to ${highest_port}; it is "${text}".`,
		);
	return { host: environment.HOST ?? default_host, port };
}

function listenError(address: Address): Promise<NodeJS.ErrnoException | null> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", resolve);
		server.listen(address, () => server.close(() => resolve(null)));
	});
}

/** Throws StartError when the port is taken. A browser's "localhost" may mean ::1 as well. */
export async function requireFreePort(address: Address): Promise<void> {
	if (address.port === 0) return;
	const hosts =
		address.host === default_host ? [default_host, "::1"] : [address.host];
	for (const host of hosts) {
		const error = await listenError({ ...address, host });
		if (error?.code === "EADDRINUSE")
			throw new StartError(
				`Port ${address.port} is taken by another program. Stop that one, or set PORT to another port.`,
			);
		// A machine without IPv6 has no ::1 to be taken.
		if (error && host === address.host)
			throw new StartError(
				`Cannot listen on ${host}:${address.port}: ${error.message}`,
			);
	}
}
