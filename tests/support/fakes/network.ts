import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
	type AddressInfo,
	connect,
	createServer as createTcpServer,
	type Server,
	type Socket,
} from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createOutboundGate } from "#outbound/gate.ts";
import { OutboundError, type OutboundFetch } from "#outbound/outbound.ts";
import { createGates } from "#providers/provider-gate.ts";
import type { CallContext } from "#providers/retrying-call.ts";

/** A proxy that can hold one request before or after it reaches the server. */
export type HoldingProxy = {
	url: string;
	/**
	 * Holds the next matching request forever: "there" before it reaches the server, "back" before
	 * its response returns, and "cut" closes the connection instead. Resolves when a request is held.
	 */
	hold: (where: Where, fits: (body: string) => boolean) => Promise<void>;
	close: () => Promise<void>;
};

type Where = "there" | "back" | "cut";
type Trap = { where: Where; fits: (body: string) => boolean; held: () => void };

/** Headers of a single connection, or which no longer match the body. */
const OWN_HEADERS = [
	"connection",
	"content-encoding",
	"content-length",
	"host",
	"transfer-encoding",
];

export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
	let trap: Trap | null = null;
	const server = createServer((request, response) => {
		void pass(request, response).catch(() => response.destroy());
	});

	async function pass(request: IncomingMessage, response: ServerResponse) {
		const body = await bodyOf(request);
		const trapped = trap?.fits(body) ? trap : null;
		if (trapped) trap = null;
		if (trapped?.where === "there") return trapped.held();
		if (trapped?.where === "cut") {
			response.destroy();
			return trapped.held();
		}
		const answer = await fetch(target + (request.url ?? "/"), {
			method: request.method ?? "GET",
			headers: withoutOwn(Object.entries(request.headers)),
			...(body && { body }),
		});
		const bytes = Buffer.from(await answer.arrayBuffer());
		if (trapped) return trapped.held();
		response.writeHead(answer.status, withoutOwn([...answer.headers]));
		response.end(bytes);
	}

	await new Promise<void>((resolve) => {
		server.listen(0, "127.0.0.1", resolve);
	});
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		hold: (where, fits) =>
			new Promise((held) => {
				trap = { where, fits, held };
			}),
		close: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString("utf8");
}

function withoutOwn(headers: [string, string | string[] | undefined][]): Record<string, string> {
	return Object.fromEntries(
		headers.flatMap(([name, value]) =>
			OWN_HEADERS.includes(name) || value === undefined ? [] : [[name, String(value)]],
		),
	);
}

/**
 * Whether the server is reachable: "up", "refused" (connections are refused and cut), or "silent"
 * (connections are accepted without a response).
 */
export type Reach = "up" | "refused" | "silent";

/** A proxy that can take its server off the network. */
export type OutageProxy = {
	url: string;
	/** Closes the open connections in both directions. */
	set: (reach: Reach) => Promise<void>;
	close: () => Promise<void>;
};

export async function startOutageProxy(target: string): Promise<OutageProxy> {
	const { hostname, port: target_port } = new URL(target);
	const open = new Set<Socket>();
	let reach: Reach = "up";

	const server = createTcpServer((incoming) => {
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

	const port = await freePort();
	await listen(server, port);
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

/** Below the ports that systems give to outgoing connections, which could take one during a restart. */
const FIRST_PORT = 11_000;
const PORTS = 20_000;

export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST_PORT + randomInt(PORTS);
		const server = createTcpServer().listen(port, "127.0.0.1");
		const is_free = await once(server, "listening").catch(() => null);
		if (is_free === null) continue;
		server.close();
		await once(server, "close");
		return port;
	}
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

/**
 * The outbound gate's guarantees without its queue: a deadline, a size limit and no redirects.
 * `timeout_ms` shortens every call's deadline, for tests of timeouts.
 */
export function plainFetch({ timeout_ms = 30_000 }: { timeout_ms?: number } = {}): OutboundFetch {
	return async (url, init, bounds) => {
		const signal = AbortSignal.timeout(Math.min(timeout_ms, bounds.timeout_ms));
		const response = await fetch(url, { ...init, redirect: "manual", signal }).catch((cause) => {
			throw failure(cause);
		});
		if (response.status >= 300 && response.status < 400)
			throw new OutboundError("redirect", "It points elsewhere.");
		const body = response.body?.pipeThrough(capped(bounds.max_bytes)) ?? null;
		return new Response(body, {
			status: response.status,
			statusText: response.statusText,
			headers: response.headers,
		});
	};
}

function capped(max_bytes: number): TransformStream<Uint8Array, Uint8Array> {
	let seen = 0;
	return new TransformStream({
		transform(chunk, controller) {
			seen += chunk.byteLength;
			if (seen > max_bytes) controller.error(new OutboundError("too_large", "Too many bytes."));
			else controller.enqueue(chunk);
		},
	});
}

function failure(cause: unknown): OutboundError {
	const timed_out = cause instanceof Error && cause.name === "TimeoutError";
	return timed_out
		? new OutboundError("timeout", "No answer in time.", cause)
		: new OutboundError("network", "No connection.", cause);
}

/** The real network and clock, with pauses shortened to a thousandth. */
export function realCallContext(overrides: Partial<CallContext> = {}): CallContext {
	return {
		fetch: createOutboundGate(),
		timeout_ms: 5_000,
		patience_ms: 5_000,
		gateOf: createGates(),
		now: () => Date.now(),
		random: () => 0.5,
		sleep: async (ms) => {
			await sleep(ms / 1_000);
		},
		...overrides,
	};
}
