import { describe, expect, it } from "vitest";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";

const product = opened(() => startProduct());
const member = opened(() => product.member());

describe("POST /mcp", () => {
	const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
	const ask = (init: RequestInit = {}) =>
		fetch(`${product.url}/mcp`, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				accept: "application/json, text/event-stream",
				connection: "close",
			},
			body: JSON.stringify(list),
			...init,
		});

	it("answers in JSON, keeps no session and is not cached", async () => {
		const answer = await ask();
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
		expect(answer.headers.get("cache-control")).toBe("no-store");
		expect(answer.headers.get("mcp-session-id")).toBeNull();
		expect(answer.headers.get("x-request-id")).not.toBeNull();
		const body = (await answer.json()) as { result: { tools: unknown[] } };
		expect(body.result.tools).toHaveLength(6);
	});

	it.each(["GET", "DELETE", "PUT"])("answers %s with 405", async (method) => {
		const answer = await fetch(`${product.url}/mcp`, { method, headers: { connection: "close" } });
		expect(answer.status).toBe(405);
		expect(answer.headers.get("allow")).toBe("OPTIONS, POST");
	});

	it.each(["application/json", "*/*", "application/*;q=0.5", "text/html, application/json"])(
		"answers who accepts %s",
		async (accept) => {
			for (const more of [
				{},
				{ "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" },
			]) {
				const headers = {
					"content-type": "application/json",
					accept,
					connection: "close",
					...more,
				};
				expect((await ask({ headers })).status).not.toBe(406);
			}
			expect(
				(await ask({ headers: { "content-type": "application/json", accept: "text/html" } }))
					.status,
			).toBe(406);
		},
	);

	it("is for this machine's own pages where the site has no public address", async () => {
		const headers = {
			"content-type": "application/json",
			accept: "application/json, text/event-stream",
			connection: "close",
		};
		for (const origin of ["https://evil.example", "http://localhost:1", "null"]) {
			const refused = await ask({ headers: { ...headers, origin } });
			expect([origin, refused.status]).toEqual([origin, 403]);
			expect(refused.headers.get("access-control-allow-origin")).toBeNull();
			const preflight = await fetch(`${product.url}/mcp`, {
				method: "OPTIONS",
				headers: { origin },
			});
			expect(preflight.status).toBe(403);
		}
		expect((await ask({ headers: { ...headers, origin: product.url } })).status).toBe(200);
	});

	it("is for the pages of any site where it has one, with a key and without cookies", async () => {
		await product.restart({ APP_ORIGIN: "https://checks.example" });
		const origin = "https://assistant.example";
		const preflight = await fetch(`${product.url}/mcp`, {
			method: "OPTIONS",
			headers: {
				origin,
				"access-control-request-method": "POST",
				"access-control-request-headers": "authorization,content-type,mcp-protocol-version",
			},
		});
		expect(preflight.status).toBe(204);
		expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
		expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
		const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase();
		for (const name of ["authorization", "content-type", "mcp-protocol-version", "mcp-method"])
			expect(allowed).toContain(name);
		for (const init of [{}, { method: "GET", body: null }, { body: "{" }]) {
			const answer = await ask({
				headers: { "content-type": "application/json", accept: "*/*", origin, connection: "close" },
				...init,
			});
			expect(answer.headers.get("access-control-allow-origin")).toBe("*");
			expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
		}
		await product.restart();
	});

	it("refuses what is too large, no JSON or no message", async () => {
		expect((await ask({ body: "x".repeat(17 * 1_024) })).status).toBe(413);
		expect((await ask({ body: "{" })).status).toBe(400);
		expect((await ask({ body: JSON.stringify({ jsonrpc: "2.0" }) })).status).toBe(400);
		expect(
			(
				await ask({
					headers: { "content-type": "text/plain", accept: "application/json, text/event-stream" },
				})
			).status,
		).toBe(415);
	});

	it("makes few calls for one request, however many tools it names", async () => {
		const tool = { name: "get_report", arguments: { video: "aaaaaaaaaaa" } };
		const batch = Array.from({ length: 40 }, (_, id) => ({
			...list,
			id,
			method: "tools/call",
			params: tool,
		}));
		const answers = JSON.stringify(await (await ask({ body: JSON.stringify(batch) })).json());
		expect(answers.match(/has no public fact-check/g)).toHaveLength(8);
		expect(answers.match(/Too many calls/g)).toHaveLength(32);
	});

	it("ends every request: a cancelled call is answered, and nothing stays open", async () => {
		const cancelled = [
			{
				...list,
				method: "tools/call",
				params: { name: "lookup_video", arguments: { video: "aaaaaaaaaaa" } },
			},
			{ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
		];
		const answer = await ask({
			body: JSON.stringify(cancelled),
			signal: AbortSignal.timeout(5_000),
		});
		expect([answer.status, await answer.text()]).toEqual([
			200,
			expect.stringContaining("has no public fact-check"),
		]);

		const method = "subscriptions/listen";
		const params = {
			notifications: { toolsListChanged: true },
			_meta: {
				"io.modelcontextprotocol/protocolVersion": "2026-07-28",
				"io.modelcontextprotocol/clientInfo": { name: "a test", version: "1" },
				"io.modelcontextprotocol/clientCapabilities": {},
			},
		};
		const refused = await ask({
			body: JSON.stringify({ ...list, method, params }),
			headers: {
				"content-type": "application/json",
				accept: "application/json, text/event-stream",
				"mcp-protocol-version": "2026-07-28",
				"mcp-method": method,
				connection: "close",
			},
			signal: AbortSignal.timeout(5_000),
		});
		expect(await refused.text()).toContain("Subscription limit reached");
	});

	it("acts with a key alone, never with a cookie", async () => {
		const check = {
			...list,
			method: "tools/call",
			params: { name: "check_video", arguments: { video: product.newVideo() } },
		};
		const answer = await ask({
			body: JSON.stringify(check),
			headers: {
				"content-type": "application/json",
				accept: "application/json, text/event-stream",
				cookie: member.cookie(),
				connection: "close",
			},
		});
		expect(JSON.stringify(await answer.json())).toContain("needs an API key");
	});
});
