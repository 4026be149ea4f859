import type { MemberId } from "#contract/ids.ts";
import { type ProblemName, problem } from "#http/problems.ts";
import { isKnownBrowser } from "#identity/known-browsers.ts";
import { type Quota, quota, silentQuota } from "#identity/quota.ts";
import { hashToken } from "#identity/tokens.ts";
import { emailKey } from "#text/stored-text.ts";
import type { Context } from "#worker/context.ts";
import { HOUR_MS, MINUTE_MS } from "#worker/durations.ts";

/** A household or an office may share a network address: it gets four times an account's tries. */
const ADDRESS_SHARE = 4;
/** Guesses at one account from many networks: far above what its owner ever needs. */
const ACCOUNT_CEILING = 20;
/** Mails to one account, whoever asks for them: no inbox is flooded. */
const MAIL_CEILING = 4;
const WINDOW_MS = 15 * MINUTE_MS;

type Limited = Pick<Context, "settings" | "objects" | "counted">;
type Granted = { ok: boolean; retry_after_s: number };

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

type Refusal = Extract<ProblemName, `too_many_requests/${string}`>;

/** Who says that they know an account's password. */
export type Claimant = {
	email: string;
	address: string;
	/** The hash of what the browser has kept since an earlier sign-in. */
	known_browser: string | null;
};

/** A counted try; once the password was right it counts no more. */
export type PasswordTry = { succeed: () => Promise<void> };

/**
 * Counts a sign-in as a failure before the password is checked: guesses sent at the same time
 * cannot exceed the limit. Throws `refusal` when there were too many.
 *
 * Failures count for an account and a network together, so that nobody locks a member out from
 * elsewhere. A browser in which the member has signed in before is counted by itself. Many
 * networks at one account slow each other down to one try a minute each.
 */
export async function countSignIn(
	context: Limited & Pick<Context, "db">,
	{ email, address, known_browser }: Claimant,
	refusal: Refusal,
): Promise<PasswordTry> {
	const db = context.db.primary;
	if (known_browser && (await isKnownBrowser(db, known_browser, { email })))
		return countByProof(context, `browser:${known_browser}`, refusal);
	const { LIMIT_SIGN_IN } = context.settings;
	const account = accountKey(email);
	const key = (name: string) => `sign-in:${name}:${account}`;
	const limits = [
		addressQuota(context, "sign-in", address),
		silentQuota(context, key(address), LIMIT_SIGN_IN, WINDOW_MS),
	];
	const refused = await consumeEach(limits);
	if (refused) throw problem(refusal, refused);
	const ceiling = LIMIT_SIGN_IN * ACCOUNT_CEILING;
	const all = silentQuota(context, key("account"), ceiling, WINDOW_MS);
	const overall = await all.consume();
	const slow = overall.ok
		? null
		: silentQuota(context, key(`slow:${address}`), 1, MINUTE_MS);
	const slowed = slow ? await slow.consume() : overall;
	if (!slowed.ok) {
		await Promise.all(limits.map((limit) => limit.refund()));
		throw problem(refusal, slowed);
	}
	const [byAddress, byPair] = limits;
	return {
		async succeed() {
			await Promise.all([
				byAddress?.refund(),
				byPair?.clear(),
				slow ? slow.clear() : all.refund(),
			]);
		},
	};
}

/**
 * The same for a member who is signed in and proves the password once more: counted by the
 * session, which a stranger's guesses do not touch.
 */
export function countProof(
	context: Limited,
	session_hash: string,
	refusal: Refusal,
): Promise<PasswordTry> {
	return countByProof(context, `session:${session_hash}`, refusal);
}

/**
 * The same for codes of a second factor: counted by the browser if the member has signed in there
 * before, so that somebody who has stolen the password does not lock the member out, else by the
 * account.
 */
export async function countCode(
	context: Limited & Pick<Context, "db">,
	member_id: MemberId,
	known_browser: string | null,
): Promise<PasswordTry> {
	const db = context.db.primary;
	const known =
		known_browser !== null &&
		(await isKnownBrowser(db, known_browser, { member_id }));
	return countByProof(
		context,
		`code:${member_id}:${known ? known_browser : ""}`,
		"too_many_requests/codes",
	);
}

async function countByProof(
	context: Limited,
	who: string,
	refusal: Refusal,
): Promise<PasswordTry> {
	const { LIMIT_SIGN_IN } = context.settings;
	const own = silentQuota(context, `sign-in:${who}`, LIMIT_SIGN_IN, WINDOW_MS);
	const answer = await own.consume();
	if (!answer.ok) throw problem(refusal, answer);
	return { succeed: () => own.clear() };
}

/** What a mail is for. Each is counted by itself, so that none keeps a member from another. */
export type MailKind = "confirm" | "newsletter" | "reset" | "sign-up";

/**
 * Throws when a caller asks for too many mails, or an address has been sent enough of a kind: every
 * link in those works, so that its owner misses nothing.
 */
export async function consumeMail(
	context: Limited,
	kind: MailKind,
	{ email, address }: { email: string; address: string },
): Promise<void> {
	const { LIMIT_SIGN_IN } = context.settings;
	const key = (name: string) => `mail:${kind}:${name}:${accountKey(email)}`;
	const ceiling = LIMIT_SIGN_IN * MAIL_CEILING;
	const refused = await consumeEach([
		addressQuota(context, "mail", address),
		silentQuota(context, key(address), LIMIT_SIGN_IN, WINDOW_MS),
		silentQuota(context, key("account"), ceiling, WINDOW_MS),
	]);
	if (refused) throw problem("too_many_requests/mails", refused);
}

/** Consumes one of each, or none: what one limit refuses, no other charges. */
async function consumeEach(limits: Quota[]): Promise<Granted | null> {
	const answers = await Promise.all(limits.map((limit) => limit.consume()));
	const refused = answers.find(({ ok }) => !ok);
	if (!refused) return null;
	const granted = limits.filter((_, place) => answers[place]?.ok);
	await Promise.all(granted.map((limit) => limit.refund()));
	return refused;
}

/** Anybody can name an account, so no caller may see how much of its limits is left. */
function accountKey(email: string): string {
	return hashToken(emailKey(email));
}

function addressQuota(
	context: Limited,
	action: string,
	address: string,
): Quota {
	const limit = context.settings.LIMIT_SIGN_IN * ADDRESS_SHARE;
	return quota(context, `${action}:address:${address}`, limit, WINDOW_MS);
}
