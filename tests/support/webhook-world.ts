import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = {
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
};

export type Reply = { status: number; headers?: Record<string, string> };

/** A member's server, and the resolver that says where names lead. */
export type WebhookWorld = {
	/** `host:port` of the receiver. */
	host: string;
	resolver_url: string;
	received: Received[];
	/** How the receiver answers from now on; null never answers. */
	answer: (reply: Reply | null) => void;
	/** What the resolver says of a name from now on. */
	name: (
		hostname: string,
		addresses: { A?: string[]; AAAA?: string[] },
	) => void;
	/** Waits until the receiver has got so many. */
	until: (count: number) => Promise<void>;
	/** Names that the resolver was asked for. */
	asked: string[];
	close: () => Promise<void>;
};

const POLL_MS = 20;
const TYPES: Record<string, number> = { A: 1, AAAA: 28 };

export async function startWebhookWorld(): Promise<WebhookWorld> {
	const received: Received[] = [];
	const asked: string[] = [];
	const names = new Map<string, { A?: string[]; AAAA?: string[] }>();
	let reply: Reply | null = { status: 204 };
	const receiver = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += String(chunk);
		const { url: path = "", headers } = request;
		received.push({ path, headers, body });
		if (!reply) return;
		response.writeHead(reply.status, reply.headers).end();
	}).listen(0, "127.0.0.1");
	const resolver = createServer((request, response) => {
		const { searchParams } = new URL(request.url ?? "", "http://resolver");
		const name = searchParams.get("name") ?? "";
		const type = searchParams.get("type") ?? "";
		asked.push(`${name} ${type}`);
		const known = names.get(name);
		const records = known?.[type as "A" | "AAAA"] ?? [];
		response.setHeader("content-type", "application/dns-json");
		response.end(
			JSON.stringify({
				Status: known ? 0 : 3,
				Answer: [
					// As of a name that is another's alias.
					{ name, type: 5, TTL: 60, data: "alias.example.net." },
					...records.map((data) => ({
						...{ name, type: TYPES[type], TTL: 60, data },
					})),
				],
			}),
		);
	}).listen(0, "127.0.0.1");
	await Promise.all([once(receiver, "listening"), once(resolver, "listening")]);
	const portOf = (server: typeof receiver) =>
		(server.address() as AddressInfo).port;
	return {
		host: `127.0.0.1:${portOf(receiver)}`,
		resolver_url: `http://127.0.0.1:${portOf(resolver)}/dns-query`,
		received,
		asked,
		answer(next) {
			reply = next;
		},
		name: (hostname, addresses) => void names.set(hostname, addresses),
		async until(count) {
			while (received.length < count)
				await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		},
		async close() {
			for (const server of [receiver, resolver]) {
				server.closeAllConnections();
				server.close();
				await once(server, "close");
			}
		},
	};
}
