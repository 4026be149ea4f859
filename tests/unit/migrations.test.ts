import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readMigrations, splitStatements } from "#scripts/data/migrations.ts";

const FOLDER = fileURLToPath(new URL("../../migrations", import.meta.url));

describe("splitStatements", () => {
	it("cuts at semicolons, but not inside texts and comments", () => {
		const text = `-- one; two
CREATE TABLE a (x TEXT DEFAULT 'it''s; fine'); /* ; */
INSERT INTO a VALUES ("--;");
;`;
		expect(splitStatements(text)).toEqual([
			"CREATE TABLE a (x TEXT DEFAULT 'it''s; fine')",
			'INSERT INTO a VALUES ("--;")',
		]);
	});

	it("takes a last statement without its semicolon", () => {
		expect(splitStatements("SELECT 1; SELECT 2\n")).toEqual([
			"SELECT 1",
			"SELECT 2",
		]);
	});

	it.each(["CREATE TRIGGER t AFTER", "create temp trigger t AFTER"])(
		"refuses %j",
		(text) => {
			expect(() => splitStatements(`${text} INSERT ON a BEGIN END;`)).toThrow(
				"trigger",
			);
		},
	);
});

describe("the migrations folder", () => {
	const migrations = readMigrations(FOLDER);

	it("is numbered upwards, each file named for what it does", () => {
		expect(migrations.length).toBeGreaterThan(0);
		let last = 0;
		for (const { name } of migrations) {
			expect(name).toMatch(/^\d{4}_[a-z]+(_[a-z]+)+\.sql$/);
			// Two files of one number would have no order; a gap does no harm.
			expect(Number.parseInt(name, 10)).toBeGreaterThan(last);
			last = Number.parseInt(name, 10);
		}
	});

	it("holds simple statements with plain line ends", () => {
		const statements = migrations.flatMap((migration) => migration.statements);
		expect(statements.length).toBeGreaterThan(20);
		for (const statement of statements) {
			expect(statement).not.toContain("\r");
			expect(statement).not.toMatch(/\b(BEGIN|CASE|TRIGGER)\b/i);
		}
	});
});
