import { describe, expect, it } from "vitest";
import type { ApiKey, Me, NewApiKey } from "#contract/me.ts";
import { type Browser, PASSWORD, startMailProduct } from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";

const world = opened(() => startMailProduct());

async function newKey(browser: Browser, name = "script"): Promise<NewApiKey> {
	const answer = await browser.post<NewApiKey>("/api/keys", { name });
	expect(answer.status).toBe(201);
	return answer.body;
}

const keysOf = async (browser: Browser) =>
	(await browser.get<{ keys: ApiKey[] }>("/api/keys")).body.keys;
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

describe("API keys", () => {
	it("have 256 random bits after a prefix, are shown once and stored as a hash", async () => {
		const { browser } = await world.member();
		const { id, name, key } = await newKey(browser, "  my script ");
		expect(key).toMatch(/^bsd_[\w-]{43}$/);
		expect(name).toBe("my script");
		const listed = await keysOf(browser);
		expect(listed).toEqual([
			{
				id,
				name,
				prefix: key.slice(0, 12),
				scopes: ["read", "write"],
				created_at: expect.any(String),
				last_used_at: null,
				expires_at: null,
			},
		]);
		const rows = await world.rows("select * from api_keys where id = ?", id);
		expect(rows).toHaveLength(1);
		expect(JSON.stringify([listed, rows])).not.toContain(key.slice(12));
	});

	it("are accepted wherever a session cookie is", async () => {
		const { browser, email } = await world.member();
		const { key } = await newKey(browser);
		const program = world.browser();
		const me = await program.get<Me>("/api/me", bearer(key));
		expect(me.body).toMatchObject({ email });
		const started = await program.post("/api/analyze", { url: "no link" }, bearer(key));
		expect(started.status).toBe(400);
		const named = await program.send<Me>("PATCH", "/api/me", { full_name: "By Key" }, bearer(key));
		expect(named.body.full_name).toBe("By Key");
		expect(program.cookies.size).toBe(0);
	});

	it.each([
		["of the right shape", `bsd_${"A".repeat(43)}`],
		["of no shape", "anything"],
		["that is empty", ""],
		["with a quote in it", "bsd_' OR 1=1 --"],
	])("get 401 if invalid instead of visitor access (%s)", async (_, key) => {
		for (const path of ["/api/me", "/api/auth/session"]) {
			const { status, body } = await world.browser().get(path, bearer(key));
			expect(status).toBe(401);
			expect(body.code).toBe("invalid_key");
		}
	});

	it("take precedence over a session cookie", async () => {
		const [one, two] = [await world.member(), await world.member()];
		const { key } = await newKey(one.browser);
		const { body } = await two.browser.get<Me>("/api/me", bearer(key));
		expect(body.email).toBe(one.email);
		const bad = bearer(`bsd_${"A".repeat(43)}`);
		expect((await two.browser.get("/api/me", bad)).status).toBe(401);
	});

	it("ignore authorization schemes other than Bearer", async () => {
		const { browser } = await world.member();
		const headers = { authorization: "Basic dTpw" };
		expect((await browser.get("/api/me", { headers })).status).toBe(200);
	});

	it("stop working when deleted, which only their own member can do", async () => {
		const [one, two] = [await world.member(), await world.member()];
		const { id, key } = await newKey(one.browser);
		const path = `/api/keys/${id}`;
		expect((await two.browser.send("DELETE", path)).status).toBe(404);
		expect((await one.browser.send("DELETE", path)).status).toBe(204);
		expect((await world.browser().get("/api/me", bearer(key))).status).toBe(401);
		expect(await keysOf(one.browser)).toEqual([]);
	});

	it("cannot be used to manage keys, sessions or the account", async () => {
		const { browser, email } = await world.member();
		const { id, key } = await newKey(browser);
		const program = world.browser();
		const refused = [
			await program.get("/api/keys", bearer(key)),
			await program.post("/api/keys", { name: "another" }, bearer(key)),
			await program.send("DELETE", `/api/keys/${id}`, undefined, bearer(key)),
			await program.get("/api/me/sessions", bearer(key)),
			await program.send("DELETE", "/api/me/sessions", undefined, bearer(key)),
			await program.send(
				"PATCH",
				"/api/me",
				{ password: { current: PASSWORD, next: "a better phrase" } },
				bearer(key),
			),
			await program.send("DELETE", "/api/me", { password: PASSWORD }, bearer(key)),
			await program.post("/api/me/second-factor", { password: PASSWORD }, bearer(key)),
			await program.post("/api/webhooks/secret", {}, bearer(key)),
		];
		for (const { status, body } of refused) {
			expect(status).toBe(403);
			expect(body.code).toBe("not_allowed");
		}
		const again = { email, password: PASSWORD };
		expect((await program.post("/api/auth/sign-in", again)).status).toBe(200);
		expect(await keysOf(browser)).toHaveLength(1);
	});

	it("record their use at most once an hour", async () => {
		const { browser } = await world.member();
		const { id, key } = await newKey(browser);
		const use = () => world.browser().get("/api/me", bearer(key));
		const used = async () => (await keysOf(browser))[0]?.last_used_at ?? null;
		await use();
		await expect.poll(used).not.toBeNull();
		const first = await used();
		await use();
		expect(await used()).toBe(first);
		await world.rows(
			"update api_keys set last_used_at = ? where id = ?",
			new Date(Date.now() - 61 * 60 * 1_000).toISOString(),
			id,
		);
		await use();
		await expect
			.poll(async () => Date.parse((await used()) ?? ""))
			.toBeGreaterThan(Date.now() - 60_000);
	});

	it("are limited to ten for each member, also for simultaneous requests", async () => {
		const { browser } = await world.member();
		const answers = await Promise.all(
			Array.from({ length: 15 }, (_, index) => browser.post("/api/keys", { name: `key ${index}` })),
		);
		const statuses = answers.map(({ status }) => status);
		expect(statuses.filter((status) => status === 201)).toHaveLength(10);
		expect(statuses.filter((status) => status === 409)).toHaveLength(5);
		const [key] = await keysOf(browser);
		await browser.send("DELETE", `/api/keys/${key?.id}`);
		await newKey(browser);
	});

	it.each([
		[["read"], 200, 403],
		[["write"], 403, 200],
		[["write", "read"], 200, 200],
	])("with the scopes %j get %d for a read and %d for a write", async (scopes, read, write) => {
		const { browser } = await world.member();
		const made = await browser.post<NewApiKey>("/api/keys", { name: "scoped", scopes });
		const key = bearer(made.body.key);
		const program = world.browser();
		const answers = [
			await program.get("/api/me", key),
			await program.send("PATCH", "/api/me", { full_name: "By Key" }, key),
		];
		expect(answers.map(({ status }) => status)).toEqual([read, write]);
		for (const { status, body } of answers)
			if (status === 403) {
				expect(body.code).toBe("not_allowed");
				expect(body.detail).toContain(scopes[0] === "read" ? "write" : "read");
			}
		expect((await keysOf(browser))[0]?.scopes).toEqual([...scopes].sort());
	});

	it("with the read scope cannot start or change anything", async () => {
		const { browser } = await world.member();
		const made = await browser.post<NewApiKey>("/api/keys", { name: "reader", scopes: ["read"] });
		const key = bearer(made.body.key);
		const program = world.browser();
		const url = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
		const refused = [
			await program.post("/api/analyze", { url }, key),
			await program.post("/api/v1/analyze", { url }, key),
			await program.post("/api/claims", { url }, key),
			await program.send("PUT", "/api/statements/x/vote", {}, key),
			await program.send("DELETE", "/api/statements/x/vote", undefined, key),
		];
		expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(403));
		expect((await program.get("/api/me/activity", key)).status).toBe(200);
	});

	it("stop working when they expire and are deleted a month later", async () => {
		const { browser } = await world.member();
		const soon = new Date(Date.now() + 60_000).toISOString();
		const made = await browser.post<NewApiKey>("/api/keys", { name: "short", expires_at: soon });
		expect(made.status).toBe(201);
		const { id, key } = made.body;
		expect((await keysOf(browser))[0]?.expires_at).toBe(soon);
		const use = () => world.browser().get("/api/me", bearer(key));
		expect((await use()).status).toBe(200);
		const expire = (at: number) =>
			world.rows("update api_keys set expires_at = ? where id = ?", new Date(at).toISOString(), id);
		await expire(Date.now() - 1_000);
		const { status, body } = await use();
		expect(status).toBe(401);
		expect(body).toMatchObject({
			code: "invalid_key",
			detail: "This API key has expired. Please create a new one.",
		});
		await world.product.server.runScheduled();
		expect(await keysOf(browser)).toHaveLength(1);
		await expire(Date.now() - 31 * 24 * 60 * 60 * 1_000);
		await world.product.server.runScheduled();
		expect(await keysOf(browser)).toEqual([]);
	});

	it.each([
		[{ expires_at: "2020-01-01T00:00:00.000Z" }, "key_ends_in_the_past"],
		[{ expires_at: "tomorrow" }, "invalid_body"],
		[{ scopes: [] }, "invalid_body"],
		[{ scopes: ["admin"] }, "invalid_body"],
	])("cannot be created with %j", async (options, code) => {
		const { browser } = await world.member();
		const body = { name: "a", ...options };
		const refused = await browser.post("/api/keys", body);
		expect(refused.status).toBe(400);
		expect(refused.body.code).toBe(code);
		expect(await keysOf(browser)).toEqual([]);
	});

	it("require a name and a signed-in member", async () => {
		const { browser } = await world.member();
		for (const body of [{}, { name: " " }, { name: "x".repeat(61) }])
			expect((await browser.post("/api/keys", body)).status).toBe(400);
		const visitor = await world.browser().post("/api/keys", { name: "a" });
		expect(visitor.status).toBe(401);
		expect(visitor.headers.get("www-authenticate")).toBe("Bearer");
	});
});
