import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_TRANSCRIPT_CHARS } from "#contract/analysis.ts";
import {
	type Client,
	fromNewAddress,
	rawRequest,
} from "#tests/support/world/client.ts";
import {
	type SharedProduct,
	shareProduct,
} from "#tests/support/world/product.ts";
import { openApiDocument } from "#worker/openapi/document.ts";

const KILOBYTE = 1_024;
const MEGABYTE = 1_024 * KILOBYTE;

let product: SharedProduct;
let member: Client;

beforeAll(async () => {
	product = await shareProduct();
	member = await product.member();
});

/** Every operation that takes a body: whether it is for members only, and its method and path. */
const TAKING_BODIES = Object.entries(openApiDocument("http://x").paths).flatMap(
	([path, methods]) =>
		Object.entries(methods)
			.filter(([, { requestBody }]) => requestBody !== undefined)
			.map(([method, { security }]) => ({
				for_members: security.length > 0,
				method: method.toUpperCase(),
				path: path.replaceAll(
					/\{\w+\}/g,
					"00000000-0000-4000-8000-000000000000",
				),
			})),
);
const FOR_MEMBERS = TAKING_BODIES.filter(({ for_members }) => for_members);
const FOR_VISITORS = TAKING_BODIES.filter(({ for_members }) => !for_members);

/**
 * What is answered to a request whose body never ends. `headers` say how long the body is,
 * `sent` is what is sent of it. The connection stays open: once it is closed, an answer may be
 * lost before it is read.
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
				...Object.entries({ ...fromNewAddress(), ...headers }).map((pair) =>
					pair.join(": "),
				),
				`\r\n${sent}`,
			].join("\r\n"),
		);
	});
}

/** What is answered to a request that announces a body of so many bytes and sends none of it. */
function answerWithoutBody(
	route: { method: string; path: string },
	announced: number,
	headers = {},
): Promise<string> {
	return answerBeforeEnd(route, {
		...headers,
		"content-length": String(announced),
	});
}

describe("A body of somebody who is not signed in", () => {
	it("is tested for routes of every chapter", () => {
		expect(FOR_MEMBERS.length).toBeGreaterThan(8);
		expect(FOR_VISITORS.length).toBeGreaterThan(5);
	});

	it.each(FOR_MEMBERS)("is not read for $method $path", async (route) => {
		const answer = await answerWithoutBody(route, 4 * MEGABYTE);
		expect(answer).toMatch(/^HTTP\/1\.1 401 /);
	});

	it.each(FOR_MEMBERS)(
		"is not judged for $method $path",
		async ({ method, path }) => {
			const deep = "[".repeat(100) + "]".repeat(100);
			for (const body of ["{", "[]", '{"url":7}', deep]) {
				const headers = { ...fromNewAddress(), "idempotency-key": "one" };
				const answer = await rawRequest(product.url + path, {
					...{ method, headers, body },
				});
				expect(answer.status, body.slice(0, 10)).toBe(401);
				expect(answer.body.code).toBe("not_signed_in");
			}
		},
	);

	it.each(FOR_VISITORS)(
		"is small for $method $path, and not read where it says that it is not",
		async (route) => {
			const answer = await answerWithoutBody(route, 100 * KILOBYTE);
			expect(answer).toMatch(/^HTTP\/1\.1 413 /);
			expect(answer).toContain('"code":"too_large"');
		},
	);

	it.each(FOR_VISITORS)(
		"is small for $method $path where it does not say how large it is",
		async (route) => {
			const size = 17 * KILOBYTE;
			const chunk = `${size.toString(16)}\r\n${" ".repeat(size)}\r\n`;
			const answer = await answerBeforeEnd(
				route,
				{ "transfer-encoding": "chunked" },
				chunk,
			);
			expect(answer).toMatch(/^HTTP\/1\.1 413 /);
		},
	);

	it("is read for a link that leads to no video, were it all that is wrong", async () => {
		const answer = await product.visitor().analyze("https://example.com/");
		expect(answer).toMatchObject({
			status: 400,
			body: { code: "invalid_url" },
		});
	});
});

describe("A body", () => {
	it.each([
		["lists", (depth: number) => "[".repeat(depth) + "]".repeat(depth)],
		[
			"objects",
			(depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
		],
	])("is refused where %s nest too deep", async (_, nested) => {
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

	it("of a member is not read if it claims to be longer than any transcript", async () => {
		const route = { method: "POST", path: "/api/analyze" };
		const cookie = member.cookie();
		const answer = await answerWithoutBody(route, 3 * MEGABYTE, { cookie });
		expect(answer).toMatch(/^HTTP\/1\.1 413 /);
	});

	it("of a member is read if it holds the longest transcript, escaped", async () => {
		const transcript = "\\u0007".repeat(MAX_TRANSCRIPT_CHARS);
		const answer = await rawRequest(`${product.url}/api/analyze`, {
			method: "POST",
			headers: { ...fromNewAddress(), cookie: member.cookie() },
			body: `{"url":"https://example.com/","transcript":"${transcript}"}`,
		});
		expect(answer.body.code).toBe("invalid_url");
	});

	it("of a member is refused for a million nested lists", async () => {
		const lists = MEGABYTE;
		const answer = await rawRequest(`${product.url}/api/analyze`, {
			method: "POST",
			headers: { ...fromNewAddress(), cookie: member.cookie() },
			body: "[".repeat(lists) + "]".repeat(lists),
		});
		expect(answer.body.code).toBe("too_deep");
	});
});
