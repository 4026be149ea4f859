import { expect, it } from "vitest";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import { rawRequest } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { published, signedIn } from "#tests/support/world/signed-in.ts";

const product = opened(() => startProduct({ LIMIT_VOTES: "3" }));

it("A member's votes are limited per minute, and a 429 response has Retry-After", async () => {
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
		expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
		const wait_s = Number(refused?.headers.get("retry-after"));
		expect(wait_s).toBeGreaterThanOrEqual(1);
		expect(wait_s).toBeLessThanOrEqual(60);
	}
	expect(await other?.put(path, { vote_type: "upvote" })).toMatchObject({
		status: 200,
		body: { upvotes: 2, downvotes: 0 },
	});
});

it("An address is limited to four times a member's votes, with an IPv6 network as one address", async () => {
	const members = await signedIn(product, 6);
	const statement = aStatement();
	await published(product, { statements: [statement] });
	const vote = async (place: number, address: string) => {
		const { status } = await rawRequest(`${product.url}/api/statements/${statement.id}/vote`, {
			method: "PUT",
			headers: {
				"content-type": "application/json",
				cookie: members[place]?.cookie() ?? "",
				"cf-connecting-ip": address,
			},
			body: JSON.stringify({ vote_type: "upvote" }),
		});
		return status;
	};
	const granted: number[] = [];
	for (const place of [0, 1, 2, 3])
		for (const last of [1, 2, 3]) granted.push(await vote(place, `2001:db8:5:5::${place}:${last}`));
	expect(granted).toEqual(granted.map(() => 200));
	expect(await vote(4, "2001:db8:5:5::9")).toBe(429);
	// Votes refused to the address are not charged to the member.
	for (const network of ["2001:db8:5:6::1", "203.0.113.7", "203.0.113.8"])
		expect(await vote(4, network)).toBe(200);
	expect(await vote(4, "203.0.113.9")).toBe(429);
	expect(await vote(5, "203.0.113.9")).toBe(200);
});
