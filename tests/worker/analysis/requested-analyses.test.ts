import { describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { AnalysisResult, RequestedAnalysis } from "#contract/public-api.ts";
import { runFailure } from "#http/run-failures.ts";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import { holdRatingsFrom } from "#tests/support/fixtures/talks.ts";
import { type Client, rawRequest, watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { aMember, published } from "#tests/support/world/signed-in.ts";

const product = opened(() => startProduct());
const member = opened(() => aMember(product));
const other = opened(() => aMember(product));

async function ask(
	video_id: string,
	options?: unknown,
	by: Client = member,
): Promise<RequestedAnalysis> {
	const answer = await by.post("/api/v1/analyze", {
		url: watchUrl(video_id),
		...(options !== undefined && { options }),
	});
	const told = RequestedAnalysis.parse(answer.body);
	expect(answer.status).toBe(told.status === "analyzing" ? 202 : 200);
	expect(told.video_id).toBe(video_id);
	expect(Object.keys(answer.body as object).sort()).toEqual([
		"analysis_id",
		"estimated_completion",
		"status",
		"video_id",
	]);
	expect(answer.headers.get("location")).toBe(`/api/v1/analyses/${told.analysis_id}`);
	return told;
}

async function read(id: string): Promise<AnalysisResult> {
	const answer = await member.get(`/api/v1/analyses/${id}`);
	expect(answer.status, JSON.stringify(answer.body)).toBe(200);
	expect(answer.headers.get("cache-control")).toBe("no-store");
	return AnalysisResult.parse(answer.body);
}

describe("POST /api/v1/analyze", () => {
	it("reports a running analysis, later completed with video and statements", async () => {
		const id = product.newVideo();
		const goOn = holdRatingsFrom(product.ai, 1);
		const told = await ask(id);
		expect(told.status).toBe("analyzing");
		expect(Date.parse(told.estimated_completion)).toBeGreaterThan(Date.now());
		const early = await read(told.analysis_id);
		expect(early).toMatchObject({ status: "analyzing", video: null, statements: [], error: null });
		goOn();
		const report = await member.finished(id);
		const result = await read(told.analysis_id);
		expect(result).toEqual({
			analysis_id: told.analysis_id,
			video_id: id,
			status: "completed",
			estimated_completion: report.video.updated_at,
			video: report.video,
			statements: report.statements,
			error: null,
		});
		expect(result.statements.length).toBeGreaterThan(0);
	});

	it("refuses more than sixty readings of finished ones in a minute, by this member alone", async () => {
		const { video_id } = await published(product, { statements: [aStatement()] });
		const reader = await aMember(product);
		const { analysis_id } = await ask(video_id, undefined, reader);
		const address = `/api/v1/analyses/${analysis_id}`;
		const answers = await Promise.all(Array.from({ length: 62 }, () => reader.get(address)));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
		const refused = answers.find(({ status }) => status !== 200);
		expect(refused?.status).toBe(429);
		expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
		const own = await ask(video_id);
		expect((await read(own.analysis_id)).status).toBe("completed");
	});

	it("completes immediately if there is a result", async () => {
		const { video_id } = await published(product, { statements: [aStatement()] });
		const told = await ask(video_id);
		expect(told.status).toBe("completed");
		expect((await read(told.analysis_id)).video?.id).toBe(video_id);
	});

	it("returns the same id only for the same member and options", async () => {
		const id = product.newVideo();
		const goOn = holdRatingsFrom(product.ai, 1);
		const { analysis_id } = await ask(id);
		expect((await ask(id)).analysis_id).toBe(analysis_id);
		expect((await ask(id, { include_sources: true })).analysis_id).toBe(analysis_id);
		const others = [
			await ask(id, { include_sources: false }),
			await ask(id, { models: ["claude"] }),
			await ask(id, undefined, other),
		].map((it) => it.analysis_id);
		expect(new Set([analysis_id, ...others]).size).toBe(4);
		goOn();
		expect((await member.finished(id)).video.version).toBe(1);
	});

	it("returns only the requested models, and no sources if not requested", async () => {
		const { video_id } = await published(product, { bs_score: 50, statements: [aStatement()] });
		const { analysis_id } = await ask(video_id, {
			models: ["gemini", "claude", "gemini"],
			include_sources: false,
		});
		const { video, statements } = await read(analysis_id);
		const [statement] = statements;
		expect(statement?.ratings.map(({ provider }) => provider)).toEqual(["claude", "gemini"]);
		expect(statement).toMatchObject({ openai_score: null, ai_score: 50 });
		expect(statement?.sources).toEqual([]);
		expect(video?.bs_score).toBe(50);
	});

	it("fails with the run's own error", async () => {
		const id = product.newVideo({ playability: "private" });
		const { analysis_id } = await ask(id);
		await member.finished(id);
		const { error } = (await member.report(id)).video;
		expect(error).toMatchObject({ code: expect.any(String) });
		expect(await read(analysis_id)).toMatchObject({
			status: "failed",
			video: null,
			statements: [],
			error: { ...error, type: `${product.url}${error?.type}` },
		});
	});

	it("fails if its run was lost", async () => {
		const id = product.newVideo();
		const { analysis_id } = await ask(id);
		await member.finished(id);
		await product.rows(
			"update requested_analyses set run_id = 'lost', status = 'analyzing', settled_at = null where id = ?",
			analysis_id,
		);
		const lost = runFailure("analysis_failed");
		expect(await read(analysis_id)).toMatchObject({
			status: "failed",
			error: { ...lost, type: product.url + lost.type },
		});
	});

	it("can be read only by the member who requested it", async () => {
		const { video_id } = await published(product);
		const { analysis_id } = await ask(video_id);
		for (const id of [analysis_id, "A".repeat(20), "x", "%27--", "a%00b"]) {
			const { status, body } = await other.get<Problem>(`/api/v1/analyses/${id}`);
			expect(status).toBe(404);
			expect(body.code).toBe("analysis_not_found");
		}
		expect((await read(analysis_id)).status).toBe("completed");
	});

	it("accepts an API key for requesting and reading", async () => {
		const key = (await member.post<{ key: string }>("/api/keys", { name: "A program" })).body.key;
		const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
		const { video_id } = await published(product);
		const url = `${product.url}/api/v1/analyze`;
		const body = JSON.stringify({ url: watchUrl(video_id) });
		const asked = await rawRequest<RequestedAnalysis>(url, { method: "POST", headers, body });
		expect(asked.status).toBe(200);
		const got = await rawRequest<AnalysisResult>(
			`${product.url}/api/v1/analyses/${asked.body.analysis_id}`,
			{ headers },
		);
		expect(got.body.video?.id).toBe(video_id);
		// The member's own session can read an analysis requested with the key.
		expect((await read(asked.body.analysis_id)).status).toBe("completed");
	});

	it.each([
		[{ models: [] }, 400, "invalid_body"],
		[{ models: ["chatgpt"] }, 400, "invalid_body"],
		[{ models: "claude" }, 400, "invalid_body"],
		[{ include_sources: "no" }, 400, "invalid_body"],
	])("rejects the options %j", async (options, status, code) => {
		const answer = await member.post<Problem>("/api/v1/analyze", {
			url: watchUrl(product.newVideo()),
			options,
		});
		expect(answer).toMatchObject({ status, body: { code } });
		expect(answer.body.errors?.[0]?.pointer).toMatch(/^\/options\//);
	});

	it("rejects a link that leads to no video", async () => {
		const urls = ["https://example.com/", "dQw4w9WgXcQ", ""];
		for (const url of urls) {
			const { status, body } = await member.post<Problem>("/api/v1/analyze", { url });
			expect(status).toBe(400);
			expect(body.code).toBe("invalid_url");
		}
	});

	it("survives a restart and rejects models that are not on the panel", async () => {
		const { video_id } = await published(product, { statements: [aStatement()] });
		const { analysis_id } = await ask(video_id, { models: ["claude"] });
		await product.restart({ GEMINI_API_KEY: "" });
		expect((await read(analysis_id)).statements).toHaveLength(1);
		const refused = await member.post<Problem>("/api/v1/analyze", {
			url: watchUrl(video_id),
			options: { models: ["claude", "gemini"] },
		});
		expect(refused).toMatchObject({
			status: 422,
			body: { code: "model_not_on_panel", errors: [{ pointer: "/options/models/1" }] },
		});
		expect(refused.body.detail).toContain("openai, claude");
	});

	it("is exported and deleted with its member's account", async () => {
		const leaving = await product.member();
		const { video_id } = await published(product);
		const { analysis_id } = await ask(video_id, undefined, leaving);
		const own = await leaving.get<{ requested_analyses: { id: string }[] }>("/api/me/export");
		expect(own.body.requested_analyses.map(({ id }) => id)).toEqual([analysis_id]);
		await leaving.delete("/api/me", { password: "correct horse battery" });
		const results = await product.rows(
			"select id from requested_analyses where id = ?",
			analysis_id,
		);
		expect(results).toEqual([]);
	});
});
