import { afterAll, beforeAll, expect, it } from "vitest";
import { type Product, startProduct } from "#tests/support/product.ts";
import { aStatement } from "#tests/support/publications.ts";
import { published, signedIn } from "#tests/support/signed-in.ts";

let product: Product;

beforeAll(async () => {
	product = await startProduct({ LIMIT_VOTES: "3" });
});
afterAll(() => product?.stop());

it("A member votes as often as a minute allows, and is told when to come back", async () => {
	const [member, other] = await signedIn(product, 2);
	const statement = aStatement();
	await published(product, { statements: [statement] });
	const path = `/api/statements/${statement.id}/vote`;
	const statuses: (number | undefined)[] = [];
	for (const vote_type of ["upvote", "downvote", "upvote"])
		statuses.push((await member?.put(path, { vote_type }))?.status);
	expect(statuses).toEqual([200, 200, 200]);
	for (const refused of [
		await member?.put(path, { vote_type: "downvote" }),
		await member?.delete(path),
	]) {
		expect(refused).toMatchObject({
			status: 429,
			body: { code: "too_many_requests" },
		});
		const wait_s = Number(refused?.headers.get("retry-after"));
		expect(wait_s).toBeGreaterThanOrEqual(1);
		expect(wait_s).toBeLessThanOrEqual(60);
	}
	expect(await other?.put(path, { vote_type: "upvote" })).toMatchObject({
		status: 200,
		body: { upvotes: 2, downvotes: 0 },
	});
});
