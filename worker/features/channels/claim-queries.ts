import { and, asc, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { Claim, type ClaimStatus, ReviewClaim, type ReviewClaims } from "#contract/claims.ts";
import { MemberId } from "#contract/ids.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { cutPage, decodePlace, type Place } from "#db/cursors.ts";
import { uniqueViolation } from "#db/errors.ts";
import { claims } from "#db/tables/channels.ts";
import { members } from "#db/tables/members.ts";
import { insertReviewMessage } from "#features/notifications/messages.ts";
import { storedText } from "#text/clean.ts";

export type NewClaim = Pick<
	Claim,
	| "id"
	| "url"
	| "channel_id"
	| "channel_name"
	| "comments"
	| "verification_code"
	| "verification_method"
	| "submitted_at"
	| "reason"
> & {
	user_id: MemberId;
	/**
	 * The same for every claim on one channel: the channel's id, or the link's text if the id is
	 * unknown.
	 */
	channel_key: string;
};

/** A claim and the member who made it. */
export type OwnedClaim = { user_id: MemberId; claim: Claim };

/** Literal SQL, so that SQLite uses the partial index. */
const OPEN: SQL = sql`${claims.status} <> 'rejected'`;

/** Stores the claim, or returns the one that the member has open on the same channel. */
export async function submitClaim(
	db: Db,
	claim: NewClaim,
): Promise<{ created: boolean; claim: Claim }> {
	const { user_id, channel_key } = claim;
	const row = {
		...claim,
		channel_key: storedText(channel_key),
		channel_name: storedText(claim.channel_name),
		url: storedText(claim.url),
		comments: claim.comments && storedText(claim.comments),
		status: "pending" as const,
		verified: false,
		decided_at: null,
	};
	const { found } = await runBatch(db, {
		created: db.insert(claims).values(row).onConflictDoNothing(),
		review: insertReviewMessage(
			db,
			{ cause: claim.id, what: "claim", about: row.channel_name, now: claim.submitted_at },
			sql`exists (select 1 from ${claims} where ${claims.id} = ${claim.id})`,
		),
		found: db
			.select()
			.from(claims)
			.where(and(eq(claims.user_id, user_id), eq(claims.channel_key, row.channel_key), OPEN)),
	});
	const [open] = found;
	if (!open) throw new Error("The claim was not stored");
	return { created: open.id === claim.id, claim: Claim.parse(open) };
}

export async function findClaim(db: Db, claim_id: string): Promise<OwnedClaim | null> {
	const [row] = await db.select().from(claims).where(eq(claims.id, claim_id));
	return row ? { user_id: MemberId.parse(row.user_id), claim: Claim.parse(row) } : null;
}

/** Removes an open claim of the member; false if there is none. */
export async function withdrawClaim(db: Db, claim_id: string, user_id: MemberId): Promise<boolean> {
	const gone = await db
		.delete(claims)
		.where(and(eq(claims.id, claim_id), eq(claims.user_id, user_id), eq(claims.status, "pending")))
		.returning({ id: claims.id });
	return gone.length > 0;
}

/** The member's own claims, newest first. */
export async function listClaims(
	db: Db,
	user_id: MemberId,
	options: { cursor: string | null; limit: number },
): Promise<{ claims: Claim[]; next_cursor: string | null } | "bad_cursor"> {
	const after = options.cursor === null ? null : decodePlace(options.cursor);
	if (options.cursor !== null && after === null) return "bad_cursor";
	const rows = await db
		.select()
		.from(claims)
		.where(and(eq(claims.user_id, user_id), after ? beyond(after, sql`<`) : undefined))
		.orderBy(desc(claims.submitted_at), desc(claims.id))
		.limit(options.limit + 1);
	const { page, next_cursor } = cutPage(rows, options.limit, toPlace);
	return { claims: page.map((row) => Claim.parse(row)), next_cursor };
}

/** Moves an open claim to the review queue, with the reason. */
export async function sendToReview(db: Db, claim_id: string, reason: string): Promise<void> {
	await db
		.update(claims)
		.set({ verification_method: "team_review", reason })
		.where(and(eq(claims.id, claim_id), eq(claims.status, "pending")));
}

/**
 * Stores the channel of a claim that was unresolved. Returns "taken" if the member has another
 * open claim on that channel.
 */
export async function nameChannel(
	db: Db,
	claim_id: string,
	channel: { channel_id: string; channel_name: string },
): Promise<"named" | "taken"> {
	const { channel_id } = channel;
	const channel_name = storedText(channel.channel_name);
	try {
		await db
			.update(claims)
			.set({ channel_id, channel_key: channel_id, channel_name })
			.where(and(eq(claims.id, claim_id), sql`${claims.channel_id} is null`));
		return "named";
	} catch (error) {
		if (uniqueViolation(error) === null) throw error;
		return "taken";
	}
}

function toPlace({ submitted_at, id }: typeof claims.$inferSelect): Place {
	return { at: submitted_at, key: id };
}

const COLUMNS = { ...getTableColumns(claims), full_name: members.full_name, email: members.email };
type Row = typeof claims.$inferSelect & { full_name: string; email: string };

/**
 * One page of the claims for admins: open ones oldest first, like a queue; other states newest
 * first.
 */
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
			and(eq(claims.status, status), after ? beyond(after, queue ? sql`>` : sql`<`) : undefined),
		)
		.orderBy(order(claims.submitted_at), order(claims.id))
		.limit(limit + 1);
	const { page, next_cursor } = cutPage(rows, limit, toPlace);
	return { claims: page.map(toReviewClaim), next_cursor };
}

export async function findReviewClaim(db: Db, claim_id: string): Promise<ReviewClaim | null> {
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
