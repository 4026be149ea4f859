import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfStale } from "#scripts/build.ts";
import { type RunningServer, startServer } from "#scripts/start.ts";

/*
 * DNS rebinding: a page of http://evil.example:PORT lets its name lead to 127.0.0.1 after it was
 * loaded, and its requests, with its own Host and Origin, are of one site for the browser.
 */

let data_dir = "";
const servers: RunningServer[] = [];

async function serve(folder: string, env: Record<string, string>): Promise<RunningServer> {
	const server = await startServer({ dataDir: join(data_dir, folder), clock: false, env });
	servers.push(server);
	return server;
}

beforeAll(async () => {
	await buildIfStale();
	data_dir = await mkdtemp(join(tmpdir(), "attack-rebinding-"));
});
afterAll(async () => {
	for (const server of servers) await server.stop();
	await rm(data_dir, { recursive: true, force: true });
});

/** Signs up as a page at this name would. Without a body: reads the page. */
async function ask(server: RunningServer, name: string, path: string, body?: object) {
	const { port } = new URL(server.url);
	const host = `${name}:${port}`;
	const sent = request({
		host: "127.0.0.1",
		port,
		path,
		method: body ? "POST" : "GET",
		agent: false,
		headers: {
			host,
			...(body && { origin: `http://${host.toLowerCase()}`, "content-type": "application/json" }),
		},
	}).end(body && JSON.stringify(body));
	const [response] = await once(sent, "response");
	return { status: response.statusCode, body: await text(response) };
}

let accounts = 0;
function newAccount() {
	accounts += 1;
	return {
		full_name: "A Member",
		email: `member${accounts}@example.test`,
		password: "a long unusual phrase",
	};
}

const REBOUND = [
	"evil.example",
	"127.0.0.1.nip.example",
	"localhost.evil.example",
	"sub.localhost",
];

describe("a page whose name leads to this machine", () => {
	it("gets nothing of a server without APP_ORIGIN, which names the setting", async () => {
		const server = await serve("bare", {});
		for (const name of REBOUND)
			for (const [path, body] of [
				["/api/auth/sign-up", newAccount()],
				["/mcp", {}],
				["/api/health", undefined],
				["/", undefined],
			] as const) {
				const answer = await ask(server, name, path, body);
				expect(answer.status, `${name} ${path}`).toBe(421);
				expect(answer.body).toContain("set APP_ORIGIN to");
			}
		for (const name of ["localhost", "LOCALHOST", "127.0.0.1", "[::1]", "192.168.1.7"]) {
			expect((await ask(server, name, "/api/health")).status, name).toBe(200);
			expect((await ask(server, name, "/api/auth/sign-up", newAccount())).status, name).toBe(201);
		}
	});

	it("signs nobody up on a server that has another name", async () => {
		const server = await serve("named", { APP_ORIGIN: "http://checks.example:8787" });
		const answer = await ask(server, "evil.example", "/api/auth/sign-up", newAccount());
		expect([answer.status, answer.body]).toEqual([403, expect.stringContaining("cross_site")]);
		// A proxy in front may send any name.
		expect((await ask(server, "upstream", "/api/health")).status).toBe(200);
	});
});
