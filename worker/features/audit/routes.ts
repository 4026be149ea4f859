import { AuditLog } from "#contract/audit.ts";
import { endpoint } from "#http/endpoint.ts";
import { BAD_CURSOR, badCursor, cursorQuery, json, linkNextPage } from "#http/operation.ts";
import { listAdminDecisions } from "./queries.ts";

const PAGE_SIZE = 50;

/** The audit log of admins' decisions. Entries are never changed or deleted. */
export const auditEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/admin/audit",
		id: "getAuditLog",
		summary: "What admins decided, when and why",
		access: "admin",
		query: cursorQuery,
		answers: { 200: json("Newest first.", AuditLog) },
		problems: { 400: BAD_CURSOR },
		handle: async ({ db }, { c, query: { cursor = null } }) => {
			const page = await listAdminDecisions(db.near, { cursor, limit: PAGE_SIZE });
			if (page === "bad_cursor") throw badCursor();
			linkNextPage(c, page);
			return page;
		},
	}),
];
