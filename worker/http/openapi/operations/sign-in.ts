import * as z from "zod";
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
import { empty, json, type Operations } from "../operation.ts";

const LINK = "The link has expired or was used already.";
const LIMIT = "Too many attempts; `Retry-After` says when the next counts.";

/** Accounts and sessions. A session is an HttpOnly cookie. */
export const signInOperations: Operations = {
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
				"A mail with a link to confirm is on its way. A cookie keeps for a day that this browser signed up.",
				MessageAnswer,
			),
		},
		problems: { 409: "The address has an account.", 429: LIMIT },
	},
	"POST /api/auth/sign-in": {
		id: "signIn",
		summary: "Sign in",
		access: "everyone",
		body: { schema: SignInRequest },
		answers: { 200: json("Signed in.", SignInAnswer) },
		problems: {
			401: "Address and password do not belong together.",
			403: "The address is not confirmed yet.",
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
		summary: "Confirm an address with the mailed link's token",
		detail:
			"The link shows whose the address is, not who signed up with it. So it signs in only where the cookie of that sign-up comes along, or a session of the account, or else the sign-up's `password`. Otherwise `needs_password` is true, nothing has happened yet, and the same token sets a new password at `/api/auth/reset-password`.",
		access: "everyone",
		body: { schema: ConfirmRequest },
		answers: {
			200: json("Signed in, or `needs_password`.", ConfirmAnswer),
		},
		problems: {
			400: LINK,
			403: "It is not the password of that sign-up.",
			429: LIMIT,
		},
	},
	"POST /api/auth/resend": {
		id: "resendConfirmation",
		summary: "Send the confirming mail again",
		access: "everyone",
		body: { schema: EmailRequest },
		answers: { 202: json("The same for every address.", MessageAnswer) },
		problems: { 429: LIMIT },
	},
	"POST /api/auth/forgot-password": {
		id: "forgotPassword",
		summary: "Ask for a link to a new password",
		access: "everyone",
		body: { schema: EmailRequest },
		answers: { 202: json("The same for every address.", MessageAnswer) },
		problems: { 429: LIMIT },
	},
	"POST /api/auth/reset-password": {
		id: "resetPassword",
		summary: "Set a new password with the mailed link's token",
		detail:
			"Takes the token of either mail: of a forgotten password, or of an address that is not confirmed yet, which it confirms. Ends every session of the account.",
		access: "everyone",
		body: { schema: ResetRequest },
		answers: { 200: json("Signed in.", SignInAnswer) },
		problems: { 400: LINK, 429: LIMIT },
	},
	"GET /api/auth/google": {
		id: "signInWithGoogle",
		summary: "Sign in with Google, in a browser",
		access: "everyone",
		query: { return_to: z.string().describe("A path of this site.") },
		answers: { 302: empty("To Google, or back with what went wrong.") },
		problems: { 404: "This site has not set up Google sign-in." },
	},
	"GET /api/auth/google/callback": {
		id: "finishGoogle",
		summary: "Where Google sends the browser back to",
		access: "everyone",
		query: { state: z.string(), code: z.string() },
		answers: { 302: empty("Into the app.") },
		problems: { 404: "This site has not set up Google sign-in." },
	},
};
