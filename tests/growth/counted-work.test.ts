import { describe, expect, it } from "vitest";
import { countWork } from "./counted-work.ts";

const words = (count: number) => "a ".repeat(count);

/** How many times more work a text takes than a quarter of it. */
const growthOf = (read: (text: string) => unknown) =>
	countWork(() => read(words(2_000))) / countWork(() => read(words(500)));

describe("countWork", () => {
	it.each<[string, (text: string) => unknown]>([
		[
			"a nested loop",
			(text) => {
				let marks = 0;
				for (const one of text) for (const two of text) marks += +(one < two);
				return marks;
			},
		],
		["a search from each position", (text) => [...text].map((_, at) => text.indexOf("b", at))],
		[
			"a regular expression from each position",
			(text) => [...text].map((_, at) => /b/.exec(text.slice(at))),
		],
		[
			"a list copied for each word",
			(text) => text.split(" ").reduce<string[]>((all, it) => all.concat(it), []),
		],
	])("grows quadratically with the length of the text for %s", (_, read) => {
		expect(growthOf(read)).toBeGreaterThan(12);
	});

	it.each<[string, (text: string) => unknown]>([
		["a loop", (text) => [...text].map((it) => it < "b")],
		["a search", (text) => text.includes("b")],
		["a regular expression", (text) => text.replace(/a /g, "b")],
		["slices of a list", (text) => text.split(" ").map((_, at, all) => all.slice(at, at + 2))],
	])("grows linearly with the length of the text for %s", (_, read) => {
		expect(growthOf(read)).toBeLessThan(6);
	});
});
