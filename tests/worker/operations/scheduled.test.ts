import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { miniflareOptions, readBuiltConfig } from "#scripts/server/runtime.ts";
import { holdRatingsFrom } from "#tests/support/fixtures/talks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";

const MINUTE_MS = 60_000;

const product = opened(() => startProduct({ LIMIT_ANALYSES: "0" }));
const member = opened(() => product.member());

function ago(ms: number): string {
	return new Date(Date.now() - ms).toISOString();
}

/** Lists a run that no Durable Object knows. */
async function listGhost(
	video_id: string,
	started_at: string,
	ended_at: string | null = null,
): Promise<void> {
	await product.rows(
		"INSERT INTO active_runs (video_id, run_id, started_at, ended_at, started_by) VALUES (?, ?, ?, ?, NULL)",
		video_id,
		`ghost${video_id.toLowerCase()}`,
		started_at,
		ended_at,
	);
}

async function listed(): Promise<unknown[]> {
	const results = await product.rows<{ video_id: string }>(
		"SELECT video_id FROM active_runs ORDER BY video_id",
	);
	return results.map(({ video_id }) => video_id);
}

describe("sweep of listed runs", () => {
	it("removes a run that its object does not know", async () => {
		await listGhost("ghost000001", ago(2 * MINUTE_MS));
		await listGhost("ghost000002", ago(60 * MINUTE_MS), ago(30 * MINUTE_MS));
		// Started by a clock that has since been set back.
		await listGhost("ghost000005", ago(-60 * MINUTE_MS));
		await product.server.runScheduled();
		expect(await listed()).toEqual([]);
	});

	it("keeps a run that was listed or ended recently", async () => {
		await listGhost("ghost000003", ago(MINUTE_MS / 2));
		await listGhost("ghost000004", ago(9 * MINUTE_MS), ago(5 * MINUTE_MS));
		await product.server.runScheduled();
		expect(await listed()).toEqual(["ghost000003", "ghost000004"]);
	});

	it("does not disturb a run in progress", async () => {
		const goOn = holdRatingsFrom(product.ai, 1);
		const id = product.newVideo();
		await member.analyze(watchUrl(id));
		await product.rows(
			"UPDATE active_runs SET started_at = ? WHERE video_id = ?",
			ago(5 * MINUTE_MS),
			id,
		);
		await product.server.runScheduled();
		expect(await listed()).toContain(id);
		goOn();
		const report = await member.finished(id);
		expect(report.video.analysis_status).toBe("completed");
		const rated = product.ai.calls.filter(({ kind }) => kind === "rate");
		expect(rated).toHaveLength(3 * report.statements.length);
	});
});

describe("listed run that its object does not know", () => {
	it("does not make its video visible", async () => {
		await listGhost("ghost000005", ago(0));
		for (const part of ["", "/events"]) {
			const answer = await member.get(`/api/videos/ghost000005${part}`);
			expect(answer.status).toBe(404);
		}
	});

	it("does not prevent a new run", async () => {
		const id = product.newVideo();
		await listGhost(id, ago(0));
		expect((await member.analyze(watchUrl(id))).status).toBe(202);
		const report = await member.finished(id);
		expect(report.video.analysis_status).toBe("completed");
	});
});

describe("invalid configuration", () => {
	let misconfigured: Miniflare;
	let data_dir: string;

	beforeAll(async () => {
		data_dir = await mkdtemp(join(tmpdir(), "misconfigured-"));
		const address = { host: "127.0.0.1", port: 0 };
		const variables = {
			MAX_STATEMENTS: "abc",
			LIMIT_VOTES: "-1",
			OPENAI_API_KEY: "secret-of-the-operator",
			OPENAI_BASE_URL: "not a url: secret-place",
		};
		misconfigured = new Miniflare(
			miniflareOptions(await readBuiltConfig(), address, data_dir, variables),
		);
		await misconfigured.ready;
	});
	afterAll(async () => {
		await misconfigured?.dispose();
		await rm(data_dir, { recursive: true, force: true });
	});

	async function ask(path: string, method = "GET") {
		const url = new URL(path, await misconfigured.ready);
		const answer = await misconfigured.dispatchFetch(url.href, { method });
		return {
			status: answer.status,
			type: answer.headers.get("content-type"),
			body: (await answer.json()) as Problem,
		};
	}

	it("is reported by GET /api/health with the variables' names, but not their values", async () => {
		const { status, type, body } = await ask("/api/health");
		expect(status).toBe(500);
		expect(type).toBe("application/problem+json");
		expect(body.code).toBe("bad_configuration");
		for (const name of ["MAX_STATEMENTS", "LIMIT_VOTES", "OPENAI_BASE_URL"])
			expect(body.detail).toContain(`${name}: `);
		// As a word, because a request's id may contain the letters.
		expect(JSON.stringify(body)).not.toMatch(/secret|\babc\b/);
	});

	it("gives every other request the same error", async () => {
		const health = await ask("/api/health");
		for (const answer of [await ask("/api/videos/recent"), await ask("/api/analyze", "POST")])
			expect(answer.body.detail).toBe(health.body.detail);
	});

	it("does not fail the scheduled event", async () => {
		const worker = await misconfigured.getWorker();
		const { outcome } = await worker.scheduled({ cron: "* * * * *" });
		expect(outcome).toBe("ok");
	});
});
