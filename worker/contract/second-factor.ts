import * as z from "zod";
import { SignInAnswer } from "./account.ts";
import { Instant } from "./ids.ts";
import { PASSWORD_MAX } from "./limits.ts";

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
export const SecondFactorState = z.object({
	since: Instant,
	recovery_codes_left: z.int(),
});

export const FactorSetUp = z.strictObject({
	/** Required if the account has a password. */
	password: z.string().max(PASSWORD_MAX).optional(),
});

/** Only this answer contains the secret. */
export const NewSecondFactor = z.object({
	/** In base32, for typing into an app. */
	secret: z.string(),
	/** The secret as an otpauth address that apps can open. */
	uri: z.string(),
});
export type NewSecondFactor = z.infer<typeof NewSecondFactor>;

/** Each code works once instead of an app's code. Only this answer contains the codes. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
