import type { MemberId } from "#contract/ids.ts";
import { type ProblemName, problem } from "#http/problems.ts";
import { isKnownBrowser } from "#identity/known-browsers.ts";
import {
	addressQuota,
	type CountedMember,
	memberQuota,
	type Quota,
	silentAddressQuota,
	silentQuota,
} from "#identity/quota.ts";
import { hashToken } from "#identity/tokens.ts";
import { emailKey, mailboxKey } from "#text/email-address.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#worker/durations.ts";

/**
 * A household or an office may share a network address, so an address gets four times an
 * account's attempts.
 */
const ADDRESS_SHARE = 4;
/** Limits guesses at one account from many networks; far above what its owner needs. */
const ACCOUNT_CEILING = 20;
/** Limits the mails to one address from all requesters, so that nobody can flood an inbox. */
const MAIL_CEILING = 4;
const WINDOW_MS = 15 * MINUTE_MS;
/**
 * A right password or code costs as much as a wrong one, so all attempts of an hour are limited
 * too: to twice the failures of four windows, so that failures alone do not use them up.
 */
const ATTEMPTS_AN_HOUR = 8;

type Limited = Pick<Context, "settings" | "objects" | "counted">;

/** Throws if too many accounts were created from this network address. */
export async function consumeSignUp(context: Limited, address: string): Promise<void> {
	const answer = await addressQuota(context, {
		address,
		key: (network) => `sign-up:${network}`,
		limit: context.settings.LIMIT_SIGN_UP,
		window_ms: HOUR_MS,
	}).consume();
	if (!answer.ok) throw problem("too_many_requests/sign_ups", answer);
}

type Refusal = Extract<ProblemName, `too_many_requests/${string}`>;

/** A person who attempts to authenticate with an account's password. */
export type Claimant = {
	email: string;
	address: string;
	/** The hash of the known-browser token that an earlier sign-in left in this browser. */
	known_browser: string | null;
};

/** A counted attempt. `succeed` removes it from the failures. */
export type PasswordTry = { succeed: () => Promise<void> };

/**
 * Counts a sign-in as failed before the password is checked, so that concurrent guesses cannot
 * exceed the limit. Throws `refusal` if the limit is reached, or `too_many_requests/attempts` if
 * many passwords were entered, right ones included.
 *
 * Failures are counted per account and network, so that nobody can lock a member out from
 * elsewhere. A browser in which the member has signed in before has its own count. When many
 * networks guess at one account, each is limited to one attempt a minute.
 */
export async function countSignIn(
	context: Limited & Pick<Context, "db">,
	{ email, address, known_browser }: Claimant,
	refusal: Refusal,
): Promise<PasswordTry> {
	const db = context.db.primary;
	const account = accountKey(email);
	if (known_browser && (await isKnownBrowser(db, known_browser, { email })))
		return countByProof(context, {
			who: `browser:${known_browser}`,
			member: `known:${account}`,
			refusal,
		});
	const { LIMIT_SIGN_IN } = context.settings;
	const key = (name: string) => `sign-in:${name}:${account}`;
	const byAddress = networkLimit(context, "sign-in", address);
	const byPair = accountLimit(context, address, key);
	const failures = [byAddress, byPair];
	const attempts = signInAttempts(context, address, account);
	await consumeAttempt({ failures, attempts }, refusal);
	const ceiling = LIMIT_SIGN_IN * ACCOUNT_CEILING;
	const all = silentQuota(context, key("account"), ceiling, WINDOW_MS);
	const overall = await all.consume();
	const slow = overall.ok
		? null
		: silentAddressQuota(context, {
				address,
				key: (network) => key(`slow:${network}`),
				limit: 1,
				window_ms: MINUTE_MS,
			});
	const slowed = slow ? await slow.consume() : overall;
	if (!slowed.ok) {
		const counted = [...failures, ...attempts];
		await Promise.all(counted.map((limit) => limit.refund()));
		throw problem(refusal, slowed);
	}
	return {
		async succeed() {
			await Promise.all([byAddress.refund(), byPair.clear(), slow ? slow.clear() : all.refund()]);
		},
	};
}

/**
 * Like `countSignIn`, for a signed-in member who enters the password again. Failures are counted
 * per session, so that other people's guesses do not affect the member.
 */
export function countProof(
	context: Limited,
	{ member_id, session_hash }: { member_id: MemberId; session_hash: string },
	refusal: Refusal,
): Promise<PasswordTry> {
	return countByProof(context, {
		who: `session:${session_hash}`,
		member: `password:${member_id}`,
		refusal,
	});
}

/**
 * Like `countSignIn`, for codes of a second factor. Failures are counted per browser if the
 * member has signed in there before, otherwise per account. Someone who has stolen the password
 * therefore cannot lock the member out.
 */
export async function countCode(
	context: Limited & Pick<Context, "db">,
	member_id: MemberId,
	known_browser: string | null,
): Promise<PasswordTry> {
	const db = context.db.primary;
	const known = known_browser !== null && (await isKnownBrowser(db, known_browser, { member_id }));
	return countByProof(context, {
		who: `code:${member_id}:${known ? known_browser : ""}`,
		member: `code:${member_id}:${known ? "known" : ""}`,
		refusal: "too_many_requests/codes",
	});
}

/**
 * `who` counts the failures. `member` counts all attempts: a browser or a session that succeeds
 * gets a new name, which would begin a new count.
 */
async function countByProof(
	context: Limited,
	{ who, member, refusal }: { who: string; member: string; refusal: Refusal },
): Promise<PasswordTry> {
	const { LIMIT_SIGN_IN } = context.settings;
	const own = silentQuota(context, `sign-in:${who}`, LIMIT_SIGN_IN, WINDOW_MS);
	const most = LIMIT_SIGN_IN * ATTEMPTS_AN_HOUR;
	const all = silentQuota(context, `attempts:${member}`, most, HOUR_MS);
	await consumeAttempt({ failures: [own], attempts: [all] }, refusal);
	return { succeed: () => own.clear() };
}

/**
 * Counts a try at the code beside a mailed link, before it is compared. `member_id` is the account
 * in which the code is looked for, whichever address is named; without it the address decides.
 */
export async function countLinkCode(
	context: Limited,
	{ email, address, member_id }: { email: string; address: string; member_id?: MemberId | null },
): Promise<PasswordTry> {
	const key = (name: string) => `link-code:${name}:${member_id ?? mailboxHash(email)}`;
	const own = [networkLimit(context, "link-code", address), accountLimit(context, address, key)];
	const ceiling = context.settings.LIMIT_SIGN_IN * ACCOUNT_CEILING;
	const all = silentQuota(context, key("account"), ceiling, WINDOW_MS);
	await consumeShared(own, all, "too_many_requests/codes");
	return {
		async succeed() {
			await Promise.all([...own, all].map((limit) => limit.refund()));
		},
	};
}

/** All attempts from an address: at the account, and at all accounts together. */
function signInAttempts(context: Limited, address: string, account: string): Quota[] {
	const limit = context.settings.LIMIT_SIGN_IN * ATTEMPTS_AN_HOUR;
	const given = { address, window_ms: HOUR_MS };
	return [
		silentAddressQuota(context, {
			...given,
			key: (network) => `attempts:${network}:${account}`,
			limit,
		}),
		silentAddressQuota(context, {
			...given,
			key: (network) => `attempts:address:${network}`,
			limit: limit * ADDRESS_SHARE,
		}),
	];
}

/** Consumes one of each limit, or of none and throws. */
async function consumeAttempt(
	{ failures, attempts }: { failures: Quota[]; attempts: Quota[] },
	refusal: Refusal,
): Promise<void> {
	const refused = await consumeEach([...failures, ...attempts]);
	if (!refused) return;
	const many = attempts.includes(refused.limit);
	throw problem(many ? "too_many_requests/attempts" : refusal, refused);
}

/** The purpose of a mail. Each kind has its own count, so that one kind cannot block another. */
export type MailKind = "change" | "confirm" | "newsletter" | "reset" | "sign-up";

/**
 * The time in which an address gets at most the mails of MAIL_CEILING. It is not longer than their
 * links work: a person who is refused a mail still has a working link from an earlier one.
 */
const MAIL_WINDOW_MS: Record<MailKind, number> = {
	change: DAY_MS,
	confirm: DAY_MS,
	newsletter: DAY_MS,
	reset: WINDOW_MS,
	"sign-up": DAY_MS,
};

/**
 * Throws if a caller requests too many mails, or if an address was sent too many mails of one
 * kind. A blocked mail is no loss to the owner, because the links already sent still work.
 */
export async function consumeMail(
	context: Limited,
	kind: MailKind,
	{ email, address }: { email: string; address: string },
): Promise<void> {
	const key = (name: string) => `mail:${kind}:${name}:${mailboxHash(email)}`;
	const ceiling = context.settings.LIMIT_SIGN_IN * MAIL_CEILING;
	const own = [networkLimit(context, "mail", address), accountLimit(context, address, key)];
	const all = silentQuota(context, key("account"), ceiling, MAIL_WINDOW_MS[kind]);
	await consumeShared(own, all, "too_many_requests/mails");
}

/**
 * `all` is consumed last: requests that are refused before would hold units of it for a moment, and
 * a flood of them would refuse the account's owner.
 */
async function consumeShared(
	own: Quota[],
	all: Quota,
	refusal: "too_many_requests/codes" | "too_many_requests/mails",
): Promise<void> {
	const refused = await consumeEach(own);
	if (refused) throw problem(refusal, refused);
	const overall = await all.consume();
	if (overall.ok) return;
	await Promise.all(own.map((limit) => limit.refund()));
	throw problem(refusal, overall);
}

/** Consumes one unit of every limit, or of none and returns the limit that refuses. */
async function consumeEach(
	limits: Quota[],
): Promise<{ limit: Quota; retry_after_s: number } | null> {
	const answers = await Promise.all(
		limits.map(async (limit) => ({ limit, ...(await limit.consume()) })),
	);
	const refused = answers.find(({ ok }) => !ok);
	if (!refused) return null;
	const granted = answers.filter(({ ok }) => ok);
	await Promise.all(granted.map(({ limit }) => limit.refund()));
	return refused;
}

/** Anyone can name an account, so the key is a hash and its remaining attempts are never shown. */
function accountKey(email: string): string {
	return hashToken(emailKey(email));
}

/** All addresses of one mailbox count as one, however they are written. */
function mailboxHash(email: string): string {
	return hashToken(mailboxKey(email));
}

/** The limit of an address for all accounts together. */
function networkLimit(context: Limited, action: string, address: string): Quota {
	return addressQuota(context, {
		address,
		key: (network) => `${action}:address:${network}`,
		limit: context.settings.LIMIT_SIGN_IN * ADDRESS_SHARE,
		window_ms: WINDOW_MS,
	});
}

/** The limit of an address for the account in `key`. */
function accountLimit(context: Limited, address: string, key: (network: string) => string): Quota {
	return silentAddressQuota(context, {
		address,
		key,
		limit: context.settings.LIMIT_SIGN_IN,
		window_ms: WINDOW_MS,
	});
}

/** Actions that store a row, hash a password or send a mail. */
const ACTIONS = {
	/** Three times the keys that a member may have; a deleted key still counts, as its mail does. */
	keys: { limit: 30, window_ms: DAY_MS },
	/** A person allows the extension once in each browser, and again after a mistake. */
	"extension-codes": { limit: 20, window_ms: HOUR_MS },
	/** Each hashes a password, ends every session and sends a mail. */
	"password-changes": { limit: 10, window_ms: DAY_MS },
	/** Each sends a mail to both addresses. */
	"email-changes": { limit: 5, window_ms: DAY_MS },
	/** Turning a second factor on and off again sends two mails. */
	"second-factors": { limit: 10, window_ms: DAY_MS },
};

/**
 * Counts an action of the member, before its work begins. Throws if the limit is reached. The
 * quota is for refunding an action that did nothing.
 */
export async function consumeAction(
	context: Pick<Context, "objects" | "counted">,
	name: keyof typeof ACTIONS,
	member: CountedMember,
): Promise<Quota> {
	const { limit, window_ms } = ACTIONS[name];
	const own = memberQuota(context, name, member, limit, window_ms);
	const granted = await own.consume();
	if (!granted.ok) throw problem("too_many_requests/actions", granted);
	return own;
}
