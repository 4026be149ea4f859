import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { excluded } from "#db/batch.ts";
import type { Db } from "#db/client.ts";
import { newsletterSubscribers } from "#db/tables/notifications.ts";
import { emailKey, storedText } from "#text/stored-text.ts";

const subscribers = newsletterSubscribers;

export type Subscriber = {
	email: string;
	created_at: string;
	confirmed_at: string | null;
};

/**
 * Adds an unconfirmed address. Returns whether to send the confirmation mail: not if the
 * address is confirmed and has not unsubscribed.
 */
export async function subscribe(
	db: Db,
	wish: { email: string; token_hash: string; now: string },
): Promise<boolean> {
	const { confirmed_at, unsubscribed_at } = subscribers;
	const written = await db
		.insert(subscribers)
		.values({
			email_key: emailKey(wish.email),
			email: storedText(wish.email),
			token_hash: wish.token_hash,
			created_at: wish.now,
			confirmed_at: null,
			unsubscribed_at: null,
		})
		.onConflictDoUpdate({
			target: subscribers.email_key,
			set: {
				...excluded("email", "token_hash", "created_at", "confirmed_at"),
				unsubscribed_at: null,
			},
			setWhere: sql`${confirmed_at} is null or ${unsubscribed_at} is not null`,
		})
		.returning({ email_key: subscribers.email_key });
	return written.length > 0;
}

/**
 * Confirms the address of the link; repeating it changes nothing. null if the link is
 * unknown, or if its reader has unsubscribed.
 */
export async function confirmSubscription(
	db: Db,
	token_hash: string,
	now: string,
): Promise<{ email: string; first: boolean } | null> {
	const { email, confirmed_at, unsubscribed_at } = subscribers;
	const link = and(
		eq(subscribers.token_hash, token_hash),
		isNull(unsubscribed_at),
	);
	const [confirmed, [subscriber]] = await db.batch([
		db
			.update(subscribers)
			.set({ confirmed_at: now })
			.where(and(link, isNull(confirmed_at)))
			.returning({ email }),
		db.select({ email }).from(subscribers).where(link),
	]);
	return subscriber
		? { email: subscriber.email, first: confirmed.length > 0 }
		: null;
}

/** Unsubscribes; false if the link is unknown. Repeating it changes nothing. */
export async function unsubscribe(
	db: Db,
	token_hash: string,
	now: string,
): Promise<boolean> {
	const { unsubscribed_at } = subscribers;
	const left = await db
		.update(subscribers)
		.set({ unsubscribed_at: sql`coalesce(${unsubscribed_at}, ${now})` })
		.where(eq(subscribers.token_hash, token_hash))
		.returning({ email_key: subscribers.email_key });
	return left.length > 0;
}

/** Confirmed subscribers who have not unsubscribed, oldest first. */
export async function listSubscribers(db: Db): Promise<Subscriber[]> {
	const { email, created_at, confirmed_at, unsubscribed_at } = subscribers;
	return db
		.select({ email, created_at, confirmed_at })
		.from(subscribers)
		.where(isNull(unsubscribed_at))
		.orderBy(asc(created_at), asc(email));
}
