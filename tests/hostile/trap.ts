import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** A door on this machine that nobody of the product may knock at. */
export type Trap = {
	port: number;
	/** How often somebody did. */
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
