import type { MemberId } from "#contract/ids.ts";
import { problem } from "#http/problems.ts";
import type { Caller } from "#identity/caller.ts";
import { hashToken, newToken, newTypedCode } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import { countLinkCode } from "./limits.ts";
import { findCodes, type LinkPurpose, replaceCode } from "./link-code-queries.ts";
import { hashSecret, type ScryptCost, verifyPassword } from "./passwords.ts";
import { plainCode } from "./second-factor/typed-code.ts";

/** 28^8 is 378 billion: too many to guess within the limits. */
const CODE_CHARS = 8;
/**
 * Less than a password's: a code is random, and each try compares MAX_CODES of them. An account's
 * works for a day at most, a newsletter's, which only confirms or unsubscribes, until it is used.
 */
const COST: ScryptCost = { N: 2 ** 13, r: 8, p: 1 };
/** A person who asked again may type the code of an earlier mail. */
export const MAX_CODES = 4;
/** Compared where there are fewer codes, so that the time of an answer reveals no account. */
const NO_CODE = `scrypt$${COST.N}$${COST.r}$${COST.p}$AAAAAAAAAAAAAAAAAAAAAA$${"A".repeat(43)}`;

/** A code for a mail, and its hash for the database. */
export async function createCode(): Promise<{ code: string; code_hash: string }> {
	const typed = newTypedCode(CODE_CHARS);
	const code_hash = await hashSecret(plainCode(typed), COST);
	return { code: `${typed.slice(0, 4)}-${typed.slice(4)}`, code_hash };
}

/** Which of the hashes is the typed code's; -1 if none is. Always the same work. */
export async function findCode(typed: string, hashes: readonly string[]): Promise<number> {
	const plain = plainCode(typed).slice(0, 2 * CODE_CHARS);
	const compared = Array.from({ length: MAX_CODES }, (_, at) => hashes[at] ?? NO_CODE);
	const matches: boolean[] = [];
	for (const hash of compared) matches.push(await verifyPassword(plain, hash));
	const found = matches.indexOf(true);
	return found < hashes.length ? found : -1;
}

/**
 * Exchanges a mailed code for a token that does what the mail's link does, for readers whose mail
 * gateway breaks links. Tries are counted before they are compared.
 */
export async function exchangeCode(
	context: Context,
	input: Pick<Caller, "address"> & {
		purpose: LinkPurpose;
		email: string;
		code: string;
		/** A member who changes an address is signed in. */
		member_id: MemberId | null;
	},
): Promise<{ token: string }> {
	const { purpose, email, code, member_id } = input;
	const attempt = await countLinkCode(context, {
		...input,
		member_id: purpose === "change" ? member_id : null,
	});
	const db = context.db.primary;
	const now = context.now().toISOString();
	const rows = await findCodes(db, { purpose, email, member_id, now, most: MAX_CODES });
	const row =
		rows[
			await findCode(
				code,
				rows.map(({ code_hash }) => code_hash),
			)
		];
	const token = newToken();
	if (!row || !(await replaceCode(db, { link: row.hash, by: hashToken(token), now })))
		throw problem("wrong_code/mailed", { pointer: "/code" });
	await attempt.succeed();
	return { token };
}
