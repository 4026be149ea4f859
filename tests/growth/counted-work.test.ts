import { describe, expect, it } from "vitest";
import { countWork } from "#tests/support/world/counted-work.ts";

const words = (count: number) => "a ".repeat(count);

/** How many times the work on a text that on a quarter of it is. */
const growthOf = (read: (text: string) => unknown) =>
	countWork(() => read(words(2_000))) / countWork(() => read(words(500)));

describe("counted work", () => {
	it.each<[string, (text: string) => unknown]>([
		[
			"a loop in a loop",
			(text) => {
				let marks = 0;
				for (const one of text) for (const two of text) marks += +(one < two);
				return marks;
			},
		],
		[
			"a search from each place",
			(text) => [...text].map((_, at) => text.indexOf("b", at)),
		],
		[
			"an expression from each place",
			(text) => [...text].map((_, at) => /b/.exec(text.slice(at))),
		],
		[
			"a list that is copied for each word",
			(text) =>
				text.split(" ").reduce<string[]>((all, it) => all.concat(it), []),
		],
	])("grows with the square of the text in %s", (_, read) => {
		expect(growthOf(read)).toBeGreaterThan(12);
	});

	it.each<[string, (text: string) => unknown]>([
		["a loop", (text) => [...text].map((it) => it < "b")],
		["a search", (text) => text.includes("b")],
		["an expression", (text) => text.replace(/a /g, "b")],
		[
			"parts of a list",
			(text) => text.split(" ").map((_, at, all) => all.slice(at, at + 2)),
		],
	])("grows with the text in %s", (_, read) => {
		expect(growthOf(read)).toBeLessThan(6);
	});
});
