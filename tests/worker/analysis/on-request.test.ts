import { describe, expect, it } from "vitest";
import type { ReportExport } from "#contract/report-export.ts";
import type { VersionComparison } from "#contract/versions.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { readVersions } from "#features/history/queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { readResultCard } from "#features/sharing/cards.ts";
import { aCompletedRun, aStatement, ONLY_MOMENTS } from "#tests/support/fixtures/publications.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { expectCounted } from "#tests/support/world/answer-checks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";
import type { Context } from "#worker/context.ts";

const LIVE = { simulated: false };
const MAX_STATEMENTS = 12;
const product = opened(() => startProduct({ MAX_STATEMENTS: String(MAX_STATEMENTS) }));
const member = opened(() => product.member());

const rated = () => product.ai.calls.filter(({ kind }) => kind === "rate").length;

/** The page as the server writes it. */
async function ownWords(id: string): Promise<string> {
	return (await fetch(`${product.url}/results/${id}`)).text();
}

describeOnBothDatabases("a result with statements on request", (database) => {
	it("counts only the statements that the analysis of the whole video chose", async () => {
		const db = database().open();
		const [chosen, asked, rated] = [10, 90, 80].map((ai_score, at) =>
			aStatement({ ai_score, timestamp: at, quote_key: `statement ${at}` }),
		);
		if (!chosen || !asked || !rated) throw new Error("There are no statements");
		const counters = () =>
			database().rows("select total_claims, bs_claims from site_counters where simulated = 0");
		const marked = async () => {
			const { video, statements } = await readReport(db, first.video_id, LIVE);
			const on_request = statements.flatMap((it) => (it.on_request ? it.id : []));
			return { on_request, claims_count: video?.claims_count };
		};
		const [site] = await counters();
		const more = (claims: number, high: number) => [
			{
				total_claims: Number(site?.total_claims) + claims,
				bs_claims: Number(site?.bs_claims) + high,
			},
		];
		const moments = { statements: [chosen, asked], ...ONLY_MOMENTS };
		const first = aCompletedRun(moments);
		await publish(db, first);
		expect(await marked()).toEqual({ on_request: [], claims_count: 2 });
		const whole = aCompletedRun({
			video_id: first.video_id,
			kept: [chosen.id, asked.id],
			kept_on_request: [asked.id],
		});
		await publish(db, whole);
		expect(await marked()).toEqual({ on_request: [asked.id], claims_count: 1 });
		expect(await counters()).toEqual(more(1, 0));
		const adds = { video_id: first.video_id, kept: [chosen.id, asked.id] };
		const moment = aCompletedRun({
			...adds,
			adds_to: whole.run_id,
			kept_on_request: [asked.id],
			statements: [{ ...rated, on_request: true }],
		});
		await publish(db, moment);
		expect(await marked()).toEqual({ on_request: [asked.id, rated.id], claims_count: 1 });
		expect(await counters()).toEqual(more(1, 0));
		const [card, version] = await Promise.all([
			readResultCard({ db: { near: db, primary: db }, view: LIVE } as Context, first.video_id),
			readVersions(db, first.video_id, { view: LIVE, from: null, limit: 1 }),
		]);
		expect(card.card).toMatchObject({
			finding: { holds: 1, lacks_context: 0, refuted: 0, unverified: 0 },
		});
		expect(version?.[0]?.content.scope).toBe("full");
		expect(version?.[0]?.content.statements.map((it) => [it.id, it.on_request])).toEqual(
			expect.arrayContaining([
				[chosen.id, false],
				[asked.id, true],
				[rated.id, true],
			]),
		);
		// The whole analysis goes on, and chooses one of them.
		await publish(
			db,
			aCompletedRun({
				...adds,
				kept: [chosen.id, asked.id, rated.id],
				adds_to: moment.run_id,
				kept_on_request: [rated.id],
			}),
		);
		expect(await marked()).toEqual({ on_request: [rated.id], claims_count: 2 });
		expect(await counters()).toEqual(more(2, 1));
		await publish(db, aCompletedRun({ video_id: first.video_id, statements: [rated] }));
		expect(await marked()).toEqual({ on_request: [], claims_count: 1 });
	});
});

describe("a statement that a member asked for", () => {
	it("does not change its score, and counts once the analysis chooses it too", async () => {
		product.ai.answer({ extract: extractFacts });
		const id = product.newVideo(longTalk({ number: 950, words: 600, facts: 20 }));
		const { report: full } = await runToEnd(member, id);
		const { body: site } = await member.get("/api/stats");
		const left = full.left_out.filter(({ reason }) => reason === "over_limit");
		const quote = left[0]?.quote ?? "";
		const { report: asked } = await runToEnd(member, id, { quote });
		expectCounted(asked, MAX_STATEMENTS);
		const { version: _, updated_at: __, earlier_version: ___, ...video } = full.video;
		expect(asked.video).toMatchObject(video);
		expect((await member.get("/api/stats")).body).toEqual(site);
		const marked = asked.statements.filter((it) => it.on_request);
		expect(marked.map((it) => it.quote)).toContain(quote);
		expect(await ownWords(id)).toContain(`${MAX_STATEMENTS} statements`);
		const { body: exported } = await member.get<ReportExport>(`/api/videos/${id}/export`);
		expect(exported.summary.claims_count).toBe(MAX_STATEMENTS);
		expect(exported.left_out).toEqual(asked.left_out);

		const paid = rated();
		const { report } = await runToEnd(member, id, { more: true });
		expectCounted(report, MAX_STATEMENTS + left.length);
		expect(report.statements).toHaveLength(MAX_STATEMENTS + left.length);
		expect(report.left_out).toEqual(full.left_out.filter((it) => !left.includes(it)));
		const unrated = left.length - marked.length;
		expect(rated() - paid).toBe(unrated * report.video.panel.length);
		const before = `/api/videos/${id}/versions/${report.video.version}`;
		const { body: compared } = await member.get<VersionComparison>(before);
		// The moment stored no version, so its statements are new since the one before.
		expect(compared.changes?.added).toHaveLength(left.length);
		expect(compared.changes?.changed).toEqual([]);
	});

	it("counts without a further call if the analysis has nothing else to go on with", async () => {
		product.ai.answer({ extract: extractFacts });
		const facts = MAX_STATEMENTS + 1;
		const id = product.newVideo(longTalk({ number: 951, words: 600, facts }));
		const { report: full } = await runToEnd(member, id);
		await runToEnd(member, id, { quote: full.left_out[0]?.quote ?? "" });
		const paid = product.ai.calls.length;
		const { report, ending } = await runToEnd(member, id, { more: true });
		expect(ending.event).toBe("completed");
		expectCounted(report, facts);
		expect(product.ai.calls).toHaveLength(paid);
		const again = await member.post("/api/analyze", { url: watchUrl(id), more: true });
		expect(again.status).toBe(200);
	});
});
