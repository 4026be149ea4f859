import * as z from "zod";
import { ApiKey, KeyRequest, KeyScope, NewApiKey } from "#contract/me.ts";
import { endStreams } from "#features/notifications/publish.ts";
import { endpoint } from "#http/endpoint.ts";
import { empty, idPath, json } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { createKey, deleteKey, listKeys, type NewKey } from "#identity/api-keys.ts";
import { readCaller } from "#identity/caller.ts";
import type { CountedMember } from "#identity/quota.ts";
import { hashToken, newId, newToken } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { consumeAction } from "./limits.ts";
import { keyCreatedMail } from "./mail/mails.ts";
import { sendNotice } from "./mail/site-mailer.ts";

const MAX_BODY_BYTES = 4 * 1024;

/** The member's API keys. An API key cannot manage keys. */
export const keyEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/keys",
		id: "listKeys",
		summary: "Your API keys",
		access: "session",
		answers: { 200: json("Without their secrets.", z.object({ keys: z.array(ApiKey) })) },
		handle: async ({ db }, { member }) => ({ keys: await listKeys(db.near, member.id) }),
	}),
	endpoint({
		method: "POST",
		path: "/api/keys",
		id: "createKey",
		summary: "Create an API key",
		detail:
			"`key` is shown only in this answer. The scope `read` is for GET and HEAD, `write` for everything else; a key has both unless `scopes` says otherwise. It stops working at `expires_at`.",
		access: "session",
		body: KeyRequest,
		limit: MAX_BODY_BYTES,
		answers: { 201: json("The key.", NewApiKey) },
		problems: {
			409: "You have the maximum number of keys.",
			429: "You have created too many keys, deleted ones included.",
		},
		handle: async (context, { c, member, session_hash, body }) => {
			const { name, scopes, expires_at } = body;
			const key = await issueKey(context, {
				member,
				session_hash,
				name,
				scopes: KeyScope.options.filter((it) => !scopes || scopes.includes(it)),
				// Normalized to one format, because the database compares it as text.
				expires_at: expires_at ? new Date(expires_at).toISOString() : null,
			});
			const caller = readCaller(c);
			caller.later(() => sendNotice(context, member, keyCreatedMail(caller, name)));
			return key;
		},
	}),
	endpoint({
		method: "DELETE",
		path: "/api/keys/{id}",
		id: "deleteKey",
		summary: "Delete an API key",
		access: "session",
		params: idPath,
		answers: { 204: empty("The key no longer works.") },
		problems: { 404: "You have no such API key." },
		handle: async (context, { member, params: { id } }) => {
			if (!(await deleteKey(context.db.primary, member.id, id))) throw problem("key_not_found");
			await endStreams(context, member.id);
			return null;
		},
	}),
];

/** Enough for a member's programs; more keys usually means forgotten ones. */
const MAX_KEYS = 10;
/** Lets people and secret scanners recognise a key of this site. */
const KEY_PREFIX = "bsd_";
/** Enough to recognise a key; the hidden rest has 208 bits. */
const SHOWN_CHARS = KEY_PREFIX.length + 8;

/** Only this answer contains the key; the database stores its hash. */
export async function issueKey(
	context: Context,
	{
		member,
		...input
	}: { member: CountedMember } & Pick<NewKey, "session_hash" | "name" | "scopes" | "expires_at">,
): Promise<NewApiKey> {
	const created_at = context.now().toISOString();
	if (input.expires_at !== null && input.expires_at <= created_at)
		throw problem("key_ends_in_the_past", { pointer: "/expires_at" });
	const counted = await consumeAction(context, "keys", member);
	const key = KEY_PREFIX + newToken();
	const id = newId();
	const stored = await createKey(
		context.db.primary,
		{
			...input,
			id,
			member_id: member.id,
			key_hash: hashToken(key),
			prefix: key.slice(0, SHOWN_CHARS),
			created_at,
		},
		MAX_KEYS,
	);
	if (!stored) {
		await counted.refund();
		throw problem("too_many_keys", { values: { limit: MAX_KEYS } });
	}
	return { id, name: input.name, key };
}
