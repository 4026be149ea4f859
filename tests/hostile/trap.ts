import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** A server on this machine to which the product must never connect. */
export type Trap = {
	port: number;
	/** The number of connections. */
	knocks: () => number;
	close: () => Promise<void>;
};

export async function startTrap(): Promise<Trap> {
	let knocks = 0;
	const server = createServer((socket) => {
		knocks += 1;
		socket.destroy();
	});
	await new Promise<void>((resolve) => server.listen(0, "::", resolve));
	return {
		port: (server.address() as AddressInfo).port,
		knocks: () => knocks,
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}
