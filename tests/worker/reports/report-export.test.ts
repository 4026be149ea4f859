import { describe, expect, it } from "vitest";
import { ReportExport } from "#contract/report-export.ts";
import { holdRatingsFrom } from "#tests/support/fixtures/talks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened, shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const product = shared(() => shareProduct());
const member = opened(() => product.member());

describe("report export", () => {
	it("returns the report as a JSON file with a summary", async () => {
		const id = product.newVideo();
		const { report } = await runToEnd(member, id);
		const answer = await product.visitor().get(`/api/videos/${id}/export`);
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-disposition")).toBe(
			`attachment; filename="bs-detector-${id}.json"`,
		);
		const file = ReportExport.parse(answer.body);
		expect(answer.body).toEqual(file);
		expect(file.video).toEqual(report.video);
		expect(file.statements).toEqual(report.statements);
		const models = report.statements.flatMap((it) => it.ratings.map(({ model }) => model));
		expect(file.video.made_by).toEqual({
			kind: "ai_models",
			models: [...new Set(models)].sort(),
			evidence: "none",
			reviewed_by: null,
		});
		expect(file.summary).toMatchObject({
			bs_score: report.video.bs_score,
			claims_count: report.statements.length,
			transcript_source: "captions",
			simulated: false,
			version: 1,
			results_url: `${product.url}/results/${id}`,
		});
	});

	it("returns a CSV file in UTF-8 with a byte order mark and CRLF line ends", async () => {
		const id = product.newVideo();
		const { report } = await runToEnd(member, id);
		const response = await fetch(`${product.url}/api/videos/${id}/export.csv`);
		expect(response.status).toBe(200);
		expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
		expect(response.headers.get("content-disposition")).toBe(
			`attachment; filename="bs-detector-${id}.csv"`,
		);
		const bytes = new Uint8Array(await response.arrayBuffer());
		expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
		const text = new TextDecoder().decode(bytes);
		expect(text.endsWith("\r\n")).toBe(true);
		for (const { id: statement } of report.statements) expect(text).toContain(`,${statement},`);
	});

	it("returns 304 for unchanged CSV", async () => {
		const id = product.newVideo();
		await runToEnd(member, id);
		const path = `${product.url}/api/videos/${id}/export.csv`;
		const { headers } = await fetch(path);
		const etag = { "if-none-match": headers.get("etag") ?? "" };
		expect((await fetch(path, { headers: etag })).status).toBe(304);
	});

	it.each(["export", "export.csv"])(
		"returns 404 as %s for a video that was never analyzed",
		async (name) => {
			for (const id of ["unknown0000", "no-video"]) {
				const answer = await member.get(`/api/videos/${id}/${name}`);
				expect(answer.status).toBe(404);
				expect(answer.body).toMatchObject({ code: "video_not_found", detail: "Video Not Found" });
			}
		},
	);

	it("returns 409 before the first result and 200 during a re-analysis", async () => {
		const id = product.newVideo();
		const endFirst = holdRatingsFrom(product.ai, 1);
		await member.analyze(watchUrl(id));
		const early = await member.get(`/api/videos/${id}/export`);
		expect(early.status).toBe(409);
		expect(early.body).toMatchObject({ code: "no_result" });
		endFirst();
		await member.finished(id);

		const endSecond = holdRatingsFrom(product.ai, 1);
		await member.analyze(watchUrl(id), { force: true });
		expect((await member.report(id)).analysis).not.toBeNull();
		const meanwhile = await member.get(`/api/videos/${id}/export`);
		expect(meanwhile.status).toBe(200);
		expect(meanwhile.body).toMatchObject({ summary: { version: 1 } });
		endSecond();
		await member.finished(id);
	});

	it("returns 409 if the only analysis failed", async () => {
		const id = product.newVideo({ playability: "private" });
		await member.analyze(watchUrl(id));
		await member.finished(id);
		const answer = await member.get(`/api/videos/${id}/export.csv`);
		expect(answer.status).toBe(409);
		expect(answer.headers.get("content-type")).toBe("application/problem+json");
	});
});
