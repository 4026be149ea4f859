import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { type ProblemName, problem } from "#http/problems.ts";
import { normalizeText } from "#text/clean.ts";
import { commonPasswords } from "./common-passwords.ts";

/** OWASP's scrypt equivalents: 16 MiB of memory, about 135 ms in workerd. */
const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

export type ScryptCost = { N: number; r: number; p: number };

/**
 * Format: `scrypt$N$r$p$salt$key` in base64url. The parameters are stored so that old hashes stay
 * valid when the cost is raised.
 */
export function hashPassword(password: string): Promise<string> {
	return hashSecret(password, COST);
}

/** The same for other secrets. */
export async function hashSecret(secret: string, cost: ScryptCost): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const key = await derive(secret, salt, cost);
	const { N, r, p } = cost;
	return ["scrypt", N, r, p, encode(salt), encode(key)].join("$");
}

/**
 * Without a stored hash, does the same work and returns false, so that timing does not reveal
 * whether an account exists.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
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

function derive(password: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> {
	const normalised = normalizeText(password, "NFC");
	return new Promise((resolve, reject) => {
		scrypt(normalised, salt, KEY_BYTES, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, key) =>
			error ? reject(error) : resolve(key),
		);
	});
}

function encode(bytes: Buffer): string {
	return bytes.toString("base64url");
}

/** The member's own data, which attackers try first. */
type Owner = { email: string; full_name: string };

/**
 * Throws for passwords that attackers try first: common ones, and those built from the member's
 * own data.
 */
export function refuseWeakPassword(password: string, owner: Owner): void {
	const weakness = findWeakness(password, owner);
	if (weakness) throw problem(weakness, { pointer: "/password" });
}

type Weakness = Extract<ProblemName, `weak_password/${string}`>;

function findWeakness(password: string, owner: Owner): Weakness | null {
	if (isMadeOf(password, owner)) return "weak_password/own";
	if (isCommonPassword(password)) return "weak_password/common";
	return null;
}

/** Shorter parts, such as "de", occur in many unrelated words. */
const SHORTEST_PART = 3;
/** Bounds the work; valid passwords, addresses and names are not longer. */
const SEEN_CHARS = 256;
/** A password with this many other letters counts as a different word. */
const OWN_LETTERS = 3;

/** Words of this site, as listed in docs/security.md. */
const SITE_WORDS = "bsdetector detector youtube factcheck admin";

/**
 * Whether the password has hardly any letters besides parts of the member's address and name, and
 * the site's words.
 */
function isMadeOf(password: string, { email, full_name }: Owner): boolean {
	const chosen = fold(password.slice(0, SEEN_CHARS));
	const address = fold(email.slice(0, SEEN_CHARS));
	if (chosen === address || chosen === address.split("@")[0]) return true;
	const parts = `${address} ${fold(full_name.slice(0, SEEN_CHARS))} ${SITE_WORDS}`
		.split(/[^\p{L}]+/u)
		.filter((part) => part.length >= SHORTEST_PART)
		.sort((a, b) => b.length - a.length);
	const rest = parts.reduce((left, part) => left.replaceAll(part, " "), chosen);
	const letters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;
	return letters(rest) < OWN_LETTERS && letters(rest) < letters(chosen);
}

function fold(text: string): string {
	return normalizeText(text.trim(), "NFC").toLowerCase();
}

/** A single repeated character is on every attacker's list. */
const ONE_SIGN = /^(.)\1*$/su;

/**
 * Whether the password is on the list of common passwords, ignoring case, or consists of one
 * repeated character.
 */
export function isCommonPassword(password: string): boolean {
	const folded = normalizeText(password, "NFC").toLowerCase();
	return commonPasswords().has(folded) || ONE_SIGN.test(folded);
}
