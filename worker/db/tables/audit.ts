import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#contract/audit.ts";

/**
 * The decisions of admins; rows are only added. An entry outlives its admin's account and its
 * subject, so neither is a foreign key.
 */
export const adminDecisions = sqliteTable("admin_decisions", {
	id: text().primaryKey(),
	decided_at: text().notNull(),
	admin_id: text().notNull(),
	action: text().$type<AuditAction>().notNull(),
	subject_id: text().notNull(),
	/** The subject's name at the time of the decision. */
	subject_label: text().notNull(),
	reason: text(),
});
