import { Hono } from "hono";
import type { SessionInfo } from "#contract/me.ts";
import { Refusal } from "#domain/refusal.ts";
import type { AppEnv } from "../app-env.ts";
import { requireSession } from "../require-session.ts";
import { clearSessionCookie } from "../session-cookie.ts";

/** Where the member is signed in. A session's id opens nothing. */
export const mySessions = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { user, session_hash } = requireSession(c);
		const open = await c.get("deps").me.sessions(user.id);
		const sessions: SessionInfo[] = open.map((session) => ({
			...session,
			current: session.id === session_hash,
		}));
		return c.json({ sessions });
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
