import { beforeAll, describe, expect, it } from "vitest";
import type { EvidenceRecord } from "#contract/evidence.ts";
import type { Sample } from "#contract/site.ts";
import type { Report } from "#contract/video.ts";
import { extractReworded, longTalk } from "#tests/support/fixtures/talks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { DEMO_ENV, startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const MAX_STATEMENTS = 4;
const FACTS = 7;
const TALK = longTalk({ number: 7, words: 600, facts: FACTS });

let id: string;
/** The reports after the analysis and after each request to rate more. */
let reports: Report[];

const product = opened(() => startProduct({ MAX_STATEMENTS: String(MAX_STATEMENTS) }));
const member = opened(() => product.member());
beforeAll(async () => {
	product.ai.answer({ extract: extractReworded });
	id = product.newVideo(TALK);
	const { report } = await runToEnd(member, id);
	reports = [report];
});

const counts = () => ({
	extract: product.ai.calls.filter(({ kind }) => kind === "extract").length,
	rate: product.ai.calls.filter(({ kind }) => kind === "rate").length,
	/** The number of wordings in each call. */
	read: product.ai.calls.flatMap((it) => (it.kind === "check_wording" ? it.passages.length : [])),
});
const textsOf = ({ statements }: Report) => statements.map(({ quote }) => quote);
const last = () => reports.at(-1) as Report;

describe("video with more statements than the limit", () => {
	it("reports how many were found and rated, and lists the others with the reason", () => {
		const { video, statements, left_out } = last();
		expect(video.extraction).toEqual({ by: "openai", found: FACTS, chosen: MAX_STATEMENTS });
		expect(statements).toHaveLength(MAX_STATEMENTS);
		expect(left_out).toHaveLength(FACTS - MAX_STATEMENTS);
		for (const it of left_out) {
			expect(it.reason).toBe("over_limit");
			expect(it.quote).toMatch(/^Records show/);
			expect(it.timestamp_source).toBe("cue");
			expect(Object.keys(it)).not.toContain("quote_key");
		}
	});

	it("includes the statements left out in its export", async () => {
		const { body } = await member.get<Report>(`/api/videos/${id}/export`);
		expect(body.left_out).toEqual(last().left_out);
	});

	it("rates the remaining statements on request without repeating any paid call", async () => {
		const before = last();
		const [voted] = before.statements;
		await member.put(`/api/statements/${voted?.id}/vote`, { vote_type: "upvote" });
		const paid = counts();
		const { report, ending } = await runToEnd(member, id, { more: true });
		reports.push(report);
		expect(ending.event).toBe("completed");
		expect(report.statements).toHaveLength(FACTS);
		expect(textsOf(report)).toEqual(expect.arrayContaining(textsOf(before)));
		for (const statement of before.statements)
			expect(report.statements).toContainEqual({
				...statement,
				...(statement.id === voted?.id && { upvotes: 1 }),
			});
		expect(counts()).toEqual({
			extract: paid.extract,
			rate: paid.rate + (FACTS - MAX_STATEMENTS) * report.video.panel.length,
			read: [MAX_STATEMENTS, FACTS - MAX_STATEMENTS],
		});
		expect(report.video).toMatchObject({
			version: before.video.version + 1,
			claims_count: FACTS,
			total_votes: 1,
			extraction: { by: "openai", found: FACTS, chosen: FACTS },
			metadata_read_at: before.video.metadata_read_at,
			transcript_chars: before.video.transcript_chars,
		});
		const scores = report.statements.map(({ ai_score }) => Number(ai_score));
		const sum = scores.reduce((total, score) => total + score, 0);
		expect(report.video.bs_score).toBe(Math.round(sum / scores.length));
		expect(report.left_out).toEqual([]);
	});

	it("starts no run if all statements are rated", async () => {
		const { status, body } = await member.analyze(watchUrl(id), { more: true });
		expect(status).toBe(200);
		expect(body).toMatchObject({ status: "completed" });
	});

	it("is read from scratch by a forced analysis", async () => {
		const { report } = await runToEnd(member, id, { force: true });
		expect(report.statements).toHaveLength(MAX_STATEMENTS);
		expect(report.left_out).toHaveLength(FACTS - MAX_STATEMENTS);
	});
});

describe("failed run that rates more statements", () => {
	it("leaves the result unchanged", async () => {
		const video_id = product.newVideo({ ...longTalk({ number: 8, words: 600, facts: FACTS }) });
		const { report: before } = await runToEnd(member, video_id);
		product.ai.behave("all", { fault: { status: 401 } }, "rate");
		const { ending, report } = await runToEnd(member, video_id, { more: true });
		product.ai.reset();
		expect(ending.event).toBe("failed");
		expect(report).toEqual(before);
	});
});

describe("rating more statements of a result based on evidence", () => {
	const demo = opened(() =>
		startProduct({ ...DEMO_ENV, EVIDENCE_SOURCES: "samples", MAX_STATEMENTS: "6" }),
	);

	it("keeps the evidence and scores the result over all statements", async () => {
		const caller = await demo.member();
		const { body } = await caller.get<{ samples: Sample[] }>("/api/samples");
		const video_id = body.samples[0]?.id ?? "";
		const recorded = async () =>
			(await caller.get<EvidenceRecord>(`/api/videos/${video_id}/evidence`)).body;
		const { report: before } = await runToEnd(caller, video_id);
		const first = await recorded();
		const { report } = await runToEnd(caller, video_id, { more: true });
		const second = await recorded();
		expect(report.statements.length).toBeGreaterThan(6);
		for (const { evidence, ...statement } of before.statements)
			expect(report.statements).toContainEqual({
				...statement,
				// A page that another statement also needs was opened again.
				evidence: evidence.map(({ fetched_at: _, ...piece }) => expect.objectContaining(piece)),
			});
		expect(report.video.evidence_sources).toEqual(["samples"]);
		expect(report.video.coverage).toEqual({
			checkable: report.statements.filter(
				({ unverified_reason }) => unverified_reason !== "not_checkable",
			).length,
			checked: report.statements.filter(({ basis }) => basis === "evidence").length,
		});
		expect(second.searches).toEqual(expect.arrayContaining(first.searches));
		const searched = new Set(second.searches.map((it) => it.statement_id));
		expect(searched.size).toBe(report.statements.length);
		// A page may be read for further statements as well.
		const kept = first.pages.map(({ statement_ids, ...page }) => ({
			...page,
			statement_ids: expect.arrayContaining(statement_ids),
		}));
		expect(second.pages).toEqual(expect.arrayContaining(kept));
	});
});
