import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readBounded, readBytes } from "#outbound/bounded-body.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import type { OutboundBounds } from "#outbound/outbound.ts";
import { createPinnedFetch } from "#scripts/server/pinned-fetch.ts";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";

/** A certificate for harbour.example until 2126, signed by itself, and its key. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjxZTrWTZ4DcoREU5
DZGWVW2JXsaH7Ubuhq+6ZMs+R/OhRANCAAQ5fm3d6uR6JgCtrwLC6a2827S/VeIJ
sJKe+Eztbz4GJ0qkjqYwjvYN7aJL+pbrNekMLh+WlfDC8ou/nL9autEB
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBpjCCAU2gAwIBAgIUckeJRRRQTegrnV7Bzoj0/El5CY0wCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPaGFyYm91ci5leGFtcGxlMCAXDTI2MTEyNDEwMzUzOVoYDzIx
MjYxMDMxMTAzNTM5WjAaMRgwFgYDVQQDDA9oYXJib3VyLmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAQ5fm3d6uR6JgCtrwLC6a2827S/VeIJsJKe+Ezt
bz4GJ0qkjqYwjvYN7aJL+pbrNekMLh+WlfDC8ou/nL9autEBo28wbTAdBgNVHQ4E
FgQUtA4iqvFpzRhDeGBdLuZIVWGA6i8wHwYDVR0jBBgwFoAUtA4iqvFpzRhDeGBd
LuZIVWGA6i8wDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgg9oYXJib3VyLmV4
YW1wbGUwCgYIKoZIzj0EAwIDRwAwRAIgIgkX7+RIS02JicO2dsAuN7mn0J7AK3gs
LUcTtULr+sMCIBFxEGaWwd36X/ZjD1595nmr6TV/C/kQ2GZI//atyCw2
-----END CERTIFICATE-----`;

const MB = 1_024 * 1_024;
const BOUNDS = { timeout_ms: 60_000, max_bytes: MB };

let web: WebWorld;
beforeAll(async () => {
	web = await startWebWorld();
});
afterAll(() => web.close());

const running: Server[] = [];
afterEach(async () => {
	web.asked.length = 0;
	for (const server of running.splice(0)) {
		server.closeAllConnections();
		server.close();
		await once(server, "close");
	}
});

async function listen(server: Server): Promise<number> {
	running.push(server);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
}

type Rules = Parameters<typeof createPinnedFetch>[0];

/** A gate whose checked calls go through the service, over a connection as workerd's. */
async function gateThrough(rules: Partial<Rules> = {}) {
	const listener = createPinnedFetch({ trusted_hosts: [], ...rules });
	const port = await listen(createServer(listener));
	return createOutboundGate({
		pinned: { fetch: (_, init) => fetch(`http://127.0.0.1:${port}/`, init) },
	});
}

const onThisMachine = (address: string) => ["127.0.0.1", "::1"].includes(address);

/** Calls a host that no resolver knows, at this machine's address. */
async function call(path: string, bounds: Partial<OutboundBounds> = {}, init: RequestInit = {}) {
	const gate = await gateThrough({ isAllowed: onThisMachine });
	return gate(`http://harbour.example:${web.port}${path}`, init, {
		...BOUNDS,
		addresses: ["127.0.0.1"],
		...bounds,
	});
}

const html = (response: ServerResponse, headers = {}) =>
	response.writeHead(200, { "content-type": "text/html", ...headers });

describe("a call to a checked address", () => {
	it("connects to that address, not to what the machine makes of the name", async () => {
		web.serve((_, response) => html(response).end("the page"));
		const response = await call("/a?b=1", {}, { headers: { "x-own": "1" } });
		expect(await readBounded(response)).toBe("the page");
		const [asked] = web.asked;
		expect(asked).toMatchObject({
			path: "/a?b=1",
			host: `harbour.example:${web.port}`,
			headers: { "x-own": "1" },
		});
	});

	it("reaches nothing at a name of this machine whose checked address is elsewhere", async () => {
		const gate = await gateThrough({ isAllowed: (address) => address === "192.0.2.1" });
		const sent = gate(
			`http://localhost:${web.port}/`,
			{},
			{ ...BOUNDS, timeout_ms: 500, addresses: ["192.0.2.1"] },
		);
		await expect(sent).rejects.toMatchObject({ name: "OutboundError" });
		expect(web.asked).toEqual([]);
	});

	it.each([
		["localhost", ["127.0.0.1"]],
		["localhost", []],
		["harbour.example", ["8.8.8.8", "127.0.0.1"]],
		["harbour.example", ["::ffff:127.0.0.1"]],
		["harbour.example", ["64:ff9b::7f00:1"]],
		["harbour.example", ["not an address"]],
		["127.0.0.1", ["8.8.8.8"]],
		["[::1]", ["8.8.8.8"]],
		["[::ffff:7f00:1]", ["8.8.8.8"]],
	])("is refused at %s with %j", async (host, addresses) => {
		const gate = await gateThrough();
		await expect(
			gate(`http://${host}:${web.port}/`, {}, { ...BOUNDS, addresses }),
		).rejects.toMatchObject({ kind: "network" });
		expect(web.asked).toEqual([]);
	});

	it("reaches a host that the operator trusts by its name, and no other port", async () => {
		web.serve((_, response) => html(response).end("inside"));
		const host = `localhost:${web.port}`;
		const gate = await gateThrough({ trusted_hosts: [host] });
		const bounds = { ...BOUNDS, addresses: [] };
		const response = await gate(`http://${host}/`, {}, bounds);
		expect(await readBounded(response)).toBe("inside");
		await expect(gate(`http://localhost:${web.port + 1}/`, {}, bounds)).rejects.toMatchObject({
			kind: "network",
		});
	});

	it("goes to the checked address, also of a host that only pages or only webhooks may reach inside", async () => {
		web.serve((_, response) => html(response).end("inside"));
		const host = `localhost:${web.port}`;
		const gate = await gateThrough({ trusted_hosts: [host] });
		for (const address of ["127.0.0.1", "::1"])
			await expect(
				gate(`http://${host}/`, {}, { ...BOUNDS, addresses: [address] }),
			).rejects.toMatchObject({ kind: "network" });
		expect(web.asked).toEqual([]);
	});

	it("tries the next address if nothing listens at the first", async () => {
		web.serve((_, response) => html(response).end("the page"));
		const addresses = ["::1", "127.0.0.1"];
		const response = await call("/", { addresses });
		expect(await readBounded(response)).toBe("the page");
	});

	it("sends a body and a method", async () => {
		let body = "";
		const port = await listen(
			createServer(async (request, response) => {
				for await (const chunk of request) body += String(chunk);
				response.writeHead(204).end(request.method);
			}),
		);
		const gate = await gateThrough({ isAllowed: onThisMachine });
		const response = await gate(
			`http://harbour.example:${port}/`,
			{ method: "POST", body: "sch\u00f6n" },
			{ ...BOUNDS, addresses: ["127.0.0.1"] },
		);
		expect([response.status, body]).toEqual([204, "sch\u00f6n"]);
	});

	it("does not follow a redirect", async () => {
		web.serve((_, response) => response.writeHead(302, { location: "/other" }).end("moved"));
		const response = await call("/", { redirect: "return" });
		expect(response.status).toBe(302);
		expect(response.headers.get("location")).toBe("/other");
		expect(web.asked).toHaveLength(1);
	});

	it("passes on that a page is unchanged", async () => {
		web.serve((_, response) =>
			response.writeHead(304, { etag: '"1"', "content-encoding": "gzip" }).end(),
		);
		const response = await call(
			"/",
			{ redirect: "return" },
			{ headers: { "if-none-match": '"1"' } },
		);
		expect(response.status).toBe(304);
		expect(response.headers.get("etag")).toBe('"1"');
		expect(web.asked[0]?.headers["if-none-match"]).toBe('"1"');
	});

	it("refuses a certificate that nobody vouches for", async () => {
		const server = createTlsServer({ key: KEY, cert: CERTIFICATE }, ((_, response) =>
			response.end("secret")) satisfies RequestListener);
		const port = await listen(server);
		const gate = await gateThrough({ isAllowed: onThisMachine });
		await expect(
			gate(`https://harbour.example:${port}/`, {}, { ...BOUNDS, addresses: ["127.0.0.1"] }),
		).rejects.toMatchObject({ kind: "network" });
	});
});

describe("what a host answers", () => {
	it.each([
		["gzip", gzipSync],
		["x-gzip", gzipSync],
		["deflate", deflateSync],
		["br", brotliCompressSync],
	])("is decoded from %s", async (coding, encode) => {
		web.serve((_, response) =>
			html(response, { "content-encoding": coding }).end(encode("the page")),
		);
		const response = await call("/");
		expect(await readBounded(response)).toBe("the page");
		expect(response.headers.get("content-encoding")).toBeNull();
	});

	it("is none if the host switches to another protocol", async () => {
		web.serve((_, { socket }) =>
			socket?.write(
				"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
			),
		);
		await expect(call("/")).rejects.toMatchObject({ kind: "network" });
	});

	it.each(["zstd", "gzip, gzip", "constructor"])(
		"is no answer in the coding %s",
		async (coding) => {
			web.serve((_, response) => html(response, { "content-encoding": coding }).end("?"));
			await expect(call("/")).rejects.toMatchObject({ kind: "network" });
		},
	);

	it("breaks off if it is not what its coding says", async () => {
		web.serve((_, response) => html(response, { "content-encoding": "gzip" }).end("not gzip"));
		const response = await call("/");
		await expect(readBytes(response)).rejects.toMatchObject({ kind: "network" });
	});

	it("breaks off if the host does", async () => {
		web.serve((_, response) => {
			html(response, { "content-length": "100" }).write("a part", () => response.destroy());
		});
		const response = await call("/");
		await expect(readBytes(response)).rejects.toMatchObject({ kind: "network" });
	});

	/** Never ends by itself. Resolves when the host's connection has closed. */
	function endless(headers: Record<string, string>, chunk: Buffer) {
		return new Promise<void>((closed) =>
			web.serve((_, response) => {
				html(response, headers);
				const more = () => {
					while (!response.destroyed && response.write(chunk));
				};
				response.on("drain", more).on("close", closed);
				more();
			}),
		);
	}

	it.each(["error", "cut"] as const)(
		"is read to the limit if it never ends (%s)",
		async (overflow) => {
			const closed = endless({}, Buffer.alloc(65_536, "x"));
			const response = await call("/", { overflow });
			if (overflow === "cut") expect((await readBytes(response)).byteLength).toBe(MB);
			else await expect(readBytes(response)).rejects.toMatchObject({ kind: "too_large" });
			await closed;
		},
	);

	it("is read to the limit of its decoded bytes if it is a gzip bomb", async () => {
		const chunk = Buffer.alloc(MB);
		const closed = new Promise<void>((resolve) =>
			web.serve((_, response) => {
				html(response, { "content-encoding": "gzip" });
				const bomb = createGzip();
				bomb.pipe(response);
				const more = () => {
					if (response.destroyed) bomb.destroy();
					else bomb.write(chunk, more);
				};
				more();
				response.on("close", resolve);
			}),
		);
		const response = await call("/", { overflow: "cut" });
		expect((await readBytes(response)).byteLength).toBe(MB);
		await closed;
	});

	it("is no answer if its headers never end", async () => {
		const server = createServer();
		server.on("connection", (socket) => {
			socket.on("error", () => socket.destroy());
			socket.write("HTTP/1.1 200 OK\r\n");
			const more = () => {
				while (!socket.destroyed && socket.write(`x: ${"y".repeat(1_000)}\r\n`));
			};
			socket.on("drain", more);
			more();
		});
		const port = await listen(server);
		const gate = await gateThrough({ isAllowed: onThisMachine });
		await expect(
			gate(`http://harbour.example:${port}/`, {}, { ...BOUNDS, addresses: ["127.0.0.1"] }),
		).rejects.toMatchObject({ kind: "network" });
	});

	it("cannot pretend that it is none, set a cookie, or leave its connection's headers", async () => {
		web.serve((_, response) =>
			html(response, {
				"pinned-outcome": "timeout",
				"set-cookie": "a=1",
				"keep-alive": "timeout=5",
				"x-kept": "1",
			}).end("the page"),
		);
		const { status, headers } = await call("/");
		expect(status).toBe(200);
		expect(headers.get("set-cookie")).toBeNull();
		expect(headers.get("x-kept")).toBe("1");
	});

	it("is late if it does not come in time", async () => {
		web.serve(() => {});
		await expect(call("/", { timeout_ms: 200 })).rejects.toMatchObject({ kind: "timeout" });
	});

	it("is late for the service too, whoever waits for it", async () => {
		const listener = createPinnedFetch({ trusted_hosts: [web.host] });
		const port = await listen(createServer(listener));
		web.serve(() => {});
		const asked = { url: `${web.origin}/`, addresses: [], body: null };
		const limits = { timeout_ms: 200, max_bytes: 1, headers: {} };
		const response = await fetch(`http://127.0.0.1:${port}/`, {
			method: "POST",
			body: JSON.stringify({ ...asked, ...limits, method: "GET" }),
		});
		expect(response.headers.get("pinned-outcome")).toBe("timeout");
	});

	it("is dropped as soon as the caller aborts", async () => {
		const closed = endless({}, Buffer.alloc(1_024, "x"));
		const caller = new AbortController();
		const response = await call("/", {}, { signal: caller.signal });
		caller.abort();
		await closed;
		await expect(readBytes(response)).rejects.toMatchObject({ kind: "aborted" });
	});
});
