import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A DNS over HTTPS resolver that says what a test wants of each name. */
export type FakeResolver = {
	url: string;
	/** What it says of a name from now on; of others it knows nothing. */
	name: (
		hostname: string,
		addresses: { A?: string[]; AAAA?: string[] },
	) => void;
	/** Names that it was asked for, each with the type of record. */
	asked: string[];
	close: () => Promise<void>;
};

const TYPES: Record<string, number> = { A: 1, AAAA: 28 };

export async function startFakeResolver(): Promise<FakeResolver> {
	const asked: string[] = [];
	const names = new Map<string, { A?: string[]; AAAA?: string[] }>();
	const server = createServer((request, response) => {
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
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/dns-query`,
		asked,
		name: (hostname, addresses) => void names.set(hostname, addresses),
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}
