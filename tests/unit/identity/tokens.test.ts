import { expect, it } from "vitest";
import { newId } from "#identity/tokens.ts";

it("an id never begins with a dash, which spreadsheets and shells would interpret", () => {
	const ids = Array.from({ length: 5_000 }, newId);
	expect(ids.filter((id) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{19}$/.test(id))).toEqual([]);
	expect(new Set(ids).size).toBe(ids.length);
});
