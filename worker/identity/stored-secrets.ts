import { createHash } from "node:crypto";
import { inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { MemberId } from "#contract/ids.ts";
import type { Context } from "#worker/context.ts";

/**
 * Secrets that the site has to read again, so that hashing is not possible. They are encrypted
 * with the first key of SECRETS_KEY; the other keys decrypt older values. Without the setting,
 * secrets are stored in plain text.
 */
export type SecretOwner = {
	member_id: MemberId;
	/** The secret's purpose. A value that is copied into another column cannot be decrypted there. */
	purpose: "webhook" | "totp";
};

type Configured = Pick<Context, "settings">;

const MARK = "sealed:";

/** Returns the stored form of a secret: `sealed:<key>:<JWE>`, or the secret itself. */
export async function sealSecret(
	{ settings, log }: Configured & Pick<Context, "log">,
	owner: SecretOwner,
	secret: string,
): Promise<string> {
	const [key] = settings.SECRETS_KEY;
	if (key === undefined) {
		log.warn("stored unencrypted", { purpose: owner.purpose, remedy: "Set SECRETS_KEY." });
		return secret;
	}
	const { EncryptJWT } = await import("jose");
	const sealed = await new EncryptJWT({ secret })
		.setProtectedHeader({ alg: "dir", enc: "A256GCM" })
		.setSubject(owner.member_id)
		.setAudience(owner.purpose)
		.encrypt(bytesOf(key));
	return `${prefixOf(key)}${sealed}`;
}

/**
 * Decrypts a stored secret. Throws if its key is not in the settings, or if the value was stored
 * for another owner.
 */
export async function openSecret(
	{ settings }: Configured,
	{ member_id, purpose }: SecretOwner,
	stored: string,
): Promise<string> {
	if (!stored.startsWith(MARK)) return stored;
	const key = settings.SECRETS_KEY.find((it) => stored.startsWith(prefixOf(it)));
	if (key === undefined) throw new Error("SECRETS_KEY has no key for a stored secret.");
	const { jwtDecrypt } = await import("jose");
	const { payload } = await jwtDecrypt(stored.slice(prefixOf(key).length), bytesOf(key), {
		subject: member_id,
		audience: purpose,
		keyManagementAlgorithms: ["dir"],
		contentEncryptionAlgorithms: ["A256GCM"],
	});
	return String(payload.secret);
}

/** Whether the stored value can be decrypted but was not encrypted with the first key. */
export function isOutdated({ settings }: Configured, column: SQLiteColumn): SQL {
	const [first, ...older] = settings.SECRETS_KEY.map(prefixOf);
	if (first === undefined) return sql`false`;
	const begins = sql`substr(${column}, 1, ${first.length})`;
	const unsealed = sql`substr(${column}, 1, ${MARK.length}) <> ${MARK}`;
	return older.length ? sql`(${unsealed} or ${inArray(begins, older)})` : unsealed;
}

/** Encrypts a stored secret again with the first key. */
export async function resealSecret(
	context: Configured & Pick<Context, "log">,
	owner: SecretOwner,
	stored: string,
): Promise<string> {
	const secret = await openSecret(context, owner, stored);
	return sealSecret(context, owner, secret);
}

/** Identifies a key without revealing anything about it. */
function prefixOf(key: string): string {
	const hash = createHash("sha256").update(`name\0${key}`).digest("base64url");
	return `${MARK}${hash.slice(0, 8)}:`;
}

function bytesOf(key: string): Uint8Array {
	return Buffer.from(key, "base64");
}
