import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import {
	count,
	isInHalf,
	measureTopics,
	meetsAim,
	share,
	showTopics,
	type Topic,
} from "#tests/eval/pages/topic.ts";
import { TOPICS } from "#tests/eval/pages/topics.ts";

describe("topics measured on public sets", () => {
	it("splits a set in two halves of about the same size, which stay as they are", () => {
		const names = Array.from({ length: 400 }, (_, at) => `page-${at}.html`);
		const dev = names.filter((it) => isInHalf(it, "dev"));
		expect(names.filter((it) => isInHalf(it, "test"))).toEqual(
			names.filter((it) => !dev.includes(it)),
		);
		expect(Math.abs(dev.length - 200)).toBeLessThan(40);
		expect(names.every((it) => isInHalf(it, "all"))).toBe(true);
	});

	it("measures topics whose sets are there, marks missed aims, and names missing sets", async () => {
		const half = [true, false];
		const rows = [
			share({ figure: "right", set: "own", aim: { at_least: 0.8 } }, half),
			count({ figure: "wrong", set: "own", aim: { at_most: 1 } }, half),
		];
		const topic = (name: string, needs: Topic["needs"]): Topic => ({
			name,
			needs,
			measure: async () => rows,
		});
		const absent = { folder: "no-such-set", home: "https://sets.example/" };
		const measured = await measureTopics(
			[topic("one", []), topic("two", [absent])],
			tmpdir(),
			"all",
		);
		expect(rows.map(meetsAim)).toEqual([false, true]);
		expect(
			showTopics(measured)
				.split("\n")
				.map((line) => line.replace(/\s+/g, " ").trim()),
		).toEqual([
			"one",
			"! right 50.0 % of 2 aim ≥ 80.0 % own",
			"wrong 1 of 2 aim ≤ 1 own",
			"",
			"two",
			"not measured: --data has no no-such-set (https://sets.example/)",
			"",
		]);
	});

	it("have different names", () => {
		expect(new Set(TOPICS.map(({ name }) => name)).size).toBe(TOPICS.length);
	});
});
