import { expect, it } from "vitest";
import type { VideoPage } from "#contract/video.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import { instant, someMetadata } from "#tests/support/fixtures/publications.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import type { Answer } from "#tests/support/world/client.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";

const product = shared(() => shareProduct());

const nextOf = ({ headers }: Answer) =>
	/^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1] ?? null;

it("A channel's results can be read page by page through the Link header", async () => {
	const channel_id = freshChannelId();
	const metadata = someMetadata({ channel_id });
	const ids: string[] = [];
	for (let n = 0; n < 5; n += 1) {
		const ended_at = instant(n);
		const run = await published(product, { metadata, ended_at });
		ids.unshift(run.video_id);
	}
	await published(product);
	const visitor = product.visitor();
	const seen: string[] = [];
	let path: string | null = `/api/videos?channel_id=${channel_id}&limit=2`;
	for (let pages = 0; path !== null; pages += 1) {
		expect(pages).toBeLessThan(3);
		const answer: Answer<VideoPage> = await visitor.get<VideoPage>(path);
		expect(answer.status).toBe(200);
		seen.push(...answer.body.videos.map(({ id }) => id));
		path = nextOf(answer);
		expect(path !== null).toBe(answer.body.next_cursor !== null);
	}
	expect(seen).toEqual(ids);
});

it.each([
	["limit=0", "invalid_query"],
	["limit=51", "invalid_query"],
	["limit=ten", "invalid_query"],
	["channel_id=harbour", "invalid_query"],
	["cursor=none", "bad_cursor"],
])("A list with the query %s is rejected", async (query, code) => {
	expectProblem(await product.visitor().get(`/api/videos?${query}`), 400, code);
});

it("A member's lists have no Link header on their last page", async () => {
	const member = await product.member();
	for (const path of ["/api/claims", "/api/me/activity", "/api/me/sessions"]) {
		const answer = await member.get<{ next_cursor: string | null }>(path);
		expect(answer.body.next_cursor).toBeNull();
		expect(nextOf(answer)).toBeNull();
		const { status } = await member.get(`${path}?cursor=none`);
		expect(status).toBe(400);
	}
});
