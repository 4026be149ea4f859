import { and, asc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { excluded, runBatch } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { newsletterSubscribers } from "#db/tables/notifications.ts";
import { addressKey } from "#identity/address-queries.ts";
import { storedText } from "#text/clean.ts";

const subscribers = newsletterSubscribers;

type Subscriber = { email: string; created_at: string; confirmed_at: string | null };

/** Whether the address was subscribed again after it was unsubscribed. */
const ASKED_SINCE = sql`${subscribers.created_at} > ${subscribers.unsubscribed_at}`;

/** The subscription of a mailed link, or of what a mailed code was exchanged for. */
function hasToken(token_hash: string) {
	return or(eq(subscribers.token_hash, token_hash), eq(subscribers.code_token_hash, token_hash));
}

/**
 * Adds an unconfirmed address. Anyone can enter any address, so an unsubscribed address stays
 * unsubscribed until it is confirmed again. Returns whether to send a confirmation mail, which is
 * false for a confirmed and active subscription.
 */
export async function subscribe(
	db: Db,
	wish: { email: string; token_hash: string; code_hash: string; now: string },
): Promise<boolean> {
	const { confirmed_at, unsubscribed_at } = subscribers;
	const written = await db
		.insert(subscribers)
		.values({
			email_key: await addressKey(db, wish.email, "subscribers"),
			email: storedText(wish.email),
			token_hash: wish.token_hash,
			code_hash: wish.code_hash,
			created_at: wish.now,
			confirmed_at: null,
			unsubscribed_at: null,
		})
		.onConflictDoUpdate({
			target: subscribers.email_key,
			set: excluded("email", "token_hash", "code_hash", "created_at"),
			setWhere: sql`${confirmed_at} is null or ${unsubscribed_at} is not null`,
		})
		.returning({ email_key: subscribers.email_key });
	return written.length > 0;
}

/**
 * Confirms the address that the link was sent to. Idempotent. null for an unknown link, and for a
 * link that was sent before the address was unsubscribed.
 */
export async function confirmSubscription(
	db: Db,
	token_hash: string,
	now: string,
): Promise<{ email: string; first: boolean } | null> {
	const { email, confirmed_at, unsubscribed_at } = subscribers;
	const link = and(hasToken(token_hash), or(isNull(unsubscribed_at), ASKED_SINCE));
	const { confirmed, found } = await runBatch(db, {
		confirmed: db
			.update(subscribers)
			// What a code was exchanged for becomes the subscription's token, so that the next code leaves
			// the links of the welcome mail valid.
			.set({ confirmed_at: now, unsubscribed_at: null, token_hash, code_token_hash: null })
			.where(and(link, or(isNull(confirmed_at), ASKED_SINCE)))
			.returning({ email }),
		found: db.select({ email }).from(subscribers).where(link),
	});
	const [subscriber] = found;
	return subscriber ? { email: subscriber.email, first: confirmed.length > 0 } : null;
}

/** The hash of the code that waits for the address; null if none does. */
export async function findCodeOf(db: Db, email: string): Promise<string | null> {
	const { code_hash } = subscribers;
	const [row] = await db
		.select({ code_hash })
		.from(subscribers)
		.where(eq(subscribers.email_key, await addressKey(db, email, "subscribers")));
	return row?.code_hash ?? null;
}

/** Uses the code up for a token; false if that happened meanwhile. */
export async function replaceCode(
	db: Db,
	{ code_hash, token_hash }: { code_hash: string; token_hash: string },
	email: string,
): Promise<boolean> {
	const replaced = await db
		.update(subscribers)
		.set({ code_hash: null, code_token_hash: token_hash })
		.where(
			and(
				eq(subscribers.email_key, await addressKey(db, email, "subscribers")),
				eq(subscribers.code_hash, code_hash),
			),
		)
		.returning({ email_key: subscribers.email_key });
	return replaced.length > 0;
}

/** Gives the subscription of a token a new code, for the next mail. */
export async function storeCode(db: Db, token_hash: string, code_hash: string): Promise<void> {
	await db.update(subscribers).set({ code_hash }).where(hasToken(token_hash));
}

/** Unsubscribes; false if the link is unknown. Idempotent. */
export async function unsubscribe(db: Db, token_hash: string, now: string): Promise<boolean> {
	const { unsubscribed_at } = subscribers;
	const left = await db
		.update(subscribers)
		.set({
			unsubscribed_at: sql`case when ${unsubscribed_at} is null or ${ASKED_SINCE} then ${now} else ${unsubscribed_at} end`,
		})
		.where(hasToken(token_hash))
		.returning({ email_key: subscribers.email_key });
	return left.length > 0;
}

/** Active subscribers, oldest first; with `confirmed_only`, only confirmed ones. */
export async function listSubscribers(
	db: Db,
	{ confirmed_only }: { confirmed_only: boolean },
): Promise<Subscriber[]> {
	const { email, created_at, confirmed_at, unsubscribed_at } = subscribers;
	return db
		.select({ email, created_at, confirmed_at })
		.from(subscribers)
		.where(and(isNull(unsubscribed_at), confirmed_only ? isNotNull(confirmed_at) : undefined))
		.orderBy(asc(created_at), asc(email));
}
