import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { NoticeKind, NoticeOutcome } from "#contract/notices.ts";

/** Problems that anyone reports, with the team's answer. */
export const notices = sqliteTable("notices", {
	/** 160 random bits: who has the number reads the notice. */
	number: text().primaryKey(),
	kind: text().$type<NoticeKind>().notNull(),
	/** A path of this site. */
	path: text().notNull(),
	text: text().notNull(),
	/** null without one, and 90 days after the answer. */
	email: text(),
	sent_at: text().notNull(),
	outcome: text().$type<NoticeOutcome>(),
	answer: text(),
	answered_at: text(),
});
