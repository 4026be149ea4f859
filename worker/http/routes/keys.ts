import { Hono } from "hono";
import { KeyRequest } from "#contract/me.ts";
import { Refusal } from "#domain/refusal.ts";
import { createKey } from "#use-cases/create-key.ts";
import type { AppEnv } from "../app-env.ts";
import { readJson } from "../read-json.ts";
import { requireSession } from "../require-session.ts";

const MAX_BODY_BYTES = 4 * 1024;

/** The member's API keys. A key cannot manage keys. */
export const keys = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { user } = requireSession(c);
		return c.json({ keys: await c.get("deps").keys.list(user.id) });
	})
	.post("/", async (c) => {
		const { user, session_hash } = requireSession(c);
		const { name } = await readJson(c, KeyRequest, MAX_BODY_BYTES);
		const key = await createKey(c.get("deps").keys, {
			member_id: user.id,
			session_hash,
			name,
		});
		return c.json(key, 201);
	})
	.delete("/:id", async (c) => {
		const { user } = requireSession(c);
		if (!(await c.get("deps").keys.remove(user.id, c.req.param("id"))))
			throw unknownKey();
		return c.body(null, 204);
	});

function unknownKey(): Refusal {
	return new Refusal({
		status: 404,
		code: "key_not_found",
		title: "API key not found",
		detail: "You have no such API key.",
	});
}
