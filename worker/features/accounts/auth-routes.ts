import {
	ConfirmAnswer,
	SecondFactorAnswer,
	SecondFactorRequest,
	SessionAnswer,
	SignInAnswer,
	SignInOutcome,
	SignInRequest,
	SignOutRequest,
	SignUpRequest,
} from "#contract/account.ts";
import { MailedAnswer } from "#contract/deliveries.ts";
import {
	ConfirmRequest,
	EmailRequest,
	LinkCodeRequest,
	ResetRequest,
	TokenAnswer,
} from "#contract/me.ts";
import { endStreams } from "#features/notifications/publish.ts";
import type { RequestContext } from "#http/app-env.ts";
import { endpoint } from "#http/endpoint.ts";
import { json } from "#http/operation.ts";
import { PROBLEMS } from "#http/problem-catalogue.ts";
import { problem } from "#http/problems.ts";
import { type Caller, readCaller } from "#identity/caller.ts";
import {
	clearSessionCookie,
	clearSignUpCookie,
	readSignUpCookie,
	writeSignInCookies,
	writeSignUpCookie,
} from "#identity/session-cookie.ts";
import { deleteSession, deleteSessions } from "#identity/sessions.ts";
import type { Context } from "#worker/context.ts";
import { confirmEmail, resendConfirmation } from "./confirm-email.ts";
import { linkKeptIdentity } from "./google/link-identity.ts";
import { googleClient } from "./google/oidc-client.ts";
import { countSignIn } from "./limits.ts";
import { exchangeCode } from "./link-codes.ts";
import { confirmsByMail } from "./mail/site-mailer.ts";
import { findMemberForSignIn } from "./member-queries.ts";
import type { SignedIn } from "./open-session.ts";
import { verifyPassword } from "./passwords.ts";
import { requestReset, resetPassword } from "./reset-password.ts";
import {
	finishSignIn,
	type SecondFactorAsked,
	signInOrAsk,
} from "./second-factor/second-factor.ts";
import { signUp } from "./sign-up.ts";

const LINK = "The link has expired or was already used.";
const LIMIT = "Too many attempts; `Retry-After` says when to try again.";

/** The same answer for every address, so that it does not reveal which addresses have accounts. */
const answeredAlike = {
	method: "POST",
	access: "known",
	body: EmailRequest,
	answers: { 202: json("The same for every address.", MailedAnswer) },
	problems: { 429: LIMIT },
} as const;

/** Accounts and sessions. */
export const signInEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/auth/session",
		id: "getSession",
		summary: "Who is signed in",
		access: "known",
		answers: { 200: json("The member, or null.", SessionAnswer) },
		handle: (context, { member }) => ({
			user: member,
			providers: { google: googleClient(context) !== null },
		}),
	}),
	endpoint({
		method: "POST",
		path: "/api/auth/sign-up",
		id: "signUp",
		summary: "Create an account",
		access: "known",
		body: SignUpRequest,
		answers: {
			201: json("Signed in.", SignInAnswer),
			202: json(
				"An email with a confirmation link is sent. A cookie marks this browser for a day.",
				MailedAnswer,
			),
		},
		problems: { 409: "The address already has an account.", 429: LIMIT },
		handle: async (context, { c, body }) => {
			const signed = await signUp(context, { ...body, ...readCaller(c) });
			if ("user" in signed) return openedSession(c, signed);
			writeSignUpCookie(c, signed.sign_up_token);
			const { delivery: delivery_id } = signed;
			const message = PROBLEMS.email_unconfirmed.detail;
			return c.json({ message, delivery_id } satisfies MailedAnswer, 202);
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/auth/sign-in",
		id: "signIn",
		summary: "Sign in",
		detail:
			"If the member has a second factor, there is no session yet: the answer is `second_factor` with a `token`. Send it to `/api/auth/second-factor` with a code within ten minutes. Confirming an address and setting a new password answer the same way.",
		access: "known",
		body: SignInRequest,
		answers: { 200: json("Signed in, or asked for a code.", SignInOutcome) },
		problems: {
			401: "The email or the password is wrong.",
			403: "The address is not confirmed yet.",
			429: LIMIT,
		},
		handle: async (context, { c, body }) =>
			openedOrAsked(c, await signIn(context, { ...body, ...readCaller(c) })),
	}),
	endpoint({
		method: "POST",
		path: "/api/auth/second-factor",
		id: "finishSignIn",
		summary: "Finish a sign-in with a code",
		detail: "Six digits of the member's app, or a recovery code. Each works once.",
		access: "known",
		body: SecondFactorRequest,
		answers: { 200: json("Signed in.", SignInAnswer) },
		problems: {
			401: "The sign-in has expired: start again.",
			403: "The code is wrong or was already used.",
			429: LIMIT,
		},
		handle: async (context, { c, body }) =>
			openedSession(c, await finishSignIn(context, { ...body, ...readCaller(c) })),
	}),
	endpoint({
		method: "POST",
		path: "/api/auth/sign-out",
		id: "signOut",
		summary: "Sign out, here or everywhere",
		access: "known",
		body: SignOutRequest.optional(),
		answers: { 200: json("Signed out.", SignInAnswer) },
		handle: async (context, { c, member, session_hash, body }) => {
			const { primary } = context.db;
			if (session_hash) await deleteSession(primary, session_hash);
			if (session_hash && member) {
				if (body?.everywhere) await deleteSessions(primary, member.id, null);
				await endStreams(context, member.id);
			}
			clearSessionCookie(c);
			return { user: null };
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/auth/confirm",
		id: "confirmEmail",
		summary: "Confirm an address with the token of the emailed link",
		detail:
			"The link proves who owns the address, not who signed up with it. It signs in only with the cookie of that sign-up, a session of the account, or the sign-up's `password`. Otherwise `needs_password` is true, nothing is confirmed, and the same token sets a new password at `/api/auth/reset-password`.",
		access: "known",
		body: ConfirmRequest,
		answers: { 200: json("Signed in, or `needs_password`.", ConfirmAnswer.or(SecondFactorAnswer)) },
		problems: { 400: LINK, 403: "This is not the password of that sign-up.", 429: LIMIT },
		handle: async (context, { c, body }) => {
			const browser = { ...readCaller(c), sign_up_token: readSignUpCookie(c) };
			const signed = await confirmEmail(context, { ...body, ...browser });
			if (signed === "needs_password") return { user: null, needs_password: true as const };
			clearSignUpCookie(c);
			return openedOrAsked(c, signed);
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/auth/link-code",
		id: "exchangeLinkCode",
		summary: "Exchange the code of an email for its link's token",
		detail:
			"For mail gateways that break links. The code works once, as long as the link. `change` needs the session of the account.",
		access: "known",
		body: LinkCodeRequest,
		answers: { 200: json("The token, to be sent as that of the link.", TokenAnswer) },
		problems: { 403: "The code is wrong, was used or has expired.", 429: LIMIT },
		handle: async (context, { c, member, body }) =>
			exchangeCode(context, { ...body, ...readCaller(c), member_id: member?.id ?? null }),
	}),
	endpoint({
		...answeredAlike,
		path: "/api/auth/resend",
		id: "resendConfirmation",
		summary: "Send the confirmation email again",
		handle: async (context, { c, body }) =>
			resendConfirmation(context, { ...body, ...readWaiting(c) }),
	}),
	endpoint({
		...answeredAlike,
		path: "/api/auth/forgot-password",
		id: "forgotPassword",
		summary: "Request a link to choose a new password",
		handle: async (context, { c, body }) => requestReset(context, { ...body, ...readWaiting(c) }),
	}),
	endpoint({
		method: "POST",
		path: "/api/auth/reset-password",
		id: "resetPassword",
		summary: "Set a new password with the token of the emailed link",
		detail:
			"Accepts the token of a password email or of a confirmation email; the second also confirms the address. Ends every session of the account and deletes its API keys and webhook secret.",
		access: "known",
		body: ResetRequest,
		answers: { 200: json("Signed in, or asked for a code.", SignInOutcome) },
		problems: { 400: LINK, 429: LIMIT },
		handle: async (context, { c, body }) => {
			const browser = { ...readCaller(c), sign_up_token: readSignUpCookie(c) };
			const signed = await resetPassword(context, { ...body, ...browser });
			clearSignUpCookie(c);
			return openedOrAsked(c, signed);
		},
	}),
];

function readWaiting(c: RequestContext) {
	return { ...readCaller(c), sign_up_token: readSignUpCookie(c) };
}

async function openedOrAsked(
	c: RequestContext,
	signed: SignedIn | SecondFactorAsked,
): Promise<SignInOutcome> {
	return "user" in signed
		? openedSession(c, signed)
		: { second_factor: ["totp"], token: signed.second_factor_token };
}

/** Sends the cookies of the session. */
async function openedSession(c: RequestContext, signed: SignedIn): Promise<SignInAnswer> {
	writeSignInCookies(c, signed);
	await linkKeptIdentity(c, signed.user);
	return { user: signed.user };
}

/**
 * Does the same work and gives the same answer for known and unknown addresses, so that neither
 * reveals whether an account exists.
 */
export async function signIn(
	context: Context,
	input: SignInRequest & Caller,
): Promise<SignedIn | SecondFactorAsked> {
	const attempt = await countSignIn(context, input, "too_many_requests/sign_ins");
	const member = await findMemberForSignIn(context.db.primary, input.email);
	const matches = await verifyPassword(input.password, member?.password_hash ?? null);
	if (!member?.password_hash || !matches) throw problem("authentication_failed");
	await attempt.succeed();
	if (confirmsByMail(context) && member.email_confirmed_at === null)
		throw problem("email_unconfirmed");
	const { user, password_hash } = member;
	return signInOrAsk(context, user, input, { password_hash });
}
