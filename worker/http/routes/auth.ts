import { type Context, Hono } from "hono";
import {
	type ConfirmAnswer,
	type MessageAnswer,
	type SessionAnswer,
	type SignInAnswer,
	SignInRequest,
	SignOutRequest,
	SignUpRequest,
} from "#contract/account.ts";
import { ConfirmRequest, EmailRequest, ResetRequest } from "#contract/me.ts";
import { CONFIRM_FIRST } from "#use-cases/account-refusals.ts";
import type { SignedIn } from "#use-cases/accounts.ts";
import { confirmEmail } from "#use-cases/confirm-email.ts";
import { requestReset } from "#use-cases/request-reset.ts";
import { resendConfirmation } from "#use-cases/resend-confirmation.ts";
import { resetPassword } from "#use-cases/reset-password.ts";
import { signIn } from "#use-cases/sign-in.ts";
import { signUp } from "#use-cases/sign-up.ts";
import type { AppEnv } from "../app-env.ts";
import { callerOf } from "../caller-of.ts";
import { readJson, readOptionalJson } from "../read-json.ts";
import {
	clearSessionCookie,
	clearSignUpCookie,
	readSignUpCookie,
	writeSessionCookie,
	writeSignUpCookie,
} from "../session-cookie.ts";

export const auth = new Hono<AppEnv>()
	.get("/session", (c) =>
		c.json({
			user: c.get("user"),
			providers: { google: c.get("deps").google !== null },
		} satisfies SessionAnswer),
	)
	.post("/sign-up", async (c) => {
		const input = await readJson(c, SignUpRequest);
		const signed = await signUp(c.get("deps").accounts, {
			...input,
			...callerOf(c),
		});
		if ("user" in signed) return signedIn(c, signed, 201);
		writeSignUpCookie(c, signed.sign_up_token);
		return c.json({ message: CONFIRM_FIRST } satisfies MessageAnswer, 202);
	})
	.post("/sign-in", async (c) => {
		const input = await readJson(c, SignInRequest);
		const { accounts } = c.get("deps");
		return signedIn(c, await signIn(accounts, { ...input, ...callerOf(c) }));
	})
	.post("/confirm", async (c) => {
		const input = await readJson(c, ConfirmRequest);
		const { accounts } = c.get("deps");
		const browser = { ...callerOf(c), sign_up_token: readSignUpCookie(c) };
		const signed = await confirmEmail(accounts, { ...input, ...browser });
		if (signed === "needs_password")
			return c.json({
				user: null,
				needs_password: true,
			} satisfies ConfirmAnswer);
		clearSignUpCookie(c);
		return signedIn(c, signed);
	})
	.post("/reset-password", async (c) => {
		const input = await readJson(c, ResetRequest);
		const { accounts } = c.get("deps");
		const browser = { ...callerOf(c), sign_up_token: readSignUpCookie(c) };
		const signed = await resetPassword(accounts, { ...input, ...browser });
		clearSignUpCookie(c);
		return signedIn(c, signed);
	})
	.post("/resend", async (c) => told(c, resendConfirmation))
	.post("/forgot-password", async (c) => told(c, requestReset))
	.post("/sign-out", async (c) => {
		const { everywhere } = await readOptionalJson(c, SignOutRequest);
		const hash = c.get("session_hash");
		const user = c.get("user");
		if (hash) await c.get("deps").accounts.endSession(hash);
		if (hash && user && everywhere)
			await c.get("deps").me.endSessions(user.id, null);
		clearSessionCookie(c);
		return c.json({ user: null } satisfies SignInAnswer);
	});

function signedIn(
	c: Context<AppEnv>,
	{ user, token }: SignedIn,
	status: 200 | 201 = 200,
): Response {
	writeSessionCookie(c, token);
	return c.json({ user } satisfies SignInAnswer, status);
}

/** Answers the same for every address. */
async function told(
	c: Context<AppEnv>,
	say: typeof resendConfirmation | typeof requestReset,
): Promise<Response> {
	const { email } = await readJson(c, EmailRequest);
	const { accounts } = c.get("deps");
	const message = await say(accounts, { email, ...callerOf(c) });
	return c.json({ message } satisfies MessageAnswer, 202);
}
