import * as z from "zod";
import { SignInAnswer } from "./account.ts";
import { Instant } from "./ids.ts";
import { PASSWORD_MAX } from "./limits.ts";

/** Six digits of an app, or a recovery code; spaces and dashes do not matter. */
const Code = z.string().min(1).max(100);

/** A sign-in that waits for a code: POST it with the token to /api/auth/second-factor. */
export const SecondFactorAnswer = z.object({
	second_factor: z.array(z.literal("totp")),
	token: z.string(),
});
export type SecondFactorAnswer = z.infer<typeof SecondFactorAnswer>;

/** The member, or what is asked for next. */
export const SignInOutcome = z.union([SignInAnswer, SecondFactorAnswer]);
export type SignInOutcome = z.infer<typeof SignInOutcome>;

export const SecondFactorRequest = z.object({
	token: z.string().min(1).max(200),
	code: Code,
});
export const CodeRequest = z.object({ code: Code });

/** The member's own second factor; null if there is none. */
export const SecondFactorState = z.object({
	since: Instant,
	recovery_codes_left: z.int(),
});

export const FactorSetUp = z.object({
	/** Of an account that has one. */
	password: z.string().max(PASSWORD_MAX).optional(),
});

/** The secret is in this answer only. */
export const NewSecondFactor = z.object({
	/** In base32, to type into an app. */
	secret: z.string(),
	/** The same as an address that apps open. */
	uri: z.string(),
});
export type NewSecondFactor = z.infer<typeof NewSecondFactor>;

/** Each works once in the place of a code; they are in this answer only. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
