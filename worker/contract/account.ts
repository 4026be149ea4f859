import * as z from "zod";
import { Instant, MemberId } from "./ids.ts";

/** For new passwords: shorter ones that were chosen before still sign in. */
export const PASSWORD_MIN = 8;
/** Long enough for any passphrase; bounds the hashing work. */
export const PASSWORD_MAX = 256;

export const Email = z
	.string()
	.trim()
	// The pattern's work grows with the square of a text.
	.max(254, { abort: true })
	.regex(/^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+\.[^\s@<>"(),:;\\]+$/);

/** What shows nothing, or turns the text around it, lets one member look like another. */
const UNSEEN =
	/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

export const FullName = z
	.string()
	.max(100, { abort: true })
	.transform((name) => name.replace(UNSEEN, "").trim())
	.pipe(z.string().min(1));

export const SignUpRequest = z.object({
	full_name: FullName,
	email: Email,
	password: z.string().min(PASSWORD_MIN).max(PASSWORD_MAX),
});
export type SignUpRequest = z.infer<typeof SignUpRequest>;

export const SignInRequest = z.object({
	email: z.string().trim().max(254),
	password: z.string().max(PASSWORD_MAX),
});
export type SignInRequest = z.infer<typeof SignInRequest>;

export const SignOutRequest = z.object({
	/** Ends the member's sessions in all browsers. */
	everywhere: z.boolean().optional(),
});
export type SignOutRequest = z.infer<typeof SignOutRequest>;

export const User = z.object({
	id: MemberId,
	email: z.string(),
	full_name: z.string(),
	avatar_url: z.string().nullable(),
	created_at: Instant,
});
export type User = z.infer<typeof User>;

/** Who is signed in after a sign-in, a sign-up or a sign-out. */
export const SignInAnswer = z.object({ user: User.nullable() });
export type SignInAnswer = z.infer<typeof SignInAnswer>;

/** After a link of a mail, too. */
export const ConfirmAnswer = SignInAnswer.extend({
	/**
	 * The link is good, but nothing shows that this browser chose the password:
	 * the one of the sign-up is asked for, or a new one.
	 */
	needs_password: z.literal(true).optional(),
});
export type ConfirmAnswer = z.infer<typeof ConfirmAnswer>;

export const SessionAnswer = SignInAnswer.extend({
	/** The ways in beside email and password that this site has set up. */
	providers: z.object({ google: z.boolean() }),
});
export type SessionAnswer = z.infer<typeof SessionAnswer>;

/** What a request is answered with whose real answer comes by mail, or not at all. */
export const MessageAnswer = z.object({ message: z.string() });
export type MessageAnswer = z.infer<typeof MessageAnswer>;

/** Why the way back from Google led nowhere, as `/?auth_error=` tells the app. */
export const AuthError = z.enum([
	/** Google sign-in failed, or was left. */
	"google_failed",
	/** Google has not verified the address. */
	"google_unverified",
]);
export type AuthError = z.infer<typeof AuthError>;
