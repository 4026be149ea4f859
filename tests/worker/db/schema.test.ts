import { readdirSync } from "node:fs";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, expect, it } from "vitest";
import { describeOnBothDatabases, NOT_OURS, type TestDb } from "#tests/support/world/databases.ts";

const SCHEMA = new URL("../../../worker/db/tables/", import.meta.url);

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
	const { name, columns, primaryKeys, indexes, foreignKeys } = getTableConfig(table);
	const composite = primaryKeys.flatMap((key) => key.columns);
	return {
		name,
		columns: columns.map((column) => ({
			name: column.name,
			type: column.getSQLType(),
			required: column.notNull,
			key: column.primary || composite.includes(column),
		})),
		indexes: indexes
			.map(({ config }) => ({
				name: config.name,
				unique: config.unique,
				partial: config.where !== undefined,
				columns: config.columns.map((column) => ("name" in column ? column.name : "expression")),
			}))
			.sort(byName),
		references: foreignKeys
			.map((key) => {
				const { columns, foreignTable, foreignColumns } = key.reference();
				return {
					name: columns.map((column) => column.name).join(),
					to: getTableConfig(foreignTable).name,
					column: foreignColumns.map((column) => column.name).join(),
					on_delete: key.onDelete,
				};
			})
			.sort(byName),
	};
}

async function storedTables(database: TestDb) {
	const tables = await database.rows("select name from sqlite_master where type = 'table'");
	const names = tables.map((table) => String(table.name)).filter((name) => !NOT_OURS.test(name));
	return (await Promise.all(names.map((name) => stored(database, name)))).sort(byName);
}

async function stored(database: TestDb, name: string) {
	const columns = await database.rows(`pragma table_info(${name})`);
	const indexes = await database.rows(`pragma index_list(${name})`);
	const keys = await database.rows(`pragma foreign_key_list(${name})`);
	return {
		name,
		columns: columns.map((column) => ({
			name: column.name,
			type: String(column.type).toLowerCase(),
			required: column.notnull === 1,
			key: Number(column.pk) > 0,
		})),
		indexes: (
			await Promise.all(
				indexes
					.filter((index) => index.origin === "c")
					.map(async (index) => ({
						name: String(index.name),
						unique: index.unique === 1,
						partial: index.partial === 1,
						columns: (
							await database.rows(`pragma index_info(${index.name})`)
						).map((column) => column.name),
					})),
			)
		).sort(byName),
		references: keys
			.map((key) => ({
				name: String(key.from),
				to: key.table,
				column: key.to,
				on_delete: String(key.on_delete).toLowerCase(),
			}))
			.sort(byName),
	};
}

function byName(a: { name: string }, b: { name: string }): number {
	return a.name < b.name ? -1 : 1;
}

describeOnBothDatabases("migrated database", (database) => {
	let tables: Awaited<ReturnType<typeof storedTables>>;
	beforeAll(async () => {
		tables = await storedTables(database());
	});

	it("has the tables, columns, indexes and references declared in the schema", async () => {
		const declaredOnes = await declaredTables();
		expect(declaredOnes.length).toBeGreaterThan(20);
		const isTable = (table: { name: string }) => table.name !== "search_index";
		expect(tables.filter(isTable)).toEqual(declaredOnes.filter(isTable));
	});

	it("has the full-text index declared in the schema", async () => {
		const [index] = tables.filter((table) => table.name === "search_index");
		const [declaredIndex] = (await declaredTables()).filter(
			(table) => table.name === "search_index",
		);
		const names = (columns?: { name: unknown }[]) => columns?.map((column) => column.name);
		expect(["rowid", ...(names(index?.columns) ?? [])]).toEqual(names(declaredIndex?.columns));
	});

	it("is not changed by running the migrations again", async () => {
		const before = await database().rows("select * from d1_migrations");
		expect(before.length).toBeGreaterThan(0);
		expect(await database().migrate()).toEqual([]);
		expect(await database().rows("select * from d1_migrations")).toEqual(before);
		expect(await storedTables(database())).toEqual(tables);
	});

	it("keeps the migrations table in wrangler's format", async () => {
		const columns = await database().rows("pragma table_info(d1_migrations)");
		expect(columns.map((column) => column.name)).toEqual(["id", "name", "applied_at"]);
	});
});
