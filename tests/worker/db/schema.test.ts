import { readdirSync } from "node:fs";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, expect, it } from "vitest";
import { describeOnBothDatabases, NOT_OURS, type TestDb } from "#tests/support/world/databases.ts";

const SCHEMA = new URL("../../../worker/db/tables/", import.meta.url);

/** What 1.0.0 still reads and writes. It goes with a later release. */
const OF_THE_VERSION_BEFORE = ["video_fingerprints"];

const TEXT_INDEXES = ["search_index", "statement_index"];

async function declaredTables() {
	const modules = await Promise.all(
		readdirSync(SCHEMA).map((file) => import(new URL(file, SCHEMA).href) as Promise<object>),
	);
	const tables = modules
		.flatMap((module) => Object.values(module) as unknown[])
		.filter((value) => is(value, SQLiteTable));
	return tables.map(declared).sort(byName);
}

function declared(table: SQLiteTable) {
	const { name, columns } = getTableConfig(table);
	return {
		name,
		columns: columns.map((column) => ({
			name: column.name,
			type: column.getSQLType(),
			required: column.notNull,
		})),
	};
}

async function storedTables(database: TestDb) {
	const tables = await database.rows("select name from sqlite_master where type = 'table'");
	const names = tables
		.map((table) => String(table.name))
		.filter((name) => !NOT_OURS.test(name) && !OF_THE_VERSION_BEFORE.includes(name));
	return (await Promise.all(names.map((name) => stored(database, name)))).sort(byName);
}

async function stored(database: TestDb, name: string) {
	const columns = await database.rows(`pragma table_info(${name})`);
	return {
		name,
		columns: columns.map((column) => ({
			name: column.name,
			type: String(column.type).toLowerCase(),
			required: column.notnull === 1,
		})),
	};
}

const everything = (database: TestDb) =>
	database.rows("select name, sql from sqlite_master order by name");

function byName(a: { name: string }, b: { name: string }): number {
	return a.name < b.name ? -1 : 1;
}

describeOnBothDatabases("migrated database", (database) => {
	let tables: Awaited<ReturnType<typeof storedTables>>;
	beforeAll(async () => {
		tables = await storedTables(database());
	});

	it("has the tables and columns that the queries use", async () => {
		const declaredOnes = await declaredTables();
		expect(declaredOnes.length).toBeGreaterThan(20);
		const isTable = ({ name }: { name: string }) => !TEXT_INDEXES.includes(name);
		expect(tables.filter(isTable)).toEqual(declaredOnes.filter(isTable));
	});

	it.each(TEXT_INDEXES)("has the full-text index %s declared in the schema", async (name) => {
		const [index] = tables.filter((table) => table.name === name);
		const [declaredIndex] = (await declaredTables()).filter((table) => table.name === name);
		const names = (columns?: { name: unknown }[]) => columns?.map((column) => column.name);
		expect(["rowid", ...(names(index?.columns) ?? [])]).toEqual(names(declaredIndex?.columns));
	});

	it("is not changed by running the migrations again", async () => {
		const applied = await database().rows("select * from d1_migrations");
		expect(applied.length).toBeGreaterThan(0);
		const before = await everything(database());
		expect(await database().migrate()).toEqual([]);
		expect(await database().rows("select * from d1_migrations")).toEqual(applied);
		expect(await everything(database())).toEqual(before);
	});

	it("keeps the migrations table in wrangler's format", async () => {
		const columns = await database().rows("pragma table_info(d1_migrations)");
		expect(columns.map((column) => column.name)).toEqual(["id", "name", "applied_at"]);
	});
});
