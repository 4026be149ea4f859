import { describe, expect, it } from "vitest";
import { pairStatements } from "#features/statements/pair-statements.ts";
import { seededRandom } from "#tests/support/world/command-line.ts";

const said = { quote_key: "themoonisfar", timestamp: 12 };
const earlier = [{ ...said, id: "old" }];

describe("pairStatements", () => {
	it.each([
		["the words and the cue hold", {}, "old"],
		["the cue was rounded otherwise", { timestamp: 12.4 }, "old"],
		["the cue changed", { timestamp: 15 }, undefined],
		["the words changed", { quote_key: "themoonisnear" }, undefined],
	])("decides where %s", (_, change, id) => {
		expect(pairStatements(earlier, [{ ...said, ...change }])[0]?.id).toBe(id);
	});

	it("gives each earlier statement once, with all that it carries", () => {
		const carried = { ...said, upvotes: 3 };
		expect(pairStatements([carried], [said, said])).toEqual([carried, null]);
	});

	it("pairs every statement with itself when the same ones come again in any order", () => {
		const random = seededRandom(11);
		const live = Array.from({ length: 200 }, (_, index) => ({
			id: `id-${index}`,
			quote_key: `quote${Math.floor(random() * 50)}`,
			timestamp: index * 3,
		}));
		const fresh = [...live].sort(() => random() - 0.5);
		expect(pairStatements(live, fresh).map((it) => it?.id)).toEqual(
			fresh.map((it) => it.id),
		);
	});
});
