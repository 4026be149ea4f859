import { describe, expect, it } from "vitest";
import type { AnalyzeRequest, AnalyzeResponse } from "#contract/analysis.ts";
import type { Problem } from "#contract/problem.ts";
import type { Statement } from "#contract/statement.ts";
import type { VersionList } from "#contract/versions.ts";
import type { Report, VideoPage } from "#contract/video.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { expectCounted, expectProblem } from "#tests/support/world/answer-checks.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { reportAfter, runToEnd } from "#tests/support/world/viewers.ts";

const MAX_STATEMENTS = 12;
const product = opened(() => startProduct({ MAX_STATEMENTS: String(MAX_STATEMENTS) }));
const member = opened(() => product.member());
let talks = 900;

const FOUR_MINUTES = { words: 600, facts: 20 };
const THREE_HOURS = { words: 28_000, facts: 1_166, kind: "asr" as const };

/** A talk with a fact every nine seconds. */
function newTalk(talk: Omit<Parameters<typeof longTalk>[0], "number"> = FOUR_MINUTES): string {
	product.ai.answer({ extract: extractFacts });
	talks += 1;
	return product.newVideo(longTalk({ number: talks, ...talk }));
}

const paidFor = (kind: string) => product.ai.calls.filter((call) => call.kind === kind).length;
const captionsRead = (id: string) => product.youtube.count("timedtext", id);
const ask = (id: string, asked: Omit<AnalyzeRequest, "url">, by: Client = member) =>
	by.post<AnalyzeResponse>("/api/analyze", { url: watchUrl(id), ...asked });
const idsOf = ({ statements }: Pick<Report, "statements">) => statements.map(({ id }) => id);

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

describe("a moment of a video that was not analyzed", () => {
	it("checks at most three statements of its window, and makes a report without a score", async () => {
		const id = newTalk();
		product.ai.calls.length = 0;
		const { report, analysis, ending } = await runToEnd(member, id, { at: 100 });
		expect(ending.event).toBe("completed");
		expect(report.statements).toHaveLength(3);
		for (const { timestamp } of report.statements) {
			expect(timestamp).toBeGreaterThan(40 - 6);
			expect(timestamp).toBeLessThan(120);
		}
		const [moment, ...others] = report.moments;
		expect(others).toEqual([]);
		expect(moment).toMatchObject({ at: 100, from: 40, to: 120 });
		expect(moment?.statement_ids.toSorted()).toEqual(idsOf(report).toSorted());
		for (const { quote } of report.statements) expect(moment?.said).toContain(quote);
		expect(analysis?.moment).toMatchObject({ at: 100, from: 40, to: 120, said: moment?.said });
		expect(report.video).toMatchObject({
			scope: "moments",
			basis: "memory",
			bs_score: null,
			confidence_level: null,
			interval: null,
			lean: null,
			claims_count: 3,
			extraction: { found: 3 + report.left_out.length, chosen: 3 },
		});
		expect(report.left_out.length).toBeGreaterThan(0);
		expect(paidFor("extract")).toBe(1);
		expect(product.ai.calls.find(({ kind }) => kind === "extract")?.transcript?.trim()).toBe(
			moment?.said,
		);
		const { body } = await member.get<VideoPage>("/api/videos?scope=moments");
		expect(body.videos.map((it) => it.id)).toContain(id);
		const { body: told } = await member.get<{ notifications: unknown[] }>("/api/notifications");
		expect(JSON.stringify(told)).not.toContain(id);
	});

	it("is answered from there within twenty seconds, and rates nothing twice beyond them", async () => {
		const id = newTalk();
		const { report: first } = await runToEnd(member, id, { at: 100 });
		const spent = product.ai.calls.length;
		for (const at of [80, 120]) {
			const { status, body } = await ask(id, { at });
			expect(status).toBe(200);
			expect(body.statements?.map((it) => it.id)).toEqual(idsOf(first));
			expect(body.run).toBeUndefined();
		}
		expect(product.ai.calls).toHaveLength(spent);
		const rated = paidFor("rate");
		const { report } = await runToEnd(member, id, { at: 125 });
		expect(captionsRead(id)).toBe(1);
		expect(report.moments.map(({ at }) => at)).toEqual([100, 125]);
		for (const statement of first.statements) expect(report.statements).toContainEqual(statement);
		const added = report.statements.length - first.statements.length;
		expect(paidFor("rate") - rated).toBe(added * report.video.panel.length);
		const kept = report.moments[1]?.statement_ids.filter((it) => idsOf(first).includes(it));
		expect(kept?.length).toBeGreaterThan(0);
	});

	it("is answered for words by the statements made in them, and otherwise checks them", async () => {
		const id = newTalk();
		const { report: first } = await runToEnd(member, id, { at: 100 });
		const [rated] = first.statements;
		const byWords = await ask(id, { quote: rated?.quote ?? "" });
		expect(byWords.body.statements?.map((it) => it.id)).toEqual([rated?.id]);
		// A neighbour that the moment left out, within twenty seconds of it.
		const left = first.left_out.find(({ timestamp }) => Math.abs(timestamp - 100) < 20);
		const quote = left?.quote ?? "";
		const { report } = await runToEnd(member, id, { quote });
		expect(report.statements.map((it) => it.quote)).toContain(quote);
		expect(report.left_out.map((it) => it.quote)).not.toContain(quote);
		const { status, body } = await ask(id, { quote });
		expect(status).toBe(200);
		expect(body.statements?.map((it) => it.quote)).toEqual([quote]);
	});

	it("is taken over, as rated, by the analysis of the whole video", async () => {
		const id = newTalk();
		await runToEnd(member, id, { at: 20 });
		await runToEnd(member, id, { at: 200 });
		const { report: before } = await runToEnd(member, id, { at: 100 });
		const [voted] = before.statements;
		await member.put(`/api/statements/${voted?.id}/vote`, { vote_type: "upvote" });
		const rated = paidFor("rate");
		const { report } = await runToEnd(member, id);
		expect(report.video).toMatchObject({
			scope: "full",
			total_votes: 1,
			transcript_source: "captions",
		});
		expect(report.video.bs_score).not.toBeNull();
		expect(captionsRead(id)).toBe(1);
		expect(report.moments).toEqual(before.moments);
		const marked = (it: Statement) => report.statements.find(({ id }) => id === it.id)?.on_request;
		for (const statement of before.statements)
			expect(report.statements).toContainEqual({
				...statement,
				...(marked(statement) && { on_request: true }),
				...(statement.id === voted?.id && { upvotes: 1 }),
			});
		const added = report.statements.length - before.statements.length;
		expect(added).toBeGreaterThan(0);
		expect(paidFor("rate") - rated).toBe(added * report.video.panel.length);
		// It chooses as many as ever, whether or not they were rated before.
		expectCounted(report, MAX_STATEMENTS);
		expect(before.statements.some(marked)).toBe(true);
		expect(before.statements.every(marked)).toBe(false);
		const { body: versions } = await member.get<VersionList>(`/api/videos/${id}/versions`);
		expect(versions.versions).toMatchObject([{ version: 4, scope: "full", summary: null }]);
		expect((await ask(id, {})).status).toBe(200);
		const { report: again } = await runToEnd(member, id, { force: true });
		expectCounted(again, MAX_STATEMENTS);
		expect(again.moments.map(({ at }) => at)).toEqual(before.moments.map(({ at }) => at));
		// What members asked for is not the report's own, and stays as it was rated.
		for (const statement of report.statements.filter(({ on_request }) => on_request))
			expect(again.statements).toContainEqual(statement);
		expect(captionsRead(id)).toBe(2);
	});

	it("reads only its window of a talk of three hours", async () => {
		const id = newTalk(THREE_HOURS);
		product.ai.calls.length = 0;
		const { report } = await runToEnd(member, id, { at: 10_000 });
		expect(report.moments).toMatchObject([{ at: 10_000, from: 9_940, to: 10_020 }]);
		expect(report.statements).toHaveLength(3);
		for (const { timestamp } of report.statements) {
			expect(timestamp).toBeGreaterThan(9_940 - 6);
			expect(timestamp).toBeLessThan(10_020);
		}
		const extracted = product.ai.calls.filter(({ kind }) => kind === "extract");
		expect(extracted.map(({ transcript }) => transcript?.trim())).toEqual([
			report.moments[0]?.said,
		]);
	});

	it("is refused when a hundred were checked, unless one of them answers it", async () => {
		const id = newTalk();
		await runToEnd(member, id, { at: 50 });
		await product.rows(
			`insert into moments (run_id, video_id, at, "from", "to", checked_at, said, statement_ids)
			select value || run_id, video_id, at, "from", "to", checked_at, said, statement_ids
			from moments, json_each(?) where video_id = ?`,
			JSON.stringify(Array.from({ length: 98 }, (_, copy) => copy)),
			id,
		);
		const { report } = await runToEnd(member, id, { at: 150 });
		expect(report.moments).toHaveLength(100);
		expectProblem(await ask(id, { at: 200 }), 409, "report_full");
		expect((await ask(id, { at: 150 })).status).toBe(200);
		const { report: full } = await runToEnd(member, id);
		expect(full.video.scope).toBe("full");
	});

	it("completes without a rating where nothing can be checked", async () => {
		const id = newTalk();
		product.ai.answer({ extract: () => ({ statements: [] }) });
		const rated = paidFor("rate");
		const { report, ending } = await runToEnd(member, id, { at: 0 });
		expect(ending.event).toBe("completed");
		expect(report.statements).toEqual([]);
		expect(report.moments).toMatchObject([{ at: 0, from: 0, to: 20, statement_ids: [] }]);
		expect(report.moments[0]?.said).toMatch(/^Records show/);
		expect(paidFor("rate")).toBe(rated);
		expect(await ask(id, { at: 5 })).toMatchObject({ status: 200, body: { statements: [] } });
	});

	it("is answered with what an analysis of the whole video found there later", async () => {
		const id = newTalk();
		product.ai.answer({ extract: () => ({ statements: [] }) });
		await runToEnd(member, id, { at: 0 });
		product.ai.answer({ extract: extractFacts });
		const { report } = await runToEnd(member, id);
		expect(report.moments).toMatchObject([{ at: 0, statement_ids: [] }]);
		const { body } = await ask(id, { at: 0 });
		const there = report.statements.filter(({ timestamp }) => timestamp <= 20);
		expect(there.length).toBeGreaterThan(0);
		expect(body.statements?.map((it) => it.id)).toEqual(idsOf({ statements: there }));
	});

	it("fails alone, and leaves what is there", async () => {
		const id = newTalk();
		const { report: before } = await runToEnd(member, id, { at: 10 });
		product.ai.behave("all", { fault: { status: 401 } }, "rate");
		const { ending, report } = await runToEnd(member, id, { at: 200 });
		product.ai.reset();
		expect(ending.event).toBe("failed");
		expect(report).toEqual(before);
		// Who connects later must not take it for a failed analysis of the video.
		const late = await product.visitor().events(id);
		await late.ended;
		expect(late.events.map(({ event }) => event)).toEqual(["snapshot", "failed"]);
		const analysis = { status: "failed", moment: { at: 200 } };
		expect(late.events[0]?.data).toMatchObject({ ...before, analysis });
	});
});

describe("a moment of an analyzed video", () => {
	it("is answered by the result's statements, or adds those of its words", async () => {
		const id = newTalk();
		const { report: full } = await runToEnd(member, id);
		const [rated] = full.statements;
		const spent = product.ai.calls.length;
		const byTime = await ask(id, { at: (rated?.timestamp ?? 0) + 30 });
		expect(byTime.status).toBe(200);
		expect(byTime.body.statements?.map((it) => it.id)).toContain(rated?.id);
		const byWords = await ask(id, { quote: rated?.quote ?? "" });
		expect(byWords.body.statements?.map((it) => it.id)).toEqual([rated?.id]);
		expect(product.ai.calls).toHaveLength(spent);
		const [left] = full.left_out.filter(({ reason }) => reason === "over_limit");
		const { report } = await runToEnd(member, id, { quote: left?.quote ?? "" });
		expect(report.video.scope).toBe("full");
		expect(report.video.bs_score).not.toBeNull();
		expect(report.statements.map(({ quote }) => quote)).toContain(left?.quote);
		expect(report.left_out.map(({ quote }) => quote)).not.toContain(left?.quote);
		for (const statement of full.statements) expect(report.statements).toContainEqual(statement);
		expect(captionsRead(id)).toBe(1);
	});
});

describe("a moment that cannot be checked", () => {
	const alone = `must be left out beside "at" and "quote", because a moment is checked alone.`;
	it.each<[string, object, string, string]>([
		["before the video", { at: -1 }, "/at", "at must be at least 0."],
		["at no number", { at: "12" }, "/at", "at must be a number."],
		["with force", { at: 1, force: true }, "/force", `force ${alone}`],
		["with more", { quote: "what was said", more: true }, "/more", `more ${alone}`],
	])("is refused %s", async (_, asked, pointer, sentence) => {
		const answer = await member.post<Problem>("/api/analyze", {
			url: watchUrl(newTalk()),
			...asked,
		});
		expect(answer.status).toBe(400);
		expect(answer.body.errors?.map((it) => it.pointer)).toEqual([pointer]);
		expect(answer.body.detail).toBe(sentence);
	});

	it.each([
		["beyond the end", { at: 9_999 }, "moment_out_of_range"],
		[
			"of words that were not said",
			{ quote: "nobody has ever said these words" },
			"quote_not_found",
		],
	])("fails %s, and is refused once that is known", async (_, asked, code) => {
		const id = newTalk();
		const { ending } = await runToEnd(member, id, asked);
		expect(ending).toMatchObject({ event: "failed", data: { code } });
		await runToEnd(member, id, { at: 10 });
		expectProblem(await ask(id, asked), 422, code);
	});
});

describe("a report to which moments have added enough", () => {
	it("answers moments that were checked, and checks no further one", async () => {
		const id = newTalk();
		await runToEnd(member, id, { at: 100 });
		const [row] = await product.rows("select * from statements where video_id = ?", id);
		const columns = Object.keys(row ?? {}).filter((name) => name !== "id");
		const copies = JSON.stringify(Array.from({ length: 300 }, (_, copy) => copy));
		await product.rows(
			`insert into statements (id, ${columns}) select s.id || value, ${columns} from statements s, json_each(?) where s.id = ?`,
			copies,
			String(row?.id),
		);
		await product.rows(
			`insert into statement_details select statement_id || value, ratings, context, support, fact_checks, passages
			from statement_details, json_each(?) where statement_id = ?`,
			copies,
			String(row?.id),
		);
		expect((await ask(id, { at: 100 })).status).toBe(200);
		const spent = product.ai.calls.length;
		expectProblem(await ask(id, { at: 200 }), 409, "report_full");
		expect(product.ai.calls).toHaveLength(spent);
	});
});

describe("requests for one video at the same time", () => {
	it("share the run of one moment, and wait for the runs of others", async () => {
		const id = newTalk();
		const other = await product.member();
		const release = holdModels();
		const first = await ask(id, { at: 100 });
		const [shared, later, full, more] = [
			await ask(id, { at: 110 }, other),
			await ask(id, { at: 200 }, other),
			await ask(id, {}, other),
			await ask(id, {}),
		];
		expect(shared.body.run).toBe(first.body.run);
		expect(later.body.run).not.toBe(first.body.run);
		expect(more.body.run).toBe(full.body.run);
		release();
		await member.finished(id);
		const report = await reportAfter(product, id, 2);
		// The whole video goes first, and its statements answer the moment that waited.
		expect(report.video.scope).toBe("full");
		expect(report.moments.map(({ at }) => at)).toEqual([100]);
		expect((await ask(id, { at: 200 }, other)).status).toBe(200);
	});

	it("start one run if two members press at once", async () => {
		const id = newTalk();
		const other = await product.member();
		const extracted = paidFor("extract");
		const release = holdModels();
		const [first, second] = await Promise.all([ask(id, { at: 100 }), ask(id, { at: 100 }, other)]);
		expect([first.status, second.status]).toEqual([202, 202]);
		expect(second.body.run).toBe(first.body.run);
		release();
		const { moments } = await reportAfter(product, id, 1);
		expect(moments).toHaveLength(1);
		expect(captionsRead(id)).toBe(1);
		expect(paidFor("extract") - extracted).toBe(1);
	});
});
