import * as z from "zod";
import { emailFault, plainEmail } from "./email-address.ts";
import { Instant, MemberId } from "./ids.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "./limits.ts";
import { asWritten, hasVisible } from "./written-text.ts";

export const Email = z
	.string()
	.trim()
	.max(254, { abort: true })
	.transform(plainEmail)
	.superRefine((email, { addIssue }) => {
		const message = emailFault(email);
		if (message !== null) addIssue({ code: "custom", message });
	});

export const FullName = z
	.string()
	.max(100, { abort: true })
	.transform(asWritten)
	.transform((name) => (hasVisible(name) ? name : ""))
	.pipe(z.string().min(1));

export const SignUpRequest = z.strictObject({
	full_name: FullName,
	email: Email,
	password: z.string().min(PASSWORD_MIN).max(PASSWORD_MAX),
});
export type SignUpRequest = z.infer<typeof SignUpRequest>;

export const SignInRequest = z.strictObject({
	email: z.string().trim().max(254),
	password: z.string().max(PASSWORD_MAX),
});
export type SignInRequest = z.infer<typeof SignInRequest>;

export const SignOutRequest = z.strictObject({
	/** Ends the member's sessions in all browsers, not only in this one. */
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

/** The signed-in member after a sign-in, a sign-up or a sign-out. */
export const SignInAnswer = z.object({ user: User.nullable() });
export type SignInAnswer = z.infer<typeof SignInAnswer>;

/** The answer to a followed confirmation link: the member, or a request for a password. */
export const ConfirmAnswer = SignInAnswer.extend({
	/**
	 * The link is valid, but nothing proves that this browser chose the password: the password of
	 * the sign-up, or a new one, is required.
	 */
	needs_password: z.literal(true).optional(),
});
export type ConfirmAnswer = z.infer<typeof ConfirmAnswer>;

export const SessionAnswer = SignInAnswer.extend({
	/** The sign-in methods besides email and password that this site has set up. */
	providers: z.object({ google: z.boolean() }),
});
export type SessionAnswer = z.infer<typeof SessionAnswer>;

/** The answer to a request whose result, if any, arrives by mail. */
export const MessageAnswer = z.object({ message: z.string() });
export type MessageAnswer = z.infer<typeof MessageAnswer>;

/** Why a sign-in with Google failed; the app reads the code from `/?auth_error=`. */
export const AuthError = z.enum([
	/** Google sign-in failed or was cancelled. */
	"google_failed",
	/** Google has not verified the address. */
	"google_unverified",
	/** The member had to reauthenticate, but the last sign-in at Google is too old. */
	"google_not_recent",
	/** The address has an account, and Google does not know who owns the address today. */
	"google_needs_password",
]);
export type AuthError = z.infer<typeof AuthError>;

/** Six digits from an app, or a recovery code. Spaces and dashes are ignored. */
const Code = z.string().min(1).max(100);

/** A sign-in that still needs a code: POST the code with the token to /api/auth/second-factor. */
export const SecondFactorAnswer = z.object({
	second_factor: z.array(z.literal("totp")),
	token: z.string(),
});
export type SecondFactorAnswer = z.infer<typeof SecondFactorAnswer>;

/** The signed-in member, or a request for the second factor. */
export const SignInOutcome = z.union([SignInAnswer, SecondFactorAnswer]);
export type SignInOutcome = z.infer<typeof SignInOutcome>;

export const SecondFactorRequest = z.strictObject({
	token: z.string().min(1).max(200),
	code: Code,
});
export const CodeRequest = z.strictObject({ code: Code });

/** The member's second factor; null if none is set up. */
export const SecondFactorState = z.object({ since: Instant, recovery_codes_left: z.int() });

export const FactorSetUp = z.strictObject({ password: z.string().max(PASSWORD_MAX).optional() });

/** Only this answer contains the secret. */
export const NewSecondFactor = z.object({ secret: z.string(), uri: z.string() });
export type NewSecondFactor = z.infer<typeof NewSecondFactor>;

/** Each code works once instead of an app's code. Only this answer contains the codes. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
