import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VideoId } from "#contract/ids.ts";
import type { Problem } from "#contract/problem.ts";
import type { Readiness } from "#contract/site.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { aCompletedRun } from "#tests/support/fixtures/publications.ts";
import { createClient } from "#tests/support/world/client.ts";
import { startSqld } from "#tests/support/world/databases.ts";
import { type MailProduct, startMailProduct } from "#tests/support/world/mail-product.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { addMember, databaseOf } from "#tests/support/world/signed-in.ts";

const METRICS_TOKEN = "only-the-monitor-knows-this";
const DAY_MS = 24 * 60 * 60_000;
const POLL_MS = 250;

type Line = Record<string, unknown> & { message: string; level: string };

let site: MailProduct;
let product: Product;

beforeAll(async () => {
	// The product's own clock is off, since it would run and log each job a second time.
	site = await startMailProduct({ METRICS_TOKEN, YOUTUBE_API_KEY: "a-key" }, { clock: false });
	product = site.product;
});
afterAll(() => site?.stop());

function logged(message: string): Line[] {
	return product.lines
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line) as Line)
		.filter((line) => line.message === message);
}

const get = (path: string, headers: Record<string, string> = {}) =>
	fetch(product.url + path, { headers: { connection: "close", ...headers } });

/** A time that many days ahead, with these minutes past the hour. */
function inDays(days: number, minutes: number): Date {
	const at = new Date(Date.now() + days * DAY_MS);
	at.setUTCMinutes(minutes);
	return at;
}

describe("GET /api/health/ready", () => {
	it("reports each dependency and caches the result for some seconds", async () => {
		const answer = await get("/api/health/ready");
		const ready = (await answer.json()) as Readiness;
		expect(answer.status).toBe(200);
		expect(answer.headers.get("cache-control")).toBe("no-store");
		expect(ready).toMatchObject({
			status: "ok",
			checks: { database: { ok: true }, migrations: { ok: true, missing: 0 }, quota: { ok: true } },
			configured: {
				mode: "live",
				mail: true,
				youtube_api: true,
				// The data folder's own key.
				secrets_key: true,
			},
		});
		expect(ready.checks.migrations.applied).toBeGreaterThan(0);
		const again = (await (await get("/api/health/ready")).json()) as Readiness;
		const age_ms = Date.now() - Date.parse(ready.checked_at);
		if (age_ms < 4_000) expect(again.checked_at).toBe(ready.checked_at);
	});

	it("returns 503 while the database is down, though requests are still served", async () => {
		const sqld = await startSqld();
		const lonely = await startProduct({ LIBSQL_URL: sqld.url });
		try {
			const ask = () =>
				fetch(`${lonely.url}/api/health/ready`, { headers: { connection: "close" } });
			const before = (await (await ask()).json()) as Readiness;
			expect(before.status).toBe("ok");
			// Without a data folder of its own, only the operator can provide a key.
			expect(before.configured.secrets_key).toBe(false);
			await sqld.stop();
			let answer = await ask();
			while (answer.status === 200) {
				await new Promise((resolve) => setTimeout(resolve, POLL_MS));
				answer = await ask();
			}
			expect(answer.status).toBe(503);
			expect(answer.headers.get("retry-after")).toBe("5");
			const told = (await answer.json()) as Readiness;
			expect(told.status).toBe("unavailable");
			expect(told.checks.database.ok).toBe(false);
			expect(told.checks.migrations.ok).toBe(false);
			expect(told.checks.quota.ok).toBe(true);
			const alive = await createClient(lonely.url).get("/api/health");
			expect(alive.status).toBe(200);
			expect(lonely.lines.join("\n")).toContain("not ready");
			expect(lonely.lines.join("\n")).not.toContain("127.0.0.1");
		} finally {
			await lonely.stop();
		}
	});
});

describe("scheduled jobs", () => {
	it("refresh metadata older than four weeks once, in one call for all videos", async () => {
		const renamed = VideoId.parse(product.newVideo({ title: "Tides, as renamed", view_count: 77 }));
		const gone = VideoId.parse(product.newVideo({ playability: "gone" }));
		const ended_at = new Date().toISOString();
		const run = aCompletedRun({ video_id: renamed, ended_at });
		const other = aCompletedRun({ video_id: gone, ended_at });
		const db = await databaseOf(product);
		await publish(db, run);
		await publish(db, other);
		const reader = createClient(product.url);
		await product.server.runScheduled(inDays(27, 30));
		expect(product.youtube.count("videos")).toBe(0);
		const at = inDays(29, 30);
		await product.server.runScheduled(at);
		await product.server.runScheduled(at);
		const asked = product.youtube.calls.filter(({ kind }) => kind === "videos");
		expect(asked.map(({ id }) => id.split(",").sort())).toEqual([[renamed, gone].sort()]);
		const { video } = await reader.report(renamed);
		expect(video).toMatchObject({
			title: "Tides, as renamed",
			view_count: 77,
			metadata_read_at: at.toISOString(),
			bs_score: run.bs_score,
			updated_at: ended_at,
		});
		const left = (await reader.report(gone)).video;
		expect(left.title).toBe(other.metadata.title);
		expect(left.view_count).toBeNull();
		expect(left.unavailable_since).toBe(at.toISOString());
	});

	it("delete accounts left unconfirmed for a month once an hour, but no members", async () => {
		const email = site.newEmail("never-came-back");
		await site.signUp(email);
		const member = await site.member();
		const known = async () =>
			(await site.rows("select email from members")).map((row) => row.email);
		await product.server.runScheduled(inDays(31, 16));
		expect(await known()).toContain(email);
		await product.server.runScheduled(inDays(31, 17));
		expect(await known()).not.toContain(email);
		expect(await known()).toContain(member.email);
	});

	it("continue after a job fails and record each outcome", async () => {
		const database = await product.server.database();
		await database.exec("ALTER TABLE told_votes RENAME TO told_votes_away");
		product.lines.length = 0;
		const at = inDays(40, 20);
		await product.server.runScheduled(at);
		await database.exec("ALTER TABLE told_votes_away RENAME TO told_votes");
		const jobs = logged("job");
		const failed = jobs.filter(({ ok }) => ok !== true);
		expect(failed.map(({ job }) => job)).toEqual(["notify_of_votes"]);
		expect(failed[0]).toMatchObject({ level: "error" });
		expect(String(failed[0]?.error)).toContain("told_votes");
		expect(jobs.map(({ job }) => job)).toEqual(
			expect.arrayContaining(["wake_silent_runs", "count_figures", "note_jobs"]),
		);
		const [row] = await site.rows(
			"select ok, ended_at, succeeded_at from job_outcomes where job = 'notify_of_votes'",
		);
		expect(row).toMatchObject({ ok: 0, ended_at: at.toISOString() });
		expect(row?.succeeded_at).not.toBeNull();
	});
});

describe("GET /api/metrics", () => {
	const metrics = (token = METRICS_TOKEN) =>
		get("/api/metrics", { authorization: `Bearer ${token}` });

	it("requires the token", async () => {
		for (const answer of [await metrics("something-else"), await get("/api/metrics")]) {
			expect(answer.status).toBe(401);
			expect(((await answer.json()) as Problem).code).toBe("metrics_token_wanted");
		}
		const answer = await metrics();
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
		expect(answer.headers.get("cache-control")).toBe("no-store");
	});

	it("reports counts in the Prometheus format", async () => {
		await addMember(await databaseOf(product));
		const [members] = await site.rows(
			"select count(*) as n from members where email_confirmed_at is null",
		);
		await product.server.runScheduled(inDays(41, 20));
		const text = await (await metrics()).text();
		for (const line of text.trimEnd().split("\n"))
			expect(line).toMatch(
				/^# (HELP|TYPE) bsdetector_\w+ .+$|^bsdetector_\w+(\{\w+="[^"]*"\})? [\d.e+-]+$/,
			);
		expect(text).toContain(`bsdetector_members{address="unconfirmed"} ${members?.n}\n`);
		expect(text).toMatch(/bsdetector_analyses_total\{outcome="completed"\} [1-9]/);
		expect(text).toContain("bsdetector_runs_in_flight 0\n");
		expect(text).toContain("bsdetector_provider_calls_limit 20000\n");
		expect(text).toContain('bsdetector_job_ok{job="refresh_metadata"} 1\n');
		expect(text).toMatch(
			/bsdetector_job_last_success_timestamp_seconds\{job="refresh_metadata"\} \d{10}/,
		);
	});
});
