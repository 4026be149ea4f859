import type { User } from "#contract/account.ts";
import type { RequestContext } from "#http/app-env.ts";
import type { Access } from "#http/operation.ts";
import { type ProblemName, problem } from "#http/problems.ts";
import { adminKey } from "#text/email-address.ts";
import type { Context } from "#worker/context.ts";
import { isRecent, MINUTE_MS } from "#worker/durations.ts";

export type SignInProblem = Extract<ProblemName, `not_signed_in${string}`>;

/**
 * The caller of an endpoint with this access. Throws a ProblemError for any other: `refusal` for
 * anonymous visitors.
 */
export function requireCaller(
	c: RequestContext,
	access: Access,
	refusal: SignInProblem = "not_signed_in",
): { member: User | null; session_hash: string | null } {
	const known = { member: c.get("user") ?? null, session_hash: c.get("session_hash") ?? null };
	if (access === "everyone" || access === "known") return known;
	if (!known.member) throw problem(refusal);
	if (access === "session") requireSession(c);
	if (access === "admin" || access === "recent_admin") requireAdmin(c);
	// An open session alone does not suffice for a decision.
	if (access === "recent_admin" && !hasSignedInRecently(c)) throw problem("sign_in_again");
	return known;
}

/**
 * Refuses an API key. Required for actions that would let a stolen key persist: managing keys,
 * sessions and the password, or deleting the account.
 */
export function requireSession(c: RequestContext): void {
	if (c.get("session_hash") === null) throw problem("not_allowed/api_key");
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

/** Refuses a member whose confirmed address is not on the operator's list. */
function requireAdmin(c: RequestContext): void {
	const is_admin = c.get("is_admin");
	if (!is_admin) throw problem("not_allowed/team");
	const has_second_factor = c.get("has_second_factor");
	const { settings } = c.get("context");
	if (needsSecondFactor(settings, { is_admin, has_second_factor }))
		throw problem("second_factor_required");
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

/** Whether the operator's list, as `env.ts` reads it, contains the address. */
export function isListedAdmin(email: string, admin_emails: readonly string[]): boolean {
	return admin_emails.includes(adminKey(email));
}
