import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfStale } from "#scripts/build.ts";
import { type RunningServer, startServer } from "#scripts/start.ts";

let data_dir = "";
let server: RunningServer;
const printed: string[] = [];
beforeAll(async () => {
	await buildIfStale();
	data_dir = await mkdtemp(join(tmpdir(), "attack-bodies-"));
	server = await startServer({
		...{ dataDir: data_dir, clock: false },
		env: { LOG_LEVEL: "info" },
		print: (line) => printed.push(line),
	});
});
afterAll(async () => {
	await server?.stop();
	await rm(data_dir, { recursive: true, force: true });
});

/** Sends a request whose body is no chunk, which ends the connection. Returns the answer. */
async function sendBroken(path: string): Promise<string> {
	const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
	await once(socket, "connect");
	socket.write(
		`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n`,
	);
	return text(socket);
}

describe("a request whose body is not HTTP", () => {
	it.each([
		["/api/auth/sign-in", 400, "invalid_body"],
		["/api/analyze", 401, "not_signed_in"],
		["/api/no/such/address", 404, "not_found"],
	])("%s answers %d", async (path, status, code) => {
		const answer = await sendBroken(path);
		expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
		expect(answer).toContain(`"code":"${code}"`);
	});

	it("is no failure of the server", () => {
		expect(printed.join("\n")).not.toContain("request failed");
	});
});
