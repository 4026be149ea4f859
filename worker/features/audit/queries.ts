import { desc, eq, type SQL, sql } from "drizzle-orm";
import { type AuditAction, AuditEntry, type AuditLog } from "#contract/audit.ts";
import type { MemberId } from "#contract/ids.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { cutPage, decodePlace } from "#db/cursors.ts";
import { adminDecisions } from "#db/tables/audit.ts";
import { members } from "#db/tables/members.ts";
import { newId } from "#identity/tokens.ts";
import { storedText } from "#text/clean.ts";

type AdminDecision = {
	admin_id: MemberId;
	action: AuditAction;
	subject_id: string;
	/** The text itself, or a subquery for it. */
	subject_label: string | SQL;
	reason: string | null;
	decided_at: string;
};

/** For the batch that applies the decision. The entry is added only if `condition` is true. */
export function insertAdminDecision(db: Db, decision: AdminDecision, condition: SQL): DbStatement {
	const { admin_id, action, subject_id, decided_at } = decision;
	const { subject_label, reason } = decision;
	const label =
		typeof subject_label === "string" ? sql`${storedText(subject_label)}` : subject_label;
	return db
		.insert(adminDecisions)
		.select(
			sql`select ${newId()}, ${decided_at}, ${admin_id}, ${action}, ${subject_id}, ${label}, ${reason && storedText(reason)} where ${condition}`,
		);
}

/** One page of the log, newest first. */
export async function listAdminDecisions(
	db: Db,
	{ cursor, limit }: { cursor: string | null; limit: number },
): Promise<AuditLog | "bad_cursor"> {
	const after = cursor === null ? null : decodePlace(cursor);
	if (cursor !== null && after === null) return "bad_cursor";
	const { id, decided_at, admin_id, action } = adminDecisions;
	const { subject_id, subject_label, reason } = adminDecisions;
	const { full_name } = members;
	const rows = await db
		.select({ id, decided_at, admin_id, action, subject_id, subject_label, reason, full_name })
		.from(adminDecisions)
		.leftJoin(members, eq(members.id, admin_id))
		.where(after ? sql`(${decided_at}, ${id}) < (${after.at}, ${after.key})` : undefined)
		.orderBy(desc(decided_at), desc(id))
		.limit(limit + 1);
	const { page, next_cursor } = cutPage(rows, limit, (row) => ({
		at: row.decided_at,
		key: row.id,
	}));
	return {
		entries: page.map((row) =>
			AuditEntry.parse({
				...row,
				admin: { id: row.admin_id, full_name: row.full_name },
				subject: { id: row.subject_id, label: row.subject_label },
			}),
		),
		next_cursor,
	};
}
