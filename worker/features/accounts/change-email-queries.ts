import { and, eq, exists, gt, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { MemberId } from "#contract/ids.ts";
import { runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { uniqueViolation } from "#db/errors.ts";
import { authTokens, members, sessions } from "#db/tables/members.ts";
import { newsletterSubscribers } from "#db/tables/notifications.ts";
import { addressKey, hasAddress } from "#identity/address-queries.ts";
import { storedText } from "#text/clean.ts";
import { emailKeys } from "#text/email-address.ts";
import { endLinks } from "./end-access.ts";
import { dropExpiredTokens, type NewToken, type TokenPurpose } from "./token-queries.ts";

const PURPOSE: TokenPurpose = "change";

/** The member's unused and unexpired links that change the address. */
function waiting(member_id: MemberId, now: string) {
	return and(
		eq(authTokens.member_id, member_id),
		eq(authTokens.purpose, PURPOSE),
		isNull(authTokens.used_at),
		gt(authTokens.expires_at, now),
	);
}

/** The address that waits to be confirmed, or null. */
export async function readPendingEmail(
	db: Db,
	member_id: MemberId,
	now: string,
): Promise<string | null> {
	const { new_email } = authTokens;
	const [row] = await db.select({ new_email }).from(authTokens).where(waiting(member_id, now));
	return row?.new_email ?? null;
}

/**
 * Stores the link for a new address in place of an earlier one. Returns whether an account has the
 * address, for which the same is stored.
 */
export async function issueEmailChange(
	db: Db,
	member_id: MemberId,
	{ email, ...token }: NewToken,
): Promise<{ taken: boolean }> {
	const new_email = storedText(email);
	const row = { ...token, member_id, purpose: PURPOSE, new_email };
	const { holders } = await runBatch(db, {
		expired: dropExpiredTokens(db, token.created_at),
		earlier: db
			.delete(authTokens)
			.where(and(eq(authTokens.member_id, member_id), eq(authTokens.purpose, PURPOSE))),
		token: db.insert(authTokens).values(row),
		holders: db.select({ id: members.id }).from(members).where(hasAddress(new_email)),
	});
	return { taken: holders.length > 0 };
}

/**
 * Gives the member the address that the link was sent to, which is thereby confirmed, moves the
 * newsletter there, and ends every other session and every link. Returns both addresses; null if the
 * link is unusable, "taken" if another account has the address.
 */
export async function changeEmail(
	db: Db,
	member_id: MemberId,
	link: { hash: string; now: string; session_hash: string | null },
): Promise<{ email: string; old_email: string } | null | "taken"> {
	const usable = and(eq(authTokens.hash, link.hash), waiting(member_id, link.now));
	const [pending] = await db
		.select({ email: authTokens.new_email, old_email: members.email })
		.from(authTokens)
		.innerJoin(members, eq(members.id, authTokens.member_id))
		.where(usable);
	const { email, old_email } = pending ?? {};
	if (!email || !old_email) return null;
	const owner = sql`(select ${authTokens.member_id} from ${authTokens} where ${usable})`;
	const email_key = await addressKey(db, email);
	try {
		const proved = sql`exists (select 1 from ${members} where ${members.id} = ${owner} and ${members.email_confirmed_at} is not null)`;
		const { changed } = await runBatch(db, {
			// Whoever has not proved the old address has no say in its subscription.
			...moveSubscription(db, { from: old_email, to: { email, email_key }, proved }),
			changed: db
				.update(members)
				.set({ email, email_key, email_confirmed_at: link.now })
				.where(sql`${members.id} = ${owner}`)
				.returning({ id: members.id }),
			sessions: db
				.delete(sessions)
				.where(
					and(
						sql`${sessions.member_id} = ${owner}`,
						ne(sessions.token_hash, link.session_hash ?? ""),
					),
				),
			links: endLinks(db, owner),
		});
		return changed.length > 0 ? { email, old_email } : null;
	} catch (error) {
		if (uniqueViolation(error) === "members.email_key") return "taken";
		throw error;
	}
}

/**
 * Moves a confirmed subscription to another address of the same person, if `proved`. What was
 * confirmed or unsubscribed under the other address holds; then the old subscription only ends. To
 * be batched in this order. The newsletter uses accounts' mails, so that accounts cannot import it.
 */
function moveSubscription(
	db: Db,
	{ from, to, proved }: { from: string; to: { email: string; email_key: string }; proved: SQL },
) {
	const subscribers = newsletterSubscribers;
	const { email_key, confirmed_at, unsubscribed_at } = subscribers;
	const at = (keys: string[], ...rest: SQL[]) =>
		and(inArray(email_key, keys), isNotNull(confirmed_at), ...rest);
	const subscribed = at(emailKeys(from), isNull(unsubscribed_at), proved);
	const found = (where: SQL | undefined) =>
		exists(db.select({ email_key }).from(subscribers).where(where));
	return {
		ended: db.delete(subscribers).where(and(subscribed, found(at([to.email_key])))),
		// An unconfirmed wish gives way to the confirmed subscription.
		wish: db
			.delete(subscribers)
			.where(and(eq(email_key, to.email_key), isNull(confirmed_at), found(subscribed))),
		subscription: db
			.update(subscribers)
			.set({ email: storedText(to.email), email_key: to.email_key })
			.where(subscribed),
	};
}
