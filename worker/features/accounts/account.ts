import type { MemberId } from "#contract/ids.ts";
import type { Me, MeEdit, PasswordChange } from "#contract/me.ts";
import { createSiteOpener } from "#features/evidence/open-sources.ts";
import { endStreams } from "#features/notifications/publish.ts";
import { problem } from "#http/problems.ts";
import type { Caller } from "#identity/caller.ts";
import { type CountedMember, memberKey, silentQuota } from "#identity/quota.ts";
import { isListedAdmin, needsSecondFactor } from "#identity/require.ts";
import { newToken } from "#identity/tokens.ts";
import { MAX_PAGE_BYTES } from "#outbound/open-page.ts";
import type { Context } from "#worker/context.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { consumeAction, countProof } from "./limits.ts";
import { passwordChangedMail } from "./mail/mails.ts";
import { confirmsByMail, sendNotice } from "./mail/site-mailer.ts";
import { deleteMember, editAccount, readAccount } from "./member-queries.ts";
import { type OpenedSession, openSession } from "./open-session.ts";
import { hashPassword, refuseWeakPassword, verifyPassword } from "./passwords.ts";

/** A member's own account, including the password hash. */
export type OwnAccount = Me & { password_hash: string | null };

/** Throws if the account was deleted during the request. */
export async function readOwnAccount(context: Context, member_id: MemberId): Promise<OwnAccount> {
	const { db, settings, now } = context;
	const account = await readAccount(db.primary, member_id, now().toISOString());
	if (!account) throw problem("not_signed_in/deleted");
	const listed = isListedAdmin(account.email, settings.ADMIN_EMAILS);
	const is_admin = account.email_confirmed && listed;
	const has_second_factor = account.second_factor !== null;
	const needs_second_factor = needsSecondFactor(settings, { is_admin, has_second_factor });
	return { ...account, is_admin, needs_second_factor };
}

const CURRENT = "/password/current";

/** The fields that change at once, which the address does not. */
type AccountChange = Omit<MeEdit, "email" | "password"> & { password?: PasswordChange | undefined };

/**
 * Changes the given fields. A new password requires the current one and ends all existing access;
 * `opened` is the new session of this browser.
 */
export async function changeAccount(
	context: Context,
	input: Caller & { member_id: MemberId; edit: AccountChange; recent: boolean },
): Promise<{ me: Me; opened: OpenedSession | null }> {
	const { member_id, later } = input;
	const { password, weekly_mail, ...change } = input.edit;
	const account = await readOwnAccount(context, member_id);
	if (weekly_mail) refuseWithoutMail(context, account);
	const weekly = weekly_mail ? { now: context.now().toISOString(), token: newToken() } : null;
	const next = password && {
		hash: await hashNewPassword(context, account, password, input),
		expected: account.password_hash,
	};
	const changed = await editAccount(context.db.primary, member_id, {
		...change,
		...(weekly_mail !== undefined && { weekly_mail: weekly }),
		password: next,
	});
	if (!changed) throw problem("wrong_password", { pointer: CURRENT });
	if (next) await endStreams(context, member_id);
	const opened = next ? await openSession(context, member_id, input) : null;
	if (next) later(() => sendNotice(context, account, passwordChangedMail(input)));
	const { password_hash: _, ...me } = await readOwnAccount(context, member_id);
	return { me, opened };
}

function refuseWithoutMail(context: Context, { email_confirmed }: OwnAccount): void {
	if (!confirmsByMail(context)) throw problem("no_weekly_mail");
	if (!email_confirmed) throw problem("email_unconfirmed");
}

/** Checks the current password before it hashes the new one. */
async function hashNewPassword(
	context: Context,
	account: OwnAccount,
	{ current, next }: PasswordChange,
	by: { session_hash: string | null; recent: boolean },
): Promise<string> {
	const given = { ...by, password: current, pointer: CURRENT };
	await checkPassword(context, account, given);
	refuseWeakPassword(next, account);
	await consumeAction(context, "password-changes", account);
	return hashPassword(next);
}

/** Checks the password, then deletes the account with all of its member's data. */
export async function deleteAccount(
	context: Context,
	input: {
		member_id: MemberId;
		password: string | undefined;
		session_hash: string;
		/** Whether the member has just authenticated. */
		recent: boolean;
	},
): Promise<void> {
	const { member_id, ...by } = input;
	const account = await readOwnAccount(context, member_id);
	const given = { ...by, pointer: "/password" };
	await checkPassword(context, account, given);
	await deleteMember(context.db.primary, member_id);
	await endStreams(context, member_id);
}

/**
 * Throws unless the correct password was given. For an account without a password, throws unless
 * the member has just signed in. Attempts are limited by session.
 */
async function checkPassword(
	context: Context,
	{ id: member_id, password_hash }: OwnAccount,
	given: {
		password: string | undefined;
		pointer: string;
		session_hash: string | null;
		recent: boolean;
	},
): Promise<void> {
	if (password_hash === null && !given.recent) throw problem("sign_in_again");
	if (password_hash === null) return;
	const attempt = await countProof(
		context,
		{ member_id, session_hash: given.session_hash ?? "" },
		"too_many_requests/passwords",
	);
	if (!(await verifyPassword(given.password ?? "", password_hash)))
		throw problem("wrong_password", { pointer: given.pointer });
	await attempt.succeed();
}

/**
 * Reauthenticates a member and returns their account: throws unless the correct password was given, or the account has no
 * password and the member has just signed in.
 */
export async function provePassword(
	context: Context,
	member_id: MemberId,
	given: { password: string | undefined; session_hash: string | null; recent: boolean },
): Promise<OwnAccount> {
	const account = await readOwnAccount(context, member_id);
	await checkPassword(context, account, { ...given, pointer: "/password" });
	return account;
}

/** The account page requests the picture once per visit. */
const PICTURES_A_MINUTE = 30;
/** Image formats that cannot contain scripts, which excludes SVG. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif)$/;

export type Picture = { content_type: string; bytes: Uint8Array };

/**
 * Fetches the member's own picture through the server, so that no page loads anything from a host
 * that a member chose. The address is checked by the same rules as web pages (SSRF).
 */
export async function readOwnPicture(context: Context, member: CountedMember): Promise<Picture> {
	const key = memberKey("own-picture", member);
	const granted = await silentQuota(context, key, PICTURES_A_MINUTE, MINUTE_MS).consume();
	if (!granted.ok) throw problem("too_many_requests/requests", granted);
	const { avatar_url } = await readOwnAccount(context, member.id);
	const picture = avatar_url && (await fetchPicture(context, avatar_url));
	if (!picture) throw problem("picture_not_found");
	return picture;
}

async function fetchPicture({ settings, outbound }: Context, url: string): Promise<Picture | null> {
	const open = createSiteOpener(settings, outbound);
	const outcome = await open({ url, ask_robots: false });
	if (!outcome.ok) return null;
	const { content_type: given, bytes } = outcome.page;
	const content_type = given.split(";")[0]?.trim().toLowerCase() ?? "";
	// A body of the maximum length was truncated.
	const whole = bytes.byteLength < MAX_PAGE_BYTES;
	return whole && PICTURE.test(content_type) ? { content_type, bytes } : null;
}
