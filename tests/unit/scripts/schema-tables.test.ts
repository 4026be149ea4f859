import { describe, expect, it } from "vitest";
import { splitStatements } from "#scripts/data/migrations.ts";
import { missingTables, tablesAfter } from "#scripts/data/schema.ts";

const migration = (name: string, text: string) => ({
	name,
	statements: splitStatements(text),
});
const FIRST = migration(
	"1",
	"CREATE TABLE votes (id); CREATE TABLE IF NOT EXISTS `a_list` (id); CREATE VIRTUAL TABLE words USING fts5 (x); CREATE INDEX by_id ON votes (id);",
);
const SECOND = migration(
	"2",
	'CREATE TABLE new_votes (id); DROP TABLE votes; ALTER TABLE new_votes RENAME TO votes; ALTER TABLE votes RENAME COLUMN id TO key; DROP TABLE "a_list";',
);

describe("tablesAfter", () => {
	it("follows tables that are created, renamed and dropped", () => {
		expect([...tablesAfter([FIRST])]).toEqual(["votes", "a_list", "words"]);
		expect([...tablesAfter([FIRST, SECOND])].sort()).toEqual(["votes", "words"]);
	});
});

describe("missingTables", () => {
	it("names what the applied migrations made and the database lacks", () => {
		const all = [FIRST, SECOND];
		expect(missingTables(all, ["1"], ["votes", "a_list", "words"])).toBeNull();
		expect(missingTables(all, ["1", "2"], ["votes", "words"])).toBeNull();
		expect(missingTables(all, ["1", "2"], [])).toBe("has lost the tables votes, words");
		expect(missingTables(all, [], [])).toBeNull();
	});
});
