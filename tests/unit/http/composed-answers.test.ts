import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { AppEnv } from "#http/app-env.ts";
import { answerJson, findComposed, keepComposed } from "#http/caching.ts";

function counting(revision: string | null) {
	let read = 0;
	const app = new Hono<AppEnv>().get("/:path", (c) =>
		answerJson(c, revision, () => {
			read += 1;
			return { revision };
		}),
	);
	return { ask: (path: string) => app.request(path), read: () => read };
}

describe("composed answers", () => {
	it("are composed once for each revision of each address", async () => {
		const [first, second] = [counting("v1_a"), counting("v1_b")];
		const answers = [await first.ask("/a"), await first.ask("/a"), await second.ask("/a")];
		expect(await Promise.all(answers.map((it) => it.json()))).toEqual([
			{ revision: "v1_a" },
			{ revision: "v1_a" },
			{ revision: "v1_b" },
		]);
		const [etag, again, later] = answers.map(({ headers }) => headers.get("etag"));
		expect(etag).toMatch(/^"v1_a_\w+"$/);
		expect(again).toBe(etag);
		expect(later).not.toBe(etag);
		await first.ask("/b");
		expect([first.read(), second.read()]).toEqual([2, 1]);
	});

	it("are composed for each request while their data changes", async () => {
		const running = counting(null);
		for (const path of ["/c", "/c"])
			expect((await running.ask(path)).headers.has("etag")).toBe(false);
		expect(running.read()).toBe(2);
	});

	it("are found by their ETag alone, in bytes", () => {
		const { body } = keepComposed("/d", '"1"', "é");
		expect([...body]).toEqual([0xc3, 0xa9]);
		expect(findComposed("/d", '"1"')?.body).toBe(body);
		expect(findComposed("/d", '"2"')).toBeNull();
		expect(findComposed("/e", '"1"')).toBeNull();
	});
});
