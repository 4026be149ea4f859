import {
	type AddressInfo,
	connect,
	createServer,
	type Server,
	type Socket,
} from "node:net";

/**
 * How a server behind it can be reached: as ever, not at all (connections are
 * refused and cut), or by name only (connections are taken and nothing comes).
 */
export type Reach = "up" | "refused" | "silent";

/** Stands before a server and takes it off the network for a while. */
export type OutageProxy = {
	url: string;
	/** Cuts what is open, in either direction. */
	set: (reach: Reach) => Promise<void>;
	close: () => Promise<void>;
};

export async function startOutageProxy(target: string): Promise<OutageProxy> {
	const { hostname, port: target_port } = new URL(target);
	const open = new Set<Socket>();
	let reach: Reach = "up";

	const server = createServer((incoming) => {
		keep(incoming);
		if (reach === "silent") return incoming.resume();
		const outgoing = connect(Number(target_port), hostname);
		keep(outgoing);
		incoming.pipe(outgoing).pipe(incoming);
		incoming.once("close", () => outgoing.destroy());
		outgoing.once("close", () => incoming.destroy());
	});

	function keep(socket: Socket): void {
		open.add(socket);
		socket.on("error", () => socket.destroy());
		socket.once("close", () => open.delete(socket));
	}

	await listen(server, 0);
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		async set(wanted) {
			reach = wanted;
			const closed = wanted === "refused" ? shut(server) : null;
			for (const socket of open) socket.destroy();
			await closed;
			if (wanted !== "refused" && !server.listening) await listen(server, port);
		},
		async close() {
			const closed = shut(server);
			for (const socket of open) socket.destroy();
			await closed;
		},
	};
}

function listen(server: Server, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, "127.0.0.1", () => {
			server.off("error", reject);
			resolve();
		});
	});
}

function shut(server: Server): Promise<void> {
	return new Promise((resolve) => {
		if (server.listening) server.close(() => resolve());
		else resolve();
	});
}
