import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ServiceTest } from "#contract/services.ts";

/** What each AI provider and source last answered to an admin's test. */
export const serviceTests = sqliteTable(
	"service_tests",
	{
		kind: text().$type<ServiceTest["kind"]>().notNull(),
		id: text().notNull(),
		/** null for a source. */
		model: text(),
		tested_at: text().notNull(),
		ok: integer({ mode: "boolean" }).notNull(),
		message: text().notNull(),
	},
	(table) => [primaryKey({ columns: [table.kind, table.id] })],
);
