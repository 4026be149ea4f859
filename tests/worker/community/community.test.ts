import { beforeAll, describe, expect, it } from "vitest";
import type { Community } from "#contract/community.ts";
import type { Activity } from "#contract/me.ts";
import { aStatement, someMetadata } from "#tests/support/fixtures/publications.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { aMember, published, type SignedIn, signedIn } from "#tests/support/world/signed-in.ts";

let voters: SignedIn[];

const product = opened(() => startProduct());
beforeAll(async () => {
	voters = await signedIn(product, 6);
});

function vote(member: SignedIn, statement_id: string, vote_type: string) {
	return member.put(`/api/statements/${statement_id}/vote`, { vote_type });
}

describe("GET /api/me/activity", () => {
	it("returns the member's own votes and analyses to that member only", async () => {
		const member = await aMember(product);
		const path = "/api/me/activity";
		const stranger = await aMember(product);
		await published(product, { started_by: stranger.id, statements: [aStatement()] });
		const id = product.newVideo();
		await member.analyze(watchUrl(id));
		const report = await member.finished(id);
		const statement = report.statements[0];
		for (const each of [stranger, member]) await vote(each, statement?.id ?? "", "downvote");
		const { body, headers } = await member.get<Activity>(path);
		expect(headers.get("cache-control")).toBe("no-store");
		const video = {
			id,
			title: report.video.title,
			channel_name: report.video.channel_name,
			thumbnail_url: report.video.thumbnail_url,
			bs_score: report.video.bs_score,
			lean: report.video.lean,
			basis: report.video.basis,
			coverage: report.video.coverage,
			finding: report.video.finding,
			evidence_sources: report.video.evidence_sources,
		};
		expect(body).toEqual({
			stats: {
				total_votes: 1,
				agree_votes: 0,
				disagree_votes: 1,
				analyses: 1,
				disputes_moved: 0,
				days_active: expect.any(Number),
			},
			items: [
				{
					type: "vote",
					created_at: expect.any(String),
					vote_type: "downvote",
					statement: {
						id: statement?.id,
						content: statement?.content,
						ai_score: statement?.ai_score,
						lean: statement?.lean,
						verdict: statement?.verdict,
						unverified_reason: statement?.unverified_reason,
						retired: false,
					},
					video,
				},
				{ type: "analysis", created_at: expect.any(String), outcome: "completed", video },
			],
			next_cursor: null,
		});
		const found = async (query: string) =>
			(await member.get<Activity>(path + query)).body.items.length;
		expect(await found("?filter=votes")).toBe(1);
		expect(await found("?filter=analyses")).toBe(1);
		expect(await found("?q=LIGHTHOUSE")).toBeGreaterThan(0);
		expect(await found("?q=nothing+of+the+kind")).toBe(0);
		for (const query of ["?filter=none", "?cursor=none"])
			expect((await member.get(path + query)).status).toBe(400);
	});
});

describe("GET /api/community", () => {
	it("ranks members and lists recent events, the same for everyone", async () => {
		const statement = aStatement({ content: "Water boils at 90 degrees." });
		const [first, ...others] = voters;
		if (!first) throw new Error("There is no member");
		const run = await published(product, {
			statements: [statement],
			metadata: someMetadata({ title: "On water" }),
			started_by: first.id,
			ended_at: new Date().toISOString(),
		});
		const doubtful = aStatement();
		const { video_id } = await published(product, { statements: [doubtful] });
		for (const member of voters.slice(0, 5)) await vote(member, doubtful.id, "upvote");
		// Votes on a statement that became unverified are neither right nor wrong.
		await published(product, {
			video_id,
			evidence_sources: ["wikipedia"],
			statements: [aStatement({ id: doubtful.id, verdict: "unverified" })],
		});
		for (const member of voters.slice(0, 5)) await vote(member, statement.id, "upvote");
		await vote(voters[5] as SignedIn, statement.id, "downvote");

		const visitor = product.visitor();
		const answer = await visitor.get<Community>("/api/community");
		expect(answer.status).toBe(200);
		expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
		const { overview, leaderboard, recent } = answer.body;
		expect(overview.votes).toBeGreaterThanOrEqual(6);
		expect(overview.members).toBeGreaterThanOrEqual(voters.length);
		expect(leaderboard).toHaveLength(6);
		expect(leaderboard[0]).toMatchObject({ rank: 1, votes: 1, accuracy_percent: 100, score: 100 });
		expect(leaderboard.at(-1)).toMatchObject({ rank: 6, accuracy_percent: 0, score: 0 });
		expect(recent[0]).toMatchObject({
			type: "vote",
			vote_type: "downvote",
			statement: "Water boils at 90 degrees.",
			video: { id: run.video_id, title: "On water" },
		});
		expect(recent.map(({ type }) => type)).toContain("analysis");
		expect(JSON.stringify(answer.body)).not.toContain("@example");
		for (const { id } of voters) expect(JSON.stringify(answer.body)).not.toContain(id);
		const member = await others[0]?.get<Community>("/api/community");
		expect(member?.body).toEqual(answer.body);
	});

	it("omits a member who hides, also from cached figures", async () => {
		await product.rows(
			"update members set hidden_from_community = 1 where id = ?",
			voters[0]?.id ?? "",
		);
		const { body } = await product.visitor().get<Community>("/api/community");
		expect(body.leaderboard).toHaveLength(5);
		expect(body.leaderboard.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
		const shown = body.recent.filter(({ video }) => video.title === "On water");
		expect(shown).toHaveLength(5);
	});
});
