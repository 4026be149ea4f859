import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { STREAM_MS } from "#contract/events.ts";
import type { Problem } from "#contract/problem.ts";
import { holdRatingsFrom } from "#tests/support/fixtures/talks.ts";
import { type Client, fromNewAddress, rawRequest, watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const HOUR_S = 3_600;

const product = opened(() => startProduct({ LIMIT_PROVIDER_CALLS: "0" }));

beforeEach(() => product.ai.reset());

function limit(env: Record<string, string>) {
	beforeAll(() =>
		product.restart({ LIMIT_PROVIDER_CALLS: "0", LIMIT_ANALYSES_ADDRESS: "0", ...env }),
	);
}

function expectTooMany(
	answer: { status: number; headers: Headers; body: unknown },
	longest_wait_s: number,
) {
	expect(answer.status).toBe(429);
	expect(answer.headers.get("content-type")).toBe("application/problem+json");
	expect(answer.body).toMatchObject({
		status: 429,
		code: "too_many_requests",
		detail: expect.stringMatching(/\.$/),
	} satisfies Partial<Problem>);
	const wait_s = Number(answer.headers.get("retry-after"));
	expect(wait_s).toBeGreaterThan(0);
	expect(wait_s).toBeLessThanOrEqual(longest_wait_s);
}

async function statusOf(member: Client, id: string, force = false) {
	return (await member.analyze(watchUrl(id), { force })).status;
}

describe("LIMIT_MOMENTS", () => {
	limit({ LIMIT_MOMENTS: "2", LIMIT_ANALYSES: "1" });

	it("returns 429 for a member's next moment, which what is there does not answer", async () => {
		const member = await product.member();
		const id = product.newVideo();
		await runToEnd(member, id, { at: 0 });
		for (const _ of [1, 2, 3])
			expect((await member.analyze(watchUrl(id), { at: 0 })).status).toBe(200);
		await runToEnd(member, product.newVideo(), { at: 0 });
		expectTooMany(await member.analyze(watchUrl(product.newVideo()), { at: 0 }), HOUR_S);
		// They do not count as analyses.
		expect(await statusOf(member, id)).toBe(202);
	});
});

describe("LIMIT_ANALYSES", () => {
	limit({ LIMIT_ANALYSES: "2" });

	it("returns 429 for a member's next start within the hour, but not for other members", async () => {
		const member = await product.member();
		for (const _ of [1, 2]) expect(await statusOf(member, product.newVideo())).toBe(202);
		const id = product.newVideo();
		expectTooMany(await member.analyze(watchUrl(id)), HOUR_S);
		expect(product.youtube.count("player", id)).toBe(0);
		expect(await statusOf(await product.member(), id)).toBe(202);
	});

	it("does not count requests that start nothing", async () => {
		const member = await product.member();
		const known = product.newVideo();
		await runToEnd(await product.member(), known);
		await member.analyze("https://example.com/");
		await member.analyze("");
		for (const _ of [1, 2, 3]) expect(await statusOf(member, known)).toBe(200);
		for (const _ of [1, 2]) expect(await statusOf(member, product.newVideo())).toBe(202);
		expect(await statusOf(member, known)).toBe(200);
	});

	it("lets a member without starts left join a running analysis", async () => {
		const member = await product.member();
		for (const _ of [1, 2]) expect(await statusOf(member, product.newVideo())).toBe(202);
		const id = product.newVideo();
		const goOn = holdRatingsFrom(product.ai, 1);
		expect(await statusOf(await product.member(), id)).toBe(202);
		for (const force of [false, true]) expect(await statusOf(member, id, force)).toBe(202);
		goOn();
	});

	it("charges only one of two members who start the same run at once", async () => {
		const members = await Promise.all([product.member(), product.member()]);
		const id = product.newVideo();
		const goOn = holdRatingsFrom(product.ai, 1);
		for (const member of members) expect(await statusOf(member, product.newVideo())).toBe(202);
		const shared = await Promise.all(members.map((it) => statusOf(it, id)));
		expect(shared).toEqual([202, 202]);
		goOn();
		const more = await Promise.all(members.map((it) => statusOf(it, product.newVideo())));
		expect(more.sort()).toEqual([202, 429]);
	});

	it("counts a run that failed", async () => {
		const member = await product.member();
		const id = product.newVideo({ playability: "private" });
		await runToEnd(member, id);
		await runToEnd(member, id);
		expect(await statusOf(member, id)).toBe(429);
	});
});

describe("LIMIT_FORCE", () => {
	limit({ LIMIT_FORCE: "2", LIMIT_ANALYSES: "4" });

	it("returns 429 for another re-analysis of a video by any member, but not of other videos", async () => {
		const [one, two] = [await product.member(), await product.member()];
		const id = product.newVideo();
		await runToEnd(one, id);
		await runToEnd(one, id, { force: true });
		await runToEnd(two, id, { force: true });
		for (const member of [one, two])
			expectTooMany(await member.analyze(watchUrl(id), { force: true }), HOUR_S);
		expect(await statusOf(two, id)).toBe(200);
		expect((await one.report(id)).video.version).toBe(3);
		const other = product.newVideo();
		await runToEnd(two, other);
		await runToEnd(two, other, { force: true });
	});

	it("does not charge a member for a refused request", async () => {
		const [one, two] = [await product.member(), await product.member()];
		const id = product.newVideo();
		await runToEnd(one, id);
		await runToEnd(one, id, { force: true });
		await runToEnd(one, id, { force: true });
		for (const _ of [1, 2, 3, 4, 5]) expect(await statusOf(two, id, true)).toBe(429);
		expect(await statusOf(two, product.newVideo())).toBe(202);
	});

	it("is not used up by members who have no analyses left", async () => {
		const [one, two] = [await product.member(), await product.member()];
		const id = product.newVideo();
		await runToEnd(one, id);
		for (const _ of [1, 2, 3, 4]) expect(await statusOf(two, product.newVideo())).toBe(202);
		for (const _ of [1, 2, 3]) expect(await statusOf(two, id, true)).toBe(429);
		await runToEnd(one, id, { force: true });
	});

	it("does not count repeats of a failed run", async () => {
		const member = await product.member();
		const id = product.newVideo({ tracks: [], duration: 7 * HOUR_S });
		for (const _ of [1, 2, 3, 4]) await runToEnd(member, id, { force: true });
	});
});

describe("LIMIT_SEARCH", () => {
	limit({ LIMIT_SEARCH: "3" });

	function search(headers: Record<string, string>, query = "lighthouse") {
		return rawRequest(`${product.url}/api/search?q=${query}`, { headers });
	}

	it("returns 429 for an address's next search within the minute, but not for other addresses", async () => {
		const headers = fromNewAddress();
		for (const _ of [1, 2, 3]) expect((await search(headers)).status).toBe(200);
		expectTooMany(await search(headers), 60);
		expect((await search(fromNewAddress())).status).toBe(200);
	});

	it("does not count empty searches", async () => {
		const headers = fromNewAddress();
		for (const _ of [1, 2, 3, 4]) expect((await search(headers, "%20")).status).toBe(200);
		expect((await search(headers)).status).toBe(200);
	});
});

describe("LIMIT_STREAMS", () => {
	limit({ LIMIT_STREAMS: "3", LIMIT_ANALYSES: "0" });

	it("limits the streams of one address across all videos, but not of other addresses", async () => {
		const member = await product.member();
		const goOn = holdRatingsFrom(product.ai, 1);
		const ids = [product.newVideo(), product.newVideo()];
		for (const id of ids) await member.analyze(watchUrl(id));
		const headers = fromNewAddress();
		const aborter = new AbortController();
		const open = (id = "", from = headers) =>
			fetch(`${product.url}/api/videos/${id}/events`, {
				headers: { ...from, connection: "close" },
				signal: aborter.signal,
			});
		for (const id of [ids[0], ids[1], ids[1]]) expect((await open(id)).status).toBe(200);
		const refused = await open(ids[0]);
		expectTooMany(
			{ status: refused.status, headers: refused.headers, body: await refused.json() },
			STREAM_MS / 1_000,
		);
		expect((await open(ids[0], fromNewAddress())).status).toBe(200);
		aborter.abort();
		goOn();
	});
});

describe("limits set to 0", () => {
	limit({ LIMIT_SEARCH: "0" });

	it("are disabled", async () => {
		const member = await product.member();
		const starts = Array.from({ length: 25 }, () =>
			statusOf(member, product.newVideo({ tracks: [], duration: 7 * HOUR_S })),
		);
		expect(new Set(await Promise.all(starts))).toEqual(new Set([202]));
		const id = product.newVideo();
		await runToEnd(member, id);
		for (const _ of [1, 2, 3, 4]) await runToEnd(member, id, { force: true });
		const headers = fromNewAddress();
		const searches = Array.from({ length: 65 }, () =>
			rawRequest(`${product.url}/api/search?q=light`, { headers }),
		);
		const statuses = (await Promise.all(searches)).map(({ status }) => status);
		expect(new Set(statuses)).toEqual(new Set([200]));
	});
});
