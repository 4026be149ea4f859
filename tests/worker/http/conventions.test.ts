import { beforeAll, describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { fromNewAddress, rawRequest, watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { createWorld, type World } from "#tests/support/world/permissions.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, aMember, published } from "#tests/support/world/signed-in.ts";

let world: World;

const product = opened(() => startProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));
const member = opened(() => aMember(product));
beforeAll(async () => {
	world = await createWorld(product);
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

describe("unsupported method", () => {
	it.each([
		["DELETE", "/api/videos", "GET, HEAD, OPTIONS"],
		["POST", "/api/health", "GET, HEAD, OPTIONS"],
		["GET", "/api/analyze", "OPTIONS, POST"],
		["PUT", "/api/me", "DELETE, GET, HEAD, OPTIONS, PATCH"],
		["PATCH", "/api/v1/analyze", "OPTIONS, POST"],
	])("(%s %s) returns 405 with the allowed methods", async (...it) => {
		const [method, path, allow] = it;
		const answer = await send(method, path);
		expectProblem(answer, 405, "method_not_allowed");
		expect(answer.headers.get("allow")).toBe(allow);
	});

	it.each(["/about", "/api", "/results/unknownvid1", "/feed.xml"])(
		"returns 405 for the page or document at %s",
		async (path) => {
			const answer = await send("POST", path);
			expectProblem(answer, 405, "method_not_allowed");
			expect(answer.headers.get("allow")).toBe("GET, HEAD");
		},
	);

	it("returns 405 before the body is checked", async () => {
		const form = { "content-type": "application/x-www-form-urlencoded" };
		expectProblem(await send("POST", "/api/videos", form, "a=b"), 405, "method_not_allowed");
	});

	it("returns 404 if the path does not exist", async () => {
		for (const method of ["GET", "DELETE", "OPTIONS"])
			expectProblem(await send(method, "/api/nothing"), 404, "not_found");
	});
});

describe("HEAD", () => {
	it("returns the headers of GET without a body", async () => {
		for (const path of ["/api/videos", `/api/videos/${world.video_id}`, "/api/stats"]) {
			const [get, head] = [await send("GET", path), await send("HEAD", path)];
			expect(head.status).toBe(200);
			expect(head.body).toBe("");
			for (const name of ["etag", "content-type", "cache-control"])
				expect(head.headers.get(name)).toBe(get.headers.get(name));
		}
	});

	it("does not open an event stream", async () => {
		const path = `/api/videos/${world.video_id}/events`;
		const { status, headers } = await send("HEAD", path);
		expect(status).toBe(200);
		expect(headers.get("content-type")).toContain("text/event-stream");
	});
});

describe("ETag of a public response", () => {
	it("yields 304 until a vote or a new result changes the response", async () => {
		const { video_id, statements } = await published(product, { statements: [] });
		expect(statements).toEqual([]);
		const path = `/api/videos/${world.video_id}`;
		const first = await send("GET", path);
		const tag = first.headers.get("etag") ?? "";
		expect(tag).toMatch(/^"[\w+/]+"$/);
		expect(first.headers.get("cache-control")).toBe("public, no-cache");
		const again = () => send("GET", path, { "if-none-match": `W/${tag}, "x"` });
		const unchanged = await again();
		expect(unchanged.status).toBe(304);
		expect(unchanged.body).toBe("");
		expect(unchanged.headers.get("etag")).toBe(tag);
		await member.put(`/api/statements/${world.statement_id}/vote`, { vote_type: "downvote" });
		const voted = await again();
		expect(voted.status).toBe(200);
		expect(voted.headers.get("etag")).not.toBe(tag);
		const other = await send("GET", `/api/videos/${video_id}`, { "if-none-match": tag });
		expect(other.status).toBe(200);
	});

	it.each(["", "/recent"])("changes when a list of videos changes (videos%s)", async (list) => {
		const path = `/api/videos${list}`;
		const tag = (await send("GET", path)).headers.get("etag") ?? "";
		const headers = { "if-none-match": tag };
		expect((await send("GET", path, headers)).status).toBe(304);
		await published(product, { ended_at: new Date().toISOString() });
		expect((await send("GET", path, headers)).status).toBe(200);
	});

	it("is set for transcript, stats and community, but not for personal or failed responses", async () => {
		const transcript = `/api/videos/${world.video_id}/transcript`;
		for (const path of [transcript, "/api/stats", "/api/community"])
			expect((await send("GET", path)).headers.get("etag")).toBeTruthy();
		const cookie = { cookie: member.cookie() };
		for (const path of ["/api/me", "/api/videos/AAAAAAAAAAA"])
			expect((await send("GET", path, cookie)).headers.get("etag")).toBeNull();
	});
});

describe("RateLimit headers", () => {
	it("report the remaining requests, also in a 429 response", async () => {
		await product.restart({ LIMIT_SEARCH: "2", ADMIN_EMAILS: ADMIN_EMAIL });
		const headers = fromNewAddress();
		const search = () => send("GET", "/api/search?q=bridge", headers);
		const left = async () => {
			const { headers } = await search();
			expect(headers.get("ratelimit-policy")).toBe('"search";q=2;w=60');
			return headers.get("ratelimit");
		};
		expect(await left()).toMatch(/^"search";r=1;t=\d+$/);
		expect(await left()).toMatch(/^"search";r=0;t=\d+$/);
		const refused = await search();
		expectProblem(refused, 429, "too_many_requests");
		expect(refused.headers.get("ratelimit")).toMatch(/^"search";r=0;t=\d+$/);
		const wait = Number(refused.headers.get("retry-after"));
		expect(wait).toBeGreaterThan(0);
		expect(wait).toBeLessThanOrEqual(60);
		const uncounted = await send("GET", "/api/stats");
		expect(uncounted.headers.get("ratelimit")).toBeNull();
	});

	it("do not reveal an account's limit to a client that only names the account", async () => {
		await product.restart({ LIMIT_SIGN_IN: "5" });
		const answer = await send(
			"POST",
			"/api/auth/sign-in",
			fromNewAddress(),
			JSON.stringify({ email: "somebody@example.test", password: "guess" }),
		);
		expect(answer.status).toBe(401);
		expect(answer.headers.get("ratelimit-policy")).toBe('"sign-in";q=20;w=900');
	});
});

describe("requests", () => {
	it("without a body are accepted where none is needed, whatever their Content-Type", async () => {
		for (const headers of [
			{},
			{ "content-type": "application/json" },
			{ "content-type": "application/json", "content-length": "0" },
		]) {
			const out = await send("POST", "/api/auth/sign-out", headers);
			expect(out.status, JSON.stringify(headers)).toBe(200);
		}
	});

	it("with a repeated field are rejected", async () => {
		const answer = await send(
			"POST",
			"/api/v1/analyze",
			{ "content-type": "application/json", cookie: member.cookie() },
			`{"url":"https://example.com/","url":"${watchUrl(world.video_id)}"}`,
		);
		expectProblem(answer, 400, "repeated_field");
	});

	it("with an unknown parameter are refused with its name where they change something", async () => {
		const headers = { "content-type": "application/json", cookie: member.cookie() };
		const refused = await send<Problem>(
			"PUT",
			`/api/follows/video/${world.video_id}?never_declared=1`,
			headers,
			"{}",
		);
		expectProblem(refused, 400, "invalid_query");
		expect(refused.body.detail).toBe('"never_declared" is unknown here. Please leave it out.');
	});

	it.each([
		"/api/health",
		"/api/health/ready",
		"/api/search?q=a",
		"/api/videos",
		"/results?q=a",
		"/api/docs",
	])("with an unknown parameter of a monitor or a cache read %s as without it", async (path) => {
		const plain = await send("GET", path);
		const others = `${path}${path.includes("?") ? "&" : "?"}cb=1&utm_source=mail&constructor=x`;
		const answer = await send("GET", others);
		expect([answer.status, answer.headers.get("etag")]).toEqual([200, plain.headers.get("etag")]);
	});

	it("with a repeated parameter are refused with its name", async () => {
		const refused = await send<Problem>("GET", "/api/search?q=a&q=b");
		expectProblem(refused, 400, "invalid_query");
		expect(refused.body).toMatchObject({
			detail: "q must be given once.",
			errors: [{ pointer: "/q", detail: "Must be given once." }],
		});
		const unknown = "/api/search?q=a&constructor=1&constructor=2";
		expect((await send("GET", unknown)).status).toBe(200);
		expect((await send("GET", "/results?q=a&q=b")).status).toBe(200);
	});

	it("with unknown fields quote up to 40 characters of a name, and name ten at most", async () => {
		const names = Array.from({ length: 12 }, (_, at) => `${at}-`.padEnd(60, "x"));
		const fields = Object.fromEntries(names.map((name) => [name, 1]));
		const headers = { "content-type": "application/json", cookie: member.cookie() };
		const vote = JSON.stringify({ vote_type: "upvote", ...fields });
		const { body } = await send<Problem>("PUT", "/api/statements/unknown/vote", headers, vote);
		expect(body.errors).toHaveLength(10);
		expect(body.detail.length).toBeLessThan(100);
	});

	it("keep a harmless X-Request-Id and get a new one otherwise", async () => {
		const id = "abc-DEF_123";
		const own = await send("GET", "/api/nothing", { "x-request-id": id });
		expect(own.headers.get("x-request-id")).toBe(id);
		expectProblem(own, 404, "not_found");
		for (const bad of ["short", "x".repeat(65), "a b c d e f g h", "<script>alert(1)</script>"]) {
			const answer = await send("GET", "/api/health", { "x-request-id": bad });
			expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
		}
	});
});

describe("an address as programs write it", () => {
	const ask = (path: string) =>
		fetch(product.url + path, { redirect: "manual", headers: { connection: "close" } });

	it("leads to the reference with a slash at its end", async () => {
		const answer = await ask("/api/docs/");
		expect([answer.status, answer.headers.get("location")]).toEqual([308, "/api/docs"]);
	});

	it("names the first page by an empty cursor", async () => {
		const [empty, none] = await Promise.all([ask("/api/videos?cursor="), ask("/api/videos")]);
		expect(empty.status).toBe(200);
		expect(await empty.json()).toEqual(await none.json());
	});

	it("has an instant with an offset", async () => {
		const expires_at = "2099-01-31T12:00:00.5+02:00";
		const made = await member.post<{ id: string }>("/api/keys", { name: "Python", expires_at });
		expect(made.status).toBe(201);
		const { body } = await member.get<{ keys: { id: string; expires_at: string }[] }>("/api/keys");
		const key = body.keys.find(({ id }) => id === made.body.id);
		expect(key?.expires_at).toBe("2099-01-31T10:00:00.500Z");
	});
});
