const DAY_MS = 24 * 60 * 60 * 1_000;

/** A confirmation link lasts a day; who has not come back in a month starts anew. */
const UNCONFIRMED_KEPT_MS = 30 * DAY_MS;
/** Long enough to find out why a member was not told of something. */
const DELIVERED_KEPT_MS = 30 * DAY_MS;
/** Going through the accounts that were never confirmed costs more than the rest. */
const ACCOUNTS_AT_MINUTE = 17;

export type ForgetExpired = {
	/** Without mail nobody can confirm an address, and every account is one in use. */
	confirms_by_mail: boolean;
	sessions(now: string): Promise<void>;
	tokens(now: string): Promise<void>;
	subscribers(before: string): Promise<void>;
	delivered(before: string): Promise<void>;
	unconfirmed(before: string): Promise<void>;
};

/** Deletes what has run out, a sweep's worth of each; the next sweep takes the rest. */
export async function forgetExpired(
	expired: ForgetExpired,
	at: Date,
): Promise<void> {
	const before = (age_ms: number) =>
		new Date(at.getTime() - age_ms).toISOString();
	await expired.sessions(before(0));
	await expired.tokens(before(0));
	await expired.subscribers(before(UNCONFIRMED_KEPT_MS));
	await expired.delivered(before(DELIVERED_KEPT_MS));
	if (expired.confirms_by_mail && at.getUTCMinutes() === ACCOUNTS_AT_MINUTE)
		await expired.unconfirmed(before(UNCONFIRMED_KEPT_MS));
}
