import { and, desc, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { MemberId } from "#contract/ids.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { authTokens, members } from "#db/tables/members.ts";
import { hasAddress } from "#identity/address-queries.ts";
import type { TokenPurpose } from "./token-queries.ts";

/** A page that a mailed link leads to. */
export type LinkPurpose = TokenPurpose;

/** The links that each page takes. */
const TAKEN: Record<LinkPurpose, TokenPurpose[]> = {
	change: ["change"],
	confirm: ["confirm"],
	reset: ["reset", "confirm"],
};

/** The codes that wait for the address, or in the member's account; newest first. */
export async function findCodes(
	db: Db,
	given: {
		purpose: LinkPurpose;
		email: string;
		member_id: MemberId | null;
		now: string;
		most: number;
	},
): Promise<{ hash: string; code_hash: string }[]> {
	const { purpose, email, member_id, now, most } = given;
	const { hash, code_hash } = authTokens;
	const rows = await db
		.select({ hash, code_hash })
		.from(authTokens)
		.innerJoin(members, eq(members.id, authTokens.member_id))
		.where(
			and(
				purpose === "change" ? eq(members.id, member_id ?? "") : hasAddress(email),
				inArray(authTokens.purpose, TAKEN[purpose]),
				isNotNull(code_hash),
				isNull(authTokens.used_at),
				gt(authTokens.expires_at, now),
			),
		)
		.orderBy(desc(authTokens.created_at))
		.limit(most);
	return rows.flatMap((row) =>
		row.code_hash === null ? [] : [{ hash: row.hash, code_hash: row.code_hash }],
	);
}

/** Stores another token for the link and uses its code up; false if that happened meanwhile. */
export async function replaceCode(
	db: Db,
	{ link, by, now }: { link: string; by: string; now: string },
): Promise<boolean> {
	const waiting = and(
		eq(authTokens.hash, link),
		isNotNull(authTokens.code_hash),
		isNull(authTokens.used_at),
		gt(authTokens.expires_at, now),
	);
	const { used } = await runBatch(db, {
		added: db
			.insert(authTokens)
			.select(
				sql`select ${by}, member_id, purpose, created_at, expires_at, null, full_name, password_hash, browser_hash, new_email, null from ${authTokens} where ${waiting}`,
			),
		used: db
			.update(authTokens)
			.set({ code_hash: null })
			.where(waiting)
			.returning({ hash: authTokens.hash }),
	});
	return used.length > 0;
}
