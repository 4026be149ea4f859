import { expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

/** One statement by three models without sources, found in one window. */
const CALLS_A_VIDEO = 1 + 3;
/** Three analyses of one statement with sources by the estimate: the least share. */
const SHARE = 3 * (5 + 1 + 1 + 1 + 3 * 2);
/** So that others than this machine may use the site. */
const PUBLIC = { APP_ORIGIN: "https://checks.example" };

const product = opened(() =>
	startProduct({ MAX_STATEMENTS: "1", LIMIT_PROVIDER_CALLS: "200", ...PUBLIC }),
);

async function useUp(member: Client): Promise<void> {
	for (let taken = 0; taken + CALLS_A_VIDEO <= SHARE; taken += CALLS_A_VIDEO)
		expect((await runToEnd(member, product.newVideo())).ending.event).toBe("completed");
}

it("a member's share of the day ends, says so, and leaves the day to others", async () => {
	const member = await product.member();
	await useUp(member);
	for (const path of ["/api/analyze", "/api/v1/analyze"]) {
		const answer = await member.post<Problem>(path, { url: watchUrl(product.newVideo()) });
		expect(answer.status).toBe(429);
		expect(answer.body).toMatchObject({
			code: "member_share_spent",
			detail: expect.stringMatching(/one member may use .* begins again at 00:00 UTC/),
		});
		expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
	}
	const other = await product.member();
	expect((await runToEnd(other, product.newVideo())).ending.event).toBe("completed");

	// A site that only this machine can reach has its one user.
	await product.restart({ MAX_STATEMENTS: "1", LIMIT_PROVIDER_CALLS: "200" });
	expect((await runToEnd(member, product.newVideo())).ending.event).toBe("completed");
});
