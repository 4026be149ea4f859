import {
	createServer,
	type IncomingMessage,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** Stands before a server; one request can be held up on its way there or back. */
export type HoldingProxy = {
	url: string;
	/**
	 * Holds the next request that fits for ever: "there" before the server sees
	 * it, "back" once the server has done it; "cut" breaks it off before. Resolves
	 * when it has one.
	 */
	hold: (where: Where, fits: (body: string) => boolean) => Promise<void>;
	close: () => Promise<void>;
};

type Where = "there" | "back" | "cut";
type Trap = { where: Where; fits: (body: string) => boolean; held: () => void };

/** They belong to one connection, or no longer fit the body. */
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

function withoutOwn(
	headers: [string, string | string[] | undefined][],
): Record<string, string> {
	return Object.fromEntries(
		headers.flatMap(([name, value]) =>
			OWN_HEADERS.includes(name) || value === undefined
				? []
				: [[name, String(value)]],
		),
	);
}
