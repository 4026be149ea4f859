import { describe, expect, it } from "vitest";
import type { Claims } from "#contract/claims.ts";
import { aStatement, someMetadata } from "#tests/support/fixtures/publications.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import {
	ADMIN_EMAIL,
	aChannel,
	aMember,
	published,
	type SignedIn,
	submit,
	verify,
} from "#tests/support/world/signed-in.ts";

const KEY = "a-data-key";

const product = opened(() => startProduct({ YOUTUBE_API_KEY: KEY, ADMIN_EMAILS: ADMIN_EMAIL }));

describe("verification code in a channel's description", () => {
	it("verifies the claim immediately and makes the member a creator", async () => {
		const member = await aMember(product);
		const channel = aChannel(product);
		const stats = () => product.visitor().get<{ total_creators: number }>("/api/stats");
		const before = (await stats()).body.total_creators;
		const { claim } = (await submit(member, channel.url)).body;

		expect(await verify(member, claim)).toMatchObject({
			status: 422,
			body: { code: "code_not_found" },
		});
		channel.describe(`Not it: x${claim.verification_code}`);
		expect((await verify(member, claim)).status).toBe(422);

		channel.describe(`Talks.\n\n${claim.verification_code}\n`);
		const verified = await verify(member, claim);
		expect(verified.status).toBe(200);
		expect(verified.body.claim).toMatchObject({
			id: claim.id,
			status: "verified",
			verified: true,
			verification_method: "channel_description",
		});
		channel.describe("The code is gone again.");
		expect((await verify(member, claim)).body).toEqual(verified.body);
		expect((await submit(member, channel.url)).body).toEqual(verified.body);
		expect((await stats()).body.total_creators).toBe(before + 1);

		for (const bs_score of [20, 41])
			await published(product, {
				bs_score,
				statements: [aStatement()],
				metadata: someMetadata({ channel_id: channel.channel_id }),
			});
		const { body } = await member.get<Claims>("/api/claims");
		expect(body.creators).toMatchObject([
			{
				channel_id: channel.channel_id,
				channel_name: "Harbour Talks",
				verified: true,
				total_videos: 2,
				avg_bs_score: 31,
				reputation_score: 69,
			},
		]);
	});

	it("verifies one of two competing claims and refers the other to the team", async () => {
		const members = [await aMember(product), await aMember(product)];
		const channel = aChannel(product);
		const claims = await Promise.all(
			members.map(async (it) => (await submit(it, channel.url)).body.claim),
		);
		channel.describe(claims.map((it) => it.verification_code).join("\n"));
		const answers = await Promise.all(
			claims.map((claim, place) => verify(members[place] as SignedIn, claim)),
		);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		const decided = answers.map(({ body }) => body.claim);
		expect(decided.map((it) => it.status).sort()).toEqual(["pending", "verified"]);
		expect(decided.find((it) => it.status === "pending")).toMatchObject({
			verification_method: "team_review",
			reason: expect.stringContaining("already has a verified owner"),
		});

		const third = (await submit(await aMember(product), channel.url)).body.claim;
		expect(third).toMatchObject({
			status: "pending",
			verification_method: "team_review",
			reason: expect.stringContaining("already has a verified owner"),
		});
	});

	it("can be checked only by the claim's own member", async () => {
		const { claim } = (await submit(await aMember(product), aChannel(product).url)).body;
		const stranger = await aMember(product);
		expect((await verify(stranger, claim)).status).toBe(403);
		expect((await product.visitor().post(`/api/claims/${claim.id}/verify`)).status).toBe(401);
		expect((await stranger.post("/api/claims/nothing/verify")).status).toBe(404);
	});

	it("can be checked again after the platform fails", async () => {
		const member = await aMember(product);
		const channel = aChannel(product);
		const { claim } = (await submit(member, channel.url)).body;
		for (const fault of [
			{ status: 500 },
			{ status: 403, reason: "quotaExceeded" },
			"html",
			"not_json",
			"reset",
			"redirect",
			"huge",
		] as const) {
			channel.describe(claim.verification_code, { fault });
			expect(await verify(member, claim), JSON.stringify(fault)).toMatchObject({
				status: 502,
				body: { code: "channel_unreadable" },
			});
		}
		channel.describe(null);
		expect((await verify(member, claim)).status).toBe(422);
		channel.describe(claim.verification_code);
		expect((await verify(member, claim)).body.claim.status).toBe("verified");
	});

	it("verifies a claim whose channel the platform reveals only later", async () => {
		const member = await aMember(product);
		const channel = aChannel(product, { handle: "latecomer" });
		channel.describe("", { fault: { status: 503 } });
		const { claim } = (await submit(member, "youtube.com/@latecomer")).body;
		expect(claim).toMatchObject({
			channel_id: null,
			channel_name: "@latecomer",
			verification_method: "team_review",
			reason: expect.stringContaining("did not say"),
		});
		expect((await verify(member, claim)).body.claim).toEqual(claim);
		channel.describe(claim.verification_code, { title: "Latecomers" });
		expect((await verify(member, claim)).body.claim).toMatchObject({
			channel_id: channel.channel_id,
			channel_name: "Latecomers",
			status: "verified",
		});
	});
});
