import { and, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import { insertRows, runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import {
	authTokens,
	members,
	recoveryCodes,
	secondFactors,
	USER_COLUMNS,
} from "#db/tables/members.ts";

export type StoredFactor = {
	/** The stored form: encrypted if SECRETS_KEY is set. */
	secret: string;
	created_at: string;
	/** null until a first code has proved that the app has the secret. */
	confirmed_at: string | null;
	last_step: number;
};

export async function readFactor(db: Db, member_id: MemberId): Promise<StoredFactor | null> {
	const { secret, created_at, confirmed_at, last_step } = secondFactors;
	const [row] = await db
		.select({ secret, created_at, confirmed_at, last_step })
		.from(secondFactors)
		.where(eq(secondFactors.member_id, member_id));
	return row ?? null;
}

/**
 * Stores a secret that still needs its first code. Returns false if a second factor is already
 * active.
 */
export async function proposeFactor(
	db: Db,
	factor: { member_id: MemberId; secret: string; created_at: string },
): Promise<boolean> {
	const fresh = { ...factor, confirmed_at: null, last_step: 0 };
	const stored = await db
		.insert(secondFactors)
		.values(fresh)
		.onConflictDoUpdate({
			target: secondFactors.member_id,
			set: fresh,
			setWhere: isNull(secondFactors.confirmed_at),
		})
		.returning({ member_id: secondFactors.member_id });
	return stored.length > 0;
}

/** Activates the stored secret. Returns false if it was replaced or confirmed in the meantime. */
export async function confirmFactor(
	db: Db,
	member_id: MemberId,
	given: { secret: string; step: number; now: string; code_hashes: string[] },
): Promise<boolean> {
	const own = eq(secondFactors.member_id, member_id);
	const waiting = and(
		own,
		eq(secondFactors.secret, given.secret),
		isNull(secondFactors.confirmed_at),
	);
	const isWaiting = sql`exists (select 1 from ${secondFactors} where ${waiting})`;
	const { confirmed } = await runBatch(db, {
		dropped: dropCodes(db, member_id, isWaiting),
		codes: insertCodes(db, member_id, given, isWaiting),
		confirmed: db
			.update(secondFactors)
			.set({ confirmed_at: given.now, last_step: given.step })
			.where(waiting)
			.returning({ member_id: secondFactors.member_id }),
	});
	return confirmed.length > 0;
}

/** A code of the app, by its time step, or a recovery code, by its hash. */
export type GivenCode = { step: number } | { code_hash: string };

/** The rows that say that the member has not used the code yet. */
function unusedCode(member_id: MemberId, code: GivenCode) {
	if ("step" in code)
		return {
			table: secondFactors,
			where: and(
				eq(secondFactors.member_id, member_id),
				isNotNull(secondFactors.confirmed_at),
				lt(secondFactors.last_step, code.step),
			),
		};
	return {
		table: recoveryCodes,
		where: and(eq(recoveryCodes.member_id, member_id), eq(recoveryCodes.code_hash, code.code_hash)),
	};
}

/** Uses the code up if `condition` is true: marks its time step as used, or deletes it. */
function spendCode(db: Db, member_id: MemberId, code: GivenCode, condition: SQL) {
	const { where } = unusedCode(member_id, code);
	return "step" in code
		? db
				.update(secondFactors)
				.set({ last_step: code.step })
				.where(and(where, condition))
				.returning({ member_id: secondFactors.member_id })
		: db
				.delete(recoveryCodes)
				.where(and(where, condition))
				.returning({ member_id: recoveryCodes.member_id });
}

/**
 * Uses up a code. Returns false if the member has no such code, or if a code of this time step or
 * of a later one was used before.
 */
export async function consumeCode(db: Db, member_id: MemberId, code: GivenCode): Promise<boolean> {
	const used = await spendCode(db, member_id, code, sql`true`);
	return used.length > 0;
}

/** Replaces all recovery codes. */
export async function replaceCodes(
	db: Db,
	member_id: MemberId,
	given: { now: string; code_hashes: string[] },
): Promise<void> {
	await db.batch([
		dropCodes(db, member_id, sql`true`),
		insertCodes(db, member_id, given, sql`true`),
	]);
}

export async function countRecoveryCodes(db: Db, member_id: MemberId): Promise<number> {
	return db.$count(recoveryCodes, eq(recoveryCodes.member_id, member_id));
}

function dropCodes(db: Db, member_id: MemberId, condition: SQL) {
	return db.delete(recoveryCodes).where(and(eq(recoveryCodes.member_id, member_id), condition));
}

function insertCodes(
	db: Db,
	member_id: MemberId,
	{ now, code_hashes }: { now: string; code_hashes: string[] },
	condition: SQL,
) {
	const rows = code_hashes.map((code_hash) => ({ code_hash, member_id, created_at: now }));
	return insertRows(db, recoveryCodes, rows, condition);
}

/** Deletes the second factor of the member whose id `owner` selects; for batches. */
export function deleteFactor(db: Db, owner: SQL) {
	return {
		factor_codes: db.delete(recoveryCodes).where(sql`${recoveryCodes.member_id} = ${owner}`),
		factor: db.delete(secondFactors).where(sql`${secondFactors.member_id} = ${owner}`),
	};
}

const PURPOSE = "second_factor";

/** Stores that the first factor was verified. The browser sends the token back with a code. */
export async function storeFirstFactor(
	db: Db,
	token: {
		hash: string;
		member_id: MemberId;
		created_at: string;
		expires_at: string;
		/**
		 * The hash of the checked password. The token becomes invalid when the password is replaced.
		 */
		password_hash: string | null;
	},
): Promise<void> {
	await db.insert(authTokens).values({ ...token, purpose: PURPOSE });
}

/**
 * Returns the member whose first factor was verified; null if the token is unknown, used or
 * expired.
 */
export async function findFirstFactor(
	db: Db,
	hash: string,
	now: string,
): Promise<{ user: User; password_hash: string | null } | null> {
	const [row] = await db
		.select({ ...USER_COLUMNS, password_hash: authTokens.password_hash })
		.from(authTokens)
		.innerJoin(members, eq(members.id, authTokens.member_id))
		.where(isUsable(hash, now));
	return row ? { user: User.parse(row), password_hash: row.password_hash } : null;
}

/**
 * Uses up the token together with the code, in one batch: the first right code ends the token, and
 * codes that come after it stay unused. Returns false if the token is not usable or the code not
 * right. `ended_hash` is a hash that no other token has.
 */
export async function consumeFirstFactor(
	db: Db,
	token: { hash: string; ended_hash: string; now: string },
	member_id: MemberId,
	code: GivenCode,
): Promise<boolean> {
	const { table, where } = unusedCode(member_id, code);
	const isRight = sql`exists (select 1 from ${table} where ${where})`;
	const ended = eq(authTokens.hash, token.ended_hash);
	const isEnded = sql`exists (select 1 from ${authTokens} where ${ended})`;
	const { used } = await runBatch(db, {
		// Renamed before it is deleted, so that the code is used up only if this batch ended it.
		used: db
			.update(authTokens)
			.set({ hash: token.ended_hash })
			.where(and(isUsable(token.hash, token.now), eq(authTokens.member_id, member_id), isRight))
			.returning({ hash: authTokens.hash }),
		spent: spendCode(db, member_id, code, isEnded),
		ended: db.delete(authTokens).where(ended),
	});
	return used.length > 0;
}

function isUsable(hash: string, now: string) {
	return and(
		eq(authTokens.hash, hash),
		eq(authTokens.purpose, PURPOSE),
		sql`${authTokens.expires_at} > ${now}`,
	);
}
