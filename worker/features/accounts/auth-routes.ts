import { Hono } from "hono";
import {
	ConfirmAnswer,
	MessageAnswer,
	SessionAnswer,
	SignInAnswer,
	SignInRequest,
	SignOutRequest,
	SignUpRequest,
} from "#contract/account.ts";
import { ConfirmRequest, EmailRequest, ResetRequest } from "#contract/me.ts";
import { SecondFactorAnswer, SecondFactorRequest, SignInOutcome } from "#contract/second-factor.ts";
import { endStreams } from "#features/notifications/publish.ts";
import type { AppEnv, RequestContext } from "#http/app-env.ts";
import { readJson, readOptionalJson } from "#http/body.ts";
import { json, type Operations } from "#http/operation.ts";
import { PROBLEMS } from "#http/problem-catalogue.ts";
import { readCaller } from "#identity/caller.ts";
import {
	clearSessionCookie,
	clearSignUpCookie,
	readSignUpCookie,
	writeSignInCookies,
	writeSignUpCookie,
} from "#identity/session-cookie.ts";
import { deleteSession, deleteSessions } from "#identity/sessions.ts";
import { confirmEmail, resendConfirmation } from "./confirm-email.ts";
import { googleClient } from "./google/finish-sign-in.ts";
import type { SignedIn } from "./open-session.ts";
import { requestReset, resetPassword } from "./reset-password.ts";
import { finishSignIn, type SecondFactorAsked } from "./second-factor/second-factor.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";

export const auth = new Hono<AppEnv>()
	.get("/session", (c) =>
		c.json({
			user: c.get("user"),
			providers: { google: googleClient(c.get("context")) !== null },
		} satisfies SessionAnswer),
	)
	.post("/sign-up", async (c) => {
		const input = await readJson(c, SignUpRequest);
		const signed = await signUp(c.get("context"), {
			...input,
			...readCaller(c),
		});
		if ("user" in signed) return answerSignedIn(c, signed, 201);
		writeSignUpCookie(c, signed.sign_up_token);
		return c.json({ message: PROBLEMS.email_unconfirmed.detail } satisfies MessageAnswer, 202);
	})
	.post("/sign-in", async (c) => {
		const input = await readJson(c, SignInRequest);
		return answerSignedIn(c, await signIn(c.get("context"), { ...input, ...readCaller(c) }));
	})
	.post("/second-factor", async (c) => {
		const input = await readJson(c, SecondFactorRequest);
		return answerSignedIn(c, await finishSignIn(c.get("context"), { ...input, ...readCaller(c) }));
	})
	.post("/confirm", async (c) => {
		const input = await readJson(c, ConfirmRequest);
		const browser = { ...readCaller(c), sign_up_token: readSignUpCookie(c) };
		const signed = await confirmEmail(c.get("context"), {
			...input,
			...browser,
		});
		if (signed === "needs_password")
			return c.json({
				user: null,
				needs_password: true,
			} satisfies ConfirmAnswer);
		clearSignUpCookie(c);
		return answerSignedIn(c, signed);
	})
	.post("/reset-password", async (c) => {
		const input = await readJson(c, ResetRequest);
		const browser = { ...readCaller(c), sign_up_token: readSignUpCookie(c) };
		const signed = await resetPassword(c.get("context"), {
			...input,
			...browser,
		});
		clearSignUpCookie(c);
		return answerSignedIn(c, signed);
	})
	.post("/resend", async (c) => answerAlike(c, resendConfirmation))
	.post("/forgot-password", async (c) => answerAlike(c, requestReset))
	.post("/sign-out", async (c) => {
		const { everywhere } = await readOptionalJson(c, SignOutRequest);
		const hash = c.get("session_hash");
		const user = c.get("user");
		const { db } = c.get("context");
		if (hash) await deleteSession(db.primary, hash);
		if (hash && user && everywhere) await deleteSessions(db.primary, user.id, null);
		if (hash && user) await endStreams(c.get("context"), user.id);
		clearSessionCookie(c);
		return c.json({ user: null } satisfies SignInAnswer);
	});

function answerSignedIn(
	c: RequestContext,
	signed: SignedIn | SecondFactorAsked,
	status: 200 | 201 = 200,
): Response {
	if ("second_factor_token" in signed)
		return c.json({
			second_factor: ["totp"],
			token: signed.second_factor_token,
		} satisfies SecondFactorAnswer);
	writeSignInCookies(c, signed);
	const { user } = signed;
	return c.json({ user } satisfies SignInAnswer, status);
}

/**
 * Sends the same answer for every address, so that it does not reveal which addresses have
 * accounts.
 */
async function answerAlike(
	c: RequestContext,
	request: typeof resendConfirmation | typeof requestReset,
): Promise<Response> {
	const { email } = await readJson(c, EmailRequest);
	const message = await request(c.get("context"), { email, ...readCaller(c) });
	return c.json({ message } satisfies MessageAnswer, 202);
}

const LINK = "The link has expired or was already used.";
const LIMIT = "Too many attempts; `Retry-After` says when to try again.";

/** Accounts and sessions in the API description. */
export const signInOperations = (): Operations => ({
	"GET /api/auth/session": {
		id: "getSession",
		summary: "Who is signed in",
		access: "everyone",
		answers: { 200: json("The member, or null.", SessionAnswer) },
	},
	"POST /api/auth/sign-up": {
		id: "signUp",
		summary: "Create an account",
		access: "everyone",
		body: { schema: SignUpRequest },
		answers: {
			201: json("Signed in.", SignInAnswer),
			202: json(
				"An email with a confirmation link is sent. A cookie marks this browser for a day.",
				MessageAnswer,
			),
		},
		problems: { 409: "The address already has an account.", 429: LIMIT },
	},
	"POST /api/auth/sign-in": {
		id: "signIn",
		summary: "Sign in",
		access: "everyone",
		detail:
			"If the member has a second factor, there is no session yet: the answer is `second_factor` with a `token`. Send it to `/api/auth/second-factor` with a code within ten minutes. Confirming an address and setting a new password answer the same way.",
		body: { schema: SignInRequest },
		answers: { 200: json("Signed in, or asked for a code.", SignInOutcome) },
		problems: {
			401: "The email or the password is wrong.",
			403: "The address is not confirmed yet.",
			429: LIMIT,
		},
	},
	"POST /api/auth/second-factor": {
		id: "finishSignIn",
		summary: "Finish a sign-in with a code",
		detail: "Six digits of the member's app, or a recovery code. Each works once.",
		access: "everyone",
		body: { schema: SecondFactorRequest },
		answers: { 200: json("Signed in.", SignInAnswer) },
		problems: {
			401: "The sign-in has expired: start again.",
			403: "The code is wrong or was already used.",
			429: LIMIT,
		},
	},
	"POST /api/auth/sign-out": {
		id: "signOut",
		summary: "Sign out, here or everywhere",
		access: "everyone",
		body: { schema: SignOutRequest, optional: true },
		answers: { 200: json("Signed out.", SignInAnswer) },
	},
	"POST /api/auth/confirm": {
		id: "confirmEmail",
		summary: "Confirm an address with the token of the emailed link",
		detail:
			"The link proves who owns the address, not who signed up with it. It signs in only with the cookie of that sign-up, a session of the account, or the sign-up's `password`. Otherwise `needs_password` is true, nothing is confirmed, and the same token sets a new password at `/api/auth/reset-password`.",
		access: "everyone",
		body: { schema: ConfirmRequest },
		answers: {
			200: json("Signed in, or `needs_password`.", ConfirmAnswer.or(SecondFactorAnswer)),
		},
		problems: {
			400: LINK,
			403: "This is not the password of that sign-up.",
			429: LIMIT,
		},
	},
	"POST /api/auth/resend": {
		id: "resendConfirmation",
		summary: "Send the confirmation email again",
		access: "everyone",
		body: { schema: EmailRequest },
		answers: { 202: json("The same for every address.", MessageAnswer) },
		problems: { 429: LIMIT },
	},
	"POST /api/auth/forgot-password": {
		id: "forgotPassword",
		summary: "Request a link to choose a new password",
		access: "everyone",
		body: { schema: EmailRequest },
		answers: { 202: json("The same for every address.", MessageAnswer) },
		problems: { 429: LIMIT },
	},
	"POST /api/auth/reset-password": {
		id: "resetPassword",
		summary: "Set a new password with the token of the emailed link",
		detail:
			"Accepts the token of a password email or of a confirmation email; the second also confirms the address. Ends every session of the account and deletes its API keys and webhook secret.",
		access: "everyone",
		body: { schema: ResetRequest },
		answers: { 200: json("Signed in, or asked for a code.", SignInOutcome) },
		problems: { 400: LINK, 429: LIMIT },
	},
});
