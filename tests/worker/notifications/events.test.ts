import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Notification, NotificationNews, Notifications } from "#contract/notifications.ts";
import { type Client, type EventReader, watchUrl } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { type SignedIn, signedIn } from "#tests/support/world/signed-in.ts";
import {
	elsewhere,
	listenAs,
	listOf,
	NOTIFICATIONS,
	notified,
	publishedUntold,
} from "#tests/support/world/viewers.ts";

let product: Product;
let member: SignedIn;
let other: SignedIn;
const streams: EventReader[] = [];

beforeAll(async () => {
	// Without the minute's sweep, only the run itself can deliver notifications.
	product = await startProduct({}, { clock: false });
});
afterAll(async () => {
	for (const stream of streams) stream.close();
	await product?.stop();
});
beforeEach(async () => {
	product.ai.reset();
	product.youtube.reset();
	const [one, two] = await signedIn(product, 2);
	if (!one || !two) throw new Error("There are too few members");
	[member, other] = [one, two];
});

async function listen(client: Client): Promise<EventReader> {
	const stream = await listenAs(product, client);
	streams.push(stream);
	return stream;
}

describe("notification of a finished analysis", () => {
	it("is listed and pushed to every open stream of the member", async () => {
		const id = product.newVideo();
		const device = await elsewhere(product, member);
		const stream = await listen(device);
		const stranger = await listen(other);
		for (const open of [stream, stranger]) await open.until(({ event }) => event === "snapshot");
		await member.analyze(watchUrl(id));
		const watching = await product.visitor().events(id);
		await watching.until(({ event }) => event === "completed");
		const { data } = await stream.until(({ event }) => event === "notification");

		const { video } = await member.report(id);
		const { unread, ...notification } = data as NotificationNews;
		expect(unread).toBe(1);
		expect(notification).toMatchObject({
			type: "new_analysis",
			title: "Analysis complete",
			read: false,
			data: { path: `/results/${id}`, bs_score: video.bs_score },
		});
		expect(notification.message).toContain(video.title);
		expect(notification.message).toContain(`${video.bs_score} out of 100`);
		expect(notification.message).not.toMatch(/\bfalse\b/i);
		expect(await listOf(member)).toEqual({ notifications: [notification], unread: 1 });
		expect(await listOf(other)).toEqual({ notifications: [], unread: 0 });
		expect(stranger.events.map(({ event }) => event)).toEqual(["snapshot"]);
	});

	it("reports a failure and its reason", async () => {
		const id = product.newVideo();
		product.ai.behave("all", { fault: { status: 401 } });
		const stream = await listen(member);
		await member.analyze(watchUrl(id));
		const { data } = await stream.until(({ event }) => event === "notification");
		const { video } = await member.report(id);
		expect(video.analysis_status).toBe("failed");
		expect(data).toMatchObject({
			type: "new_analysis",
			title: "Analysis failed",
			data: { path: `/results/${id}`, status: "failed" },
		});
		expect((data as Notification).message).toContain(video.error?.detail);
	});

	it("is delivered exactly once by the next sweep if the server died after publishing", async () => {
		const run = await publishedUntold(product, member);
		expect((await listOf(member)).unread).toBe(0);
		const stream = await listen(member);
		await stream.until(({ event }) => event === "snapshot");
		await Promise.all([product.server.runScheduled(), product.server.runScheduled()]);
		await product.server.runScheduled();
		await stream.until(({ event }) => event === "notification");
		const { notifications } = await listOf(member);
		expect(notifications.map(({ data }) => data.video_id)).toEqual([run.video_id]);
		const told = stream.events.filter(({ event }) => event === "notification");
		expect(told).toHaveLength(1);
	});
});

describe("GET /api/notifications/events", () => {
	it("starts with a snapshot of the list, also after a reconnection", async () => {
		await notified(product, member, 2);
		const stream = await listen(member);
		const first = await stream.until(() => true);
		expect(stream.status).toBe(200);
		expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/);
		expect(stream.headers.get("cache-control")).toContain("no-store");
		expect(stream.retry_ms).toBe(2_000);
		expect(first.event).toBe("snapshot");
		const now = await listOf(member);
		expect(first.data).toEqual(now);
		expect(first.id).toBe(now.notifications[0]?.id);

		stream.close();
		await notified(product, member, 1);
		const again = await listenAs(product, member, first.id);
		streams.push(again);
		const { event, data } = await again.until(() => true);
		expect(event).toBe("snapshot");
		expect(data).toEqual(await listOf(member));
	});

	it("pushes the unread count when another session marks a notification read", async () => {
		const [newest] = await notified(product, member, 2);
		const stream = await listen(await elsewhere(product, member));
		await stream.until(({ event }) => event === "snapshot");
		await member.post(`${NOTIFICATIONS}/read`, { ids: [newest?.id] });
		const { data } = await stream.until((it) => (it.data as Notifications).unread === 1);
		expect(data).toEqual(await listOf(member));
	});

	it("accepts an API key", async () => {
		const answer = await member.post<{ key: string }>("/api/keys", { name: "A program" });
		const aborter = new AbortController();
		const response = await fetch(`${product.url}${NOTIFICATIONS}/events`, {
			headers: { authorization: `Bearer ${answer.body.key}` },
			signal: aborter.signal,
		});
		expect(response.status).toBe(200);
		aborter.abort();
	});

	it("returns 429 to a member with 20 open streams, but not to others", async () => {
		for (let n = 0; n < 20; n += 1) expect((await listen(member)).status).toBe(200);
		const refused = await member.get(`${NOTIFICATIONS}/events`);
		expect(refused.status).toBe(429);
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		expect((await listen(other)).status).toBe(200);
	});
});
