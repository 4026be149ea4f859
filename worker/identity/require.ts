import type { User } from "#contract/account.ts";
import type { RequestContext } from "#http/app-env.ts";
import { type ProblemName, problem } from "#http/problems.ts";
import type { Context } from "#worker/context.ts";
import { isRecent, MINUTE_MS } from "#worker/durations.ts";

type SignInProblem = Extract<ProblemName, `not_signed_in${string}`>;

/**
 * The member who sends the request, by cookie or API key. Throws `refusal` for anonymous
 * visitors. The route needs the session middleware.
 */
export function requireMember(
	c: RequestContext,
	refusal: SignInProblem = "not_signed_in",
): User {
	const user = c.get("user");
	if (!user) throw problem(refusal);
	return user;
}

/**
 * The member who sends the request with a session cookie. An API key may not do what
 * would make a stolen key last: manage keys, sessions and the password, or delete the
 * account.
 */
export function requireSession(c: RequestContext): {
	user: User;
	session_hash: string;
} {
	const user = requireMember(c);
	const session_hash = c.get("session_hash");
	if (session_hash === null) throw problem("not_allowed/api_key");
	return { user, session_hash };
}

/** On a site that sends mail, which is more than a laptop, an admin needs a second factor. */
export function needsSecondFactor(
	{ SMTP_URL }: { SMTP_URL?: string | undefined },
	member: { is_admin: boolean; has_second_factor: boolean },
): boolean {
	return member.is_admin && SMTP_URL !== undefined && !member.has_second_factor;
}

/** The admin who sends the request: their address is on the operator's list and confirmed. */
export function requireAdmin(c: RequestContext): User {
	const user = requireMember(c);
	const is_admin = c.get("is_admin");
	if (!is_admin) throw problem("not_allowed/team");
	const has_second_factor = c.get("has_second_factor");
	const { settings } = c.get("context");
	if (needsSecondFactor(settings, { is_admin, has_second_factor }))
		throw problem("second_factor_required");
	return user;
}

/** As long as somebody stays at one task; a browser that was left open proves nothing later. */
const RECENT_MS = 30 * MINUTE_MS;

/** Whether the member of the session has just proved who they are. */
export function hasSignedInRecently(c: RequestContext): boolean {
	return isProofRecent(c.get("context"), c.get("proven_at"));
}

/** Whether a proof of who somebody is still serves for what needs a recent one. */
export function isProofRecent(
	context: Pick<Context, "now">,
	proven_at: string | null,
): boolean {
	const now_ms = context.now().getTime();
	return (
		proven_at !== null && isRecent(Date.parse(proven_at), RECENT_MS, now_ms)
	);
}

/** An admin who decides something. A session that was left open is not enough: the sign-in has to be recent. */
export function requireRecentAdmin(c: RequestContext): User {
	const admin = requireAdmin(c);
	if (!hasSignedInRecently(c)) throw problem("sign_in_again");
	return admin;
}

/**
 * Whether the operator's list contains the address, ignoring the case of ASCII letters
 * only: a letter of another alphabet that folds to one of them belongs to another
 * mailbox.
 */
export function isListedAdmin(
	email: string,
	admin_emails: readonly string[],
): boolean {
	const folded = email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	return admin_emails.includes(folded);
}
