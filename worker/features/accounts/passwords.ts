import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { type ProblemName, problem } from "#http/problems.ts";
import { normalizeText } from "#text/normalize.ts";
import { COMMON_RUNS, COMMON_WORDS } from "./common-passwords.ts";

/** OWASP's scrypt equivalents: 16 MiB of memory, about 135 ms in workerd. */
const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

type Parameters = { N: number; r: number; p: number };

/** `scrypt$N$r$p$salt$key` in base64url, so that old hashes stay readable when the cost rises. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const key = await derive(password, salt, COST);
	const { N, r, p } = COST;
	return ["scrypt", N, r, p, encode(salt), encode(key)].join("$");
}

/** Without a hash it takes the same time and returns false, so that timing reveals nothing. */
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

/**
 * Throws for a password that attackers try first: a common one, the member's address, or
 * its part before the @.
 */
export function refuseWeakPassword(password: string, email: string): void {
	const weakness = findWeakness(password, email);
	if (weakness) throw problem(weakness, { pointer: "/password" });
}

type Weakness = Extract<ProblemName, `weak_password/${string}`>;

function findWeakness(password: string, email: string): Weakness | null {
	const chosen = fold(password);
	const address = fold(email);
	if (chosen === address || chosen === address.split("@")[0])
		return "weak_password/address";
	if (isCommonPassword(password)) return "weak_password/common";
	return null;
}

function fold(text: string): string {
	return normalizeText(text.trim(), "NFC").toLowerCase();
}

/** What people append to a word if something longer is required. */
const ENDINGS = ["", "1", "2", "12", "123", "1234", "12345", "!", "1!", "123!"];
/** One character repeated is in every list. */
const ONE_SIGN = /^(.)\1*$/su;

let known: ReadonlySet<string> | null = null;

/** Whether it is one of the few thousand most common ones, ignoring case. */
export function isCommonPassword(password: string): boolean {
	const folded = normalizeText(password, "NFC").toLowerCase();
	known ??= new Set([
		...listed(COMMON_RUNS),
		...listed(COMMON_WORDS).flatMap((word) =>
			ENDINGS.map((ending) => word + ending),
		),
	]);
	return known.has(folded) || ONE_SIGN.test(folded);
}

function listed(words: string): string[] {
	return words.split(/\s+/).filter(Boolean);
}
