import { Hono } from "hono";
import type { SessionPage } from "#contract/me.ts";
import { PageQuery } from "#contract/page-query.ts";
import { Refusal } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";
import { badCursor } from "../bad-cursor.ts";
import { linkNextPage } from "../link-next-page.ts";
import { readQuery } from "../read-query.ts";
import { requireSession } from "../require-session.ts";
import { clearSessionCookie } from "../session-cookie.ts";

/** More than anybody has browsers; programs that sign in each time have more. */
const PAGE_SIZE = 50;

/** Where the member is signed in. A session's id opens nothing. */
export const mySessions = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { user, session_hash } = requireSession(c);
		const { cursor = null } = readQuery(c, PageQuery);
		const page = await c.get("deps").me.sessions(user.id, cursor, PAGE_SIZE);
		if (page === "bad_cursor") throw badCursor();
		linkNextPage(c, page);
		const sessions = page.sessions.map((session) => ({
			...session,
			current: session.id === session_hash,
		}));
		return c.json({
			sessions,
			next_cursor: page.next_cursor,
		} satisfies SessionPage);
	})
	.delete("/", async (c) => {
		const { user, session_hash } = requireSession(c);
		await c.get("deps").me.endSessions(user.id, session_hash);
		return c.body(null, 204);
	})
	.delete("/:id", async (c) => {
		const { user, session_hash } = requireSession(c);
		const id = c.req.param("id");
		if (!(await c.get("deps").me.endSession(user.id, id)))
			throw unknownSession();
		if (id === session_hash) clearSessionCookie(c);
		return c.body(null, 204);
	});

function unknownSession(): Refusal {
	return new Refusal({
		status: 404,
		code: "session_not_found",
		title: "Session not found",
		detail: "This session has ended already.",
	});
}
