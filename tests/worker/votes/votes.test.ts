import { beforeAll, describe, expect, it } from "vitest";
import type { VoteAnswer, VoteType } from "#contract/votes.ts";
import { recountVideo } from "#tests/support/fixtures/ballots.ts";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import { untilAnswered } from "#tests/support/world/client.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { databaseOf, published, type SignedIn, signedIn } from "#tests/support/world/signed-in.ts";

const VOTERS = 100;
let voters: SignedIn[];

const product = shared(() => shareProduct());
beforeAll(async () => {
	voters = await signedIn(product, VOTERS);
});

function voter(place = 0): SignedIn {
	const found = voters[place];
	if (!found) throw new Error("There are not so many");
	return found;
}

async function aStatementOnline() {
	const statement = aStatement();
	const run = await published(product, { statements: [statement] });
	return {
		video_id: run.video_id,
		statement_id: statement.id,
		path: `/api/statements/${statement.id}/vote`,
	};
}

describe("PUT and DELETE /api/statements/{id}/vote", () => {
	it("return 401 with the specified message to a visitor", async () => {
		const { path } = await aStatementOnline();
		const visitor = product.visitor();
		for (const answer of [
			await visitor.put(path, { vote_type: "upvote" }),
			await visitor.put(path, { vote_type: "nonsense" }),
			await visitor.delete(path),
		])
			expect(answer).toMatchObject({
				status: 401,
				body: { code: "not_signed_in", detail: "Please sign in to vote on statements" },
			});
	});

	it("count a vote once, switch it and withdraw it", async () => {
		const { path, statement_id, video_id } = await aStatementOnline();
		const put = (vote_type: VoteType) => voter().put<VoteAnswer>(path, { vote_type });
		const answer = (upvotes: number, downvotes: number, user_vote: VoteType | null) => ({
			statement_id,
			upvotes,
			downvotes,
			user_vote,
		});

		expect((await put("upvote")).body).toEqual(answer(1, 0, "upvote"));
		expect((await put("upvote")).body).toEqual(answer(1, 0, "upvote"));
		expect((await put("downvote")).body).toEqual(answer(0, 1, "downvote"));
		const mine = await voter().get(`/api/videos/${video_id}/my-votes`);
		expect(mine.body).toEqual({ votes: { [statement_id]: "downvote" } });
		expect(mine.headers.get("cache-control")).toBe("no-store");
		const report = await product.visitor().report(video_id);
		expect(report.statements[0]).toMatchObject({ upvotes: 0, downvotes: 1 });
		expect(report.video).toMatchObject({ total_votes: 1, community_agreement: 0 });

		expect((await voter().delete(path)).body).toEqual(answer(0, 0, null));
		expect((await voter().delete(path)).body).toEqual(answer(0, 0, null));
		const after = await voter().get(`/api/videos/${video_id}/my-votes`);
		expect(after.body).toEqual({ votes: {} });
	});

	it("reject a retired or unknown statement", async () => {
		const { path, video_id } = await aStatementOnline();
		await published(product, { video_id });
		const retired = await voter().put(path, { vote_type: "upvote" });
		expect(retired).toMatchObject({ status: 409, body: { code: "statement_retired" } });
		expect((await voter().delete(path)).status).toBe(409);
		for (const id of ["nothing", "%00", "a%20b", "'or'1"]) {
			const unknown = await voter().put(`/api/statements/${id}/vote`, { vote_type: "upvote" });
			expect(unknown.status).toBe(404);
		}
	});

	it("need a rating: a statement that became unverified keeps and loses votes, but gets none", async () => {
		const { path, statement_id, video_id } = await aStatementOnline();
		await voter().put(path, { vote_type: "upvote" });
		const unverified = aStatement({ id: statement_id, verdict: "unverified" });
		await published(product, { video_id, statements: [unverified] });
		const refused = await voter().put(path, { vote_type: "downvote" });
		expect(refused).toMatchObject({ status: 409, body: { code: "statement_unrated" } });
		const { statements } = await product.visitor().report(video_id);
		expect(statements[0]).toMatchObject({ ai_score: null, upvotes: 1, downvotes: 0 });
		expect((await voter().delete(path)).body).toMatchObject({ upvotes: 0, user_vote: null });
	});

	it.each([{}, { vote_type: "sideways" }, { vote_type: null }, [], "upvote"])(
		"reject the body %j",
		async (body) => {
			const { path } = await aStatementOnline();
			expect((await voter().put(path, body)).status).toBe(400);
		},
	);

	it("keep counts equal to the stored votes after a hundred members vote, change and undo at once", async () => {
		const { path, statement_id, video_id } = await aStatementOnline();
		const answers = await Promise.all(
			voters
				.flatMap((member, place) => [
					() => member.put(path, { vote_type: "upvote" }),
					() =>
						place % 5 === 0
							? member.delete(path)
							: member.put(path, { vote_type: place % 3 === 0 ? "upvote" : "downvote" }),
				])
				.map(untilAnswered),
		);
		expect(answers).toHaveLength(2 * VOTERS);
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
		const results = await product.rows<{ vote_type: VoteType }>(
			"select vote_type from votes where statement_id = ?",
			statement_id,
		);
		const stored = (type: VoteType) => results.filter(({ vote_type }) => vote_type === type).length;
		expect(results.length).toBeGreaterThanOrEqual(VOTERS - VOTERS / 5);
		const report = await product.visitor().report(video_id);
		expect(report.statements[0]).toMatchObject({
			upvotes: stored("upvote"),
			downvotes: stored("downvote"),
		});
		expect(report.video.total_votes).toBe(results.length);
		expect(await recountVideo(await databaseOf(product), video_id)).toEqual({
			statements: [],
			videos: [],
		});
	});
});

describe("GET /api/videos/{id}/my-votes", () => {
	it("returns the member's own votes only", async () => {
		const { video_id } = await aStatementOnline();
		const path = `/api/videos/${video_id}/my-votes`;
		expect((await product.visitor().get(path)).status).toBe(401);
		expect((await voter(1).get(path)).body).toEqual({ votes: {} });
		expect((await voter(1).get("/api/videos/nonsense/my-votes")).status).toBe(404);
	});
});
