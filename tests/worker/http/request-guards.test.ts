import { describe, expect, it } from "vitest";
import { expectNothingLeaked } from "#tests/support/world/answer-checks.ts";
import { fromNewAddress, rawRequest } from "#tests/support/world/client.ts";
import { opened, shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";

const MEGABYTE = 1_024 * 1_024;
const ACCOUNT = { email: "nobody@example.test", password: "secret" };

const product = shared(() => shareProduct());
const member = opened(() => product.member());

function send(
	path: string,
	init: { body?: BodyInit; headers?: Record<string, string>; method?: string },
) {
	const { method = "POST", body, headers = {} } = init;
	return rawRequest(`${product.url}${path}`, {
		method,
		headers: { ...headers, cookie: member.cookie() },
		...(body !== undefined && { body }),
	});
}

/** A request that gets 401 only after it has passed the guards. */
function signIn(headers: Record<string, string>) {
	return send("/api/auth/sign-in", {
		headers: { ...fromNewAddress(), ...headers },
		body: JSON.stringify(ACCOUNT),
	});
}

describe("state-changing request", () => {
	it.each([
		["another origin", { origin: "https://evil.example" }],
		["our host on another port", { origin: "http://localhost:1" }],
		["our host under https", { origin: "https://localhost" }],
		["no origin that has a name", { origin: "null" }],
		["a cross-site page", { "sec-fetch-site": "cross-site" }],
		["a sister site", { "sec-fetch-site": "same-site" }],
		["both", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
	])("is rejected from %s", async (_, headers: Record<string, string>) => {
		const answer = await signIn(headers);
		expect(answer.status).toBe(403);
		expect(answer.body.code).toBe("cross_site");
		expect(answer.headers.get("content-type")).toBe("application/problem+json");
		expect(answer.headers.get("access-control-allow-origin")).toBeNull();
	});

	it.each([
		["same host", { origin: "https://localhost" }],
		[
			"a proxy that replaces the host",
			{ origin: "https://checks.example", "sec-fetch-site": "same-origin" },
		],
	])("names the missing setting behind TLS (%s)", async (_, headers: Record<string, string>) => {
		const { status, body } = await signIn(headers);
		expect(status).toBe(403);
		expect(body.detail).toContain(`Its operator has to set APP_ORIGIN to ${headers.origin}.`);
		const elsewhere = await signIn({
			origin: "https://evil.example",
			"sec-fetch-site": "cross-site",
		});
		expect(elsewhere.body.detail).not.toContain("APP_ORIGIN");
	});

	it("is rejected from another site without signing the member out", async () => {
		const answer = await send("/api/auth/sign-out", {
			headers: { ...fromNewAddress(), origin: "https://evil.example" },
		});
		expect(answer.status).toBe(403);
		const { body } = await member.get("/api/auth/session");
		expect(body).toMatchObject({ user: { email: expect.any(String) } });
	});

	it("is accepted from the site's own pages and from programs", async () => {
		const own = { origin: product.url, "sec-fetch-site": "same-origin" };
		const typed = { "sec-fetch-site": "none" };
		for (const headers of [own, typed, {}]) expect((await signIn(headers)).status).toBe(401);
	});

	it.each([
		"text/plain",
		"application/x-www-form-urlencoded",
		"multipart/form-data; boundary=x",
		"text/json",
		"application/jsonp",
		"application/json-patch+json",
	])("is rejected with the Content-Type %s", async (type) => {
		const answer = await signIn({ "content-type": type });
		expect(answer.status).toBe(415);
		expect(answer.headers.get("content-type")).toBe("application/problem+json");
	});

	it("is rejected if it has a body without a Content-Type", async () => {
		const body = new Blob([JSON.stringify(ACCOUNT)]);
		const answer = await send("/api/auth/sign-in", { body });
		expect(answer.status).toBe(415);
	});

	it.each(["application/json; charset=utf-8", "Application/JSON"])(
		"is accepted with the Content-Type %s",
		async (type) => {
			expect((await signIn({ "content-type": type })).status).toBe(401);
		},
	);
});

describe("invalid request body", () => {
	it.each([
		["nothing", ""],
		["no JSON", "{"],
		["a form", "email=a&password=b"],
		["HTML", "<html>"],
		["broken UTF-8", new Uint8Array([0x7b, 0xff, 0xfe])],
	])("of %s gets 400 for invalid JSON", async (_, body) => {
		const answer = await send("/api/auth/sign-in", { headers: fromNewAddress(), body });
		expect(answer.status).toBe(400);
		expect(answer.body.detail).toBe("The request body is not valid JSON.");
		expectNothingLeaked(answer.body);
	});

	it.each(["null", "[]", "7", '"text"', '{"email":{"$ne":1},"password":[]}'])(
		"of %s gets 400 for invalid fields",
		async (body) => {
			const answer = await send("/api/auth/sign-in", { headers: fromNewAddress(), body });
			expect(answer.status).toBe(400);
			expect(answer.body.code).toBe("invalid_body");
			expectNothingLeaked(answer.body);
		},
	);

	it("that never ends gets 413 or a closed connection", async () => {
		const chunk = new Uint8Array(MEGABYTE).fill(32);
		let sent = 0;
		const body = new ReadableStream<Uint8Array>({
			pull(controller) {
				sent++;
				if (sent > 64) controller.close();
				else controller.enqueue(chunk);
			},
		});
		const answer = await rawRequest(`${product.url}/api/analyze`, {
			method: "POST",
			headers: { ...fromNewAddress(), cookie: member.cookie() },
			body,
			duplex: "half",
		} as RequestInit).catch(() => null);
		// Depending on timing, the client sees the response or a closed connection.
		expect(answer?.status ?? 413).toBe(413);
		expect((await member.get("/api/health")).status).toBe(200);
	});

	it("that no handler reads does not break the client's connection", async () => {
		const rounds = Array.from({ length: 150 });
		for (const _ of rounds) {
			const answer = await fetch(`${product.url}/api/auth/sign-out`, {
				method: "POST",
				headers: fromNewAddress(),
				body: "{}",
			});
			await answer.text();
			expect(answer.status).toBe(200);
		}
	});
});

describe("every response", () => {
	it.each([
		["GET", "/api/no-such-thing"],
		["POST", "/api/no-such-thing"],
		["GET", "/api/videos/not-an-id"],
		["GET", "/api/videos/%2e%2e%2f%2e%2e"],
	])("to %s %s is a problem document with status 404", async (method, path) => {
		const answer = await send(path, { method, headers: fromNewAddress() });
		expect(answer.status).toBe(404);
		expect(answer.headers.get("content-type")).toBe("application/problem+json");
		expect(answer.body).toMatchObject({
			type: expect.stringMatching(/^http:\/\/[\w.:]+\/api\/docs#problem-\w+$/),
			title: expect.any(String),
			status: 404,
			detail: expect.any(String),
			request_id: answer.headers.get("x-request-id"),
		});
	});
});
