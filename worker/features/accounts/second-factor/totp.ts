import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Time-based one-time passwords (RFC 6238) as every authenticator app makes them: SHA-1, six digits,
 * 30 seconds.
 */
const STEP_S = 30;
const DIGITS = 6;
/**
 * Allows one step before and after the current one, because clocks differ and typing takes time.
 */
const TOLERANCE_STEPS = 1;

/**
 * Returns the time step whose code was given and that is later than `after`; null if there is
 * none. Requiring a later step prevents replays.
 */
export function matchCode(
	secret: Buffer,
	code: string,
	now_ms: number,
	after: number,
): number | null {
	const current = Math.floor(now_ms / 1_000 / STEP_S);
	let matched: number | null = null;
	for (let offset = -TOLERANCE_STEPS; offset <= TOLERANCE_STEPS; offset += 1) {
		const step = current + offset;
		if (isSame(codeOf(secret, step), code) && step > after) matched = step;
	}
	return matched;
}

/** The code of a time step. */
export function codeOf(secret: Buffer, step: number): string {
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(step));
	const hash = createHmac("sha1", secret).update(counter).digest();
	const at = (hash.at(-1) ?? 0) & 0xf;
	const number = (hash.readUInt32BE(at) & 0x7fffffff) % 10 ** DIGITS;
	return String(number).padStart(DIGITS, "0");
}

function isSame(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.length === b.length && timingSafeEqual(a, b);
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648 base32 without padding, for typing into an app. */
export function toBase32(bytes: Uint8Array): string {
	const bits = [...bytes].map((it) => it.toString(2).padStart(8, "0")).join("");
	const groups = bits.match(/.{1,5}/g) ?? [];
	return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

export function fromBase32(text: string): Buffer {
	const bits = [...text].map((it) => ALPHABET.indexOf(it).toString(2).padStart(5, "0")).join("");
	const bytes = bits.match(/.{8}/g) ?? [];
	return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The otpauth address that authenticator apps open. */
export function otpauthUri(
	secret: string,
	{ issuer, account }: { issuer: string; account: string },
): string {
	const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
	const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_S}`;
	return `otpauth://totp/${label}?${query}`;
}
