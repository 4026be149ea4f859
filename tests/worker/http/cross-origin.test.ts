import { beforeAll, describe, expect, it } from "vitest";
import { PERMISSIONS } from "#tests/support/fixtures/permission-table.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { rawRequest, watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { createWorld, type World } from "#tests/support/world/permissions.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, aMember } from "#tests/support/world/signed-in.ts";

const ELSEWHERE = "https://elsewhere.example";
let world: World;
let key: string;

const product = opened(() => startProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));
const member = opened(() => aMember(product));
beforeAll(async () => {
	world = await createWorld(product);
	const made = await member.post<{ key: string }>("/api/keys", { name: "x" });
	key = made.body.key;
});

function send<T = unknown>(
	method: string,
	path: string,
	headers: Record<string, string> = {},
	body?: string,
) {
	return rawRequest<T>(product.url + path, {
		method,
		headers,
		...(body !== undefined && { body }),
	});
}

describe("request from another site", () => {
	it("can read public data, but nothing personal", async () => {
		const opened: string[] = [];
		for (const [route, row] of Object.entries(PERMISSIONS)) {
			const [method = "", path = ""] = route.split(" ");
			// Feeds, cards and badges may be loaded anywhere and have rules of their own.
			if (method !== "GET" || !path.startsWith("/api/")) continue;
			const asked = await row.ask(world, "anonymous");
			const response = await fetch(product.url + asked.path, {
				headers: { origin: ELSEWHERE, connection: "close" },
				redirect: "manual",
			});
			await response.body?.cancel();
			const allowed = response.headers.get("access-control-allow-origin");
			if (allowed === null) continue;
			opened.push(path);
			expect(allowed).toBe("*");
			expect(new Set(Object.values(row.answers)).size, route).toBe(1);
			for (const name of ["RateLimit", "Retry-After", "ETag", "X-Request-Id"])
				expect(response.headers.get("access-control-expose-headers")).toContain(name);
			expect(response.headers.get("access-control-allow-credentials")).toBeNull();
			expect(response.headers.getSetCookie()).toEqual([]);
		}
		expect(opened).toEqual(
			expect.arrayContaining([
				"/api/health",
				"/api/stats",
				"/api/search",
				"/api/videos",
				"/api/videos/:id",
				"/api/videos/:id/transcript",
				"/api/videos/:id/events",
			]),
		);
		for (const path of ["/api/auth/session", "/api/me", "/api/auth/google"])
			expect(opened).not.toContain(path);
	});

	it("passes a preflight for public reads and for v1 with a key", async () => {
		const preflight = (path: string, method: string) =>
			send("OPTIONS", path, {
				origin: ELSEWHERE,
				"access-control-request-method": method,
				"access-control-request-headers": "authorization,content-type",
			});
		const read = await preflight("/api/videos", "GET");
		expect(read.status).toBe(204);
		expect(read.headers.get("access-control-allow-origin")).toBe("*");
		expect(read.headers.get("access-control-allow-methods")).toBe("GET, HEAD");
		// A program sends its key, and the bookmark of its write, with every call.
		for (const name of ["Authorization", "Content-Type", "X-D1-Bookmark", "If-None-Match"])
			expect(read.headers.get("access-control-allow-headers")).toContain(name);
		const keyed = await preflight("/api/v1/analyze", "POST");
		expect(keyed.status).toBe(204);
		expect(keyed.headers.get("access-control-allow-origin")).toBe("*");
		expect(keyed.headers.get("access-control-allow-methods")).toContain("POST");
		expect(keyed.headers.get("access-control-allow-headers")).toContain("Authorization");
		const personal = await preflight("/api/me", "PATCH");
		expect(personal.status).toBe(204);
		expect(personal.headers.get("allow")).toContain("PATCH");
		for (const name of ["origin", "methods", "headers"])
			expect(personal.headers.get(`access-control-allow-${name}`)).toBeNull();
	});

	it("can read a public route with a key, and the documents for other sites", async () => {
		const headers = { origin: ELSEWHERE, authorization: `Bearer ${key}` };
		const answer = await send("GET", "/api/videos", headers);
		expect(answer.status).toBe(200);
		expect(answer.headers.get("access-control-allow-origin")).toBe("*");
		for (const path of ["/feed.xml", "/oembed", `/badge/${world.video_id}.svg`, "/robots.txt"]) {
			const read = await fetch(product.url + path, {
				headers: { ...headers, connection: "close" },
			});
			await read.body?.cancel();
			expect([path, read.headers.get("access-control-allow-origin")]).toEqual([path, "*"]);
			expect(read.headers.getSetCookie()).toEqual([]);
			const preflight = await send("OPTIONS", path, {
				origin: ELSEWHERE,
				"access-control-request-method": "GET",
				"access-control-request-headers": "if-none-match",
			});
			expect([path, preflight.status]).toEqual([path, 204]);
			expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
			expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD");
			expect(preflight.headers.get("access-control-allow-headers")).toContain("If-None-Match");
		}
	});

	it("can call v1 with an API key, but not with a cookie", async () => {
		const headers = {
			origin: ELSEWHERE,
			"sec-fetch-site": "cross-site",
			"content-type": "application/json",
		};
		const body = JSON.stringify({ url: watchUrl(world.video_id) });
		const ask = (more: Record<string, string>) =>
			send<{ analysis_id: string }>("POST", "/api/v1/analyze", { ...headers, ...more }, body);
		const byKey = await ask({ authorization: `Bearer ${key}` });
		expect(byKey.status).toBe(200);
		expect(byKey.headers.get("access-control-allow-origin")).toBe("*");
		const byCookie = await ask({ cookie: member.cookie() });
		expectProblem(byCookie, 403, "cross_site");
		expect(byCookie.headers.get("access-control-allow-origin")).toBeNull();
		const badKey = await ask({ authorization: "Bearer nothing", cookie: member.cookie() });
		expectProblem(badKey, 401, "invalid_key");
		const result = `/api/v1/analyses/${byKey.body.analysis_id}`;
		const read = await send("GET", result, { cookie: member.cookie() });
		expect(read.status).toBe(200);
		expect(read.headers.get("access-control-allow-origin")).toBeNull();
	});

	it("cannot change anything outside v1, even with a key", async () => {
		const answer = await send(
			"POST",
			"/api/analyze",
			{ origin: ELSEWHERE, "content-type": "application/json", authorization: `Bearer ${key}` },
			"{}",
		);
		expectProblem(answer, 403, "cross_site");
	});
});
