import { connect, type Socket } from "node:net";

export type Ask = {
	method?: string;
	path: string;
	headers?: Record<string, string>;
	body?: string;
};
export type Heard = { status: number; bytes: number };

/** The least that a client can do for an answer, so that what is measured is the server. */
export type Connection = {
	/** One at a time. Rejects when the connection breaks. */
	ask: (ask: Ask) => Promise<Heard>;
	close: () => void;
};

const HEAD_END = "\r\n\r\n";
const NO_BODY = new Set([204, 304]);

/** Opens a connection that is kept between requests. */
export async function openConnection(origin: string): Promise<Connection> {
	const { hostname, port, host } = new URL(origin);
	const socket = connect({ host: hostname, port: Number(port), noDelay: true });
	await new Promise<void>((resolve, reject) => {
		socket.once("connect", resolve).once("error", reject);
	});
	return { ask: (ask) => heard(socket, write(ask, host)), close: () => socket.destroy() };
}

function write(ask: Ask, host: string): string {
	const { method = "GET", path, headers = {}, body = "" } = ask;
	const fields = Object.entries({ host, ...headers });
	if (body !== "") fields.push(["content-length", String(body.length)]);
	const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
	return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

function heard(socket: Socket, request: string): Promise<Heard> {
	return new Promise((resolve, reject) => {
		const answer = new AnswerReader();
		const settle = (broken: Error | null) => {
			socket.off("data", onData).off("error", settle).off("close", onClose);
			if (broken) reject(broken);
			else resolve({ status: answer.status, bytes: answer.bytes });
		};
		const onData = (chunk: Buffer) => {
			if (answer.take(chunk)) settle(null);
		};
		const onClose = () => settle(new Error("The connection was closed."));
		socket.on("data", onData).on("error", settle).on("close", onClose);
		socket.write(request);
	});
}

/** Knows where an answer ends; its bytes are counted and let go. */
class AnswerReader {
	status = 0;
	/** Of the body, as it travels. */
	bytes = 0;
	#head = "";
	/** Bytes of the body; null where it comes in chunks. */
	#length: number | null = null;
	#tail = "";

	/** Whether the answer is whole. */
	take(chunk: Buffer): boolean {
		if (this.status !== 0) return this.#body(chunk);
		const before = this.#head.length;
		this.#head += chunk.toString("latin1");
		const end = this.#head.indexOf(HEAD_END);
		if (end === -1) return false;
		const head = this.#head.slice(0, end).toLowerCase();
		this.status = Number(head.slice(9, 12));
		const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
		this.#length = length === undefined ? null : Number(length);
		if (NO_BODY.has(this.status)) this.#length = 0;
		return this.#body(chunk.subarray(end + HEAD_END.length - before));
	}

	#body(chunk: Buffer): boolean {
		this.bytes += chunk.byteLength;
		if (this.#length !== null) return this.bytes >= this.#length;
		// The last chunk is empty: nobody else asks on this connection meanwhile.
		this.#tail = (this.#tail + chunk.toString("latin1").slice(-7)).slice(-7);
		return /(^|\n)0\r\n\r\n$/.test(this.#tail);
	}
}
