import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { normalizeText } from "#domain/text/normalize-text.ts";

/** OWASP's scrypt equivalents: 16 MiB of memory, about 135 ms in workerd. */
const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

type Parameters = { N: number; r: number; p: number };

/** `scrypt$N$r$p$salt$key`, base64url: old hashes stay readable when the cost rises. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const key = await derive(password, salt, COST);
	const { N, r, p } = COST;
	return ["scrypt", N, r, p, encode(salt), encode(key)].join("$");
}

/** Without a hash it works as long and answers false: timing tells nothing. */
export async function verifyPassword(
	password: string,
	hash: string | null,
): Promise<boolean> {
	const stored = hash === null ? null : parse(hash);
	const salt = stored?.salt ?? Buffer.alloc(SALT_BYTES);
	const key = await derive(password, salt, stored?.cost ?? COST);
	return stored !== null && timingSafeEqual(key, stored.key);
}

function parse(hash: string) {
	const [scheme, N, r, p, salt, key] = hash.split("$");
	if (scheme !== "scrypt" || !salt || !key)
		throw new Error("A stored password hash is not readable.");
	return {
		cost: { N: Number(N), r: Number(r), p: Number(p) },
		salt: Buffer.from(salt, "base64url"),
		key: Buffer.from(key, "base64url"),
	};
}

function derive(
	password: string,
	salt: Buffer,
	cost: Parameters,
): Promise<Buffer> {
	const normalised = normalizeText(password, "NFC");
	return new Promise((resolve, reject) => {
		scrypt(
			normalised,
			salt,
			KEY_BYTES,
			{ ...cost, maxmem: 64 * 1024 * 1024 },
			(error, key) => (error ? reject(error) : resolve(key)),
		);
	});
}

function encode(bytes: Buffer): string {
	return bytes.toString("base64url");
}
