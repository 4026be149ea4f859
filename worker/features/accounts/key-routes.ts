import { Hono } from "hono";
import type { MemberId } from "#contract/ids.ts";
import { KeyRequest, type NewApiKey } from "#contract/me.ts";
import type { AppEnv } from "#http/app-env.ts";
import { readJson } from "#http/body.ts";
import { ProblemError } from "#http/problems.ts";
import { requireSession } from "#identity/require.ts";

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

function unknownKey(): ProblemError {
	return new ProblemError({
		status: 404,
		code: "key_not_found",
		title: "API key not found",
		detail: "You have no such API key.",
	});
}

/** Enough for every program somebody runs; more are forgotten ones. */
const MAX_KEYS = 10;

/** The member, in the session that asks for the key. */
type KeyOwner = { member_id: MemberId; session_hash: string };

export type Keys = {
	/** Stores a new key's hash; null where the member has `limit` already. */
	create(
		owner: KeyOwner,
		name: string,
		limit: number,
	): Promise<NewApiKey | null>;
};

/** The key is in this answer and nowhere else. */
async function createKey(
	keys: Keys,
	{ name, ...owner }: KeyOwner & { name: string },
): Promise<NewApiKey> {
	const key = await keys.create(owner, name, MAX_KEYS);
	if (!key)
		throw new ProblemError({
			status: 409,
			code: "too_many_keys",
			title: "Too many keys",
			detail: `You have ${MAX_KEYS} API keys. Please delete one first.`,
		});
	return key;
}
