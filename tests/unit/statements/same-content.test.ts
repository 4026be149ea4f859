import { describe, expect, it } from "vitest";
import { comparable, sameContent } from "#features/statements/same-content.ts";

function same(a: string, b: string): boolean {
	const there = sameContent(comparable(a), comparable(b));
	expect(sameContent(comparable(b), comparable(a))).toBe(there);
	return there;
}

describe("sameContent", () => {
	it.each([
		["The Moon orbits the Earth.", "the moon orbits the earth"],
		["The Moon slowly orbits the Earth once a month", "The Moon orbits the Earth once a month"],
		[
			"Coffee was first drunk in Yemen, not in Brazil",
			"Coffee was first drunk in Yemen not Brazil",
		],
		["地球绕着太阳转一圈需要一年", "地球绕着太阳转一圈需要一年时间"],
		["الأرض تدور حول الشمس في سنة", "الأرض تدور حول الشمس في سنة."],
	])("is true for %j and %j", (a, b) => {
		expect(same(a, b)).toBe(true);
	});

	it.each([
		[
			"another number",
			"The tower is 324 metres tall in all",
			"The tower is 330 metres tall in all",
		],
		[
			"another decimal",
			"The bar is too short by 0.2 millimetres",
			"The bar is too short by 0.3 millimetres",
		],
		[
			"another currency",
			"A ticket for the tower costs $30 in all",
			"A ticket for the tower costs €30 in all",
		],
		[
			"another unit of time",
			"Light needs about eight minutes to come to us",
			"Light needs about eight seconds to come to us",
		],
		[
			"a percent sign",
			"About 14% of the people in the city smoke",
			"About 14 of the people in the city smoke",
		],
		[
			"a minus sign",
			"It was -5 degrees in the city that day",
			"It was 5 degrees in the city that day",
		],
		[
			"a negation",
			"The tower on the hill is the tallest of all",
			"The tower on the hill is not the tallest of all",
		],
		[
			"a contraction",
			"A bat in the dark can see quite well",
			"A bat in the dark can't see quite well",
		],
		[
			"another direction",
			"The new study found that coffee increases the risk of it",
			"The new study found that coffee decreases the risk of it",
		],
		["another word order", "dogs are smarter than cats", "cats are smarter than dogs"],
		["another subject", "Mars has two small moons", "Pluto has five known moons"],
		["a Chinese negation", "地球绕着太阳转一圈需要一年", "地球不绕着太阳转一圈需要一年"],
		["only punctuation", "…", "!"],
	])("is false for %s", (_, a, b) => {
		expect(same(a, b)).toBe(false);
	});
});
