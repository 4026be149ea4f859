import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";

const product = opened(() => startProduct({ LOG_LEVEL: "info" }, { clock: false }));

/** Sends a body as it is, after which the server ends the connection. Returns the answer. */
async function send(
	path: string,
	chunks: string,
	headers: Record<string, string> = {},
): Promise<string> {
	const { host, port } = new URL(product.url);
	const socket = connect(Number(port), "127.0.0.1");
	await once(socket, "connect");
	const sent = {
		host,
		"content-type": "application/json",
		...headers,
		"transfer-encoding": "chunked",
	};
	const lines = Object.entries(sent).map(([name, it]) => `${name}: ${it}`);
	socket.on("error", () => {});
	socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${chunks}`);
	return text(socket);
}

describe("a request whose body is not HTTP", () => {
	it.each([
		["/api/auth/sign-in", 400, "invalid_body"],
		["/api/analyze", 401, "not_signed_in"],
		["/api/no/such/address", 404, "not_found"],
	])("%s answers %d", async (path, status, code) => {
		const answer = await send(path, "no chunk\r\n");
		expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
		expect(answer).toContain(`"code":"${code}"`);
	});

	it("is no failure of the server", () => {
		expect(product.lines.join("\n")).not.toContain("request failed");
	});
});

describe("a request whose body comes byte by byte", () => {
	it("does not keep the server busy", async () => {
		const member = await product.member();
		const headers = {
			cookie: member.cookie(),
			origin: product.url,
			"idempotency-key": "byte-by-byte",
		};
		const bytes = "1\r\n \r\n".repeat(100_000);
		// The rest of the body can reset the connection before the answer is read.
		await send("/api/analyze", bytes, headers).catch(() => "");
		await expect
			.poll(() => product.lines.join("\n"))
			.toContain('"route":"/api/analyze","status":400,"problem":"invalid_body"');
		expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
	});
});
