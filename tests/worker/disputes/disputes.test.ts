import { beforeEach, describe, expect, it } from "vitest";
import { AccountExport } from "#contract/account-export.ts";
import type { ClaimAnswer } from "#contract/claim-pages.ts";
import type { Disputes } from "#contract/disputes.ts";
import type { AddedPageAnswer } from "#contract/evidence.ts";
import { MAX_ADDED_PAGES } from "#contract/limits.ts";
import type { Activity } from "#contract/me.ts";
import type { Notifications } from "#contract/notifications.ts";
import type { Report } from "#contract/video.ts";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { createMember } from "#tests/support/world/client.ts";
import { startDisputeProduct } from "#tests/support/world/dispute-product.ts";
import { opened } from "#tests/support/world/opened.ts";
import { BICYCLE, idOf, NOT_ENOUGH, ROOF } from "#tests/support/world/page-product.ts";
import {
	ADMIN_EMAIL,
	aMember,
	published,
	type SignedIn,
	signedIn,
	signedInAdmin,
} from "#tests/support/world/signed-in.ts";

const at = opened(() => startDisputeProduct({ ADMIN_EMAILS: ADMIN_EMAIL, LIMIT_DISPUTES: "3" }));
beforeEach(() => {
	at.product.ai.reset();
	at.web.asked.length = 0;
	at.engine.asked.length = 0;
});

const disputesOf = async (video_id: string) =>
	(await at.member.get<Disputes>(`/api/videos/${video_id}/disputes`)).body.disputes;

const bellOf = async (member: SignedIn) =>
	(await member.get<Notifications>("/api/notifications")).body.notifications;

const preview = (member: SignedIn, statement_id: string, path: string) =>
	member.post<AddedPageAnswer>(`/api/statements/${statement_id}/pages`, {
		url: at.web.origin + path,
		preview: true,
	});

const statementOn = (report: Report, content: string) =>
	report.statements.find((it) => it.content === content);

describe("dispute with a page", () => {
	it("moves the verdict if a source names the page, and says so everywhere", async () => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		const member = await aMember(at.product);
		expect(statementOn(report, BICYCLE)?.verdict).toBe("unverified");
		const { status, body } = await at.dispute(member, idOf(report, "bicycle"), {
			path: "/moved",
			comment: " The register says so. ",
		});
		expect(status).toBe(201);
		expect(body).toMatchObject({
			recheck: "started",
			dispute: {
				reason: "source",
				url: `${at.web.origin}/register`,
				comment: "The register says so.",
				can_move: true,
				outcome: "open",
				before: { verdict: "unverified", ai_score: null },
				after: null,
			},
		});
		const next = await at.member.finished(video_id);
		const bicycle = statementOn(next, BICYCLE);
		expect(bicycle).toMatchObject({
			verdict: "supported",
			basis: "evidence",
			evidence: [{ final_url: `${at.web.origin}/register`, by_member: false }],
		});
		const settled = {
			...body.dispute,
			statement_id: bicycle?.id,
			outcome: "moved",
			settled_at: expect.any(String),
			before: { verdict: "unverified", ai_score: null },
			after: { verdict: "supported", ai_score: bicycle?.ai_score },
		};
		expect(bicycle?.disputes).toEqual([settled]);
		expect(await disputesOf(video_id)).toEqual([settled]);
		const versions = await at.member.get<{ versions: unknown[] }>(
			`/api/videos/${video_id}/versions`,
		);
		expect(versions.body.versions[0]).toMatchObject({ disputes: [settled] });
		const key = await at.product.rows(
			"select claim_key from statements where id = ?",
			bicycle?.id ?? "",
		);
		const claim = await at.member.get<ClaimAnswer>(`/api/statements/${key[0]?.claim_key}`);
		expect(claim.body.said.map((it) => it.statement.disputes)).toContainEqual([settled]);
		await expect
			.poll(async () => (await bellOf(member)).map(({ type, message }) => [type, message]))
			.toEqual([["dispute_settled", expect.stringContaining("Unverified → Supported")]]);
		expect((await bellOf(member))[0]?.data.path).toBe(`/results/${video_id}#s-${bicycle?.id}`);
		// A later analysis of the whole video reads the page too, with the same weight.
		const again = await at.again(video_id);
		expect(statementOn(again, BICYCLE)?.verdict).toBe("supported");
	});

	it("does not move the verdict with any other page, and says so before", async () => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		const member = await aMember(at.product);
		const id = idOf(report, "bicycle");
		const shown = await preview(member, id, "/diary");
		expect(shown.body.page).toMatchObject({ title: "A diary", standing: "members" });
		expect(shown.body.page.passages[0]?.text).toContain("purple bicycle");
		const { body } = await at.dispute(member, id, { path: "/diary" });
		expect(body).toMatchObject({ recheck: "started", dispute: { can_move: false } });
		const next = await at.member.finished(video_id);
		expect(statementOn(next, BICYCLE)).toMatchObject({
			verdict: "unverified",
			evidence: [{ by_member: true }],
			disputes: [{ outcome: "stays", after: { verdict: "unverified", ai_score: null } }],
		});
	});

	it.each([
		["that a source names", "/register", "named"],
		["that only repeats the claim", "/echo", "repeats"],
		["that orders the raters about", "/orders", "aimed_at_raters"],
		["that nobody names", "/diary", "members"],
	])("shows before what a page can do %s, and adds nothing", async (_, path, standing) => {
		const { report } = await at.analysed([BICYCLE]);
		const member = await aMember(at.product);
		const { status, body } = await preview(member, idOf(report, "bicycle"), path);
		expect([status, body.page.standing]).toEqual([201, standing]);
		const { body: exported } = await member.get("/api/me/export");
		expect(AccountExport.parse(exported)).toMatchObject({ added_pages: [], disputes: [] });
	});

	it("cannot order the raters about", async () => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		const member = await aMember(at.product);
		const { body } = await at.dispute(member, idOf(report, "bicycle"), { path: "/orders" });
		expect(body.dispute.can_move).toBe(false);
		await at.member.finished(video_id);
		const asked = at.product.ai.calls.filter(({ kind }) => kind === "rate_by_evidence");
		for (const { body: sent } of asked) expect(JSON.stringify(sent)).not.toContain("must score");
		expect(await disputesOf(video_id)).toMatchObject([{ outcome: "stays" }]);
	});

	it("leaves votes and other statements as they are", async () => {
		const { video_id, report } = await at.analysed();
		const member = await aMember(at.product);
		await member.put(`/api/statements/${idOf(report, "roof")}/vote`, {
			vote_type: "downvote",
			reason: "outdated",
		});
		await at.dispute(member, idOf(report, "bicycle"), { path: "/register" });
		const next = await at.member.finished(video_id);
		expect(statementOn(next, ROOF)).toEqual({ ...statementOn(report, ROOF), downvotes: 1 });
		const { body } = await member.get("/api/me/export");
		expect(AccountExport.parse(body)).toMatchObject({
			votes: [{ vote_type: "downvote", reason: "outdated" }],
			disputes: [{ reason: "source", outcome: "moved", url: `${at.web.origin}/register` }],
		});
	});

	it("keeps its outcome when the account is deleted", async () => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		const leaver = await createMember(at.product.url);
		await at.dispute(leaver, idOf(report, "bicycle"), { path: "/register", comment: "So." });
		await at.member.finished(video_id);
		await leaver.delete("/api/me", { password: "correct horse battery" });
		expect(await disputesOf(video_id)).toMatchObject([
			{ outcome: "moved", url: null, comment: null },
		]);
	});

	it("tells the admins, who can hide it", async () => {
		const admin = await signedInAdmin(at.product);
		const { video_id, report } = await at.analysed([BICYCLE]);
		const member = await aMember(at.product);
		const sent = await at.dispute(member, idOf(report, "bicycle"), {
			path: "/register",
			comment: "An insult.",
		});
		const { id } = sent.body.dispute;
		await at.member.finished(video_id);
		await at.product.server.runScheduled();
		expect(await bellOf(admin)).toContainEqual(
			expect.objectContaining({ type: "review_needed", title: "New dispute" }),
		);
		const path = `/api/admin/disputes/${id}`;
		expect((await member.post(path, { hidden: true })).status).toBe(403);
		const hidden = await admin.post(path, { hidden: true, reason: "An insult." });
		expect(hidden).toMatchObject({ status: 200, body: { dispute: { comment: "An insult." } } });
		expect(await disputesOf(video_id)).toMatchObject([
			{ outcome: "hidden", comment: null, url: null, after: { verdict: "supported" } },
		]);
		const next = await at.member.report(video_id);
		expect(statementOn(next, BICYCLE)?.disputes).toMatchObject([{ outcome: "hidden" }]);
		const activity = await member.get<Activity>("/api/me/activity");
		expect(activity.body.stats.disputes_moved).toBe(1);
	});
});

describe("dispute that is refused", () => {
	it.each([
		["without a member", "", {}, 401, "not_signed_in"],
		["of an unknown statement", "nothing", {}, 404, "statement_not_found"],
		["without a page that opens", "bicycle", { path: "/nowhere" }, 422, "page_not_opened"],
		["with an unknown reason", "bicycle", { reason: "because" }, 400, "invalid_body"],
		["with too long a comment", "bicycle", { comment: "x".repeat(501) }, 400, "invalid_body"],
	])("%s", async (_, word, fields, status, code) => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		const by = word === "" ? at.product.visitor() : await aMember(at.product);
		const id = word === "nothing" ? word : idOf(report, "bicycle");
		const request = { path: "/register", ...fields } as Parameters<typeof at.dispute>[2];
		expectProblem(await at.dispute(by, id, request), status, code);
		expect(await disputesOf(video_id)).toEqual([]);
	});

	it("of a retired statement, and of a result without sources", async () => {
		const { video_id, report } = await at.analysed([ROOF]);
		const member = await aMember(at.product);
		at.product.ai.answer(NOT_ENOUGH);
		await at.again(video_id);
		const request = { path: "/register" };
		const retired = await at.dispute(member, idOf(report, "roof"), request);
		expectProblem(retired, 409, "statement_retired");
		const statement = aStatement();
		await published(at.product, { statements: [statement] });
		expectProblem(await at.dispute(member, statement.id, request), 409, "rated_from_memory");
		expect(at.web.asked).toEqual([]);
	});

	it("while the member's last one of the statement is open, and after three a day", async () => {
		const said = [BICYCLE, ROOF, "The mill is 42 m.", "The pier is 53 m."];
		const statements = said.map((quote) => ({ content: quote, quote, importance: 80 }));
		at.product.ai.answer({ extract: () => ({ statements }) });
		const { video_id, report } = await at.analysed(said);
		const member = await aMember(at.product);
		let answer = () => {};
		const until = new Promise<void>((resolve) => {
			answer = resolve;
		});
		at.product.ai.behave("all", { until });
		const send = (word: string) => at.dispute(member, idOf(report, word), { path: "/register" });
		expect((await send("bicycle")).status).toBe(201);
		expectProblem(await send("bicycle"), 409, "already_disputed");
		for (const word of ["roof", "mill"]) expect((await send(word)).status).toBe(201);
		const fourth = await at.dispute(member, idOf(report, "pier"), { path: "/register" });
		expectProblem(fourth, 429, "too_many_requests");
		expect(fourth.headers.get("retry-after")).not.toBeNull();
		answer();
		await expect
			.poll(async () => (await disputesOf(video_id)).map((it) => it.outcome))
			.not.toContain("open");
	});
});

describe("many disputes of one statement", () => {
	it("have it checked again once a day, and once more while more than three wait", async () => {
		await at.restart({ LIMIT_DISPUTES: "0", EVIDENCE_SOURCES: "wikipedia,searxng" });
		const { video_id, report } = await at.analysed([BICYCLE]);
		const members = await signedIn(at.product, 12);
		at.product.ai.reset();
		const answers = await Promise.all(
			members.map((member) => at.dispute(member, idOf(report, "bicycle"), { path: "/diary" })),
		);
		expect(answers.map(({ status }) => status)).toEqual(members.map(() => 201));
		const started = answers.filter(({ body }) => body.recheck === "started");
		expect(started).toHaveLength(1);
		await at.member.finished(video_id);
		// Those that were sent after the check began wait for another one.
		const waiting = (await disputesOf(video_id)).filter(({ outcome }) => outcome === "open").length;
		await at.product.server.runScheduled();
		await at.member.finished(video_id);
		const runs = () =>
			at.product.rows("select run_id from publications where video_id = ?", video_id);
		const checks = waiting > MAX_ADDED_PAGES ? 2 : 1;
		await expect.poll(async () => (await runs()).length).toBe(1 + checks);
		const list = await disputesOf(video_id);
		expect(list.filter(({ outcome }) => outcome === "stays").length).toBeGreaterThan(0);
		expect(list.filter(({ outcome }) => outcome !== "stays" && outcome !== "open")).toEqual([]);
		// A day later those that the run did not read have theirs, together, though they were sent just
		// after it began.
		const aDayAnd = (seconds: number) => new Date(Date.now() - 86_400_000 - seconds * 1_000);
		await at.product.rows(
			"update disputes set rechecked_at = ? where run_id is not null",
			aDayAnd(90).toISOString(),
		);
		await at.product.rows(
			"update disputes set created_at = ? where outcome = 'open' and video_id = ?",
			aDayAnd(80).toISOString(),
			video_id,
		);
		const left = list.filter(({ outcome }) => outcome === "open").length;
		await at.product.server.runScheduled();
		await expect
			.poll(async () => (await disputesOf(video_id)).map((it) => it.outcome))
			.not.toContain("open");
		expect(await runs()).toHaveLength(1 + checks + (left > 0 ? 1 : 0));
	});
});

describe("dispute whose check is interrupted", () => {
	it("is checked once after a restart in the middle", async () => {
		await at.restart();
		const { video_id, report } = await at.analysed([BICYCLE]);
		const member = await aMember(at.product);
		at.product.ai.reset();
		at.product.ai.behave("all", { until: new Promise(() => {}) }, "plan");
		await at.dispute(member, idOf(report, "bicycle"), { path: "/register" });
		await expect.poll(() => at.product.ai.calls.map(({ kind }) => kind)).toEqual(["plan"]);
		await at.restart();
		at.product.ai.reset();
		await at.product.server.runScheduled();
		const next = await at.member.finished(video_id);
		expect(statementOn(next, BICYCLE)).toMatchObject({
			verdict: "supported",
			disputes: [{ outcome: "moved" }],
		});
	});

	it("is started by the job if the request ended before its run began", async () => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		const member = await aMember(at.product);
		await at.dispute(member, idOf(report, "bicycle"), { path: "/register" });
		await at.member.finished(video_id);
		// As if the process had ended between the claim and the start.
		const old = new Date(Date.now() - 5 * 60_000).toISOString();
		await at.product.rows(
			"update disputes set outcome = 'open', after = null, settled_at = null, run_id = 'lost', rechecked_at = ?1, before = '{\"verdict\":\"unverified\",\"ai_score\":null}' where video_id = ?2",
			old,
			video_id,
		);
		await at.product.server.runScheduled();
		await expect.poll(async () => (await disputesOf(video_id))[0]?.outcome).toBe("stays");
	});

	it("ends unchecked after a day", async () => {
		await at.restart({ LIMIT_PROVIDER_CALLS: "0" });
		const { video_id, report } = await at.analysed([BICYCLE]);
		await at.restart({ LIMIT_PROVIDER_CALLS: "1" });
		const member = await aMember(at.product);
		const { body } = await at.dispute(member, idOf(report, "bicycle"), { path: "/register" });
		expect(body).toMatchObject({ recheck: "later", dispute: { outcome: "open" } });
		await at.product.server.runScheduled();
		expect(await disputesOf(video_id)).toMatchObject([{ outcome: "open" }]);
		await at.product.rows(
			"update disputes set created_at = '2026-01-01T00:00:00.000Z' where video_id = ?",
			video_id,
		);
		await at.product.server.runScheduled();
		expect(await disputesOf(video_id)).toMatchObject([{ outcome: "not_checked", after: null }]);
		expect((await bellOf(member)).map(({ title }) => title)).toEqual(["Not checked again"]);
	});
});
