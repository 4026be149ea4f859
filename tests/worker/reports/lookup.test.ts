import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { Lookup } from "#contract/lookup.ts";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";

const product = shared(() => shareProduct());

const ask = (path: string) => product.visitor().get(`/api/v1/lookup${path}`);
const hashOf = (id: string) => createHash("sha256").update(id).digest("hex");

it("A lookup by hash prefix returns the score without naming the video", async () => {
	const { video_id } = await published(product, { bs_score: 64 });
	const digits = hashOf(video_id).slice(0, 4);
	for (const prefix of [digits, digits.toUpperCase()]) {
		const answer = await ask(`/${prefix}`);
		expect(answer.status).toBe(200);
		const { results } = Lookup.parse(answer.body);
		expect(results.find(({ id }) => id === video_id)?.bs_score).toBe(64);
		expect(answer.headers.get("access-control-allow-origin")).toBe("*");
		expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
		expect(answer.headers.get("etag")).toBeTruthy();
	}
	const nothing = await ask(`/${"0".repeat(64)}`);
	expect(nothing.body).toEqual({ results: [], truncated: false });
});

it("A lookup by ids returns several scores at once", async () => {
	const runs = [await published(product), await published(product)];
	const ids = runs.map(({ video_id }) => video_id);
	const answer = await ask(`?ids=${ids.join()},AAAAAAAAAAA`);
	const { results } = Lookup.parse(answer.body);
	expect(results.map(({ id }) => id).sort()).toEqual([...ids].sort());
	expect(answer.body).toMatchObject({ invalid_ids: [] });
	const mixed = await ask(`?ids=short,${ids[0]},`);
	expect(mixed.body).toMatchObject({ results: [{ id: ids[0] }], invalid_ids: ["short"] });
	const many = Array(50).fill(ids[0]).join();
	expect((await ask(`?ids=${many}`)).status).toBe(200);
});

it("A lookup includes the statements of a result on request", async () => {
	const later = aStatement({ timestamp: 90, verdict: "refuted", ai_score: 91 });
	const first = aStatement({ timestamp: 12 });
	const { video_id } = await published(product, { statements: [later, first] });
	const prefix = hashOf(video_id).slice(0, 12);
	for (const path of [`?ids=${video_id}&`, `/${prefix}?`]) {
		const { results } = Lookup.parse((await ask(`${path}statements=1`)).body);
		expect(results.map(({ statements }) => statements)).toEqual([
			[first, later].map(({ id, timestamp, verdict, basis, ai_score, lean, content }) => ({
				id,
				timestamp,
				verdict,
				basis,
				ai_score,
				lean,
				content,
			})),
		]);
		for (const plain of [path, `${path}statements=0`])
			expect((await ask(plain)).body).not.toHaveProperty("results.0.statements");
	}
});

it.each([
	["/abcd?statements=yes", "invalid_query"],
	["", "invalid_query"],
	["?ids=", "invalid_query"],
	["?ids=short", "invalid_query"],
	["?ids=,", "invalid_query"],
	[`?ids=${Array(51).fill("AAAAAAAAAAA").join()}`, "invalid_query"],
	["/abc", "bad_prefix"],
	["/xyzw", "bad_prefix"],
	[`/${"a".repeat(65)}`, "bad_prefix"],
])("A lookup by %j is rejected", async (path, code) => {
	expectProblem(await ask(path), 400, code);
});
