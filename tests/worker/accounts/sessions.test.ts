import { request } from "node:http";
import { describe, expect, it } from "vitest";
import type { SessionInfo } from "#contract/me.ts";
import {
	type Browser,
	createBrowser,
	PASSWORD,
	startMailProduct,
} from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";

const SECURE_HOST = "app.example.test";
const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

const world = opened(() =>
	startMailProduct({ SMTP_URL: "", APP_ORIGIN: `https://${SECURE_HOST}` }),
);

type Sessions = { sessions: SessionInfo[] };

async function elsewhere(email: string): Promise<Browser> {
	const browser = createBrowser(world.product.url);
	const body = { email, password: PASSWORD };
	const headers = { "user-agent": "Elsewhere/1" };
	await browser.post("/api/auth/sign-in", body, { headers });
	return browser;
}

const listed = async (browser: Browser) =>
	(await browser.get<Sessions>("/api/me/sessions")).body.sessions;

function ago(ms: number): string {
	return new Date(Date.now() - ms).toISOString();
}

describe("a member's sessions", () => {
	it("are listed without their tokens, with the current one marked", async () => {
		const { browser, email } = await world.member();
		await elsewhere(email);
		const sessions = await listed(browser);
		expect(sessions).toHaveLength(2);
		expect(sessions.filter(({ current }) => current)).toHaveLength(1);
		const other = sessions.find(({ current }) => !current);
		expect(other?.user_agent).toBe("Elsewhere/1");
		const token = browser.cookies.get("session") ?? "";
		expect(JSON.stringify(sessions)).not.toContain(token);
		const thief = world.browser();
		thief.cookies.set("session", other?.id ?? "");
		expect(await thief.user()).toBeNull();
	});

	it("can be ended individually, with immediate effect", async () => {
		const { browser, email } = await world.member();
		const other = await elsewhere(email);
		const [ending] = (await listed(browser)).filter((it) => !it.current);
		const path = `/api/me/sessions/${ending?.id}`;
		expect((await browser.send("DELETE", path)).status).toBe(204);
		expect(await other.user()).toBeNull();
		expect(await browser.user()).not.toBeNull();
		expect((await browser.send("DELETE", path)).status).toBe(404);
	});

	it("cannot be ended by another member", async () => {
		const [one, two] = [await world.member(), await world.member()];
		const [session] = await listed(one.browser);
		const path = `/api/me/sessions/${session?.id}`;
		expect((await two.browser.send("DELETE", path)).status).toBe(404);
		expect(await one.browser.user()).not.toBeNull();
	});

	it("can all be ended except the current one", async () => {
		const { browser, email } = await world.member();
		const others = [await elsewhere(email), await elsewhere(email)];
		expect((await browser.send("DELETE", "/api/me/sessions")).status).toBe(204);
		for (const other of others) expect(await other.user()).toBeNull();
		expect(await listed(browser)).toHaveLength(1);
	});

	it("all end when the member signs out everywhere", async () => {
		const { browser, email } = await world.member();
		const other = await elsewhere(email);
		const body = { everywhere: true };
		expect((await browser.post("/api/auth/sign-out", body)).status).toBe(200);
		expect(await other.user()).toBeNull();
		expect(browser.cookies.has("session")).toBe(false);
	});
});

describe("session expiry", () => {
	const age = (column: string, email: string, ms: number) =>
		world.rows(
			`update sessions set ${column} = ? where member_id = (select id from members where email_key = ?)`,
			ago(ms),
			email,
		);

	it("happens after 14 days without use", async () => {
		const { browser, email } = await world.member();
		await age("last_seen_at", email, 14 * DAY_MS - HOUR_MS);
		expect(await browser.user()).not.toBeNull();
		// The use is recorded after the answer.
		await expect
			.poll(async () => Date.parse((await listed(browser))[0]?.last_seen_at ?? ""))
			.toBeGreaterThan(Date.now() - HOUR_MS);
		await age("last_seen_at", email, 14 * DAY_MS);
		expect(await browser.user()).toBeNull();
		const again = await elsewhere(email);
		expect(await listed(again)).toHaveLength(1);
	});

	it("happens 90 days after sign-in at the latest", async () => {
		const { browser, email } = await world.member();
		await browser.post("/api/auth/sign-in", { email, password: PASSWORD });
		const [row] = await world.rows(
			"select created_at, expires_at from sessions where member_id = (select id from members where email_key = ?)",
			email,
		);
		const life_ms = Date.parse(String(row?.expires_at)) - Date.parse(String(row?.created_at));
		expect(life_ms).toBe(90 * DAY_MS);
	});

	it("records the last use at most once an hour", async () => {
		const { browser, email } = await world.member();
		const seen = async () => (await listed(browser))[0]?.last_seen_at ?? "";
		const first = await seen();
		await browser.user();
		expect(await seen()).toBe(first);
		await age("last_seen_at", email, 2 * HOUR_MS);
		await browser.user();
		await expect.poll(async () => Date.parse(await seen())).toBeGreaterThan(Date.now() - HOUR_MS);
	});

	it("replaces the session when its browser signs in again", async () => {
		const { browser, email } = await world.member();
		const before = browser.cookies.get("session") ?? "";
		await browser.post("/api/auth/sign-in", { email, password: PASSWORD });
		expect(browser.cookies.get("session")).not.toBe(before);
		const old = world.browser();
		old.cookies.set("session", before);
		expect(await old.user()).toBeNull();
		expect(await listed(browser)).toHaveLength(1);
	});
});

describe("session cookie over HTTPS", () => {
	/** Sends the request as a proxy would forward it to the site's own host. */
	function post(path: string, body: unknown, cookie = "") {
		const { hostname, port } = new URL(world.product.url);
		return new Promise<{ set_cookie: string[]; text: string }>((resolve, reject) => {
			const sent = request(
				{
					hostname,
					port,
					path,
					method: "POST",
					headers: {
						host: SECURE_HOST,
						origin: `https://${SECURE_HOST}`,
						"content-type": "application/json",
						cookie,
					},
				},
				(response) => {
					const chunks: Buffer[] = [];
					response.on("data", (chunk: Buffer) => chunks.push(chunk));
					response.on("end", () =>
						resolve({
							set_cookie: response.headers["set-cookie"] ?? [],
							text: Buffer.concat(chunks).toString(),
						}),
					);
				},
			);
			sent.on("error", reject);
			sent.end(JSON.stringify(body));
		});
	}

	it("is bound to the host and to TLS", async () => {
		const { email } = await world.member();
		const { set_cookie } = await post("/api/auth/sign-in", { email, password: PASSWORD });
		const [pair, ...attributes] = set_cookie[0]?.split("; ") ?? [];
		expect(pair).toMatch(/^__Host-session=[\w-]{43}$/);
		expect(attributes.sort()).toEqual([
			"HttpOnly",
			`Max-Age=${90 * 24 * 60 * 60}`,
			"Path=/",
			"SameSite=Lax",
			"Secure",
		]);
	});

	it("ignores a cookie that a plain HTTP connection could have planted", async () => {
		const { browser } = await world.member();
		const planted = `session=${browser.cookies.get("session")}`;
		const { set_cookie } = await post("/api/auth/sign-out", {}, planted);
		expect(set_cookie[0]).toMatch(/^__Host-session=;/);
		expect(await browser.user()).not.toBeNull();
	});
});
