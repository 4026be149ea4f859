import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { TakedownKind, TakedownReason } from "#contract/takedowns.ts";

/** What admins have taken down, until it is shown again. */
export const takedowns = sqliteTable("takedowns", {
	kind: text().$type<TakedownKind>().notNull(),
	subject_id: text().notNull(),
	/** null for a member. */
	video_id: text(),
	/** Its name for admins. */
	label: text().notNull(),
	reason: text().$type<TakedownReason>().notNull(),
	sentence: text().notNull(),
	hidden_at: text().notNull(),
	hidden_by: text().notNull(),
	/** Of a statement, as are its words: what later analyses are compared with. A page's `content` is its address. */
	claim_key: text(),
	quote: text(),
	quote_key: text(),
	content: text(),
});
