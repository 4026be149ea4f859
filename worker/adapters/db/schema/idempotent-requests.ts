import {
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
} from "drizzle-orm/sqlite-core";
import { members } from "./members.ts";

/** Requests that carried an Idempotency-Key, each with its first answer. */
export const idempotentRequests = sqliteTable(
	"idempotent_requests",
	{
		member_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		key: text().notNull(),
		request_hash: text().notNull(),
		created_at: text().notNull(),
		/** null while the request is being worked on. */
		status: integer(),
		location: text(),
		body: text(),
	},
	(t) => [
		primaryKey({ columns: [t.member_id, t.key] }),
		index("idempotent_requests_by_age").on(t.created_at),
	],
);
