import { beforeEach, describe, expect, it } from "vitest";
import { AccountExport } from "#contract/account-export.ts";
import type { EvidenceRecord } from "#contract/evidence.ts";
import { createMember } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import {
	BICYCLE,
	idOf,
	NOT_ENOUGH,
	ON_BICYCLES,
	ROOF,
	startPageProduct,
} from "#tests/support/world/page-product.ts";
import { PASSWORD } from "#tests/support/world/signed-in.ts";

const at = opened(() => startPageProduct());
beforeEach(() => {
	at.product.ai.reset();
	at.web.asked.length = 0;
});

describe("page added to a statement by a member", () => {
	it("is opened immediately and returned with title, date and matching passages", async () => {
		const { report } = await at.analysed();
		const url = `${at.web.origin}/register`;
		const answer = await at.add(at.member, idOf(report, "bicycle"), `${url}#top`);
		expect(answer.status).toBe(201);
		expect(answer.body.page).toMatchObject({
			url,
			final_url: url,
			title: "Register of vehicles",
			published_at: "2024-02-03",
		});
		expect(answer.body.page.passages[0]?.text).toContain(ON_BICYCLES);
		expect(answer.headers.get("cache-control")).toContain("no-store");
		const moved = await at.add(at.member, idOf(report, "bicycle"), `${at.web.origin}/moved`);
		expect(moved.body.page).toMatchObject({ url: `${at.web.origin}/moved`, final_url: url });
	});

	it("may be a PDF document", async () => {
		const { report } = await at.analysed();
		const url = `${at.web.origin}/document.pdf`;
		const { status, body } = await at.add(at.member, idOf(report, "bicycle"), url);
		expect(status).toBe(201);
		expect(body.page).toMatchObject({ title: "document.pdf" });
		expect(body.page.passages[0]?.text).toContain("purple bicycle");
	});

	it("is read by the next analysis, marked, and not sufficient for a verdict on its own", async () => {
		const { video_id, report } = await at.analysed();
		const url = `${at.web.origin}/register`;
		await at.add(at.member, idOf(report, "bicycle"), url);
		const next = await at.again(video_id);
		const bicycle = next.statements.find((it) => it.content === BICYCLE);
		expect(bicycle).toMatchObject({
			verdict: "unverified",
			basis: "memory",
			unverified_reason: "not_enough",
			evidence: [{ final_url: url, by_member: true, stance: "supports" }],
		});
		expect(bicycle?.ratings.map(({ status }) => status)).toEqual([
			"unsupported",
			"unsupported",
			"unsupported",
		]);
		const { body } = await at.member.get<EvidenceRecord>(`/api/videos/${video_id}/evidence`);
		expect(Object.fromEntries(body.pages.map((it) => [it.title, it.by_member]))).toEqual({
			Roof: false,
			"Register of vehicles": true,
		});
		// A page that no search returned does not count as a hit of any search.
		expect(body.searches.map(({ hits }) => hits).sort()).toEqual([0, 1]);
	});

	it("is listed beside the pages found by the sources", async () => {
		const { video_id, report } = await at.analysed();
		await at.add(at.member, idOf(report, "roof"), `${at.web.origin}/roof`);
		at.product.ai.answer({
			rate_by_evidence: ({ passages }) => ({
				verdict: "supported",
				when_said: "supported",
				today: "same",
				score: 10,
				confidence: 90,
				explanation: "",
				missing: "",
				citations: passages.map((text, at) => ({
					passage: `P${at + 1}`,
					stance: "supports",
					quote: /^[^.]+/.exec(text)?.[0] ?? "",
				})),
				next_query: "",
				lean: { score: 10, confidence: 50 },
			}),
		});
		const next = await at.again(video_id);
		const roof = next.statements.find((it) => it.content === ROOF);
		expect(roof).toMatchObject({ verdict: "supported", basis: "evidence" });
		expect(
			Object.fromEntries(roof?.evidence.map(({ title, by_member }) => [title, by_member]) ?? []),
		).toEqual({ Roof: false, "Roof again": true });
	});

	it("stays with its statement when a new verdict changes the statement's id", async () => {
		const { video_id, report } = await at.analysed([ROOF]);
		await at.add(at.member, idOf(report, "roof"), `${at.web.origin}/roof`);
		at.product.ai.answer(NOT_ENOUGH);
		const second = await at.again(video_id);
		expect(second.statements[0]?.id).not.toBe(report.statements[0]?.id);
		at.web.asked.length = 0;
		await at.again(video_id);
		expect(at.web.asked.map(({ path }) => path)).toContain("/roof");
	});

	it("is part of the member's export and is deleted with the account", async () => {
		const { video_id, report } = await at.analysed([ROOF]);
		const leaver = await createMember(at.product.url);
		const statement_id = idOf(report, "roof");
		const url = `${at.web.origin}/roof`;
		await at.add(leaver, statement_id, url);
		await at.add(leaver, statement_id, url);
		const { body } = await leaver.get("/api/me/export");
		expect(AccountExport.parse(body).added_pages).toMatchObject([
			{ statement_id, statement: ROOF, video_id, url, title: "Roof again" },
		]);
		expect((await leaver.delete("/api/me", { password: PASSWORD })).status).toBe(204);
		await at.again(video_id);
		expect(at.web.asked.filter(({ path }) => path === "/roof")).toHaveLength(2);
	});
});
