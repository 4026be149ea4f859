import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Me, NewApiKey } from "#contract/me.ts";
import { type RunningServer, startServer } from "#scripts/start.ts";
import {
	type Browser,
	createBrowser,
	PASSWORD,
	startMailProduct,
} from "#tests/support/world/mail-product.ts";

const ADMIN = "chief@example.test";
const CSV = "/api/admin/newsletter.csv";

/** Sends JSON with another Host header, which `fetch` cannot; returns the status. */
function requestAs(host: string, url: string, path: string, body: unknown) {
	return new Promise<number | undefined>((resolve, reject) => {
		const headers = { host, "content-type": "application/json" };
		request(new URL(path, url), { method: "POST", headers }, (answer) => {
			answer.resume();
			answer.on("end", () => resolve(answer.statusCode));
		})
			.on("error", reject)
			.end(JSON.stringify(body));
	});
}

describe("admin accounts on a site without mail", () => {
	let server: RunningServer;
	let data_dir = "";
	const printed: string[] = [];

	beforeAll(async () => {
		data_dir = await mkdtemp(join(tmpdir(), "admin-"));
		server = await startServer({
			dataDir: data_dir,
			env: {
				ADMIN_EMAILS: `Chief@Example.TEST, second@example.test, third@example.test, fourth@example.test`,
				LIMIT_SIGN_IN: "0",
				LIMIT_SIGN_UP: "0",
			},
			print: (line) => printed.push(line),
		});
	});
	afterAll(async () => {
		await server?.stop();
		await rm(data_dir, { recursive: true, force: true });
	});

	async function signUp(email: string, password = PASSWORD): Promise<Browser> {
		const browser = createBrowser(server.url);
		const body = { full_name: "Some One", email, password };
		expect((await browser.post("/api/auth/sign-up", body)).status).toBe(201);
		return browser;
	}

	const links = () => printed.flatMap((line) => line.match(/\S*token=[\w-]+/g) ?? []);

	/** The token of the link that was printed after the first `seen` links. */
	async function printedToken(seen: number): Promise<string> {
		await expect.poll(() => links().length).toBeGreaterThan(seen);
		return links()[seen]?.split("#token=")[1] ?? "";
	}

	const resend = (email: string) => createBrowser(server.url).post("/api/auth/resend", { email });

	it("become admins only after the link from the console confirms the address", async () => {
		const seen = links().length;
		const browser = await signUp(ADMIN);
		expect((await browser.get(CSV)).status).toBe(403);
		const token = await printedToken(seen);
		await browser.post("/api/auth/confirm", { token });
		const { body } = await browser.get<Me>("/api/me");
		expect(body).toMatchObject({ is_admin: true, has_password: true });
		expect((await browser.get(CSV)).status).toBe(200);
	});

	it("get a link without a host, which whoever requests it could choose", async () => {
		const seen = links().length;
		await signUp("fourth@example.test");
		await printedToken(seen);
		const resent = await requestAs("phishing.example", server.url, "/api/auth/resend", {
			email: "fourth@example.test",
		});
		// A name that leads here by somebody else's choice is refused.
		expect(resent).toBe(421);
		for (const link of links().slice(seen))
			expect(link).toMatch(/^\/confirm-email#token=[\w-]{43}$/);
		expect(printed.join("\n")).not.toContain("phishing.example");
	});

	it("are confirmed in another browser with the sign-up password", async () => {
		const seen = links().length;
		await signUp("third@example.test");
		const token = await printedToken(seen);
		const browser = createBrowser(server.url);
		const given = { token, password: PASSWORD };
		await browser.post("/api/auth/confirm", given);
		const { body } = await browser.get<Me>("/api/me");
		expect(body).toMatchObject({ is_admin: true, full_name: "Some One" });
	});

	it("exclude addresses that are not on the list, and print no link for them", async () => {
		const seen = links().length;
		const browser = await signUp("member@example.test");
		await resend("member@example.test");
		const { body } = await browser.get<Me>("/api/me");
		expect(body.is_admin).toBe(false);
		expect((await browser.get(CSV)).status).toBe(403);
		await browser.get("/api/health");
		expect(links()).toHaveLength(seen);
	});

	it("exclude an address that differs only by a lookalike character from another alphabet", async () => {
		const browser = await signUp("\u212Aelvin@example.test");
		const { body } = await browser.get<Me>("/api/me");
		expect(body.is_admin).toBe(false);
	});

	it("keep nothing from an attacker who signed up with the address first", async () => {
		const seen = links().length;
		const email = "second@example.test";
		const attacker = await signUp(email, "the attacker's phrase");
		const made = await attacker.post<NewApiKey>("/api/keys", { name: "in wait" });
		await printedToken(seen);
		expect((await resend(email)).status).toBe(202);
		const token = await printedToken(seen + 1);
		const operator = createBrowser(server.url);
		const opened = await operator.post("/api/auth/confirm", { token });
		expect(opened.body).toEqual({ user: null, needs_password: true });
		expect((await attacker.get(CSV)).status).toBe(403);
		const chosen = { token, password: "the operator's phrase" };
		await operator.post("/api/auth/reset-password", chosen);
		const { body } = await operator.get<Me>("/api/me");
		expect(body).toMatchObject({
			email,
			full_name: "New member",
			is_admin: true,
			has_password: true,
		});
		expect((await attacker.get("/api/me")).status).toBe(401);
		const headers = { authorization: `Bearer ${made.body.key}` };
		const withKey = await createBrowser(server.url).get("/api/me", { headers });
		expect(withKey.status).toBe(401);
		const again = await createBrowser(server.url).post("/api/auth/sign-in", {
			email,
			password: "the attacker's phrase",
		});
		expect(again.status).toBe(401);
	});

	it("get the same response as any other address when a link or password reset is requested", async () => {
		for (const path of ["resend", "forgot-password"]) {
			const answers = await Promise.all(
				[ADMIN, "member@example.test", "nobody@example.test"].map((email) =>
					createBrowser(server.url).post(`/api/auth/${path}`, { email }),
				),
			);
			const seen = answers.map(({ status, body }) => JSON.stringify({ status, body }));
			expect(new Set(seen).size).toBe(1);
			expect(answers[0]?.status).toBe(202);
		}
	});
});

describe("admin accounts on a site with mail", () => {
	it("require a confirmed address and a session, and reject API keys", async () => {
		const world = await startMailProduct({ ADMIN_EMAILS: ADMIN });
		try {
			const browser = await world.withSecondFactor("CHIEF@example.test");
			expect((await browser.get(CSV)).status).toBe(200);
			const { body } = await browser.post<NewApiKey>("/api/keys", { name: "export" });
			const headers = { authorization: `Bearer ${body.key}` };
			expect((await browser.get(CSV)).status).toBe(200);
			expect((await world.browser().get(CSV, { headers })).status).toBe(403);
			await world.rows("update members set email_confirmed_at = null where email_key = ?", ADMIN);
			expect((await browser.get(CSV)).status).toBe(403);
		} finally {
			await world.stop();
		}
	});
});
