import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Report } from "#contract/video.ts";
import { EDGE_COPY_S } from "#features/sharing/pages/edge-copy.ts";
import { holdRatingsFrom } from "#tests/support/fixtures/talks.ts";
import { readPage } from "#tests/support/world/answer-checks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened, shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

/** The delay that share links promise for a vote to appear. */
const VOTE_SHOWS_WITHIN_S = 60;
const LOOK_AGAIN_MS = 250;

const product = shared(() => shareProduct());
const member = opened(() => product.member());

async function visit(video_id: string, headers: Record<string, string> = {}) {
	const answer = await fetch(`${product.url}/results/${video_id}`, {
		headers: { connection: "close", ...headers },
	});
	return {
		status: answer.status,
		headers: answer.headers,
		etag: answer.headers.get("etag") ?? "",
		html: await answer.text(),
	};
}

function reportIn(html: string, video_id: string): Report {
	return readPage(html).data.answers[`/api/videos/${video_id}`] as Report;
}

describe("report page cache", () => {
	it("has a shorter lifetime than the delay allowed for votes", () => {
		expect(EDGE_COPY_S).toBeLessThan(VOTE_SHOWS_WITHIN_S);
	});

	it("shows a finished re-analysis to every later visitor immediately", async () => {
		const video_id = product.newVideo();
		await runToEnd(member, video_id);
		const before = await visit(video_id);
		const again = await visit(video_id);
		expect(again.html).toBe(before.html);
		expect(reportIn(before.html, video_id).video.version).toBe(1);

		for (const version of [2, 3]) {
			await runToEnd(member, video_id, { force: true });
			const after = await visit(video_id);
			expect(reportIn(after.html, video_id).video.version).toBe(version);
			expect(after.html).toContain(`/og/${video_id}.png?v=${version}`);
			expect(after.etag).toContain(`"v${version}-`);
			const held = await visit(video_id, { "if-none-match": before.etag });
			expect(held.status).toBe(200);
		}
	});

	it("is bypassed during a run, while the page shows the earlier result", async () => {
		const video_id = product.newVideo();
		await runToEnd(member, video_id);
		await visit(video_id);
		const goOn = holdRatingsFrom(product.ai, 1);
		await member.analyze(watchUrl(video_id), { force: true });
		const during = await visit(video_id);
		expect(during.headers.get("cache-control")).toBe("no-store");
		const { video, analysis } = reportIn(during.html, video_id);
		expect(video.version).toBe(1);
		expect(analysis?.status).toBe("analyzing");
		goOn();
		await member.finished(video_id);
		const after = await visit(video_id);
		expect(reportIn(after.html, video_id).video.version).toBe(2);
		expect(after.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
	});

	it("shows a vote to its member immediately and to everyone when the copy expires", async () => {
		const video_id = product.newVideo();
		const { report } = await runToEnd(member, video_id);
		const statement_id = report.statements[0]?.id ?? "";
		const before = await visit(video_id);
		const votes = (html: string) => reportIn(html, video_id).video.total_votes;
		expect(votes(before.html)).toBe(0);

		const vote = await member.put(`/api/statements/${statement_id}/vote`, { vote_type: "upvote" });
		const [cookie = ""] = vote.headers.getSetCookie();
		expect(cookie).toMatch(/^seen=.*; HttpOnly; SameSite=Lax$/);
		const own = await visit(video_id, { cookie: cookie.split(";")[0] ?? "" });
		expect(votes(own.html)).toBe(1);
		expect(own.headers.get("set-cookie")).toBeNull();

		let seen = await visit(video_id, { "if-none-match": before.etag });
		while (seen.status === 304) {
			await sleep(LOOK_AGAIN_MS);
			seen = await visit(video_id, { "if-none-match": before.etag });
		}
		expect(votes(seen.html)).toBe(1);
		expect(seen.etag).toBe(own.etag);
		expect(seen.html).toBe(own.html);
	});

	it("shows a vote to others even if no member has opened the page since", async () => {
		const video_id = product.newVideo();
		const { report } = await runToEnd(member, video_id);
		await visit(video_id);
		const statement_id = report.statements[0]?.id ?? "";
		await member.put(`/api/statements/${statement_id}/vote`, { vote_type: "downvote" });
		const total = async () => reportIn((await visit(video_id)).html, video_id).video.total_votes;
		while ((await total()) === 0) await sleep(LOOK_AGAIN_MS);
		expect(await total()).toBe(1);
	});
});
