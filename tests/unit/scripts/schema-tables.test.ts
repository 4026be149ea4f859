import { describe, expect, it } from "vitest";
import { splitStatements } from "#scripts/data/migrations.ts";
import { missingTables, readSchema, refuseOldSchema } from "#scripts/data/schema.ts";
import { StartError } from "#scripts/server/process.ts";

const MIGRATIONS = [
	{
		name: "0001_first.sql",
		statements: splitStatements(
			"CREATE TABLE votes (id); CREATE VIRTUAL TABLE words USING fts5 (x); CREATE INDEX by_id ON votes (id);",
		),
	},
	{ name: "0002_second.sql", statements: splitStatements("CREATE TABLE members (id);") },
];
const NAMES = MIGRATIONS.map(({ name }) => name);

describe("readSchema", () => {
	it("reads the applied migrations if there is a table of them", async () => {
		const list = (tables: string[]) => async (query: string) =>
			query.includes("sqlite_schema") ? tables : NAMES;
		expect(await readSchema(list(["votes"]))).toEqual({ tables: ["votes"], applied: [] });
		const tables = ["votes", "d1_migrations"];
		expect(await readSchema(list(tables))).toEqual({ tables, applied: NAMES });
	});
});

describe("missingTables", () => {
	it("names what the applied migrations made and the database lacks", () => {
		const missing = (applied: string[], tables: string[]) =>
			missingTables(MIGRATIONS, { applied, tables });
		expect(missing(NAMES, ["votes", "words", "members"])).toBeNull();
		expect(missing(["0001_first.sql"], ["votes", "words"])).toBeNull();
		expect(missing(NAMES, ["votes"])).toBe("has lost the tables members, words");
		expect(missing([], [])).toBeNull();
	});
});

describe("refuseOldSchema", () => {
	const refuse = (applied: string[]) =>
		refuseOldSchema("The data in /data", applied, MIGRATIONS, "move it away");

	it("accepts an empty database, this version's, and one that a later version has migrated", () => {
		for (const applied of [[], ["0001_first.sql"], NAMES, [...NAMES, "0003_later.sql"]])
			expect(() => refuse(applied)).not.toThrow();
	});

	it("refuses another schema and says what to do", () => {
		expect(() => refuse(["0001_create_old.sql", "0002_second.sql"])).toThrow(
			new StartError(
				"The data in /data is from a version before the first release, which this version cannot read. Nothing was changed: move it away.",
			),
		);
	});
});
