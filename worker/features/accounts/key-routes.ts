import { Hono } from "hono";
import type { MemberId } from "#contract/ids.ts";
import { KeyRequest, type NewApiKey } from "#contract/me.ts";
import type { AppEnv } from "#http/app-env.ts";
import { readJson } from "#http/body.ts";
import { ProblemError } from "#http/problems.ts";
import { createKey, deleteKey, listKeys } from "#identity/api-keys.ts";
import { readCaller } from "#identity/caller.ts";
import { requireSession } from "#identity/require.ts";
import { hashToken, newId, newToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { keyCreatedMail, sendNotice } from "./mail/security-notices.ts";

const MAX_BODY_BYTES = 4 * 1024;

/** The member's API keys. A key cannot manage keys. */
export const keys = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { user } = requireSession(c);
		const { db } = c.get("context");
		return c.json({ keys: await listKeys(db.near, user.id) });
	})
	.post("/", async (c) => {
		const { user, session_hash } = requireSession(c);
		const { name } = await readJson(c, KeyRequest, MAX_BODY_BYTES);
		const key = await issueKey(c.get("context"), {
			member_id: user.id,
			session_hash,
			name,
		});
		const caller = readCaller(c);
		caller.later(() =>
			sendNotice(c.get("context"), user, keyCreatedMail(caller, name)),
		);
		return c.json(key, 201);
	})
	.delete("/:id", async (c) => {
		const { user } = requireSession(c);
		const { db } = c.get("context");
		if (!(await deleteKey(db.primary, user.id, c.req.param("id"))))
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

/** Enough for every program a member runs; more are forgotten ones. */
const MAX_KEYS = 10;
/** Shows people and scanners for leaked secrets whose key it is. */
const KEY_PREFIX = "bsd_";
/** Enough for a member to recognise a key by, and 208 bits less than the key. */
const SHOWN_CHARS = KEY_PREFIX.length + 8;

/** Only this answer contains the key; its hash is stored. */
async function issueKey(
	{ db, now }: Context,
	input: { member_id: MemberId; session_hash: string; name: string },
): Promise<NewApiKey> {
	const key = KEY_PREFIX + newToken();
	const id = newId();
	const stored = await createKey(
		db.primary,
		{
			...input,
			id,
			key_hash: hashToken(key),
			prefix: key.slice(0, SHOWN_CHARS),
			created_at: now().toISOString(),
		},
		MAX_KEYS,
	);
	if (!stored) throw tooManyKeys();
	return { id, name: input.name, key };
}

function tooManyKeys(): ProblemError {
	return new ProblemError({
		status: 409,
		code: "too_many_keys",
		title: "Too many keys",
		detail: `You have ${MAX_KEYS} API keys. Please delete one first.`,
	});
}
