import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
	describeLocalModels,
	LOCAL_MODEL_HINT,
	LOCAL_SERVERS,
} from "#scripts/server/local-models.ts";
import { freePort } from "#tests/support/fakes/network.ts";

const open: Server[] = [];

afterEach(() => {
	for (const server of open.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

async function listen(answer: RequestListener): Promise<number> {
	const server = createServer(answer);
	open.push(server);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return (server.address() as AddressInfo).port;
}

const lists =
	(...ids: string[]): RequestListener =>
	(request, response) => {
		response.writeHead(request.url === "/v1/models" ? 200 : 404, {
			"content-type": "application/json",
		});
		response.end(
			JSON.stringify({ object: "list", data: ids.map((id) => ({ id, object: "model" })) }),
		);
	};

const found = (port: number) => describeLocalModels([{ name: "Ollama", port }]);

describe("describeLocalModels", () => {
	it("names a server that answers, with the two settings that use it", async () => {
		const port = await listen(lists("gemma3:270m", "other"));
		expect(await found(port)).toEqual([
			`Ollama answers on port ${port}. To use it: OPENAI_BASE_URL=http://localhost:${port}/v1 OPENAI_MODEL=gemma3:270m`,
		]);
	});

	it.each(["nomic-embed-text:latest", "text-embedding-3-small", "bge-m3", "qwen3-reranker"])(
		"passes %s over, which answers no questions",
		async (id) => {
			const [line] = await found(await listen(lists(id, "gemma3:270m")));
			expect(line).toMatch(/ OPENAI_MODEL=gemma3:270m$/);
		},
	);

	it.each<[string, RequestListener]>([
		["lists no model", lists()],
		["lists a model whose name would break the line", lists("a\nOPENAI_API_KEY=x")],
		["is another program", (_, response) => response.end("<h1>Hello</h1>")],
		["refuses", (_, response) => response.writeHead(500).end()],
		[
			"redirects",
			(_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
		],
	])("does not name a server that %s", async (_, answer) => {
		expect(await found(await listen(answer))).toEqual([]);
	});

	it("does not name a server that is not there", async () => {
		expect(await found(await freePort())).toEqual([]);
	});

	it("waits only briefly for a server that never answers, and names the others", async () => {
		const silent = await listen(() => {});
		const port = await listen(lists("small"));
		const began = performance.now();
		const lines = await describeLocalModels([
			{ name: "LM Studio", port: silent },
			{ name: "llama.cpp", port },
		]);
		expect(performance.now() - began).toBeLessThan(2_000);
		expect(lines).toEqual([expect.stringContaining("llama.cpp answers")]);
	});

	it("stops reading an endless answer", async () => {
		let sent = 0;
		const port = await listen((_, response) => {
			response.writeHead(200);
			const more = () => {
				sent += 1;
				if (!response.destroyed && sent < 2_000) response.write("x".repeat(16_384), () => more());
			};
			more();
		});
		expect(await found(port)).toEqual([]);
		expect(sent).toBeLessThan(2_000);
	});

	it("says in two lines how to use one, on the ports that they have", () => {
		expect(LOCAL_MODEL_HINT.split("\n")).toHaveLength(2);
		for (const { name } of LOCAL_SERVERS) expect(LOCAL_MODEL_HINT).toContain(name);
		expect(LOCAL_SERVERS.map(({ port }) => port)).toEqual([11_434, 1_234, 8_080]);
	});
});
