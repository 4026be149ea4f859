import { Parser } from "htmlparser2";
import { beforeEach, describe, expect, it } from "vitest";
import type { AccountExport } from "#contract/account-export.ts";
import type { Follow, Following, FollowList } from "#contract/follows.ts";
import type { NewApiKey } from "#contract/me.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import {
	aCompletedRun,
	aStatement,
	freshStatementId,
	instant,
} from "#tests/support/fixtures/publications.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { aMember, published, type SignedIn } from "#tests/support/world/signed-in.ts";

const product = shared(() => shareProduct());
let member: SignedIn;
beforeEach(async () => {
	member = await aMember(product);
});

const following = async () => (await member.get<Following>("/api/following")).body;

/** A result with a refuted statement, and one press later a supported one. */
async function aMovingVerdict(title: string) {
	const channel_id = freshChannelId();
	const metadata = { ...aCompletedRun().metadata, title, channel_id };
	const before = aStatement({ verdict: "refuted", basis: "evidence", ai_score: 90 });
	const { video_id } = await published(product, { metadata, statements: [before] });
	const move = () => {
		const after = { ...before, id: freshStatementId(), replaces: before.id, ai_score: 5 };
		return published(product, {
			video_id,
			metadata,
			ended_at: instant(9),
			statements: [{ ...after, verdict: "supported" }],
		});
	};
	return { video_id, channel_id, move };
}

describe("/api/follows", () => {
	it("asks a visitor to sign in", async () => {
		const visitor = product.visitor();
		for (const answer of [
			await visitor.get("/api/follows"),
			await visitor.put("/api/follows/video/AAAAAAAAAAA"),
			await visitor.get("/api/following"),
		])
			expect(answer).toMatchObject({ status: 401, body: { code: "not_signed_in" } });
	});

	it("follows and unfollows, as often as it is asked to", async () => {
		const { video_id, channel_id } = await aMovingVerdict("A talk");
		const path = `/api/follows/channel/${channel_id}`;
		const answer = await member.put<Follow>(path);
		expect(answer).toMatchObject({
			status: 200,
			body: { kind: "channel", id: channel_id, title: "Bridge Channel" },
		});
		expect((await member.put<Follow>(path)).body).toEqual(answer.body);
		await member.put(`/api/follows/video/${video_id}`);
		const { body } = await member.get<FollowList>("/api/follows");
		expect(body.follows.map(({ id }) => id).toSorted()).toEqual([channel_id, video_id].toSorted());
		expect(body.feed).toBeNull();
		for (let n = 0; n < 2; n += 1) expect((await member.delete(path)).status).toBe(204);
		expect((await member.get<FollowList>("/api/follows")).body.follows).toHaveLength(1);
	});

	it.each([
		["video/AAAAAAAAAAA", 404, "video_not_found"],
		["video/none", 404, "video_not_found"],
		["channel/UC%27%20or%201=1", 404, "channel_unknown_here"],
		[`claim/${"0".repeat(24)}`, 404, "statement_not_found"],
		["playlist/AAAAAAAAAAA", 404, "not_found"],
	])("refuses %s", async (path, status, code) => {
		expect(await member.put(`/api/follows/${path}`)).toMatchObject({ status, body: { code } });
	});
});

describe("GET /api/following", () => {
	it("has what is new since the last visit, on every device", async () => {
		const { video_id, move } = await aMovingVerdict("A talk");
		await member.put(`/api/follows/video/${video_id}`);
		expect(await following()).toEqual({ items: [], seen_at: null, next_cursor: null });
		await move();
		const { items, seen_at } = await following();
		expect(items).toMatchObject([{ kind: "verdict_moved", at: instant(9) }]);
		expect(seen_at).toBeNull();
		for (const at of [instant(9), instant(3)])
			expect((await member.post("/api/following/seen", { at })).status).toBe(204);
		expect((await following()).seen_at).toBe(instant(9));
		await member.post("/api/following/seen", { at: "2999-01-01T00:00:00.000Z" });
		expect((await following()).seen_at?.slice(0, 4)).not.toBe("2999");
		expect((await member.get("/api/following?cursor=none")).status).toBe(400);
	});
});

describe("the feed of what a member follows", () => {
	const open = async () =>
		(await member.post<{ address: string }>("/api/following/key")).body.address;
	const read = (address: string, headers: Record<string, string> = {}) =>
		fetch(address, { headers });

	it("is read with a secret address, which is replaced and closed", async () => {
		const { channel_id, move } = await aMovingVerdict("A \u202etalk <b>&amp;</b> ]]>");
		await member.put(`/api/follows/channel/${channel_id}`);
		await move();
		const address = await open();
		const answer = await read(address);
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-type")).toMatch(/^application\/atom\+xml/);
		expect(answer.headers.get("cache-control")).toBe("private, no-cache");
		const text = await answer.text();
		const titles: string[] = [];
		let inside = false;
		const parser = new Parser(
			{
				onopentag: (name) => {
					inside = name === "summary";
					if (inside) titles.push("");
				},
				onclosetag: () => {
					inside = false;
				},
				ontext: (part) => {
					if (inside) titles.push((titles.pop() ?? "") + part);
				},
			},
			{ xmlMode: true },
		);
		parser.end(text);
		expect(titles).toHaveLength(1);
		expect(titles[0]).toContain("A talk <b>&amp;</b> ]]>");
		// The secret is in no document that a reader passes on.
		expect(text).not.toContain(new URL(address).searchParams.get("key"));
		const etag = answer.headers.get("etag") ?? "";
		expect((await read(address, { "if-none-match": etag })).status).toBe(304);

		const stored = await product.rows(
			"select * from follow_settings where member_id = ?",
			member.id,
		);
		expect(JSON.stringify(stored)).not.toContain(new URL(address).searchParams.get("key"));
		const next = await open();
		expect((await read(address)).status).toBe(404);
		expect((await read(next)).status).toBe(200);
		expect((await member.get<FollowList>("/api/follows")).body.feed).not.toBeNull();
		expect((await member.delete("/api/following/key")).status).toBe(204);
		expect((await read(next)).status).toBe(404);
		expect((await read(`${product.url}/api/following.atom`)).status).toBe(404);
	});

	it("cannot be opened with an API key, which it would outlive", async () => {
		const key = { name: "A program", scopes: ["write"] };
		const made = await member.post<NewApiKey>("/api/keys", key);
		const answer = await product
			.visitor()
			.post("/api/following/key", {}, { authorization: `Bearer ${made.body.key}` });
		expect(answer).toMatchObject({ status: 403, body: { code: "not_allowed" } });
		expect((await member.get<FollowList>("/api/follows")).body.feed).toBeNull();
	});

	it("ends with a new password, and with the account", async () => {
		const [one, other] = [await open(), await aMember(product)];
		await member.patch("/api/me", {
			password: { current: "correct horse battery", next: "another horse battery" },
		});
		expect((await read(one)).status).toBe(404);
		const { address } = (await other.post<{ address: string }>("/api/following/key")).body;
		expect((await read(address)).status).toBe(200);
		await other.delete("/api/me", { password: "correct horse battery" });
		expect((await read(address)).status).toBe(404);
	});
});

it("exports what a member follows, without secrets", async () => {
	const { channel_id } = await aMovingVerdict("A talk");
	await member.put(`/api/follows/channel/${channel_id}`);
	await member.post("/api/following/key");
	const { follows, following: own } = (await member.get<AccountExport>("/api/me/export")).body;
	expect(follows).toMatchObject([{ kind: "channel", subject: channel_id }]);
	expect(Object.keys(own ?? {}).toSorted()).toEqual([
		"feed_key_created_at",
		"seen_at",
		"told_until",
	]);
});
