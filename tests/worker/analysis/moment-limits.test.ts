import { describe, expect, it } from "vitest";
import type { AnalyzeRequest, AnalyzeResponse } from "#contract/analysis.ts";
import type { Problem } from "#contract/problem.ts";
import type { VersionList } from "#contract/versions.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { reportAfter, runToEnd } from "#tests/support/world/viewers.ts";

const MOMENTS_AN_HOUR = 10;
const product = opened(() =>
	startProduct({ MAX_STATEMENTS: "12", LIMIT_MOMENTS: String(MOMENTS_AN_HOUR) }),
);
const member = opened(() => product.member());
let talks = 700;

function newTalk(): string {
	product.ai.answer({ extract: extractFacts });
	talks += 1;
	return product.newVideo(longTalk({ number: talks, words: 600, facts: 20 }));
}

const ask = (id: string, asked: Omit<AnalyzeRequest, "url">, by: Client = member) =>
	by.post<AnalyzeResponse>("/api/analyze", { url: watchUrl(id), ...asked });

const detailOf = ({ body }: { body: unknown }) => (body as Problem).detail;

describe("words that were not said", () => {
	it("are counted before they are looked for; a moment that was checked is given back", async () => {
		const id = newTalk();
		const asking = await product.member();
		const { report } = await runToEnd(member, id);
		const said = { quote: report.statements[0]?.quote ?? "" };
		const wrong = (n: number) =>
			ask(id, { quote: `nobody has ever said ${n} of these words` }, asking);
		for (let n = 0; n < 5; n += 1) expect((await ask(id, said, asking)).status).toBe(200);
		for (let n = 0; n < MOMENTS_AN_HOUR; n += 1)
			expectProblem(await wrong(n), 422, "quote_not_found");
		expectProblem(await wrong(MOMENTS_AN_HOUR), 429, "too_many_requests");
		expectProblem(await ask(id, said, asking), 429, "too_many_requests");
	});

	it("are looked for in the text that is in memory, until there is a new version", async () => {
		const id = newTalk();
		const { report } = await runToEnd(member, id);
		const wrong = { quote: "nobody has ever said these words" };
		expectProblem(await ask(id, wrong), 422, "quote_not_found");
		await product.rows("delete from transcript_parts where video_id = ?", id);
		expectProblem(await ask(id, wrong), 422, "quote_not_found");
		const said = { quote: report.statements[0]?.quote ?? "" };
		expect((await ask(id, said)).status).toBe(200);
	});
});

describe("requests that wait for a video", () => {
	/** Lets the models wait until the returned function is called. */
	function holdModels(): () => void {
		let release = () => {};
		const until = new Promise<void>((resolve) => {
			release = resolve;
		});
		product.ai.behave("all", { until });
		return () => {
			product.ai.behave("all", {});
			release();
		};
	}

	it("are two of one member, and leave places to analyses of the whole video", async () => {
		const id = newTalk();
		const release = holdModels();
		await ask(id, { at: 100 });
		let asked = 0;
		const words = () => {
			asked += 1;
			return { quote: `words that nobody said ${asked}` };
		};
		for (let n = 0; n < 2; n += 1) expect((await ask(id, words())).status).toBe(202);
		const own = await ask(id, words());
		expectProblem(own, 409, "analysis_running");
		expect(detailOf(own)).toMatch(/^Two of your requests/);
		for (let n = 0; n < 2; n += 1) {
			const other = await product.member();
			for (let m = 0; m < 2; m += 1) expect((await ask(id, words(), other)).status).toBe(202);
		}
		const fourth = await product.member();
		const full = await ask(id, words(), fourth);
		expectProblem(full, 409, "analysis_running");
		expect(detailOf(full)).toMatch(/^Many requests/);
		const analysis = await ask(id, {}, fourth);
		expect(analysis.status).toBe(202);
		expect((await ask(id, {})).body.run).toBe(analysis.body.run);
		release();
		await reportAfter(product, id, 8);
	});
});

describe("moments of one member", () => {
	it("are as many of a video as leave room for others", async () => {
		const id = newTalk();
		await runToEnd(member, id, { at: 50 });
		const copies = JSON.stringify(Array.from({ length: 19 }, (_, copy) => copy));
		const columns = (await product.rows("select * from publications where video_id = ?", id))
			.flatMap(Object.keys)
			.filter((name) => name !== "run_id");
		await product.rows(
			`insert into publications (run_id, ${columns}) select run_id || value, ${columns} from publications, json_each(?) where video_id = ?`,
			copies,
			id,
		);
		await product.rows(
			`insert into moments (run_id, video_id, at, "from", "to", checked_at, said, statement_ids)
			select run_id || value, video_id, at, "from", "to", checked_at, said, statement_ids
			from moments, json_each(?) where video_id = ?`,
			copies,
			id,
		);
		const asking = await product.member();
		const refused = await ask(id, { at: 150 });
		expectProblem(refused, 409, "report_full");
		expect(detailOf(refused)).toMatch(/one member may/);
		expect((await ask(id, { at: 50 })).status).toBe(200);
		const { report } = await runToEnd(asking, id, { at: 150 });
		expect(report.moments).toHaveLength(21);
	});

	it("store no version of the whole result", async () => {
		const id = newTalk();
		const { report } = await runToEnd(member, id);
		const quote = report.left_out.find(({ reason }) => reason === "over_limit")?.quote ?? "";
		const { report: after } = await runToEnd(await product.member(), id, { quote });
		expect(after.video.version).toBeGreaterThan(report.video.version);
		expect(after.video.earlier_version).toBeNull();
		const { body } = await member.get<VersionList>(`/api/videos/${id}/versions`);
		expect(body.versions.map(({ version }) => version)).toEqual([report.video.version]);
	});
});
