import { describe, expect, it } from "vitest";
import type { NewApiKey } from "#contract/me.ts";
import type { VoteAnswer, VoteCheck, VoteCheckPage, VoteType } from "#contract/votes.ts";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import { createClient, rawRequest } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import {
	ADMIN_EMAIL,
	aMember,
	published,
	type SignedIn,
	signedIn,
	signedInAdmin,
} from "#tests/support/world/signed-in.ts";

const PASSWORD = "correct horse battery";
const product = opened(() => startProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));

async function aStatementOnline() {
	const statement = aStatement();
	const { video_id } = await published(product, { statements: [statement] });
	const path = `/api/statements/${statement.id}/vote`;
	const counts = async () => {
		const report = await product.visitor().report(video_id);
		const [shown] = report.statements;
		return [shown?.upvotes, shown?.downvotes, report.video.total_votes];
	};
	return { video_id, path, counts };
}

async function one(): Promise<SignedIn> {
	const member = await aMember(product);
	return member;
}

/** Sends the vote with the given headers, from the network address that they name. */
function voteFrom(
	{ path }: { path: string },
	headers: Record<string, string>,
	vote_type: VoteType = "upvote",
) {
	return rawRequest<VoteAnswer>(product.url + path, {
		method: "PUT",
		headers: { "content-type": "application/json", ...headers },
		body: JSON.stringify({ vote_type }),
	});
}

describe("a member's vote on a statement", () => {
	it("counts once in fifty simultaneous requests by session and by key", async () => {
		const statement = await aStatementOnline();
		const member = await one();
		const { body } = await member.post<NewApiKey>("/api/keys", { name: "A" });
		const ways = [{ cookie: member.cookie() }, { authorization: `Bearer ${body.key}` }];
		const answers = await Promise.all(
			Array.from({ length: 50 }, (_, n) =>
				voteFrom(statement, ways[n % 2] ?? {}, n % 3 ? "upvote" : "downvote"),
			),
		);
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
		const [up = 0, down = 0, total] = await statement.counts();
		expect([up + down, total]).toEqual([1, 1]);
		const mine = await member.get(`/api/videos/${statement.video_id}/my-votes`);
		expect(Object.values((mine.body as { votes: object }).votes)).toEqual([
			up === 1 ? "upvote" : "downvote",
		]);
	});

	it("does not accumulate when the account is deleted and recreated with the same address", async () => {
		const statement = await aStatementOnline();
		const account = { full_name: "Again", email: "again@example.test", password: PASSWORD };
		for (const vote_type of ["upvote", "downvote", "upvote"]) {
			const member = createClient(product.url);
			expect((await member.post("/api/auth/sign-up", account)).status).toBe(201);
			await member.put(statement.path, { vote_type });
			const now = vote_type === "upvote" ? [1, 0, 1] : [0, 1, 1];
			expect(await statement.counts()).toEqual(now);
			const gone = await member.delete("/api/me", { password: PASSWORD });
			expect(gone.status).toBe(204);
			expect(await statement.counts()).toEqual([0, 0, 0]);
		}
	});
});

describe("votes of new accounts within a minute", () => {
	async function newMembers(count: number) {
		const members = await signedIn(product, count);
		await product.rows(
			"update members set created_at = ?1 where id in (select value from json_each(?2))",
			new Date().toISOString(),
			JSON.stringify(members.map(({ id }) => id)),
		);
		return members;
	}

	it("count immediately but stay out of the agreement until the team decides", async () => {
		const statement = await aStatementOnline();
		const regular = await one();
		await regular.put(statement.path, { vote_type: "upvote" });
		const attackers = await newMembers(12);
		const answers = await Promise.all(
			attackers.map((member, n) =>
				voteFrom(
					statement,
					{ cookie: member.cookie(), "cf-connecting-ip": `203.0.113.${n}` },
					"downvote",
				),
			),
		);
		// Each voter's response is the same as for any vote.
		for (const { body } of answers)
			expect(Object.keys(body).sort()).toEqual([
				"downvotes",
				"statement_id",
				"upvotes",
				"user_vote",
			]);
		expect(await statement.counts()).toEqual([1, 12, 13]);
		const shown = async () => {
			const report = await product.visitor().report(statement.video_id);
			const { community_agreement, votes_held, bs_score } = report.video;
			return { community_agreement, votes_held, bs_score };
		};
		const { bs_score } = await shown();
		expect(await shown()).toMatchObject({
			community_agreement: 100,
			votes_held: { total_votes: 1, statements: 1 },
		});

		const admin = await signedInAdmin(product);
		const { body: page } = await admin.get<VoteCheckPage>("/api/admin/votes");
		const [check] = page.holds;
		expect(check).toMatchObject({
			votes: 12,
			fresh_votes: 12,
			shared_votes: 12,
			state: "open",
			now: { upvotes: 1, downvotes: 12 },
		});
		expect(JSON.stringify(page)).not.toMatch(/203\.0|member-|@/);
		const path = `/api/admin/votes/${check?.id}`;
		expect((await regular.post(path, { state: "lifted" })).status).toBe(403);
		for (const state of ["open", "", null])
			expect((await admin.post(path, { state })).status).toBe(400);

		const upheld = await admin.post<{ hold: VoteCheck }>(path, { state: "upheld" });
		expect(upheld.body.hold.now).toEqual({ upvotes: 1, downvotes: 12 });
		expect(await shown()).toMatchObject({ community_agreement: 100 });
		expect(await statement.counts()).toEqual([1, 12, 13]);
		await admin.post(path, { state: "lifted" });
		expect(await statement.counts()).toEqual([1, 12, 13]);
		expect(await shown()).toEqual({ community_agreement: 8, votes_held: undefined, bs_score });
		const lifted = await admin.get<VoteCheckPage>("/api/admin/votes?state=lifted");
		expect(lifted.body.holds.map(({ id }) => id)).toEqual([check?.id]);
	});
});
