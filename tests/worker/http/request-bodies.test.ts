import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { MAX_TRANSCRIPT_CHARS } from "#contract/analysis.ts";
import { fromNewAddress, rawRequest } from "#tests/support/world/client.ts";
import { opened, shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { openApiDocument } from "#worker/openapi/document.ts";

const KILOBYTE = 1_024;
const MEGABYTE = 1_024 * KILOBYTE;

const product = shared(() => shareProduct());
const member = opened(() => product.member());

/** Every operation with a request body: its method and path, and whether it is for members only. */
const TAKING_BODIES = Object.entries(openApiDocument("http://x").paths).flatMap(([path, methods]) =>
	Object.entries(methods)
		.filter(([, { requestBody }]) => requestBody !== undefined)
		.map(([method, { security }]) => ({
			for_members: security.length > 0,
			method: method.toUpperCase(),
			path: path.replaceAll(/\{\w+\}/g, "00000000-0000-4000-8000-000000000000"),
		})),
);
const FOR_MEMBERS = TAKING_BODIES.filter(({ for_members }) => for_members);
const FOR_VISITORS = TAKING_BODIES.filter(({ for_members }) => !for_members);

/**
 * The response to a request whose body never ends. `headers` give its length, `sent` is the part
 * that is sent. The connection stays open, since closing it could discard the response before it is
 * read.
 */
function answerBeforeEnd(
	{ method, path }: { method: string; path: string },
	headers: Record<string, string>,
	sent = "",
): Promise<string> {
	const { hostname, port } = new URL(product.url);
	return new Promise((resolve, reject) => {
		const socket = connect(Number(port), hostname);
		let answer = "";
		socket.on("error", reject);
		socket.on("data", (data) => {
			answer += data;
			if (!/\r\n\r\n.*\}/s.test(answer)) return;
			socket.destroy();
			resolve(answer);
		});
		socket.write(
			[
				`${method} ${path} HTTP/1.1`,
				"host: localhost",
				"idempotency-key: one",
				...Object.entries({ ...fromNewAddress(), ...headers }).map((pair) => pair.join(": ")),
				`\r\n${sent}`,
			].join("\r\n"),
		);
	});
}

/** The response to a request that announces a body of this length and sends none of it. */
function answerWithoutBody(
	route: { method: string; path: string },
	announced: number,
	headers = {},
): Promise<string> {
	return answerBeforeEnd(route, { ...headers, "content-length": String(announced) });
}

describe("request body of a visitor", () => {
	it("is tested on both member and visitor routes", () => {
		expect(FOR_MEMBERS.length).toBeGreaterThan(8);
		expect(FOR_VISITORS.length).toBeGreaterThan(5);
	});

	it.each(FOR_MEMBERS)("is not read for $method $path", async (route) => {
		const answer = await answerWithoutBody(route, 4 * MEGABYTE);
		expect(answer).toMatch(/^HTTP\/1\.1 401 /);
	});

	it.each(FOR_MEMBERS)("is not validated for $method $path", async ({ method, path }) => {
		const deep = "[".repeat(100) + "]".repeat(100);
		for (const body of ["{", "[]", '{"url":7}', deep]) {
			const headers = { ...fromNewAddress(), "idempotency-key": "one" };
			const answer = await rawRequest(product.url + path, { method, headers, body });
			expect(answer.status, body.slice(0, 10)).toBe(401);
			expect(answer.body.code).toBe("not_signed_in");
		}
	});

	it.each(FOR_VISITORS)(
		"is limited for $method $path and not read if Content-Length exceeds the limit",
		async (route) => {
			const answer = await answerWithoutBody(route, 100 * KILOBYTE);
			expect(answer).toMatch(/^HTTP\/1\.1 413 /);
			expect(answer).toContain('"code":"too_large"');
		},
	);

	it.each(FOR_VISITORS)("is limited for $method $path without a Content-Length", async (route) => {
		const size = 33 * KILOBYTE;
		const chunk = `${size.toString(16)}\r\n${" ".repeat(size)}\r\n`;
		const answer = await answerBeforeEnd(route, { "transfer-encoding": "chunked" }, chunk);
		expect(answer).toMatch(/^HTTP\/1\.1 413 /);
	});

	it("is read if the link leads to no video", async () => {
		const answer = await product.visitor().analyze("https://example.com/");
		expect(answer).toMatchObject({ status: 400, body: { code: "invalid_url" } });
	});
});

describe("request body", () => {
	it.each([
		["lists", (depth: number) => "[".repeat(depth) + "]".repeat(depth)],
		["objects", (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`],
	])("is rejected if its %s nest deeper than 64 levels", async (_, nested) => {
		const send_nested = (depth: number) =>
			rawRequest(`${product.url}/api/auth/sign-in`, {
				method: "POST",
				headers: fromNewAddress(),
				body: nested(depth),
			});
		expect((await send_nested(64)).body.code).toBe("invalid_body");
		const { status, body } = await send_nested(65);
		expect(status).toBe(400);
		expect(body).toMatchObject({
			code: "too_deep",
			detail: "The request body is nested deeper than 64 levels.",
		});
	});

	it("of a member is not read if it announces more than any transcript needs", async () => {
		const route = { method: "POST", path: "/api/analyze" };
		const cookie = member.cookie();
		const answer = await answerWithoutBody(route, 3 * MEGABYTE, { cookie });
		expect(answer).toMatch(/^HTTP\/1\.1 413 /);
	});

	it("of a member may contain the longest transcript in escaped form", async () => {
		const transcript = "\\u0007".repeat(MAX_TRANSCRIPT_CHARS);
		const answer = await rawRequest(`${product.url}/api/analyze`, {
			method: "POST",
			headers: { ...fromNewAddress(), cookie: member.cookie() },
			body: `{"url":"https://example.com/","transcript":"${transcript}"}`,
		});
		expect(answer.body.code).toBe("invalid_url");
	});

	it("of a member is rejected for a million nested lists", async () => {
		const lists = MEGABYTE;
		const answer = await rawRequest(`${product.url}/api/analyze`, {
			method: "POST",
			headers: { ...fromNewAddress(), cookie: member.cookie() },
			body: "[".repeat(lists) + "]".repeat(lists),
		});
		expect(answer.body.code).toBe("too_deep");
	});
});
