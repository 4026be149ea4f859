import { beforeEach, describe, expect, it } from "vitest";
import type { Notifications } from "#contract/notifications.ts";
import type { Client } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { aMember, type SignedIn, signedIn } from "#tests/support/world/signed-in.ts";
import { listOf, NOTIFICATIONS, notified, publishedUntold } from "#tests/support/world/viewers.ts";

let member: SignedIn;
let other: SignedIn;

const product = opened(() => startProduct());
beforeEach(async () => {
	const [one, two] = await signedIn(product, 2);
	if (!one || !two) throw new Error("There are too few members");
	[member, other] = [one, two];
});

const read = (client: Client, body: unknown) =>
	client.post<Notifications>(`${NOTIFICATIONS}/read`, body);

describe("vote notifications", () => {
	it("are delivered by the sweep to the member who started the analysis", async () => {
		const { statements, video_id } = await publishedUntold(product, member);
		const voter = await aMember(product);
		for (const client of [voter, other, member])
			await client?.put(`/api/statements/${statements[0]?.id}/vote`, { vote_type: "downvote" });
		await product.server.runScheduled();
		const [newest] = (await listOf(member)).notifications;
		expect(newest).toMatchObject({
			type: "vote_update",
			message: "2 new votes on “The harbour”.",
			data: { path: `/results/${video_id}#s-${statements[0]?.id}` },
		});
		expect((await listOf(other)).notifications).toEqual([]);
	});
});

describe("GET /api/notifications", () => {
	it("returns the member's own notifications and is not cached", async () => {
		await notified(product, member, 1);
		const mine = await member.get<Notifications>(NOTIFICATIONS);
		expect(mine.status).toBe(200);
		expect(mine.headers.get("cache-control")).toContain("no-store");
		expect(mine.body.unread).toBe(1);
		expect(await listOf(other)).toEqual({ notifications: [], unread: 0 });
	});

	it("returns the ten newest", async () => {
		const notifications = await notified(product, member, 12);
		expect(notifications).toHaveLength(10);
		const at = notifications.map(({ timestamp }) => timestamp);
		expect(at).toEqual([...at].sort().reverse());
	});

	it("can be marked as read individually or all at once", async () => {
		const [first, second] = await notified(product, member, 3);
		const one = await read(member, { ids: [second?.id] });
		expect(one.status).toBe(200);
		expect(one.headers.get("cache-control")).toContain("no-store");
		expect(one.body.unread).toBe(2);
		expect(one.body).toEqual(await listOf(member));
		expect(one.body.notifications.map((it) => it.read)).toEqual([false, true, false]);
		expect((await read(member, { ids: [first?.id] })).body.unread).toBe(1);
		expect((await read(member, { all: true })).body.unread).toBe(0);
		expect((await read(member, { all: true })).body).toEqual(await listOf(member));
	});

	it("is not affected by another member's requests", async () => {
		const notifications = await notified(product, member, 2);
		const before = await listOf(member);
		const ids = notifications.map(({ id }) => id);
		const answer = await read(other, { ids });
		expect(answer.body).toEqual({ notifications: [], unread: 0 });
		await read(other, { all: true });
		expect(await listOf(member)).toEqual(before);
	});

	it.each([
		["nothing", {}],
		["no ids", { ids: [] }],
		["more ids than there can be", { ids: Array(11).fill("a") }],
		["ids of another kind", { ids: [1] }],
		["half of all", { all: false }],
	])("rejects marking %s as read", async (_, body) => {
		expect((await read(member, body)).status).toBe(400);
	});

	it("tells visitors why they should sign in, whatever they send", async () => {
		const detail = "Please sign in to see your notifications";
		const refused = { status: 401, body: { code: "not_signed_in", detail } };
		expect(await product.visitor().get(NOTIFICATIONS)).toMatchObject(refused);
		expect(await read(product.visitor(), { nonsense: true })).toMatchObject(refused);
	});
});
