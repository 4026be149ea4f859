import { beforeEach, describe, expect, it } from "vitest";
import type { Notifications } from "#contract/notifications.ts";
import type { Report } from "#contract/video.ts";
import { startDisputeProduct } from "#tests/support/world/dispute-product.ts";
import { opened } from "#tests/support/world/opened.ts";
import { BICYCLE, idOf, NOT_ENOUGH } from "#tests/support/world/page-product.ts";
import { ADMIN_EMAIL, aMember, PASSWORD, signedInAdmin } from "#tests/support/world/signed-in.ts";

const at = opened(() => startDisputeProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));
const admin = opened(async () => ({ ...(await signedInAdmin(at.product)), stop: () => {} }));
beforeEach(() => {
	at.product.ai.reset();
	at.web.asked.length = 0;
});

const statementOn = (report: Report, content: string) =>
	report.statements.find((it) => it.content === content);

describe("hidden page", () => {
	const hiding = (kind: string, id: string, hidden = true) =>
		admin.post("/api/admin/hidden", {
			kind,
			id,
			hidden,
			...(hidden && { reason: "abuse", sentence: "An advertisement." }),
		});

	/** Where an address appears in what the site says of a video. */
	async function placesOf(video_id: string, address: string, evidence_id: string) {
		const paths = ["", "/evidence", "/versions"].map((end) => `/api/videos/${video_id}${end}`);
		const answers = await Promise.all(
			[...paths, `/api/evidence/${evidence_id}`].map(async (path) => ({
				path,
				text: await (await fetch(at.product.url + path)).text(),
			})),
		);
		return answers
			.filter(({ text }) => text.includes(JSON.stringify(address).slice(1, -1)))
			.map(({ path }) => path.replace(video_id, "V").replace(evidence_id, "E"));
	}

	it("that came with a dispute takes its quotes with it, and the verdict is checked again", async () => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		const member = await aMember(at.product);
		const made = await at.dispute(member, idOf(report, "bicycle"), { path: "/moved" });
		const moved = statementOn(await at.member.finished(video_id), BICYCLE);
		expect(moved?.verdict).toBe("supported");
		const url = `${at.web.origin}/register`;
		const piece = moved?.evidence[0]?.id ?? "";
		expect(await placesOf(video_id, url, piece)).toEqual([
			"/api/videos/V",
			"/api/videos/V/evidence",
			"/api/videos/V/versions",
			"/api/evidence/E",
		]);
		at.product.ai.answer(NOT_ENOUGH);
		expect((await hiding("dispute", made.body.dispute.id)).status).toBe(200);
		expect(await placesOf(video_id, url, piece)).toEqual([]);
		await expect
			.poll(async () => statementOn(await at.member.finished(video_id), BICYCLE)?.verdict, {
				timeout: 20_000,
			})
			.toBe("unverified");
		expect(at.web.asked.filter(({ path }) => path === "/register")).toHaveLength(2);
		// The address, by which the page is recognised, outlives its member.
		expect((await member.delete("/api/me", { password: PASSWORD })).status).toBe(204);
		expect(await placesOf(video_id, url, piece)).toEqual([]);
	});

	it("that was only added leaves alike, is not read again, and comes back", async () => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		const member = await aMember(at.product);
		const url = `${at.web.origin}/register`;
		await at.add(member, idOf(report, "bicycle"), url);
		const next = await at.again(video_id);
		const piece = statementOn(next, BICYCLE)?.evidence[0]?.id ?? "";
		expect(await placesOf(video_id, url, piece)).toHaveLength(3);
		const id = `${video_id} ${url}`;
		expect((await hiding("page", `${video_id} https://example.org/`)).status).toBe(404);
		expect(await hiding("page", id)).toMatchObject({
			status: 200,
			body: { hidden: { kind: "page", id, label: "Register of vehicles", video_id } },
		});
		expect(await placesOf(video_id, url, piece)).toEqual([]);
		expect(
			(await member.get<Notifications>("/api/notifications")).body.notifications[0]?.message,
		).toContain("An advertisement.");
		at.web.asked.length = 0;
		expect(statementOn(await at.again(video_id), BICYCLE)?.evidence).toEqual([]);
		expect(at.web.asked).toEqual([]);
		expect(await hiding("page", id, false)).toMatchObject({ status: 200, body: { hidden: null } });
		const shown = await at.again(video_id);
		expect(statementOn(shown, BICYCLE)?.evidence).toMatchObject([{ final_url: url }]);
		const log = await at.product.rows(
			"select action from admin_decisions where subject_id = ? order by action",
			id,
		);
		expect(log).toEqual([{ action: "page_hidden" }, { action: "page_shown" }]);
	});
});
