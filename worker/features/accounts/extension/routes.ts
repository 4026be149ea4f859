import { createHash, timingSafeEqual } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { User } from "#contract/account.ts";
import {
	EXTENSION_KEY_NAME,
	EXTENSION_TOKEN_PATH,
	ExtensionCodeAnswer,
	ExtensionCodeRequest,
	ExtensionTokenRequest,
} from "#contract/extension.ts";
import { NewApiKey } from "#contract/me.ts";
import type { Db } from "#db/client.ts";
import { extensionCodes, members, sessions, USER_COLUMNS } from "#db/tables/members.ts";
import { endStreams } from "#features/notifications/publish.ts";
import { endpoint } from "#http/endpoint.ts";
import { empty, json } from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { deleteKeyByHash } from "#identity/api-keys.ts";
import { readCaller } from "#identity/caller.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import { issueKey } from "../key-routes.ts";
import { consumeAction } from "../limits.ts";
import { keyCreatedMail } from "../mail/mails.ts";
import { sendNotice } from "../mail/site-mailer.ts";

const MAX_BODY_BYTES = 4 * 1024;
/** The extension comes for its key at once; no person is in between. */
const CODE_LASTS_MS = 60_000;

/**
 * Signs a member's browser extension in without giving it a password: the member presses Allow on
 * this site, and the extension exchanges the code for an API key.
 */
export const extensionEndpoints = [
	endpoint({
		method: "POST",
		path: "/api/extension/codes",
		id: "allowExtension",
		summary: "Allow the browser extension to act as you",
		detail:
			"For the page at `/extension/authorize`. `redirect_uri` is the address that the browser gives this site's extension; `code_challenge` is the SHA-256 of the verifier in base64url. The code in `redirect_to` serves once, within a minute.",
		access: "session",
		body: ExtensionCodeRequest,
		limit: MAX_BODY_BYTES,
		answers: { 201: json("Where the browser goes.", ExtensionCodeAnswer) },
		problems: {
			400: "The address is not that of this site's extension.",
			429: "You have allowed it too many times.",
		},
		handle: async (context, { member, session_hash, body }) => {
			const { redirect_uri, code_challenge, state } = body;
			const { db, now, settings } = context;
			if (!extensionRedirects(settings.EXTENSION_IDS).includes(redirect_uri))
				throw problem("extension_unknown");
			await consumeAction(context, "extension-codes", member);
			const code = newToken();
			await insertCode(db.primary, {
				code_hash: hashToken(code),
				member_id: member.id,
				session_hash,
				code_challenge,
				redirect_uri,
				expires_at: new Date(now().getTime() + CODE_LASTS_MS).toISOString(),
			});
			const target = new URL(redirect_uri);
			target.searchParams.set("code", code);
			if (state !== undefined) target.searchParams.set("state", state);
			return { redirect_to: target.href };
		},
	}),
	endpoint({
		method: "POST",
		path: EXTENSION_TOKEN_PATH,
		id: "exchangeExtensionCode",
		summary: "Exchange a code for the extension's API key",
		detail: "`key` is shown only in this answer. The account page lists it as “Browser extension”.",
		access: "everyone",
		cross_origin: "extension",
		body: ExtensionTokenRequest,
		limit: MAX_BODY_BYTES,
		answers: { 201: json("The key.", NewApiKey) },
		problems: {
			400: "The code is unknown, was used or has expired, its member has signed out, or verifier or address are not those it was made for.",
			409: "The member has the maximum number of keys.",
			429: "The member has created too many keys, deleted ones included.",
		},
		handle: async (context, { c, body }) => {
			// Deleted before anything is compared: one who guesses has a single try.
			const found = await takeCode(context.db.primary, hashToken(body.code));
			const usable =
				found !== null &&
				found.expires_at > context.now().toISOString() &&
				found.redirect_uri === body.redirect_uri &&
				isSame(found.code_challenge, hashVerifier(body.code_verifier));
			if (!usable) throw problem("extension_code_unusable");
			const { user, session_hash } = found;
			const key = await issueKey(context, {
				member: user,
				session_hash,
				name: EXTENSION_KEY_NAME,
				scopes: ["read", "write"],
				expires_at: null,
			});
			const caller = readCaller(c);
			caller.later(() => sendNotice(context, user, keyCreatedMail(caller, EXTENSION_KEY_NAME)));
			return key;
		},
	}),
	endpoint({
		method: "DELETE",
		path: "/api/extension/key",
		id: "signExtensionOut",
		summary: "Delete the API key of this request",
		access: "member",
		answers: { 204: empty("It no longer works.") },
		problems: { 404: "The request carries a session instead of a key." },
		handle: async (context, { c, member }) => {
			const hash = c.get("credential_hash") ?? "";
			if (!(await deleteKeyByHash(context.db.primary, hash))) throw problem("key_not_found");
			await endStreams(context, member.id);
			return null;
		},
	}),
];

/** RFC 7636 4.2. */
function hashVerifier(code_verifier: string): string {
	return createHash("sha256").update(code_verifier).digest("base64url");
}

function isSame(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.length === b.length && timingSafeEqual(a, b);
}

/** Only the browser itself answers at these addresses, and only to the extension with that id. */
function extensionRedirects(ids: readonly string[]): string[] {
	return ids.map((id) =>
		/^[a-p]{32}$/.test(id)
			? `https://${id}.chromiumapp.org/`
			: `https://${createHash("sha1").update(id).digest("hex")}.extensions.allizom.org/`,
	);
}

/** Codes last a minute, in which a person allows the extension in few browsers. */
const MAX_CODES = 3;

/** Stores the code, and deletes the member's oldest beyond MAX_CODES. */
export async function insertCode(db: Db, code: typeof extensionCodes.$inferInsert): Promise<void> {
	const { code_hash, member_id, expires_at } = extensionCodes;
	const own = eq(member_id, code.member_id);
	const newest = sql`select ${code_hash} from ${extensionCodes} where ${own} order by ${code_hash} = ${code.code_hash} desc, ${expires_at} desc limit ${MAX_CODES}`;
	await db.batch([
		db.insert(extensionCodes).values(code),
		db.delete(extensionCodes).where(and(own, sql`${code_hash} not in (${newest})`)),
	]);
}

/**
 * Deletes the code; returns what it was made for to the first who comes with it. null if there is
 * none, or if the session in which it was made has ended.
 */
export async function takeCode(db: Db, code_hash: string) {
	const [taken] = await db
		.delete(extensionCodes)
		.where(eq(extensionCodes.code_hash, code_hash))
		.returning();
	if (!taken) return null;
	const [owner] = await db
		.select(USER_COLUMNS)
		.from(sessions)
		.innerJoin(members, eq(members.id, sessions.member_id))
		.where(eq(sessions.token_hash, taken.session_hash));
	return owner ? { ...taken, user: User.parse(owner) } : null;
}
