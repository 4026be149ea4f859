import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MailFault } from "#contract/deliveries.ts";

/** Emails that could not be delivered, without their recipients. */
export const failedEmails = sqliteTable("failed_emails", {
	id: text().primaryKey(),
	/** null if nobody waits for the email, or may know whether there was one. */
	delivery_hash: text(),
	domain: text().notNull(),
	/** null if the mail server was away before there was an email. */
	subject: text(),
	fault: text().$type<MailFault>().notNull(),
	reply: text().notNull(),
	failed_at: text().notNull(),
});
