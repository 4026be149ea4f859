import { Hono } from "hono";
import { AuditLog } from "#contract/audit.ts";
import type { AppEnv } from "#http/app-env.ts";
import { badCursor, linkNextPage, PageQuery } from "#http/lists.ts";
import { BAD_CURSOR, cursorQuery, json, type Operations } from "#http/operation.ts";
import { readQuery } from "#http/query.ts";
import { requireAdmin } from "#identity/require.ts";
import { listAdminDecisions } from "./queries.ts";

const PAGE_SIZE = 50;

/** The audit log of admins' decisions. Entries are never changed or deleted. */
export const adminAudit = new Hono<AppEnv>().get("/", async (c) => {
	requireAdmin(c);
	const { cursor = null } = readQuery(c, PageQuery);
	const page = await listAdminDecisions(c.get("context").db.near, {
		cursor,
		limit: PAGE_SIZE,
	});
	if (page === "bad_cursor") throw badCursor();
	linkNextPage(c, page);
	return c.json(page satisfies AuditLog);
});

/** The audit log in the API description. */
export const auditOperations = (): Operations => ({
	"GET /api/admin/audit": {
		id: "getAuditLog",
		summary: "What admins decided, when and why",
		access: "admin",
		query: cursorQuery,
		answers: { 200: json("Newest first.", AuditLog) },
		problems: { 400: BAD_CURSOR },
	},
});
