import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { CoreHeaders, HOST_CAPNP_CONNECT } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfStale } from "#scripts/build.ts";
import { readCommand } from "#scripts/server/process.ts";
import { type RunningServer, startServer } from "#scripts/start.ts";

const ELSEWHERE = "https://attacker.example/api/openapi.json";
const FORGED_CF = JSON.stringify({
	clientIp: "203.0.113.9:1",
	country: "T1",
	clientAcceptEncoding: "zstd",
});

/** A value for each header that Miniflare knows, by which it would do something else. */
const VALUES: Record<string, string> = {
	"MF-CF-Blob": FORGED_CF,
	"MF-Original-URL": ELSEWHERE,
	"MF-Original-Hostname": "attacker.example",
	"MF-Op-Original-URL": ELSEWHERE,
	"MF-Proxy-Shared-Secret": "guessed",
	"MF-Route-Override": "ingress",
	"MF-Sec-Fetch-Mode": "navigate",
	"MF-Custom-Fetch-Service": "0/#DB",
	"MF-Custom-Node-Service": "0/#DB",
	"MF-Op": "GET",
	"MF-Op-Target": "0",
};
const HEADERS = [
	...Object.keys(VALUES),
	...Object.values(CoreHeaders).filter((name) => typeof name === "string" && !(name in VALUES)),
].map((name) => [name, VALUES[name] ?? "1"] as const);

let data_dir = "";
let server: RunningServer;
beforeAll(async () => {
	await buildIfStale();
	data_dir = await mkdtemp(join(tmpdir(), "attack-headers-"));
	server = await startServer({
		dataDir: data_dir,
		host: "0.0.0.0",
		clock: false,
		env: { LIMIT_SEARCH: "1", APP_ORIGIN: "http://facts.example.org" },
	});
});
afterAll(async () => {
	await server?.stop();
	await rm(data_dir, { recursive: true, force: true });
});

type Answer = { status: number; type: string | undefined; body: string };

/** Sends a request whose headers are not changed by a fetch. */
async function send(
	path: string,
	headers: Record<string, string> = {},
	{ origin = server.url, method = "GET", body = "" } = {},
): Promise<Answer> {
	const { port } = new URL(origin);
	const sent = request({
		host: "127.0.0.1",
		port,
		path,
		method,
		agent: false,
		headers: { host: "facts.example.org", ...headers },
	}).end(body);
	const [response] = await once(sent, "response");
	return {
		status: response.statusCode,
		type: response.headers["content-type"],
		body: await text(response),
	};
}

/** workerd's command line, which names its ports. */
async function runtimeCommand(): Promise<string> {
	const names = await readdir(data_dir);
	const lock = names.find((name) => name.startsWith("lock.")) ?? "";
	const { runtime } = JSON.parse(await readFile(join(data_dir, lock), "utf8"));
	return readCommand(runtime.pid) ?? "";
}

async function loopbackOrigin(): Promise<string> {
	const [, address] = /--external-addr=loopback=(\S+)/.exec(await runtimeCommand()) ?? [];
	return `http://${address}`;
}

describe("headers that Miniflare obeys", () => {
	it.each(HEADERS)("%s changes no page and no address", async (name, value) => {
		for (const path of ["/robots.txt", "/api/health", "/no/such/page"]) {
			const plain = await send(path);
			expect(await send(path, { [name]: value })).toEqual(plain);
			expect(await send(path, { [name.toLowerCase()]: value })).toEqual(plain);
		}
		const { body } = await send("/robots.txt", { [name]: value });
		expect(body).toContain("http://facts.example.org/");
	});

	it("count for nothing in whose limit a request is", async () => {
		const search = (headers: Record<string, string>) => send("/api/search?q=anything", headers);
		expect((await search({})).status).toBe(200);
		expect((await search({ "MF-CF-Blob": FORGED_CF })).status).toBe(429);
		// A proxy in front names its client.
		const proxied = { "CF-Connecting-IP": "198.51.100.7" };
		expect((await search(proxied)).status).toBe(200);
		expect((await search(proxied)).status).toBe(429);
	});
});

describe("Miniflare's own addresses", () => {
	it.each([
		"/cdn-cgi/platform-proxy",
		"/cdn-cgi/handler/scheduled",
		"/cdn-cgi/handler/email",
		"/cdn-cgi/mf/scheduled",
		"/cdn-cgi/mf/reload",
		"/cdn-cgi/mf/stream",
		"/cdn-cgi/explorer",
		"/core/store-temp-file",
		"/browser/launch",
	])("%s is a missing page like any other", async (path) => {
		const { status, type } = await send("/no/such/page");
		expect(status).toBe(404);
		const headers = { "MF-Op": "GET", "MF-Op-Target": "0" };
		expect(await send(path, headers)).toMatchObject({ status, type });
	});

	it("do not open a connection of workerd's own protocol", async () => {
		const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
		socket.write(`CONNECT ${HOST_CAPNP_CONNECT} HTTP/1.1\r\nHost: ${HOST_CAPNP_CONNECT}\r\n\r\n`);
		const [answer] = await once(socket, "data");
		socket.destroy();
		expect(String(answer)).toMatch(/^HTTP\/1\.1 500 /);
	});

	it("listen on this machine only, whatever HOST says", async () => {
		const command = await runtimeCommand();
		expect(command).toContain("--socket-addr=entry=127.0.0.1:0");
		expect(command).toMatch(/--external-addr=loopback=127\.0\.0\.1:\d+/);
	});
});

describe("Miniflare's server in this process", () => {
	const WRITE = "/core/store-temp-file?prefix=planted&extension=desktop";

	it("writes no file and starts no browser for a page of another site", async () => {
		const origin = await loopbackOrigin();
		const headers = {
			origin: "https://attacker.example",
			"content-type": "text/plain",
			"MF-Original-URL": `${origin}${WRITE}`,
		};
		const options = { origin, method: "POST", body: "planted" };
		for (const path of [WRITE, "/", "/browser/launch", "/core/dev-registry"])
			expect(await send(path, headers, options)).toEqual({
				status: 404,
				type: undefined,
				body: "",
			});
	});

	it("does neither for a WebSocket", async () => {
		const upgrade = {
			connection: "Upgrade",
			upgrade: "websocket",
			"sec-websocket-version": "13",
			"sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
		};
		const origin = await loopbackOrigin();
		for (const path of [WRITE, "/cdn-cgi/mf/reload"])
			expect(await send(path, upgrade, { origin })).toMatchObject({ status: 404 });
	});
});
