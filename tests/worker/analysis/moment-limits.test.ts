import { describe, expect, it } from "vitest";
import type { AnalyzeRequest, AnalyzeResponse } from "#contract/analysis.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

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
