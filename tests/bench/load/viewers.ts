import { connect, type Socket } from "node:net";

export type Viewers = {
	/** When each event reached each of them, by event id, in ms of performance.now(). */
	arrivals: Map<string, number[]>;
	/** Events in each viewer's own order. */
	seen: string[][];
	/** Resolves when all of them have got, or can get, no more. */
	ended: Promise<unknown>;
	close: () => void;
};

const EVENT = /id: (\S+)\nevent: (\w+)\n/g;
/** Longer than the two lines that name an event; they may come in two pieces. */
const NAMING_CHARS = 120;
/** Together they would be more than a server takes waiting. */
const CONNECTING_AT_ONCE = 50;

/** Each viewer has an address of their own, as an audience has. */
function addressOf(place: number): string {
	return `198.18.${place >> 8}.${place & 255}`;
}

/**
 * Opens `count` event streams and resolves when each has had its first bytes.
 * Of an event only its name is read: what is measured is the server.
 */
export async function openViewers(url: string, count: number): Promise<Viewers> {
	const arrivals = new Map<string, number[]>();
	const seen: string[][] = [];
	const sockets: Socket[] = [];
	const endings: Promise<unknown>[] = [];
	const open = async () => {
		const { hostname, port, host, pathname } = new URL(url);
		const socket = connect({ host: hostname, port: Number(port) });
		const own: string[] = [];
		sockets.push(socket);
		seen.push(own);
		socket.write(
			`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\ncf-connecting-ip: ${addressOf(seen.length)}\r\n\r\n`,
		);
		let rest = "";
		socket.on("data", (chunk) => {
			const at = performance.now();
			const text = rest + chunk.toString("latin1");
			let read = 0;
			for (const { 0: match, 1: id = "", index } of text.matchAll(EVENT)) {
				own.push(id);
				const times = arrivals.get(id) ?? [];
				times.push(at);
				arrivals.set(id, times);
				read = index + match.length;
			}
			rest = text.slice(Math.max(read, text.length - NAMING_CHARS));
			// The last chunk of a stream that the server closes is empty.
			if (text.endsWith("\r\n0\r\n\r\n")) socket.end();
		});
		endings.push(
			new Promise((resolve) => {
				socket.once("close", resolve).once("error", resolve);
			}),
		);
		await new Promise((resolve, reject) => {
			socket.once("data", resolve).once("error", reject);
		});
	};
	for (let opened = 0; opened < count; opened += CONNECTING_AT_ONCE)
		await Promise.all(Array.from({ length: Math.min(CONNECTING_AT_ONCE, count - opened) }, open));
	return {
		arrivals,
		seen,
		ended: Promise.all(endings),
		close: () => {
			for (const socket of sockets) socket.destroy();
		},
	};
}
