import { type ProblemName, problem } from "#http/problems.ts";
import { type Quota, quota, silentQuota } from "#identity/quota.ts";
import { hashToken } from "#identity/tokens.ts";
import { emailKey } from "#text/stored-text.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS, MINUTE_MS } from "#worker/durations.ts";

/** A household or an office may share a network address: it gets four times an account's tries. */
const ADDRESS_SHARE = 4;
const WINDOW_MS = 15 * MINUTE_MS;

type Limited = Pick<Context, "settings" | "objects" | "counted">;

/** Throws if too many accounts were created from this network address. */
export async function consumeSignUp(
	context: Limited,
	address: string,
): Promise<void> {
	const { LIMIT_SIGN_UP } = context.settings;
	const answer = await quota(
		context,
		`sign-up:${address}`,
		LIMIT_SIGN_UP,
		HOUR_MS,
	).consume();
	if (!answer.ok) throw problem("too_many_requests/sign_ups", answer);
}

/**
 * Counts a try for this account from this network address as a failure before the
 * password is checked, so that concurrent guesses cannot exceed the limit. Throws
 * `refusal` if there were too many.
 */
export async function consumeSignInTry(
	context: Limited,
	{ email, address }: { email: string; address: string },
	refusal: Extract<ProblemName, `too_many_requests/${string}`>,
): Promise<void> {
	const answer = await consumeBoth(context, "sign-in", email, address);
	if (!answer.ok) throw problem(refusal, answer);
}

/**
 * After a right password the account's count is cleared, and the network address gets its
 * try back.
 */
export async function refundSignInTry(
	context: Limited,
	{ email, address }: { email: string; address: string },
): Promise<void> {
	await Promise.all([
		accountQuota(context, "sign-in", email).clear(),
		addressQuota(context, "sign-in", address).refund(),
	]);
}

/** Throws if an address was sent too many mails, or a caller asked for too many. */
export async function consumeMail(
	context: Limited,
	{ email, address }: { email: string; address: string },
): Promise<void> {
	const answer = await consumeBoth(context, "mail", email, address);
	if (!answer.ok) throw problem("too_many_requests/mails", answer);
}

/** Consumes one of each, or none: a caller refused by one is not charged by the other. */
async function consumeBoth(
	context: Limited,
	action: string,
	email: string,
	address: string,
) {
	const byAddress = await addressQuota(context, action, address).consume();
	if (!byAddress.ok) return byAddress;
	const byAccount = await accountQuota(context, action, email).consume();
	if (!byAccount.ok) await addressQuota(context, action, address).refund();
	return byAccount;
}

/** Anyone can name an account, so its limit is not shown to callers. */
function accountQuota(context: Limited, action: string, email: string): Quota {
	const { LIMIT_SIGN_IN } = context.settings;
	const key = `${action}:account:${hashToken(emailKey(email))}`;
	return silentQuota(context, key, LIMIT_SIGN_IN, WINDOW_MS);
}

function addressQuota(
	context: Limited,
	action: string,
	address: string,
): Quota {
	const limit = context.settings.LIMIT_SIGN_IN * ADDRESS_SHARE;
	return quota(context, `${action}:address:${address}`, limit, WINDOW_MS);
}
