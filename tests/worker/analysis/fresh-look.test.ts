import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AccountExport } from "#contract/account-export.ts";
import type { AnalyzeResponse } from "#contract/analysis.ts";
import type { EvidenceRecord } from "#contract/evidence.ts";
import type { NewResponseAnswer } from "#contract/responses.ts";
import type { Report } from "#contract/video.ts";
import { makeOwner } from "#tests/support/fixtures/claims.ts";
import { aStatement, someMetadata } from "#tests/support/fixtures/publications.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import {
	BICYCLE,
	idOf,
	NOT_ENOUGH,
	ROOF,
	startPageProduct,
} from "#tests/support/world/page-product.ts";
import { aMember, databaseOf, published, type SignedIn } from "#tests/support/world/signed-in.ts";
import { reportAfter, runToEnd } from "#tests/support/world/viewers.ts";

let creator: SignedIn;
let channel_id: string;

const at = opened(() => startPageProduct());
beforeAll(async () => {
	creator = await aMember(at.product);
	const { report } = await at.analysed([ROOF]);
	channel_id = report.video.channel_id ?? "";
	await makeOwner(await databaseOf(at.product), creator.id, channel_id);
});
beforeEach(() => {
	at.product.ai.reset();
	at.web.asked.length = 0;
});

const respond = (body: object) =>
	creator.post<NewResponseAnswer>("/api/responses", { body: "The register says so.", ...body });

/** Responds to the statement that contains the word, with the page at this path. */
const respondTo = (report: Report, word: string, path: string) =>
	respond({
		video_id: report.video.id,
		statement_id: idOf(report, word),
		page: at.web.origin + path,
	});

const statementOn = (report: Report, content: string) =>
	report.statements.find((it) => it.content === content);

const callsByKind = () =>
	at.product.ai.calls.map(({ kind }) => kind).sort((a, b) => (a < b ? -1 : 1));

describe("response with a page", () => {
	it("has its statement alone searched, read and rated again", async () => {
		const { video_id, report } = await at.analysed();
		await at.member.put(`/api/statements/${idOf(report, "roof")}/vote`, { vote_type: "upvote" });
		at.product.ai.reset();
		const answer = await respondTo(report, "bicycle", "/register#top");
		expect(answer.status).toBe(201);
		expect(answer.body).toMatchObject({
			response: { statement_id: idOf(report, "bicycle") },
			fresh_look: "started",
		});
		const next = await at.member.finished(video_id);
		expect(callsByKind()).toEqual([
			"plan",
			"rate_by_evidence",
			"rate_by_evidence",
			"rate_by_evidence",
		]);
		expect(at.product.ai.calls[0]?.passages).toEqual([BICYCLE]);
		const url = `${at.web.origin}/register`;
		expect(statementOn(next, BICYCLE)).toMatchObject({
			id: idOf(report, "bicycle"),
			verdict: "unverified",
			unverified_reason: "not_enough",
			evidence: [{ final_url: url, by_member: true }],
		});
		expect(statementOn(next, ROOF)).toEqual({ ...statementOn(report, ROOF), upvotes: 1 });
		const { created_at, extraction, transcript_chars } = report.video;
		expect(next.video).toMatchObject({
			created_at,
			extraction,
			transcript_chars,
			version: report.video.version + 1,
			claims_count: 2,
			evidence_sources: ["wikipedia"],
			coverage: { checkable: 2, checked: 1 },
		});
		expect(next.responses).toEqual([answer.body.response]);
		expect(next.analysis).toBeNull();
		const { body } = await at.member.get<{ versions: unknown[] }>(
			`/api/videos/${video_id}/versions`,
		);
		expect(body.versions).toHaveLength(2);
		const record = await at.member.get<EvidenceRecord>(`/api/videos/${video_id}/evidence`);
		expect(record.body.pages.map(({ title, by_member }) => [title, by_member])).toEqual([
			["Roof", false],
			["Register of vehicles", true],
		]);
	});

	it("stays with its statement when the new verdict changes the id", async () => {
		const { video_id, report } = await at.analysed();
		at.product.ai.answer(NOT_ENOUGH);
		const { body } = await respondTo(report, "roof", "/roof");
		expect(body.fresh_look).toBe("started");
		const next = await at.member.finished(video_id);
		const roof = statementOn(next, ROOF);
		expect(roof?.verdict).toBe("unverified");
		expect(roof?.id).not.toBe(idOf(report, "roof"));
		expect(next.statements).toHaveLength(2);
		expect(next.video.claims_count).toBe(2);
		expect(statementOn(next, BICYCLE)).toEqual(statementOn(report, BICYCLE));
		expect(next.responses).toMatchObject([{ statement_id: roof?.id, retired_statement: null }]);
		const vote = await at.member.put(`/api/statements/${idOf(report, "roof")}/vote`, {
			vote_type: "upvote",
		});
		expectProblem(vote, 409, "statement_retired");
		const { body: exported } = await creator.get("/api/me/export");
		expect(AccountExport.parse(exported).added_pages).toContainEqual(
			expect.objectContaining({ statement_id: roof?.id, video_id, title: "Roof again" }),
		);
		const record = await at.member.get<EvidenceRecord>(`/api/videos/${video_id}/evidence`);
		const ids = new Set(record.body.searches.map((it) => it.statement_id));
		expect([...ids].sort()).toEqual(next.statements.map(({ id }) => id).sort());
	});

	it("ends the mark of a result whose only lost quotes are found again", async () => {
		const { video_id, report } = await at.analysed();
		const db = await at.product.server.database();
		const statement_id = idOf(report, "roof");
		const run = (query: string, id: string) => db.prepare(query).bind(id).run();
		await run("update statement_evidence set state = 'gone' where statement_id = ?", statement_id);
		await run("update videos set evidence_changed_at = updated_at where id = ?", video_id);
		const before = await at.member.report(video_id);
		expect(before.video.evidence_changed_at).not.toBeNull();
		await respondTo(before, "roof", "/roof");
		const next = await at.member.finished(video_id);
		expect(statementOn(next, ROOF)).toMatchObject({ id: statement_id, verdict: "supported" });
		expect(next.video.evidence_changed_at).toBeNull();
	});

	it("continues with that statement alone after a restart in the middle", async () => {
		const { video_id, report } = await at.analysed();
		at.product.ai.reset();
		at.product.ai.behave("all", { until: new Promise(() => {}) }, "plan");
		await respondTo(report, "bicycle", "/register");
		await expect.poll(() => at.product.ai.calls.map(({ kind }) => kind)).toEqual(["plan"]);
		await at.restart();
		at.product.ai.reset();
		const next = await at.member.finished(video_id);
		expect(callsByKind()).not.toContain("extract");
		expect(statementOn(next, ROOF)).toEqual(statementOn(report, ROOF));
		expect(statementOn(next, BICYCLE)).toMatchObject({
			evidence: [{ title: "Register of vehicles", by_member: true }],
		});
	});

	it.each([
		[
			"no address",
			"purple bicycles",
			"Enter the whole address of the page, beginning with https://.",
		],
		[
			"an address in a private network",
			"http://192.168.1.1/admin",
			"The address is not on the public internet.",
		],
		[
			"a page that is not there",
			"/nowhere",
			"The site answered with an error instead of the page (404).",
		],
	])("is not stored if its page is %s", async (_, typed, detail) => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		at.product.ai.reset();
		const page = typed.startsWith("/") ? at.web.origin + typed : typed;
		const statement_id = idOf(report, "bicycle");
		const answer = await respond({ video_id, statement_id, page });
		expectProblem(answer, 422, "page_not_opened");
		expect(answer.body).toMatchObject({ detail, errors: [{ pointer: "/page", detail }] });
		expect((await at.member.report(video_id)).responses).toEqual([]);
		expect(at.product.ai.calls).toEqual([]);
	});

	it("must respond to a statement", async () => {
		const { video_id } = await at.analysed([BICYCLE]);
		const page = `${at.web.origin}/register`;
		const answer = await respond({ video_id, page });
		expectProblem(answer, 422, "page_without_statement");
		expect(at.web.asked).toEqual([]);
	});

	it("is not opened if a response is there already", async () => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		const statement_id = idOf(report, "bicycle");
		await respond({ video_id, statement_id });
		const answer = await respondTo(report, "bicycle", "/register");
		expectProblem(answer, 409, "already_responded");
		expect(at.web.asked).toEqual([]);
		const [first] = (await at.member.report(video_id)).responses;
		await creator.delete(`/api/responses/${first?.id}`, {});
		at.web.asked.length = 0;
		const again = await respondTo(report, "bicycle", "/register");
		expect(again.body.fresh_look).toBe("started");
		await at.member.finished(video_id);
	});

	it("is not opened for anyone but the channel's owner", async () => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		const answer = await at.member.post("/api/responses", {
			video_id,
			statement_id: idOf(report, "bicycle"),
			body: "No.",
			page: `${at.web.origin}/register`,
		});
		expectProblem(answer, 403, "not_allowed");
		expect(at.web.asked).toEqual([]);
	});
});

describe("statement that is being checked again", () => {
	it("lets analyses that ask for more than that wait, as well as other statements", async () => {
		const { video_id, report } = await at.analysed();
		let answer = () => {};
		const until = new Promise<void>((resolve) => {
			answer = resolve;
		});
		at.product.ai.behave("all", { until });
		const { body } = await respondTo(report, "bicycle", "/register");
		expect(body.fresh_look).toBe("started");
		const second = await respondTo(report, "roof", "/roof");
		expect(second.body.fresh_look).toBe("started");
		const { run } = (await at.member.report(video_id)).analysis ?? {};
		const forced = await creator.post<AnalyzeResponse>("/api/analyze", {
			url: watchUrl(video_id),
			force: true,
		});
		expect([forced.status, forced.body.run === run]).toEqual([202, false]);
		answer();
		const next = await reportAfter(at.product, video_id, 4);
		expect(callsByKind()).toContain("extract");
		expect(statementOn(next, ROOF)?.verdict).toBe("supported");
	});
});

describe("response whose statement is not checked again now", () => {
	/** The response and the page are stored, and the result stays as it is. */
	async function expectStored(report: Report, answer: NewResponseAnswer) {
		const { id } = report.video;
		const next = await at.member.report(id);
		expect(next.responses).toEqual([answer.response]);
		expect(next.statements).toEqual(report.statements);
		const { body } = await creator.get("/api/me/export");
		expect(AccountExport.parse(body).added_pages).toContainEqual(
			expect.objectContaining({ video_id: id, title: "Register of vehicles" }),
		);
	}

	it("has no page", async () => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		at.product.ai.reset();
		const statement_id = idOf(report, "bicycle");
		const { body } = await respond({ video_id, statement_id });
		expect(body.fresh_look).toBeNull();
		expect(at.product.ai.calls).toEqual([]);
	});

	it("says so if the result was rated from memory", async () => {
		const { video_id } = await published(at.product, {
			statements: [aStatement({ content: BICYCLE })],
			metadata: someMetadata({ channel_id }),
		});
		const report = await at.member.report(video_id);
		const { body } = await respondTo(report, "bicycle", "/register");
		expect(body.fresh_look).toBe("from_memory");
		await expectStored(report, body);
	});

	it.each([
		["no model answers", ["all" as const]],
		["only one model answers", ["openai" as const, "claude" as const]],
	])("keeps the earlier verdict if %s", async (_, silent) => {
		const { video_id, report } = await at.analysed([ROOF]);
		for (const provider of silent)
			at.product.ai.behave(provider, { fault: { status: 401 } }, "rate_by_evidence");
		const { body } = await respondTo(report, "roof", "/register");
		expect(body.fresh_look).toBe("started");
		const next = await at.member.finished(video_id);
		expect(next.video.version).toBe(report.video.version);
		await expectStored(report, body);
	});

	it("says so if as many analyses as an hour allows have been started", async () => {
		await at.restart({ LIMIT_FORCE: "1" });
		const { video_id, report } = await at.analysed();
		const first = await respondTo(report, "roof", "/register");
		expect(first.body.fresh_look).toBe("started");
		await at.member.finished(video_id);
		const second = await respondTo(report, "bicycle", "/register");
		expect(second.body.fresh_look).toBe("limit");
		expect((await at.member.report(video_id)).responses).toHaveLength(2);
	});

	it("is possible when others have repeated the analysis as often as they may", async () => {
		await at.restart({ LIMIT_FORCE: "1" });
		const { video_id } = await at.analysed();
		const { report } = await runToEnd(at.member, video_id, { force: true });
		const { body } = await respondTo(report, "roof", "/register");
		expect(body.fresh_look).toBe("started");
	});

	it("says so if the day's budget is spent", async () => {
		await at.restart();
		const { report } = await at.analysed([BICYCLE]);
		await at.restart({ LIMIT_PROVIDER_CALLS: "3" });
		const { status, body } = await respondTo(report, "bicycle", "/register");
		expect([status, body.fresh_look]).toEqual([201, "no_budget"]);
		await expectStored(report, body);
	});
});

describe("response with a page to an analysis that the day's budget cut short", () => {
	const SAID = ["The roof is 31 m.", "The mill is 42 m.", "The pier is 53 m."];
	/** One extraction, and two statements by three models and a reader: the estimate for so short a text. */
	const ROOM_FOR_TWO = { LIMIT_PROVIDER_CALLS: "9" };

	const cut = opened(() => startPageProduct(ROOM_FOR_TWO));
	beforeAll(async () => {
		const statements = SAID.map((text, place) => ({
			content: text,
			quote: text,
			importance: 90 - place,
		}));
		cut.product.ai.answer({ extract: () => ({ statements }) });
	});

	it("leaves what the analysis has read", async () => {
		const { video_id, report } = await cut.analysed(SAID);
		const reasons = report.statements.map((it) => it.unverified_reason);
		expect(reasons).toContain("budget");
		const creator = await aMember(cut.product);
		const db = await databaseOf(cut.product);
		await makeOwner(db, creator.id, report.video.channel_id ?? "");
		await cut.restart({ LIMIT_PROVIDER_CALLS: "50" });
		const { body } = await creator.post<NewResponseAnswer>("/api/responses", {
			video_id,
			statement_id: idOf(report, "roof"),
			body: "Not so.",
			page: `${cut.web.origin}/roof`,
		});
		expect(body.fresh_look).toBe("unavailable");
		cut.product.ai.calls.length = 0;
		const next = await cut.again(video_id);
		expect(next.statements).toHaveLength(SAID.length);
		// Only the third statement, of which no page speaks, is asked for.
		expect(cut.product.ai.calls.map(({ kind }) => kind)).toEqual(["rate", "rate", "rate"]);
	});
});
