import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiKey, Me, NewApiKey } from "#contract/me.ts";
import {
	type Browser,
	type MailProduct,
	PASSWORD,
	startMailProduct,
} from "#tests/support/world/mail-product.ts";

let world: MailProduct;
beforeAll(async () => {
	world = await startMailProduct();
});
afterAll(() => world?.stop());

async function newKey(browser: Browser, name = "script"): Promise<NewApiKey> {
	const answer = await browser.post<NewApiKey>("/api/keys", { name });
	expect(answer.status).toBe(201);
	return answer.body;
}

const keysOf = async (browser: Browser) =>
	(await browser.get<{ keys: ApiKey[] }>("/api/keys")).body.keys;
const bearer = (key: string) => ({
	headers: { authorization: `Bearer ${key}` },
});

describe("An API key", () => {
	it("is 256 bits behind a prefix, told once and stored as a hash", async () => {
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
				created_at: expect.any(String),
				last_used_at: null,
			},
		]);
		const rows = await world.rows("select * from api_keys where id = ?", id);
		expect(rows).toHaveLength(1);
		expect(JSON.stringify([listed, rows])).not.toContain(key.slice(12));
	});

	it("serves wherever a cookie does", async () => {
		const { browser, email } = await world.member();
		const { key } = await newKey(browser);
		const program = world.browser();
		const me = await program.get<Me>("/api/me", bearer(key));
		expect(me.body).toMatchObject({ email });
		const started = await program.post(
			"/api/analyze",
			{ url: "no link" },
			bearer(key),
		);
		expect(started.status).toBe(400);
		const named = await program.send<Me>(
			"PATCH",
			"/api/me",
			{ full_name: "By Key" },
			bearer(key),
		);
		expect(named.body.full_name).toBe("By Key");
		expect(program.cookies.size).toBe(0);
	});

	it.each([
		["of the right shape", `bsd_${"A".repeat(43)}`],
		["of no shape", "anything"],
		["that is empty", ""],
		["with a quote in it", "bsd_' OR 1=1 --"],
	])(
		"that is not valid is refused, not taken for a visitor's (%s)",
		async (_, key) => {
			for (const path of ["/api/me", "/api/auth/session"]) {
				const { status, body } = await world.browser().get(path, bearer(key));
				expect(status).toBe(401);
				expect(body.code).toBe("invalid_key");
			}
		},
	);

	it("goes over the cookie that comes along", async () => {
		const [one, two] = [await world.member(), await world.member()];
		const { key } = await newKey(one.browser);
		const { body } = await two.browser.get<Me>("/api/me", bearer(key));
		expect(body.email).toBe(one.email);
		const bad = bearer(`bsd_${"A".repeat(43)}`);
		expect((await two.browser.get("/api/me", bad)).status).toBe(401);
	});

	it("leaves other kinds of authorization to whoever asked for them", async () => {
		const { browser } = await world.member();
		const headers = { authorization: "Basic dTpw" };
		expect((await browser.get("/api/me", { headers })).status).toBe(200);
	});

	it("ends at once when it is deleted, by its own member alone", async () => {
		const [one, two] = [await world.member(), await world.member()];
		const { id, key } = await newKey(one.browser);
		const path = `/api/keys/${id}`;
		expect((await two.browser.send("DELETE", path)).status).toBe(404);
		expect((await one.browser.send("DELETE", path)).status).toBe(204);
		expect((await world.browser().get("/api/me", bearer(key))).status).toBe(
			401,
		);
		expect(await keysOf(one.browser)).toEqual([]);
	});

	it("cannot do what would let a stolen one last", async () => {
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
			await program.send(
				"DELETE",
				"/api/me",
				{ password: PASSWORD },
				bearer(key),
			),
		];
		for (const { status, body } of refused) {
			expect(status).toBe(403);
			expect(body.code).toBe("not_allowed");
		}
		const again = { email, password: PASSWORD };
		expect((await program.post("/api/auth/sign-in", again)).status).toBe(200);
		expect(await keysOf(browser)).toHaveLength(1);
	});

	it("notes its use once an hour", async () => {
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

	it("is one of ten at most, also when they are wanted at once", async () => {
		const { browser } = await world.member();
		const answers = await Promise.all(
			Array.from({ length: 15 }, (_, index) =>
				browser.post("/api/keys", { name: `key ${index}` }),
			),
		);
		const statuses = answers.map(({ status }) => status);
		expect(statuses.filter((status) => status === 201)).toHaveLength(10);
		expect(statuses.filter((status) => status === 409)).toHaveLength(5);
		const [key] = await keysOf(browser);
		await browser.send("DELETE", `/api/keys/${key?.id}`);
		await newKey(browser);
	});

	it("needs a name, and a member", async () => {
		const { browser } = await world.member();
		for (const body of [{}, { name: " " }, { name: "x".repeat(61) }])
			expect((await browser.post("/api/keys", body)).status).toBe(400);
		const visitor = await world.browser().post("/api/keys", { name: "a" });
		expect(visitor.status).toBe(401);
		expect(visitor.headers.get("www-authenticate")).toBe("Bearer");
	});
});
