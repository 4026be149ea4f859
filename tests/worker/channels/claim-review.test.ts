import { describe, expect, it } from "vitest";
import type { ClaimDecision, Claims, ReviewClaimAnswer, ReviewClaims } from "#contract/claims.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import {
	ADMIN_EMAIL,
	aChannel,
	aMember,
	anOwner,
	signedInAdmin,
	submit,
	verify,
} from "#tests/support/world/signed-in.ts";

const product = opened(() =>
	startProduct({ YOUTUBE_API_KEY: "a-data-key", ADMIN_EMAILS: ADMIN_EMAIL }),
);
const admin = opened(() => signedInAdmin(product));

function decide(claim_id: string, decision: ClaimDecision) {
	return admin.post<ReviewClaimAnswer>(`/api/admin/claims/${claim_id}`, decision);
}

async function list(query: string) {
	const answer = await admin.get<ReviewClaims>(`/api/admin/claims${query}`);
	expect(answer.status).toBe(200);
	return answer.body;
}

describe("GET /api/admin/claims", () => {
	it("lists open claims oldest first with their members, and decided claims separately", async () => {
		const member = await aMember(product);
		const first = (await submit(member, aChannel(product).url)).body.claim;
		const second = (await submit(member, aChannel(product).url)).body.claim;
		const queue = await list("");
		expect(await list("?status=pending")).toEqual(queue);
		const ids = queue.claims.map(({ id }) => id);
		expect(ids.indexOf(second.id)).toBe(ids.indexOf(first.id) + 1);
		expect(queue.claims.find(({ id }) => id === first.id)).toEqual({
			...first,
			member: {
				id: member.id,
				full_name: expect.stringContaining("Member"),
				email: `${member.id}@example.org`,
			},
		});
		await decide(first.id, { status: "rejected", reason: "No." });
		expect((await list("")).claims.map(({ id }) => id)).not.toContain(first.id);
		const [rejected] = (await list("?status=rejected")).claims;
		expect(rejected).toMatchObject({ id: first.id, reason: "No." });
		for (const query of ["?status=lost", "?cursor=lost"])
			expect((await admin.get(`/api/admin/claims${query}`)).status).toBe(400);
	});
});

describe("POST /api/admin/claims/{id}", () => {
	it("verifies a claim and makes its member a creator", async () => {
		const member = await aMember(product);
		const { claim } = (await submit(member, aChannel(product).url)).body;
		const { status, body } = await decide(claim.id, {
			status: "verified",
			reason: "We called them.",
		});
		expect(status).toBe(200);
		expect(body.claim).toMatchObject({
			id: claim.id,
			status: "verified",
			verified: true,
			verification_method: "team_review",
			reason: "We called them.",
			member: { id: member.id },
		});
		expect((await decide(claim.id, { status: "verified" })).body).toEqual(body);
		const own = await member.get("/api/claims");
		expect(own.body).toMatchObject({
			claims: [{ id: claim.id, verified: true }],
			creators: [{ channel_id: claim.channel_id }],
		});
	});

	it("gives a channel to a second member only after the first claim is rejected", async () => {
		const { claim: held, channel } = await anOwner(product);
		const second = await aMember(product);
		const { claim } = (await submit(second, channel.url)).body;
		expect(await decide(claim.id, { status: "verified" })).toMatchObject({
			status: 409,
			body: { code: "channel_owned" },
		});
		const rejected = await decide(held.id, { status: "rejected", reason: "The channel was sold." });
		expect(rejected.body.claim).toMatchObject({
			status: "rejected",
			verified: false,
			reason: "The channel was sold.",
		});
		expect((await decide(claim.id, { status: "verified" })).status).toBe(200);
		expect((await decide(held.id, { status: "verified" })).status).toBe(409);
	});

	it("rejects a claim for good, although the member may file a new one", async () => {
		const member = await aMember(product);
		const channel = aChannel(product);
		const { claim } = (await submit(member, channel.url)).body;
		for (const reason of [undefined, "", "  "])
			expect(await decide(claim.id, { status: "rejected", reason })).toMatchObject({
				status: 422,
				body: {
					code: "reason_required",
					detail: "A rejection needs a reason. The member can read it.",
					errors: [{ pointer: "/reason" }],
				},
			});
		await decide(claim.id, { status: "rejected", reason: "Not theirs." });
		const own = await member.get<Claims>("/api/claims");
		expect(own.body.claims[0]).toMatchObject({ status: "rejected", reason: "Not theirs." });
		channel.describe(claim.verification_code);
		expect(await verify(member, claim)).toMatchObject({
			status: 409,
			body: { code: "claim_rejected" },
		});
		const again = await submit(member, channel.url);
		expect(again.status).toBe(201);
		expect(await decide(claim.id, { status: "verified" })).toMatchObject({
			status: 409,
			body: { code: "claimed_already" },
		});
	});

	it("requires a channel id if the link did not reveal the channel", async () => {
		const member = await aMember(product);
		const channel = aChannel(product, { handle: "silent" });
		channel.describe("", { fault: { status: 500 } });
		const { claim } = (await submit(member, "youtube.com/@silent")).body;
		expect(await decide(claim.id, { status: "verified" })).toMatchObject({
			status: 422,
			body: { code: "channel_unknown" },
		});
		const channel_id = freshChannelId();
		const named = await decide(claim.id, { status: "verified", channel_id });
		expect(named.body.claim).toMatchObject({ channel_id, channel_name: "@silent", verified: true });
	});

	it("rejects any other decision", async () => {
		const member = await aMember(product);
		const { claim } = (await submit(member, aChannel(product).url)).body;
		for (const decision of [
			{},
			{ status: "pending" },
			{ status: "verified", channel_id: "UCshort" },
			{ status: "rejected", reason: "x".repeat(501) },
		])
			expect((await admin.post(`/api/admin/claims/${claim.id}`, decision)).status).toBe(400);
		expect((await decide("nothing", { status: "rejected" })).status).toBe(404);
	});

	it("queues exactly one notification for the member", async () => {
		const member = await aMember(product);
		const { claim } = (await submit(member, aChannel(product).url)).body;
		await Promise.all([
			decide(claim.id, { status: "rejected", reason: "No." }),
			decide(claim.id, { status: "rejected", reason: "No." }),
		]);
		const results = await product.rows<{ payload: string }>(
			"select payload from notification_outbox where kind = 'claim_decision' and member_id = ?",
			member.id,
		);
		expect(results.map(({ payload }) => JSON.parse(payload))).toEqual([
			{ claim_id: claim.id, channel_name: "Harbour Talks", status: "rejected", reason: "No." },
		]);
	});
});
