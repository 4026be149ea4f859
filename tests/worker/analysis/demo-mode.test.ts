import { beforeAll, describe, expect, it } from "vitest";
import { bandFor } from "#contract/bands.ts";
import { PROVIDERS } from "#contract/providers.ts";
import type { Sample } from "#contract/site.ts";
import type { Report, VideoPage } from "#contract/video.ts";
import { sampleLabel } from "#features/samples/samples.ts";
import { runFailure } from "#http/run-failures.ts";
import { type ReadEvent, watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { DEMO_ENV, startProduct } from "#tests/support/world/product.ts";
import { type EndedRun, runToEnd } from "#tests/support/world/viewers.ts";

const TITLES = { unrated: "Unrated evening", real: "Real morning" };
const NOBODY = { total_videos: 0, total_claims: 0, bs_claims: 0, total_creators: 0 };

let samples: Sample[];
let runs: EndedRun[];
/** A video that is not a sample, first analyzed without a key. */
let other: string;

const product = opened(() => startProduct(DEMO_ENV));
const member = opened(() => product.member());
beforeAll(async () => {
	const { body } = await member.get<{ samples: Sample[] }>("/api/samples");
	samples = body.samples;
	runs = await Promise.all(samples.map(({ id }) => runToEnd(member, id)));
});

function scoresOf({ statements }: Report) {
	return statements.map(({ id, ratings }) => ({ id, scores: ratings.map(({ score }) => score) }));
}

describe("demo mode without any key", () => {
	it("is reported by GET /api/health", async () => {
		const { body } = await member.get("/api/health");
		expect(body).toMatchObject({ mode: "demo", panel: [] });
	});

	it("offers three sample videos, each with its own URL", () => {
		expect(samples).toHaveLength(3);
		for (const { id, url, title, duration } of samples) {
			expect(url).toBe(watchUrl(id));
			expect(title).not.toBe("");
			expect(duration).toBeGreaterThan(60);
		}
	});

	it("completes each sample and marks everything in it as simulated", () => {
		for (const [index, { ending, report }] of runs.entries()) {
			expect(ending.event).toBe("completed");
			expect(report.video).toMatchObject({
				id: samples[index]?.id,
				title: samples[index]?.title,
				analysis_status: "completed",
				transcript_source: "sample",
				panel: PROVIDERS,
				simulated: true,
				confidence_level: 75,
				extraction: {
					by: "sample",
					found: report.statements.length,
					chosen: report.statements.length,
				},
			});
			expect(report.statements.length).toBeGreaterThan(5);
			for (const { ratings } of report.statements)
				for (const rating of ratings)
					expect(rating).toMatchObject({
						status: "simulated",
						model: "simulated",
						confidence: 75,
						explanation: expect.stringContaining("Simulated"),
						sources: [],
					});
		}
	});

	it("keeps sample scores between 20 and 79, in the band of their labels", () => {
		const bands = { true: "factual", mixed: "moderate", false: "high" };
		const seen = new Set<string>();
		for (const { report } of runs)
			for (const { quote, content, ratings, ai_score } of report.statements) {
				const label = sampleLabel(content) ?? sampleLabel(quote);
				expect(label, content).not.toBeNull();
				seen.add(label ?? "");
				expect(bandFor(Number(ai_score)), content).toBe(bands[label ?? "mixed"]);
				for (const { score } of ratings) {
					expect(score).toBeGreaterThanOrEqual(20);
					expect(score).toBeLessThanOrEqual(79);
				}
			}
		expect(seen).toEqual(new Set(["true", "mixed", "false"]));
	});

	it("shows a different verdict for each sample", () => {
		const verdicts = runs.map(({ report }) => bandFor(Number(report.video.bs_score)));
		expect(verdicts).toEqual(["factual", "moderate", "high"]);
	});

	it("analyzes the samples without any outside call", () => {
		expect(product.youtube.calls).toEqual([]);
		expect(product.ai.calls).toEqual([]);
	});

	it("produces the same statements and scores in a re-analysis", async () => {
		const [first] = runs;
		const id = first?.report.video.id ?? "";
		const { report } = await runToEnd(member, id, { force: true });
		expect(report.video.version).toBe(2);
		expect(scoresOf(report)).toEqual(first && scoresOf(first.report));
	});

	it("reads any other video for real and gives it no score of any kind", async () => {
		other = product.newVideo({ title: TITLES.unrated });
		const { report, ending } = await runToEnd(member, other);
		expect(ending.event).toBe("completed");
		expect(report.video).toMatchObject({
			simulated: false,
			panel: [],
			basis: "memory",
			interval: null,
			coverage: { checkable: report.statements.length, checked: 0 },
			transcript_source: "captions",
			title: TITLES.unrated,
		});
		expect(report.statements.length).toBeGreaterThan(0);
		for (const statement of report.statements)
			expect(statement).toMatchObject({
				verdict: "unverified",
				unverified_reason: "no_rater",
				ratings: [],
				lean: null,
				evidence: [],
				// This site asks no sources.
				passages: [],
				openai_score: null,
				claude_score: null,
				gemini_score: null,
			});
		expect(product.ai.calls).toEqual([]);
	});

	it("includes its results in lists and stats", async () => {
		const { body: page } = await member.get<VideoPage>("/api/videos");
		expect(page.videos).toHaveLength(4);
		const unrated = page.videos.filter(({ simulated }) => !simulated);
		expect(unrated.map(({ id }) => id)).toEqual([other]);
		const { body: stats } = await member.get("/api/stats");
		expect(stats).toMatchObject({ total_videos: 4 });
	});
});

describe("live mode after a provider key is added", () => {
	beforeAll(() => product.restart());

	it("offers no samples", async () => {
		expect((await member.get("/api/health")).body).toMatchObject({ mode: "live" });
		expect((await member.get("/api/samples")).body).toEqual({ samples: [] });
	});

	it.each(["", "/transcript", "/events"])(
		"returns 404 for a result of demo mode (/api/videos/{id}%s)",
		async (part) => {
			for (const id of [other, ...samples.map((sample) => sample.id)]) {
				const { status, body } = await member.get(`/api/videos/${id}${part}`);
				expect(status).toBe(404);
				expect(body).toMatchObject({ detail: "Video Not Found" });
			}
		},
	);

	it("excludes results of demo mode from lists, search and stats", async () => {
		for (const path of ["/api/videos", "/api/videos/recent"])
			expect((await member.get<VideoPage>(path)).body.videos).toEqual([]);
		const { body } = await member.get("/api/search?q=unrated");
		expect(body).toEqual({ results: [], statements: [] });
		expect((await member.get("/api/stats")).body).toEqual(NOBODY);
	});

	it("treats a sample's id like that of any other video", async () => {
		const { ending } = await runToEnd(member, samples[0]?.id ?? "");
		expect(ending.data).toEqual(runFailure("video_gone"));
	});

	it("replaces a result of demo mode with a real one without force", async () => {
		product.youtube.set(other, { title: TITLES.real });
		const { report } = await runToEnd(member, other);
		expect(report.video).toMatchObject({
			simulated: false,
			title: TITLES.real,
			analysis_status: "completed",
		});
		for (const { ratings } of report.statements)
			expect(ratings.map(({ status }) => status)).toEqual(["ok", "ok", "ok"]);
		const { body: stats } = await member.get("/api/stats");
		expect(stats).toMatchObject({ total_videos: 1, total_claims: report.statements.length });
	});
});

describe("demo mode after the key is removed", () => {
	let real: Report;

	beforeAll(async () => {
		real = await member.report(other);
		await product.restart(DEMO_ENV);
	});

	it("keeps showing a real result and does not replace it with a simulated one", async () => {
		const asked = await member.analyze(watchUrl(other));
		expect(asked.status).toBe(200);
		const forced = await member.analyze(watchUrl(other), { force: true });
		expect(forced.status).toBe(409);
		expect(forced.headers.get("content-type")).toBe("application/problem+json");
		expect(forced.body).toMatchObject({ code: "real_result_kept" });
		expect(await member.report(other)).toEqual(real);
	});

	it("shows the earlier simulated results again", async () => {
		const [, , third] = runs;
		const id = third?.report.video.id ?? "";
		expect(await member.report(id)).toEqual(third?.report);
	});
});

describe("mode change during a run", () => {
	it("fails a run started with keys instead of simulating its scores", async () => {
		await product.restart();
		product.ai.behave("all", { fault: "never_answers" }, "rate");
		const id = product.newVideo();
		await member.analyze(watchUrl(id));
		const stream = await member.events(id);
		await stream.until(foundStatements);
		await product.restart(DEMO_ENV);
		const report = await member.finished(id);
		expect(report.video).toMatchObject({
			analysis_status: "failed",
			error: {
				code: "ratings_failed",
				detail: expect.stringContaining("OpenAI: the provider is no longer configured."),
			},
		});
		expect(report.statements).toEqual([]);
	});

	it("calls no provider in a run started without keys", async () => {
		// With its statements at one second each, the sample's run outlasts the shutdown.
		await product.restart({ ...DEMO_ENV, RATING_CONCURRENCY: "1" });
		product.ai.reset();
		const id = samples[0]?.id ?? "";
		await member.analyze(watchUrl(id), { force: true });
		const stream = await member.events(id);
		// A run without any stored rating could not end without keys' answers.
		await stream.until(({ event }) => event === "statement");
		await product.restart();
		const after = await member.events(id);
		await after.until(({ event }) => event === "completed");
		await after.ended;
		expect((await member.get(`/api/videos/${id}`)).status).toBe(404);
		expect(product.ai.calls).toEqual([]);
	});
});

function foundStatements({ data }: ReadEvent): boolean {
	return /"claims_found":[1-9]/.test(JSON.stringify(data));
}
