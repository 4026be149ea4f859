import { beforeAll, describe, expect, it } from "vitest";
import { createClient, watchUrl } from "#tests/support/world/client.ts";
import { startMailProduct, tokenIn } from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";
import type { Product } from "#tests/support/world/product.ts";

type Line = Record<string, unknown> & { message: string; level: string };

let product: Product;

const site = opened(() => startMailProduct());
beforeAll(async () => {
	product = site.product;
});

function logged(message: string): Line[] {
	return product.lines
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line) as Line)
		.filter((line) => line.message === message);
}

describe("log", () => {
	it("has one line per request with its route, and no personal data", async () => {
		product.lines.length = 0;
		const email = "sentinel.person@private.example";
		const personal = {
			full_name: "Sentinella Person",
			password: "sentinel horse battery",
			address: "203.0.113.77",
			agent: "SentinelBrowser/1.0",
			words: "sentinelwords about the harbour bridge of 1931 in the transcript",
		};
		const own = site.browser();
		const { full_name, password } = personal;
		await site.signUp(email, { full_name, password }, own);
		const token = tokenIn(await site.sink.next(email));
		await own.post("/api/auth/confirm", { token });
		const cookie = own.cookies.get("session") ?? "";
		expect(cookie.length).toBeGreaterThan(20);
		const ask = (method: string, path: string, body?: unknown, id = "") =>
			fetch(product.url + path, {
				method,
				headers: {
					"content-type": "application/json",
					connection: "close",
					"user-agent": personal.agent,
					"cf-connecting-ip": personal.address,
					"x-forwarded-for": personal.address,
					...(id && { "x-request-id": id }),
					...(cookie && { cookie: `session=${cookie}` }),
				},
				...(body !== undefined && { body: JSON.stringify(body) }),
			});
		const id = product.newVideo({ title: personal.words });
		await ask("GET", `/api/search?q=${personal.words}`);
		await ask("GET", "/api/videos/unknownvid1", undefined, "request-0001");
		await ask("GET", `/results/${id}?from=${email}`);
		await ask("GET", `/nothing/${email}`);
		await ask("POST", "/api/analyze", { url: watchUrl(id), transcript: personal.words });
		await site.browser().post("/api/auth/sign-in", { email, password: "wrong" });
		await ask("POST", "/api/newsletter", { email });
		await createClient(product.url).finished(id);

		const database = await product.server.database();
		const broken = ["newsletter_subscribers", "search_docs", "claims"];
		for (const table of broken) await database.exec(`ALTER TABLE ${table} RENAME TO ${table}_away`);
		const failures = [
			await ask("POST", "/api/newsletter", { email }),
			await ask("GET", `/api/search?q=${personal.words}`),
			await ask("POST", "/api/claims", {
				url: "https://www.youtube.com/channel/UCsentinelsentinelsent00",
				comments: personal.words,
			}),
		];
		for (const table of broken) await database.exec(`ALTER TABLE ${table}_away RENAME TO ${table}`);
		expect(failures.map(({ status }) => status)).toEqual([500, 500, 500]);

		const text = product.lines.join("\n");
		expect(text).not.toMatch(/sentinel/i);
		for (const secret of [personal.address, token, cookie, "@"]) expect(text).not.toContain(secret);
		const requests = logged("request");
		expect(requests).toContainEqual(
			expect.objectContaining({
				level: "info",
				method: "GET",
				route: "/api/videos/:id",
				status: 404,
				request_id: "request-0001",
				duration_ms: expect.any(Number),
			}),
		);
		expect(requests.map(({ route }) => route)).toEqual(
			expect.arrayContaining(["/api/auth/sign-in", "/api/search", "/*"]),
		);
		expect(requests).toContainEqual(
			expect.objectContaining({
				method: "POST",
				route: "/api/auth/sign-in",
				status: 401,
				problem: "authentication_failed",
			}),
		);
		expect(requests.filter((line) => line.status === 200)).not.toContainEqual(
			expect.objectContaining({ problem: expect.anything() }),
		);
		const failed = logged("request failed");
		expect(failed).toHaveLength(failures.length);
		expect(failed.map(({ error }) => error).join()).toContain("no such table");
		expect(logged("run ended")).toContainEqual(
			expect.objectContaining({ video_id: id, outcome: "completed" }),
		);
	});

	it("records failed provider calls and the end of a run, without the content", async () => {
		product.lines.length = 0;
		product.ai.behave("openai", { fault: { status: 500 } });
		product.ai.behave("claude", { fault: { status: 401 } }, "rate");
		product.ai.behave("gemini", { fault: "refusal" }, "rate");
		const member = (await site.member()).browser;
		const words = "The sentinel bridge was built in 1931 by 1,400 people.";
		const id = product.newVideo({
			tracks: [{ language: "en", cues: [{ start: 1, text: words }] }],
		});
		await member.post("/api/analyze", { url: watchUrl(id) });
		const { video } = await createClient(product.url).finished(id);
		expect(video).toMatchObject({ analysis_status: "failed" });
		product.ai.reset();
		// The line is written after the result becomes visible.
		await expect
			.poll(() => logged("run ended"), { timeout: 10_000 })
			.toEqual([
				expect.objectContaining({ video_id: id, outcome: "failed", code: "ratings_failed" }),
			]);

		const told = logged("provider call failed");
		const failed = (
			provider: string,
			task: string,
			failure: string,
			status: number | null,
			attempts: number,
		) =>
			expect.objectContaining({
				level: "warn",
				video_id: id,
				run_id: expect.any(String),
				provider,
				task,
				step: task.split(":")[0],
				failure,
				status,
				attempts,
				model: expect.stringMatching(/./),
			});
		expect(told).toHaveLength(4);
		expect(told).toEqual(
			expect.arrayContaining([
				failed("openai", "extract:0", "unavailable", 500, 3),
				failed("openai", "rate:0:openai", "unavailable", 500, 3),
				failed("claude", "rate:0:claude", "refused", 401, 1),
				failed("gemini", "rate:0:gemini", "refused", null, 1),
			]),
		);
		const text = product.lines.join("\n");
		expect(text).not.toMatch(/sentinel|1931/i);
		for (const { api_key } of Object.values(product.ai.panel)) expect(text).not.toContain(api_key);
	});

	it('has no request or job lines at level "warn"', async () => {
		await product.restart({ LOG_LEVEL: "warn", SMTP_URL: site.sink.url });
		product.lines.length = 0;
		for (const path of ["/api/stats", "/"]) await createClient(product.url).get(path);
		for (const method of ["OPTIONS", "PUT"]) await fetch(`${product.url}/api/health`, { method });
		await product.server.runScheduled();
		expect(logged("request").filter(({ level }) => level === "info")).toEqual([]);
		expect(logged("job")).toEqual([]);
	});
});
