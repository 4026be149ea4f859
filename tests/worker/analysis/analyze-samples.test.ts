import { beforeAll, describe, expect, it } from "vitest";
import type { Sample, Stats } from "#contract/site.ts";
import type { VideoSummary } from "#contract/video.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { DEMO_ENV, startProduct } from "#tests/support/world/product.ts";

type Videos = { videos: VideoSummary[] };

const product = opened(() => startProduct(DEMO_ENV));
const member = opened(() => product.member());
let samples: Sample[];

async function results(): Promise<VideoSummary[]> {
	return (await product.visitor().get<Videos>("/api/samples/results")).body.videos;
}

const versions = (videos: readonly VideoSummary[]) => videos.map(({ version }) => version);

beforeAll(async () => {
	samples = (await member.get<{ samples: Sample[] }>("/api/samples")).body.samples;
});

describe("samples of demo mode", () => {
	it("are analyzed once, when home asks for them, without a member", async () => {
		expect(await results()).toEqual([]);
		await expect.poll(results, { timeout: 60_000 }).toHaveLength(3);
		const first = await results();
		expect(first.map(({ id }) => id)).toEqual(samples.map(({ id }) => id));
		for (const { simulated, bs_score, finding } of first) {
			expect(simulated).toBe(true);
			expect(bs_score).not.toBe(null);
			expect(Object.values(finding).reduce((sum, count) => sum + count)).toBeGreaterThan(0);
		}
		expect(versions(await results())).toEqual([1, 1, 1]);
	});

	it("are in no list, statistic, feed or search", async () => {
		const visitor = product.visitor();
		for (const path of ["/api/videos/recent", "/api/videos"])
			expect((await visitor.get<Videos>(path)).body.videos).toEqual([]);
		const stats = await visitor.get<Stats>("/api/stats");
		expect(stats.body).toMatchObject({ total_videos: 0, total_claims: 0 });
		const title = samples[0]?.title ?? "";
		const found = await visitor.get<{ results: unknown[]; statements: unknown[] }>(
			`/api/search?q=${encodeURIComponent(title)}`,
		);
		expect(found.body).toMatchObject({ results: [], statements: [] });
		for (const path of ["/feed.xml", "/sitemap.xml"]) {
			const text = await (await fetch(`${product.url}${path}`)).text();
			expect(text).not.toContain(samples[0]?.id);
		}
	});

	it("are shown by home", async () => {
		const page = await (await fetch(`${product.url}/`)).text();
		for (const { id, title } of samples) {
			expect(page).toContain(title);
			expect(page).toContain(`/results/${id}`);
		}
	});

	it("are not what a member's request joins", async () => {
		const other = await startProduct(DEMO_ENV);
		try {
			const early = await other.member();
			const id = samples[0]?.id ?? "";
			await early.get("/api/samples/results");
			await early.analyze(watchUrl(id));
			await expect
				.poll(async () => (await early.get<Videos>("/api/videos/recent")).body.videos, {
					timeout: 60_000,
				})
				.toHaveLength(1);
		} finally {
			await other.stop();
		}
	});

	it("are analyzed anew for a member, whose result is listed", async () => {
		const id = samples[0]?.id ?? "";
		const answer = await member.analyze(watchUrl(id));
		expect(answer.body).toMatchObject({ status: "analyzing" });
		await member.finished(id);
		const { videos } = (await member.get<Videos>("/api/videos/recent")).body;
		expect(videos.map((it) => it.id)).toEqual([id]);
		expect(versions(await results())).toEqual([2, 1, 1]);
	});
});
