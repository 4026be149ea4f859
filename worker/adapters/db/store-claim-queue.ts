import {
	and,
	asc,
	desc,
	eq,
	getTableColumns,
	type SQL,
	sql,
} from "drizzle-orm";
import {
	type ClaimStatus,
	ReviewClaim,
	type ReviewClaims,
} from "#contract/claims.ts";
import type { Db } from "./open-db.ts";
import { decodePlace, encodePlace, type Place } from "./place-cursor.ts";
import { claims } from "./schema/creators.ts";
import { members } from "./schema/members.ts";

const COLUMNS = {
	...getTableColumns(claims),
	full_name: members.full_name,
	email: members.email,
};
type Row = typeof claims.$inferSelect & { full_name: string; email: string };

/** One page of the team's claims. Open ones are a queue, oldest first; others newest first. */
export async function listReviewClaims(
	db: Db,
	options: { status: ClaimStatus; cursor: string | null; limit: number },
): Promise<ReviewClaims | "bad_cursor"> {
	const { status, cursor, limit } = options;
	const after = cursor === null ? null : decodePlace(cursor);
	if (cursor !== null && after === null) return "bad_cursor";
	const queue = status === "pending";
	const order = queue ? asc : desc;
	const rows = await db
		.select(COLUMNS)
		.from(claims)
		.innerJoin(members, eq(members.id, claims.user_id))
		.where(
			and(
				eq(claims.status, status),
				after ? beyond(after, queue ? sql`>` : sql`<`) : undefined,
			),
		)
		.orderBy(order(claims.submitted_at), order(claims.id))
		.limit(limit + 1);
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	return {
		claims: page.map(toReviewClaim),
		next_cursor:
			last && rows.length > limit
				? encodePlace({ at: last.submitted_at, key: last.id })
				: null,
	};
}

export async function findReviewClaim(
	db: Db,
	claim_id: string,
): Promise<ReviewClaim | null> {
	const [row] = await db
		.select(COLUMNS)
		.from(claims)
		.innerJoin(members, eq(members.id, claims.user_id))
		.where(eq(claims.id, claim_id));
	return row ? toReviewClaim(row) : null;
}

function beyond({ at, key }: Place, than: SQL): SQL {
	return sql`(${claims.submitted_at}, ${claims.id}) ${than} (${at}, ${key})`;
}

function toReviewClaim({ full_name, email, ...claim }: Row): ReviewClaim {
	const member = { id: claim.user_id, full_name, email };
	return ReviewClaim.parse({ ...claim, member });
}
