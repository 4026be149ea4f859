import { describe, expect, it } from "vitest";
import { pairStatements } from "#features/statements/pair-statements.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

const said = { quote_key: "themoonisfar", timestamp: 12 };
const earlier = [{ ...said, id: "old" }];

describe("pairStatements", () => {
	it.each([
		["words and time are the same", {}, "old"],
		["the time was rounded differently", { timestamp: 12.4 }, "old"],
		["the time changed", { timestamp: 15 }, undefined],
		["the words changed", { quote_key: "themoonisnear" }, undefined],
	])("pairs by words and time: %s", (_, change, id) => {
		expect(pairStatements(earlier, [{ ...said, ...change }])[0]?.id).toBe(id);
	});

	it("returns each earlier statement at most once, with all its fields", () => {
		const carried = { ...said, upvotes: 3 };
		expect(pairStatements([carried], [said, said])).toEqual([carried, null]);
	});

	it("pairs every statement with itself if the same ones come in another order", () => {
		const random = seededRandom(11);
		const live = Array.from({ length: 200 }, (_, index) => ({
			id: `id-${index}`,
			quote_key: `quote${Math.floor(random() * 50)}`,
			timestamp: index * 3,
		}));
		const fresh = [...live].sort(() => random() - 0.5);
		expect(pairStatements(live, fresh).map((it) => it?.id)).toEqual(fresh.map((it) => it.id));
	});
});
