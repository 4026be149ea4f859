import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readMigrations, splitStatements } from "#scripts/data/migrations.ts";

const FOLDER = fileURLToPath(new URL("../../../migrations", import.meta.url));

describe("splitStatements", () => {
	it("splits at semicolons, but not inside strings and comments", () => {
		const text = `-- one; two
CREATE TABLE a (x TEXT DEFAULT 'it''s; fine'); /* ; */
INSERT INTO a VALUES ("--;");
;`;
		expect(splitStatements(text)).toEqual([
			"CREATE TABLE a (x TEXT DEFAULT 'it''s; fine')",
			'INSERT INTO a VALUES ("--;")',
		]);
	});

	it("accepts a last statement without a semicolon", () => {
		expect(splitStatements("SELECT 1; SELECT 2\n")).toEqual(["SELECT 1", "SELECT 2"]);
	});

	it.each(["CREATE TRIGGER t AFTER", "create temp trigger t AFTER"])("refuses %j", (text) => {
		expect(() => splitStatements(`${text} INSERT ON a BEGIN END;`)).toThrow("trigger");
	});
});

describe("migrations folder", () => {
	const migrations = readMigrations(FOLDER);

	it("has ascending numbers and a descriptive name for each file", () => {
		expect(migrations.length).toBeGreaterThan(0);
		let last = 0;
		for (const { name } of migrations) {
			expect(name).toMatch(/^\d{4}_[a-z]+(_[a-z]+)+\.sql$/);
			// Two files with one number would have no order; a gap does no harm.
			expect(Number.parseInt(name, 10)).toBeGreaterThan(last);
			last = Number.parseInt(name, 10);
		}
	});

	it("contains simple statements with Unix line endings", () => {
		const statements = migrations.flatMap((migration) => migration.statements);
		expect(statements.length).toBeGreaterThan(20);
		for (const statement of statements) {
			expect(statement).not.toContain("\r");
			expect(statement).not.toMatch(/\b(BEGIN|CASE|TRIGGER)\b/i);
			// The check for missing tables reads only which tables are created.
			expect(statement).not.toMatch(/^(DROP TABLE|ALTER TABLE \w+ RENAME TO)/i);
		}
	});
});
