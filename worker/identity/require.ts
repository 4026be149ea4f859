import type { User } from "#contract/account.ts";
import type { RequestContext } from "#http/app-env.ts";
import type { Access } from "#http/operation.ts";
import { type ProblemName, problem } from "#http/problems.ts";
import type { Context } from "#worker/context.ts";
import { isRecent, MINUTE_MS } from "#worker/durations.ts";

export type SignInProblem = Extract<ProblemName, `not_signed_in${string}`>;

/**
 * The member who sends the request, by cookie or API key. Throws `refusal` for anonymous
 * visitors. Requires the session middleware on the route.
 */
export function requireMember(c: RequestContext, refusal: SignInProblem = "not_signed_in"): User {
	const user = c.get("user");
	if (!user) throw problem(refusal);
	return user;
}

/**
 * The member who sends the request with a session cookie. Required for actions that would let a
 * stolen API key persist: managing keys, sessions and the password, or deleting the account.
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

/** The caller of an endpoint with this access. Throws a ProblemError for any other. */
export function requireCaller(
	c: RequestContext,
	access: Access,
	refusal?: SignInProblem,
): { member: User | null; session_hash: string | null } {
	const known = { member: c.get("user") ?? null, session_hash: c.get("session_hash") ?? null };
	if (access === "everyone" || access === "known") return known;
	requireMember(c, refusal);
	if (access === "session") requireSession(c);
	if (access === "admin") requireAdmin(c);
	if (access === "recent_admin") requireRecentAdmin(c);
	return known;
}

/**
 * Whether an admin still has to set up a second factor. It is required on sites that send mail,
 * which excludes a site on a laptop.
 */
export function needsSecondFactor(
	{ SMTP_URL }: { SMTP_URL?: string | undefined },
	member: { is_admin: boolean; has_second_factor: boolean },
): boolean {
	return member.is_admin && SMTP_URL !== undefined && !member.has_second_factor;
}

/** The admin who sends the request. Their confirmed address is on the operator's list. */
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

/** About the length of one working session. A browser left open for longer proves nothing. */
const RECENT_MS = 30 * MINUTE_MS;

/** Whether the session's member has authenticated recently. */
export function hasSignedInRecently(c: RequestContext): boolean {
	return isProofRecent(c.get("context"), c.get("proven_at"));
}

/** Whether an authentication at this instant is recent enough for sensitive actions. */
export function isProofRecent(context: Pick<Context, "now">, proven_at: string | null): boolean {
	const now_ms = context.now().getTime();
	return proven_at !== null && isRecent(Date.parse(proven_at), RECENT_MS, now_ms);
}

/**
 * The admin who makes a decision. Requires a recent sign-in, because an open session alone is not
 * sufficient.
 */
export function requireRecentAdmin(c: RequestContext): User {
	const admin = requireAdmin(c);
	if (!hasSignedInRecently(c)) throw problem("sign_in_again");
	return admin;
}

/**
 * Whether the operator's list contains the address. Only ASCII letters are compared without case:
 * a letter of another alphabet that folds to an ASCII letter belongs to another mailbox.
 */
export function isListedAdmin(email: string, admin_emails: readonly string[]): boolean {
	const folded = email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	return admin_emails.includes(folded);
}
