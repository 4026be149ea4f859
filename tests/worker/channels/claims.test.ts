import { describe, expect, it } from "vitest";
import type { Claims } from "#contract/claims.ts";
import type { WaitingReviews } from "#contract/disputes.ts";
import type { Notifications } from "#contract/notifications.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import { someMetadata } from "#tests/support/fixtures/publications.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import {
	ADMIN_EMAIL,
	aChannel,
	aMember,
	published,
	signedInAdmin,
	submit,
	verify,
} from "#tests/support/world/signed-in.ts";

const KEY = "a-data-key";
const AT_ONCE = 50;
const KEYLESS =
	/^This site cannot read channel descriptions\. Our team \(this site's admins\) reviews/;

const product = opened(() => startProduct({ YOUTUBE_API_KEY: KEY, ADMIN_EMAILS: ADMIN_EMAIL }));

describe("POST /api/claims", () => {
	it("explains what is wrong with a link", async () => {
		const member = await aMember(product);
		for (const [url, detail] of [
			["", "Please enter a YouTube URL"],
			["  ", "Please enter a YouTube URL"],
			["https://example.com/@harbour", "Please enter a valid YouTube URL"],
			[
				"https://www.youtube.com/feed/trending",
				"This YouTube link leads to neither a channel nor a video. Please paste the link of your channel's page or of one of its videos.",
			],
		])
			expect(await submit(member, url ?? "")).toMatchObject({ status: 400, body: { detail } });
		expect((await member.post("/api/claims", {})).status).toBe(400);
		expect(await submit(member, "x", "y".repeat(2_001))).toMatchObject({
			status: 400,
			body: { code: "invalid_body" },
		});
	});

	it("resolves any link to the channel or to one of its videos", async () => {
		const channel = aChannel(product, { handle: "harbour.one", username: "oldharbour" });
		const id = product.newVideo({ channel_id: channel.channel_id });
		for (const url of [
			channel.url,
			"https://www.youtube.com/@Harbour.One",
			"youtube.com/c/harbour.one",
			"https://www.youtube.com/user/oldharbour",
			`https://youtu.be/${id}`,
		]) {
			const { status, body } = await submit(await aMember(product), url, " mine ");
			expect(status, url).toBe(201);
			expect(body.claim).toMatchObject({
				url,
				channel_id: channel.channel_id,
				channel_name: "Harbour Talks",
				comments: "mine",
				status: "pending",
				verified: false,
				verification_method: "channel_description",
				reason: null,
				decided_at: null,
			});
			expect(body.claim.verification_code).toMatch(/^bs-[A-Z0-9]{6}$/);
		}
		const calls = product.youtube.calls.filter(({ kind }) => kind === "channels");
		expect(calls.at(-1)?.path).toContain(`key=${KEY}`);
	});

	it("uses a video's stored analysis instead of calling the platform", async () => {
		const { channel_id } = aChannel(product);
		const run = await published(product, {
			metadata: someMetadata({ channel_id, channel_name: "Stored" }),
		});
		const calls = product.youtube.calls.length;
		const { body } = await submit(await aMember(product), `youtube.com/watch?v=${run.video_id}`);
		expect(body.claim).toMatchObject({ channel_id, channel_name: "Stored" });
		expect(product.youtube.calls).toHaveLength(calls);
	});

	it("returns 422 for a channel or video that the platform does not know", async () => {
		const member = await aMember(product);
		for (const [url, code] of [
			["https://www.youtube.com/@nobody-at-all", "channel_not_found"],
			[`https://www.youtube.com/channel/${freshChannelId()}`, "channel_not_found"],
			["https://youtu.be/nosuchvideo", "video_not_found"],
		])
			expect(await submit(member, url ?? "")).toMatchObject({ status: 422, body: { code } });
	});

	it("creates exactly one claim from fifty simultaneous requests", async () => {
		const member = await aMember(product);
		const { url } = aChannel(product);
		const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => submit(member, url)));
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(AT_ONCE - 1);
		expect(new Set(answers.map(({ body }) => body.claim.id)).size).toBe(1);
		const { body } = await member.get<Claims>("/api/claims");
		expect(body.claims).toHaveLength(1);
		expect(body).toMatchObject({ next_cursor: null, creators: [] });
	});
});

describe("POST /api/claims without a YouTube API key", () => {
	it("refers claims to the team and says that codes cannot be checked", async () => {
		await product.restart({ ADMIN_EMAILS: ADMIN_EMAIL });
		const member = await aMember(product);
		const { channel_id, url } = aChannel(product, { handle: "keyless" });
		const calls = product.youtube.count("channels");
		const byId = (await submit(member, url)).body.claim;
		expect(byId).toMatchObject({
			channel_id,
			status: "pending",
			verification_method: "team_review",
			reason: expect.stringMatching(KEYLESS),
		});
		const byName = (await submit(member, "youtube.com/@keyless")).body.claim;
		expect(byName).toMatchObject({
			channel_id: null,
			channel_name: "@keyless",
			verification_method: "team_review",
			reason: expect.stringContaining("cannot look up"),
		});
		for (const claim of [byId, byName])
			expect((await verify(member, claim)).body.claim).toEqual(claim);
		const id = product.newVideo({ channel_id });
		const byVideo = await submit(await aMember(product), `https://youtu.be/${id}`);
		expect(byVideo.body.claim).toMatchObject({
			channel_id,
			channel_name: "Harbour Talks",
			verification_method: "team_review",
		});
		expect(product.youtube.count("channels")).toBe(calls);
	});

	it("promises no review if nobody can review, and says what to configure", async () => {
		await product.restart({});
		const member = await aMember(product);
		const { claim } = (await submit(member, aChannel(product).url)).body;
		expect(claim).toMatchObject({
			status: "pending",
			verification_method: "channel_description",
			reason: expect.stringMatching(/YOUTUBE_API_KEY.*ADMIN_EMAILS/),
		});
		expect(claim.reason).not.toMatch(/team|hours/);
		const { body } = await member.get<Claims>("/api/claims");
		expect(body.claims).toEqual([claim]);
	});
});

describe("DELETE /api/claims/{id}", () => {
	it("withdraws an open claim, of which admins were told, and no decided one", async () => {
		await product.restart({ YOUTUBE_API_KEY: KEY, ADMIN_EMAILS: ADMIN_EMAIL });
		const admin = await signedInAdmin(product);
		const [member, other] = [await aMember(product), await aMember(product)];
		const channel = aChannel(product);
		const { claim } = (await submit(member, channel.url)).body;
		await product.server.runScheduled();
		const { body: told } = await admin.get<Notifications>("/api/notifications");
		expect(told.notifications).toContainEqual(
			expect.objectContaining({ type: "review_needed", data: { path: "/admin" } }),
		);
		const { body: waiting } = await admin.get<WaitingReviews>("/api/admin/waiting");
		expect(waiting.claims).toBeGreaterThan(0);
		expect((await member.get("/api/admin/waiting")).status).toBe(403);
		const path = `/api/claims/${claim.id}`;
		expect((await other.delete(path)).status).toBe(403);
		expect((await member.delete(path)).status).toBe(204);
		expect((await member.delete(path)).status).toBe(404);
		const { body } = await member.get<Claims>("/api/claims");
		expect(body.claims).toEqual([]);
		const again = (await submit(member, channel.url)).body.claim;
		channel.describe(again.verification_code);
		await verify(member, again);
		expect(await member.delete(`/api/claims/${again.id}`)).toMatchObject({
			status: 409,
			body: { code: "claim_decided" },
		});
	});
});
